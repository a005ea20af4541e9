/** Lambda: functions, layers and event source mappings. */
import type * as sdk from '@aws-sdk/client-lambda'
import { defineService } from '../define-service.ts'
import { setting } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly lambda?: {
      readonly eventSourceMappings?: readonly sdk.EventSourceMappingConfiguration[]
      readonly functions?: readonly sdk.FunctionConfiguration[]
      readonly layers?: readonly sdk.LayersListItem[]
      /** By the function's name. */
      readonly urls?: Readonly<Record<string, readonly sdk.FunctionUrlConfig[]>>
      /** By the function's name, of an alias with it: `orders:live`. */
      readonly policies?: Readonly<Record<string, string>>
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
}: sdk.FunctionConfiguration): sdk.FunctionConfiguration {
  return told
}

const absent = ['ResourceNotFoundException', 404, 'The resource you requested does not exist.'] as const

export const service = defineService(() => import('@aws-sdk/client-lambda'), {
  data: 'lambda',
  // "… returns a maximum of 50 items in each response, even if you set the number higher"; 100 of event source mappings.
  pages: { largest: 10_000, usual: 50, ceiling: 50, badToken: 'InvalidParameterValueException' },
})({
  ListFunctions: { list: 'functions', item: listed, denied: '*' },
  GetPolicy: {
    one: 'functions',
    by: 'FunctionName',
    notFound: absent,
    parameters: ['Qualifier'],
    item({ FunctionName = '' }, { policies = {} }, { Qualifier }) {
      const policy = policies[Qualifier === undefined ? FunctionName : `${FunctionName}:${Qualifier}`]
      return { Policy: setting(policy, absent), RevisionId: FunctionName }
    },
  },
  ListFunctionUrlConfigs: {
    list: 'urls',
    within: { list: 'functions', by: 'FunctionName', notFound: absent },
    pages: { largest: 50 },
  },
  ListLayers: { list: 'layers', pages: { largest: 50 }, denied: '*' },
  ListEventSourceMappings: {
    list: 'eventSourceMappings',
    pages: { usual: 100, ceiling: 100 },
    denied: '*',
  },
})
