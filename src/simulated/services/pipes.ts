/** EventBridge Pipes: pipes. */
import * as module from '@aws-sdk/client-pipes'
import type { ListPipesRequest, ListPipesResponse, Pipe } from '@aws-sdk/client-pipes'
import { listOperation } from '../list-operation.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

export const service: SimulatedService = {
  iamPrefix: 'pipes',
  module,
  client: new module.PipesClient(idleClient),
  operations: {
    ListPipes: listOperation<ListPipesRequest, ListPipesResponse, Pipe>({
      items: ({ regionData }) => regionData.pipes?.pipes,
      paging: usualPaging<ListPipesRequest>({
        token: 'NextToken',
        size: 'Limit',
        maximum: 100,
        badToken: 'ValidationException',
      }),
      answer: (items, NextToken) => ({ Pipes: [...items], NextToken }),
    }),
  },
}
