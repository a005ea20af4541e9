/** Provides the host names of function URLs. Functions themselves don't use them: their list would wait for its own end. */
import { hostsOf } from '../../collector.ts'
import { lambdaFunction } from './function.ts'

export const functionUrlHosts = hostsOf(lambdaFunction, ({ FunctionName, access }) =>
  (access?.urls ?? []).map(({ config: { FunctionUrl } }) => ({
    host: FunctionUrl?.replace(/^https:\/\//u, '').replace(/\/$/u, ''),
    id: FunctionName,
  })),
)
