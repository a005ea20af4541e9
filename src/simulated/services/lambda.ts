/** Lambda: functions, layers, and event source mappings. */
import type { EventSourceMappingConfiguration, FunctionConfiguration, LayersListItem } from '@aws-sdk/client-lambda'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly lambda?: {
      readonly eventSourceMappings?: readonly EventSourceMappingConfiguration[]
      readonly functions?: readonly FunctionConfiguration[]
      readonly layers?: readonly LayersListItem[]
    }
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

export const service = defineService(() => import('@aws-sdk/client-lambda'), {
  data: 'lambda',
  // "… returns a maximum of 50 items in each response, even if you set the number higher"; 100 of event source mappings.
  pages: { largest: 10_000, usual: 50, ceiling: 50, badToken: 'InvalidParameterValueException' },
})({
  ListFunctions: { list: 'functions', item: listed, denied: '*' },
  ListLayers: { list: 'layers', pages: { largest: 50 }, denied: '*' },
  ListEventSourceMappings: {
    list: 'eventSourceMappings',
    by: 'EventSourceArn',
    pages: { usual: 100, ceiling: 100 },
    denied: '*',
  },
})
