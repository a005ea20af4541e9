/** A packet, and the findings along its path. */
import type { Resource } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import type { NetworkPart } from '../../resource-types/resource-type.ts'
import { type AddressSet, addressText, internet, isSingle } from '../network/addresses.ts'
import type { Estate } from '../network/estate.ts'
import { type Gap, gapAt } from '../network/gap.ts'
import type { Network } from '../network/network.ts'
import type { PacketKind, Ports } from '../network/traffic.ts'
import { type Block, type Findings, hopAt, type ReachCode } from './answer.ts'
import type { End, Gateway } from './ends.ts'

export type Packet = {
  readonly source: AddressSet
  readonly destination: AddressSet
  readonly kind: PacketKind
  /** A response: security groups allow it, and gateways that translate addresses don't translate it again. */
  readonly reply: boolean
  readonly goal: End
  /** The security groups of the sender. `unknown` if some couldn't be read. */
  readonly sourceGroups: readonly string[] | 'unknown'
}

/** Where it arrived, and with which addresses. `nat`: at a NAT gateway, which forwards it with its own address. */
export type Arrival = {
  readonly at: End
  readonly source: AddressSet
  readonly destination: AddressSet
  readonly nat: boolean
  /** The gateway through which it entered, if it started outside. */
  readonly entered: Gateway | null
  readonly groups: GroupsKnown
}

/**
 * Whether rules can match the security groups of the other side. Within a VPC and across a peering connection of one
 * region, they can. Across a transit gateway, that is an option of its attachments, which isn't read. Otherwise, only
 * addresses match.
 */
type GroupsKnown = 'yes' | 'perhaps' | 'no'

export type Walk = {
  readonly estate: Estate
  readonly packet: Packet
  readonly found: Findings
  readonly groups: GroupsKnown
  readonly steps: number
}

export type Stage = { readonly network: Network; readonly vpcId: string; readonly subnet: Resource }

export function block(
  walk: Walk,
  { id, type }: Resource,
  code: ReachCode,
  reason: string,
  direction: Block['direction'] = null,
): null {
  walk.found.blocks.push({ id, type, direction, code, reason })
  return null
}

export function recordGap(walk: Walk, gap: Gap): null {
  walk.found.gaps.push(gap)
  return null
}

export function recordGapAbout(walk: Walk, network: Network, { type }: Pick<Resource, 'type'>, reason: string): null {
  return recordGap(walk, gapAt(network.index, type, reason))
}

export function recordGapOrReason(walk: Walk, network: Network, part: NetworkPart, reason: string): null {
  return recordGap(walk, network.gap(part) ?? gapAt(network.index, typePlaying(part), reason))
}

export function pass(walk: Walk, network: Network, resource: Resource, evidence: string): void {
  walk.found.hops.push(hopAt(network, resource, evidence))
}

export function arrivalAt({ packet, groups }: Walk, at: End): Arrival {
  return { at, source: packet.source, destination: packet.destination, nat: false, entered: null, groups }
}

export function describe({ kind }: Packet, addresses: AddressSet, direction: 'ingress' | 'egress'): string {
  const what =
    'type' in kind ? `ICMP type ${kind.type}` : `${kind.protocol === 6 ? 'TCP' : 'UDP'} ${portsText(kind.ports)}`
  return `${what} ${direction === 'egress' ? 'to' : 'from'} ${addressesText(addresses)}`
}

function portsText([first, last]: Ports): string {
  return first === last ? `port ${first}` : `ports ${first}-${last}`
}

export function addressesText(addresses: AddressSet): string {
  const [first] = addresses
  if (first === undefined) return 'no address'
  if (addresses.length > 1 || addresses === internet[6]) return 'the internet'
  if (isSingle(addresses)) return addressText(first)
  return `${addressText(first)}-${addressText({ ...first, first: first.last })}`
}
