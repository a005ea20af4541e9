/** Packets to and from the internet, through internet gateways. */
import type { Resource } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import type { NetworkPart } from '../../resource-types/resource-type.ts'
import { addressText, isPublic, type Range } from '../network/addresses.ts'
import type { Located } from '../network/estate.ts'
import { type Network, partOfId } from '../network/network.ts'
import type { Outside, Place } from './ends.ts'
import {
  addressesText,
  type Arrival,
  arrivalAt,
  block,
  recordGap,
  recordGapAbout,
  recordGapOrReason,
  type Packet,
  pass,
  type Stage,
  type Walk,
} from './walk-notes.ts'
import { deliver } from './deliver.ts'
import { checkPublicAccess } from './check-public-access.ts'
import { passesEdge } from './table-routes.ts'

export function toInternet(
  walk: Walk,
  stage: Stage,
  sender: Place | null,
  part: NetworkPart,
  id: string,
): Arrival | null {
  const { packet } = walk
  const { network, vpcId } = stage
  const [located] = walk.estate.find(part, id, network)
  if (located === undefined) return recordGapOrReason(walk, network, part, `${id} was not read.`)
  const gateway = located.resource
  if (!isPublic(packet.destination)) {
    const reason = `It routes to the internet, which doesn't have ${addressesText(packet.destination)}.`
    return block(walk, gateway, 'IGW_DESTINATION_ADDRESS_NOT_IN_RFC1918_EGRESS', reason, 'egress')
  }
  if (!packet.reply) {
    const translated = part === 'egress-only internet gateway' || sender?.resource.type === typePlaying('NAT gateway')
    checkPublicAccess(walk, network, stage.subnet, translated ? 'translated' : 'direct')
  }
  const source = outsideAddress(walk, network, gateway, sender)
  if (source === null) return null
  pass(walk, located.network, gateway, `routes to the internet from ${addressText(source)}`)
  const { goal } = packet
  const leaving: Packet = { ...packet, source: [source] }
  // To the public address of a resource in a VPC that was read.
  if (goal.kind === 'place') {
    const from: Outside = { kind: 'internet', addresses: leaving.source, gateway: null }
    return enterFromInternet({ ...walk, packet: leaving, groups: 'no' }, from)
  }
  const at: Outside = {
    kind: 'internet',
    addresses: packet.destination,
    gateway: { ...located, vpcId },
  }
  return arrivalAt({ ...walk, packet: leaving, groups: 'no' }, at)
}

/** The address that the internet sees. For IPv6, it is the same. */
function outsideAddress(walk: Walk, network: Network, gateway: Resource, from: Place | null): Range | null {
  const publicAddress = from?.publicAddress ?? null
  if (publicAddress === 'unknown') {
    return recordGapAbout(
      walk,
      network,
      { type: typePlaying('network interface') },
      `It is unknown whether ${from?.resource.id} has a public address.`,
    )
  }
  if (from === null || publicAddress === null) {
    const reason = `${from?.resource.id ?? 'The packet'} has no public address.`
    return block(walk, gateway, 'IGW_PUBLIC_IP_ASSOCIATION_FOR_EGRESS', reason, 'egress')
  }
  return publicAddress
}

/** From outside, through the gateway that the packet reached, or the internet gateway of the goal's VPC. */
export function enterFromInternet(walk: Walk, outside: Outside): Arrival | null {
  const { goal } = walk.packet
  if (goal.kind !== 'place') return null
  const endpoint = outside.gateway?.resource.type === typePlaying('VPC endpoint') ? outside.gateway : null
  if (endpoint !== null) {
    pass(walk, endpoint.network, endpoint.resource, 'answers')
    return deliver(walk, goal, null)
  }
  const gateway = gatewayOf(walk, goal, outside)
  if (gateway === null) return null
  const { publicAddress, network } = goal
  if (!walk.packet.reply) checkPublicAccess(walk, network, goal.subnet, 'inbound')
  if (publicAddress === 'unknown') {
    return recordGapAbout(
      walk,
      network,
      { type: typePlaying('network interface') },
      `It is unknown whether ${goal.resource.id} has a public address.`,
    )
  }
  if (publicAddress === null) {
    return block(
      walk,
      gateway.resource,
      'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS',
      `${goal.resource.id} has no public address.`,
      'ingress',
    )
  }
  pass(walk, gateway.network, gateway.resource, `receives ${addressText(publicAddress)} from the internet`)
  const inside: Walk = { ...walk, packet: { ...walk.packet, destination: goal.addresses } }
  if (!passesEdge(inside, gateway.network, gateway.resource)) return null
  const arrival = deliver(inside, goal, null)
  return arrival === null ? null : { ...arrival, entered: { ...gateway, vpcId: goal.vpcId } }
}

/** The gateway of a shared VPC belongs to the owner's account, whose scan may have read it. */
function gatewayOf(walk: Walk, { network, vpcId, subnet }: Place, outside: Outside): Located | null {
  if (outside.gateway !== null) return outside.gateway
  const type = typePlaying('internet gateway')
  const vpc = { type: typePlaying('VPC'), id: vpcId }
  for (const each of [network, ...walk.estate.networks]) {
    const [attached] = each.index.sources(vpc, 'attached to', type)
    const gateway = attached === undefined ? null : each.find('internet gateway', attached.id)
    if (gateway !== null) return { network: each, resource: gateway }
  }
  const gap = network.gap('internet gateway')
  if (gap !== null) return recordGap(walk, gap)
  const ownVpc = network.find('VPC', vpcId)
  const table = network.tableOf(subnet)
  const named = table === null ? [] : network.routesOf(table).routes.map(({ target }) => target.id)
  if (ownVpc === null || named.some((id) => partOfId(id) === 'internet gateway')) {
    return recordGapAbout(walk, network, { type }, `The internet gateway of ${vpcId} was not read.`)
  }
  const reason = 'It has no internet gateway.'
  return block(walk, ownVpc, 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS', reason, 'ingress')
}
