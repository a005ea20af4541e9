/** Maps protocols to their implementations and the dialect of their errors. */
import type { Dialect } from '../provider-error.ts'
import { jsonProtocol } from './json.ts'
import type { ProtocolName } from './operation.ts'
import { queryProtocol } from './query.ts'
import { restProtocol } from './rest.ts'
import type { WireProtocol } from './wire-protocol.ts'

export const wireProtocols: Readonly<Record<ProtocolName, WireProtocol & { readonly dialect: Dialect }>> = {
  ec2Query: { ...queryProtocol, dialect: 'ec2' },
  awsQuery: { ...queryProtocol, dialect: 'query' },
  restXml: { ...restProtocol, dialect: 'query' },
  restJson1: { ...restProtocol, dialect: 'rest json' },
  awsJson1_0: { ...jsonProtocol, dialect: 'json' },
  awsJson1_1: { ...jsonProtocol, dialect: 'json' },
}
