/** Lambda: functions, layers and event source mappings. */
import * as module from '@aws-sdk/client-lambda'
import type {
  EventSourceMappingConfiguration,
  FunctionConfiguration,
  LayersListItem,
  ListEventSourceMappingsRequest,
  ListEventSourceMappingsResponse,
  ListFunctionsRequest,
  ListFunctionsResponse,
  ListLayersRequest,
  ListLayersResponse,
} from '@aws-sdk/client-lambda'
import { listOperation } from '../list-operation.ts'
import type { Paging } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

/** Larger sizes than the ceiling may be asked for, but are not given. */
function paging(
  maximum: number,
  ceiling: number,
): Paging<{ readonly MaxItems?: number | undefined; readonly Marker?: string | undefined }> {
  return {
    token: 'Marker',
    size: 'MaxItems',
    minimum: 1,
    maximum,
    default: ceiling,
    ceiling,
    badToken: () => new ProviderError('InvalidParameterValueException', 'Invalid pagination token'),
    badSize: (size) =>
      new ProviderError(
        'ValidationException',
        `1 validation error detected: Value '${size}' at 'maxItems' failed to satisfy constraint`,
      ),
  }
}

/** "To get the additional fields (State, … LastUpdateStatus, …, RuntimeVersionConfig) for a function or version, use GetFunction." */
function listed({
  State: _state,
  StateReason: _reason,
  StateReasonCode: _code,
  LastUpdateStatus: _status,
  LastUpdateStatusReason: _statusReason,
  LastUpdateStatusReasonCode: _statusCode,
  RuntimeVersionConfig: _runtime,
  ...told
}: FunctionConfiguration): FunctionConfiguration {
  return told
}

export const service: SimulatedService = {
  iamPrefix: 'lambda',
  module,
  client: new module.LambdaClient(idleClient),
  operations: {
    ListFunctions: listOperation<ListFunctionsRequest, ListFunctionsResponse, FunctionConfiguration>({
      deniedResource: () => '*',
      items: ({ regionData }) => regionData.lambda?.functions,
      // "ListFunctions returns a maximum of 50 items in each response, even if you set the number higher."
      paging: paging(10_000, 50),
      answer: (items, NextMarker) => ({ Functions: items.map(listed), NextMarker }),
    }),

    ListLayers: listOperation<ListLayersRequest, ListLayersResponse, LayersListItem>({
      deniedResource: () => '*',
      items: ({ regionData }) => regionData.lambda?.layers,
      paging: paging(50, 50),
      answer: (items, NextMarker) => ({ Layers: [...items], NextMarker }),
    }),

    ListEventSourceMappings: listOperation<
      ListEventSourceMappingsRequest,
      ListEventSourceMappingsResponse,
      EventSourceMappingConfiguration
    >({
      deniedResource: () => '*',
      items: ({ regionData }) => regionData.lambda?.eventSourceMappings,
      identifiers: [{ parameter: 'EventSourceArn', of: (mapping) => [mapping.EventSourceArn], notFound: null }],
      // "ListEventSourceMappings returns a maximum of 100 items in each response, even if you set the number higher."
      paging: paging(10_000, 100),
      answer: (items, NextMarker) => ({ EventSourceMappings: [...items], NextMarker }),
    }),
  },
}
