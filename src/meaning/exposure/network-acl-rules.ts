/** What a network ACL allows. It is stateless, so responses need a rule too. */
import type { Resource } from '../../graph/resource-graph.ts'
import {
  type AddressSet,
  addressesOf,
  allAddresses,
  difference,
  intersection,
  isSameSet,
  noAddresses,
  union,
} from '../../graph/address-set.ts'
import { recordsOf } from './listed.ts'

type Entry = {
  readonly allows: boolean
  readonly protocol: string
  readonly addresses: AddressSet
  readonly from: number
  readonly to: number
}

/** By number. Source: IANA's registry of protocol numbers. */
const protocolNames: Readonly<Record<string, string>> = {
  '-1': 'all',
  '1': 'icmp',
  '6': 'tcp',
  '17': 'udp',
  '58': 'icmpv6',
}

export function protocolName(protocol: string): string {
  return protocolNames[protocol] ?? protocol
}

export const lastPort = 65_535
/** Source ports of clients. Source: "Ephemeral ports" in the VPC user guide. */
const ephemeral = [1024, lastPort] as const

const known = new WeakMap<Resource, { readonly ingress: readonly Entry[]; readonly egress: readonly Entry[] }>()

function entriesOf(acl: Resource) {
  const before = known.get(acl)
  if (before !== undefined) return before
  const read = (name: 'ingress' | 'egress') =>
    recordsOf(acl, name)
      .toSorted((a, b) => Number(a['rule'] ?? 0) - Number(b['rule'] ?? 0))
      .map(({ action, protocol, cidrBlock, fromPort, toPort }): Entry => ({
        allows: action === 'allow',
        protocol: protocolName(typeof protocol === 'string' ? protocol : '-1'),
        addresses: addressesOf(typeof cidrBlock === 'string' ? cidrBlock : '') ?? noAddresses,
        from: typeof fromPort === 'number' ? fromPort : 0,
        to: typeof toPort === 'number' ? toPort : lastPort,
      }))
  const entries = { ingress: read('ingress'), egress: read('egress') }
  known.set(acl, entries)
  return entries
}

/** Whether it treats all protocols and ports the same. */
export function isForAllProtocols(acl: Resource): boolean {
  const { ingress, egress } = entriesOf(acl)
  return [...ingress, ...egress].every(({ protocol }) => protocol === 'all')
}

/** The first ports of the parts in which the result for a protocol can differ, starting with `from`. */
function portParts(acl: Resource, protocol: string, from: number, to: number): readonly (readonly [number, number])[] {
  const starts = entriesOf(acl)
    .ingress.flatMap((entry) => (entry.protocol === protocol ? [entry.from, entry.to + 1] : []))
    .filter((port) => port > from && port <= to)
  const sorted = [...new Set([from, ...starts])].toSorted((a, b) => a - b)
  return sorted.map((start, position) => [start, (sorted[position + 1] ?? to + 1) - 1])
}

/** The addresses from which packets to this port are allowed. */
function admittedAddresses(acl: Resource, protocol: string, port: number): AddressSet {
  return passed(entriesOf(acl).ingress, protocol, port)
}

/** The addresses to which responses are allowed, to any source port of clients. */
function answeredAddresses(acl: Resource, protocol: string): AddressSet {
  const { egress } = entriesOf(acl)
  if (protocol !== 'tcp' && protocol !== 'udp') return passed(egress, protocol, 0)
  const [first, last] = ephemeral
  const ports = egress.flatMap(({ from, to }) => [from, to + 1]).filter((port) => port > first && port <= last)
  return [...new Set([first, ...ports])].reduce((sum, port) => union(sum, passed(egress, protocol, port)), noAddresses)
}

/** Entries are checked in order. The first match decides. */
function passed(entries: readonly Entry[], protocol: string, port: number): AddressSet {
  let [left, result] = [allAddresses, noAddresses]
  for (const { allows, protocol: own, addresses, from, to } of entries) {
    if (own !== 'all' && own !== protocol) continue
    if (own !== 'all' && (port < from || port > to)) continue
    const taken = intersection(addresses, left)
    left = difference(left, taken)
    if (allows) result = union(result, taken)
  }
  return result
}

export type PortPart = { readonly from: number; readonly to: number; readonly addresses: AddressSet }

const knownParts = new WeakMap<Resource, Map<string, readonly PortPart[]>>()

/** The addresses with allowed requests and responses, by parts of the ports that it treats the same. */
export function passingParts(acl: Resource, protocol: string, from: number, to: number): readonly PortPart[] {
  const ofAcl = knownParts.get(acl) ?? new Map<string, readonly PortPart[]>()
  knownParts.set(acl, ofAcl)
  const key = `${protocol} ${from} ${to}`
  const before = ofAcl.get(key)
  if (before !== undefined) return before
  const answered = answeredAddresses(acl, protocol)
  const parts: PortPart[] = []
  for (const [first, last] of portParts(acl, protocol, from, to)) {
    const addresses = intersection(admittedAddresses(acl, protocol, first), answered)
    const previous = parts.at(-1)
    if (previous !== undefined && isSameSet(previous.addresses, addresses))
      parts[parts.length - 1] = { ...previous, to: last }
    else parts.push({ from: first, to: last, addresses })
  }
  ofAcl.set(key, parts)
  return parts
}
