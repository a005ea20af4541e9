/** Maps protocols to their implementations. */
import { jsonProtocol } from './json.ts'
import type { ProtocolName } from './operation.ts'
import { queryProtocol } from './query.ts'
import { restProtocol } from './rest.ts'
import type { WireProtocol } from './wire-protocol.ts'

export const wireProtocols: Readonly<Record<ProtocolName, WireProtocol>> = {
  ec2Query: queryProtocol,
  awsQuery: queryProtocol,
  restXml: restProtocol,
  restJson1: restProtocol,
  awsJson1_0: jsonProtocol,
  awsJson1_1: jsonProtocol,
}
