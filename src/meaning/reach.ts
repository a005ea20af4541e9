/** Sources and ports that the inbound rules of security groups allow. */
import type { Json, Resource } from '../graph/resource-graph.ts'
import { hasPort } from './exposure/ports.ts'

export type InboundRule = {
  readonly source: string
  /** `tcp 443`, `udp 53`, `all traffic`. */
  readonly ports: string
}

export function inboundRules(group: Resource): readonly InboundRule[] {
  const rules = group.properties['ingress']
  if (!Array.isArray(rules)) return []
  return (rules as readonly Json[]).flatMap((rule) => {
    if (rule === null || typeof rule !== 'object' || Array.isArray(rule)) return []
    const { source, protocol, fromPort, toPort } = rule as { readonly [key: string]: Json }
    if (typeof source !== 'string') return []
    return [{ source, ports: portsOf(text(protocol), fromPort ?? null, toPort ?? null) }]
  })
}

/** Whether a port such as `tcp 443` is one of the rule's. Ranges and all traffic have it too. */
export function allowsPort({ ports }: InboundRule, port: string): boolean {
  const [protocol = '', number] = port.split(' ')
  if (ports === 'all traffic' || ports === `all ${protocol}`) return true
  return ports.startsWith(`${protocol} `) && hasPort(ports.slice(protocol.length + 1), Number(number))
}

function portsOf(protocol: string, from: Json, to: Json): string {
  if (protocol === '-1') return 'all traffic'
  if (protocol.startsWith('icmp')) return protocol
  if (from === null || (from === 0 && to === 65_535)) return `all ${protocol}`
  return from === to || to === null ? `${protocol} ${text(from)}` : `${protocol} ${text(from)}-${text(to)}`
}

function text(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function isAnywhere(source: string): boolean {
  return source === '0.0.0.0/0' || source === '::/0'
}

/** Addresses that packets from the internet never have. Source: RFC 1918, RFC 6598, RFC 4193. */
export function isPrivateRange(cidr: string): boolean {
  const second = Number(cidr.split('.')[1])
  return (
    cidr.startsWith('10.') ||
    cidr.startsWith('192.168.') ||
    (cidr.startsWith('172.') && second >= 16 && second <= 31) ||
    (cidr.startsWith('100.') && second >= 64 && second <= 127) ||
    /^f[cd]/iu.test(cidr)
  )
}
