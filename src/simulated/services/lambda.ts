/** Lambda: functions, layers and event source mappings. */
import type * as sdk from '@aws-sdk/client-lambda'
import { defineService } from '../define-service.ts'
import { setting } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly lambda?: PlainLists<typeof sdk> &
      Lists<unknown, { urls: sdk.FunctionUrlConfig }> & {
        /** By the function's name, of an alias with it: `orders:live`. */
        readonly policies?: Readonly<Record<string, string>>
      }
  }
}

/** "To get the additional fields (State, … LastUpdateStatus, …, RuntimeVersionConfig) for a function or version, use GetFunction." */
const onlyDetailed = /^(?:State|LastUpdateStatus|RuntimeVersionConfig)/

function listed(described: sdk.FunctionConfiguration) {
  return Object.fromEntries(Object.entries(described).filter(([name]) => !onlyDetailed.test(name)))
}

const notFound = ['ResourceNotFoundException', 404, 'The resource you requested does not exist.'] as const

export const service = defineService('lambda', () => import('@aws-sdk/client-lambda'), {
  // "… returns a maximum of 50 items in each response, even if you set the number higher"; 100 of event source mappings.
  pages: { largest: 10_000, usual: 50, ceiling: 50, badToken: 'InvalidParameterValueException' },
  notFound,
})({
  ListFunctions: { list: 'functions', item: listed, denied: '*' },
  GetPolicy: {
    one: 'functions',
    parameters: ['Qualifier'],
    item({ FunctionName = '' }, { policies = {} }, { Qualifier }) {
      const policy = policies[Qualifier === undefined ? FunctionName : `${FunctionName}:${Qualifier}`]
      return { Policy: setting(policy, notFound), RevisionId: FunctionName }
    },
  },
  ListFunctionUrlConfigs: { list: 'urls', within: 'functions', pages: { largest: 50 } },
  ListLayers: { list: 'layers', pages: { largest: 50 }, denied: '*' },
  ListEventSourceMappings: { list: 'eventSourceMappings', pages: { usual: 100, ceiling: 100 }, denied: '*' },
})
