/** Resource Explorer: a search over the index of a region, for accounts that have turned it on. */
import * as module from '@aws-sdk/client-resource-explorer-2'
import type { Resource, SearchInput, SearchOutput } from '@aws-sdk/client-resource-explorer-2'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

/** One query gives at most so many results. Source: Search, Resource Explorer API Reference. */
const mostResults = 1000

export const service: SimulatedService = {
  iamPrefix: 'resource-explorer-2',
  module,
  client: new module.ResourceExplorer2Client(idleClient),
  operations: {
    Search: listOperation<SearchInput, SearchOutput, Resource>({
      items({ regionData, region }, { QueryString }) {
        const index = regionData.resourceExplorer
        if (index === undefined) {
          throw new ProviderError('UnauthorizedException', 'The account has no default view in this region.', 401)
        }
        if (QueryString !== `region:${region}`) {
          throw new ProviderError('ValidationException', `The simulated index does not understand ${QueryString}`)
        }
        return index.resources.slice(0, mostResults)
      },
      parameters: ['QueryString'],
      paging: {
        token: 'NextToken',
        size: 'MaxResults',
        minimum: 1,
        maximum: 1000,
        default: 100,
        badToken: () => new ProviderError('ValidationException', 'The NextToken is not valid.'),
        badSize: (size) => new ProviderError('ValidationException', `MaxResults ${size} is not between 1 and 1000`),
      },
      answer(items, NextToken, _input, { regionData }) {
        const total = regionData.resourceExplorer?.resources.length ?? 0
        const Count = { TotalResources: Math.min(total, mostResults), Complete: total <= mostResults }
        return { Resources: [...items], Count, NextToken }
      },
    }),
  },
}
