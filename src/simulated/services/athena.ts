/** Athena: workgroups. */
import * as module from '@aws-sdk/client-athena'
import type { ListWorkGroupsInput, ListWorkGroupsOutput, WorkGroupSummary } from '@aws-sdk/client-athena'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'athena',
  module,
  client: new module.AthenaClient(idleClient),
  operations: {
    ListWorkGroups: listOperation<ListWorkGroupsInput, ListWorkGroupsOutput, WorkGroupSummary>({
      items: ({ regionData }) => regionData.athena?.workGroups,
      paging: {
        token: 'NextToken',
        size: 'MaxResults',
        minimum: 1,
        maximum: 50,
        default: 50,
        badToken: () => new ProviderError('InvalidRequestException', 'Invalid NextToken'),
        badSize: (size) => new ProviderError('InvalidRequestException', `MaxResults must be 1 to 50, not ${size}`),
      },
      answer: (items, NextToken) => ({ WorkGroups: [...items], NextToken }),
    }),
  },
}
