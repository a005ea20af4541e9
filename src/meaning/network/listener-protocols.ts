/** The transport protocols of load balancer listeners. */
import type { Json } from '../../graph/resource-graph.ts'

const byProtocol: Readonly<Record<string, readonly string[]>> = {
  GENEVE: [],
  QUIC: ['udp'],
  TCP_QUIC: ['tcp', 'udp'],
  TCP_UDP: ['tcp', 'udp'],
  UDP: ['udp'],
}

export function protocolsOf(protocol: Json | undefined): readonly string[] {
  return (typeof protocol === 'string' ? byProtocol[protocol] : undefined) ?? ['tcp']
}
