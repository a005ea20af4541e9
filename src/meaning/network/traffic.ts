/** A connection: a protocol, a port, and packets in both directions. */
import type { Family } from './addresses.ts'

export type Traffic =
  | { readonly protocol: 'tcp' | 'udp'; readonly port: number }
  /** An echo request and its reply. */
  | { readonly protocol: 'icmp' }

export type Ports = readonly [first: number, last: number]

/** The properties of packets in one direction that filters check, except addresses. */
export type PacketKind =
  | {
      readonly protocol: 6 | 17
      /** Destination ports that must all be allowed. */
      readonly ports: Ports
      /** Possible ports. If none is allowed, nothing passes. */
      readonly possible: Ports
    }
  | { readonly protocol: 1 | 58; readonly type: number; readonly code: number }

/**
 * Source ports of clients. Linux uses 32768 to 60999, Windows 49152 to 65535. NAT gateways, load balancers, and
 * functions use 1024 to 65535. Source: "Ephemeral ports" in the VPC guide.
 */
export const clientPorts: Ports = [32_768, 65_535]
export const allClientPorts: Ports = [1024, 65_535]

/** Packets of the client. */
export function requestKind(traffic: Traffic, family: Family): PacketKind {
  if (traffic.protocol === 'icmp') return { protocol: family === 4 ? 1 : 58, type: family === 4 ? 8 : 128, code: 0 }
  const ports: Ports = [traffic.port, traffic.port]
  return { protocol: numbers[traffic.protocol], ports, possible: ports }
}

/** Packets of the response. */
export function replyKind(traffic: Traffic, family: Family, ports: Ports): PacketKind {
  if (traffic.protocol === 'icmp') return { protocol: family === 4 ? 1 : 58, type: family === 4 ? 0 : 129, code: 0 }
  return { protocol: numbers[traffic.protocol], ports, possible: allClientPorts }
}

const numbers = { tcp: 6, udp: 17 } as const
const named: Readonly<Record<string, number>> = { tcp: 6, udp: 17, icmp: 1, icmpv6: 58 }

/** By name or number. `-1` means all. */
export function isProtocol(rule: string | null, protocol: PacketKind['protocol']): boolean {
  return rule === '-1' || (rule !== null && (named[rule.toLowerCase()] ?? Number(rule)) === protocol)
}
