/** Resource Explorer: a search in the index of a region, for accounts that have enabled it. */
import type { Resource } from '@aws-sdk/client-resource-explorer-2'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    /** The index. */
    readonly resourceExplorer?: { readonly resources: readonly Resource[] }
  }
}

/** The maximum number of results of a query. Source: Search, Resource Explorer API Reference. */
const mostResults = 1000

export const service = defineService('resourceExplorer', () => import('@aws-sdk/client-resource-explorer-2'), {
  iamPrefix: 'resource-explorer-2',
  pages: { largest: 1000, usual: 100, error: 'ValidationException' },
})({
  Search: {
    parameters: ['QueryString'],
    gather({ resources }, { QueryString }, { region }) {
      if (resources === undefined) {
        throw new ProviderError('UnauthorizedException', 'The account has no default view in this region.', 401)
      }
      if (QueryString !== `region:${region}`) {
        throw new ProviderError('ValidationException', `The simulated index does not support ${QueryString}`)
      }
      return resources.slice(0, mostResults)
    },
    page(Resources, NextToken, _input, { resources: { length: total } = [] }) {
      const Count = { TotalResources: Math.min(total, mostResults), Complete: total <= mostResults }
      return { Resources, Count, NextToken }
    },
  },
})
