/** Lambda: functions. */
import * as module from '@aws-sdk/client-lambda'
import type { FunctionConfiguration, ListFunctionsRequest, ListFunctionsResponse } from '@aws-sdk/client-lambda'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'lambda',
  module,
  client: new module.LambdaClient(idleClient),
  operations: {
    ListFunctions: listOperation<ListFunctionsRequest, ListFunctionsResponse, FunctionConfiguration>({
      deniedResource: () => '*',
      items: ({ regionData }) => regionData.lambda?.functions,
      paging: {
        token: 'Marker',
        size: 'MaxItems',
        minimum: 1,
        maximum: 10_000,
        default: 50,
        // "ListFunctions returns a maximum of 50 items in each response, even if you set the number higher."
        ceiling: 50,
        badToken: () => new ProviderError('InvalidParameterValueException', 'Invalid pagination token'),
        badSize: (size) =>
          new ProviderError(
            'ValidationException',
            `1 validation error detected: Value '${size}' at 'maxItems' failed to satisfy constraint`,
          ),
      },
      answer: (items, NextMarker) => ({ Functions: [...items], NextMarker }),
    }),
  },
}
