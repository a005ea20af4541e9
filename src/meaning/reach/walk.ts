/**
 * Follows one packet through networks, from gateway to gateway along the routes, and records every filter on the path.
 * A filter that denies it doesn't end the path, so that everything that would have to change is found. A missing route
 * does.
 */
import type { Resource } from '../../graph/resource-graph.ts'
import { typeOfId, typePlaying } from '../../resource-types/look-ups.ts'
import type { NetworkPart } from '../../resource-types/resource-type.ts'
import { isPublic } from '../network/addresses.ts'
import type { Estate, Located } from '../network/estate.ts'
import type { Gap } from '../network/gap.ts'
import { type Network, partOfId, type RouteTarget } from '../network/network.ts'
import { objectOf, objectsOf, text } from '../network/properties.ts'
import { findRoute } from '../network/routes.ts'
import { type Findings, newFindings, verdictOf } from './answer.ts'
import type { End, Outside, Place } from './ends.ts'
import {
  addressesText,
  type Arrival,
  block,
  recordGap,
  recordGapAbout,
  recordGapOrReason,
  type Packet,
  pass,
  type Stage,
  type Walk,
} from './walk-notes.ts'
import { checkAcl, checkGroups } from './check-filters.ts'
import { deliver, destinationIn } from './deliver.ts'
import { passesEdge, routeIn } from './table-routes.ts'
import { enterFromInternet, toInternet } from './internet.ts'
import { toNatGateway } from './nat-gateways.ts'
import { throughVpn, toVpnGateway } from './vpn.ts'
import { toAppliance, toEndpoint } from './endpoints.ts'
import { sameTransit, transitRoute } from './transit-routes.ts'

export function sendPacket(
  estate: Estate,
  start: End,
  packet: Packet,
): { readonly arrival: Arrival | null; readonly found: Findings } {
  const found = newFindings()
  if (start.kind !== 'place') {
    return { arrival: enter({ estate, packet, found, groups: 'no', steps: 0 }, start), found }
  }
  const arrival = leave({ estate, packet, found, groups: 'yes', steps: 0 }, start)
  if (packet.reply) return { arrival, found }
  // Which security groups its own rules can match on the other side depends on the path.
  const own = newFindings()
  checkGroups({ estate, packet, found: own, groups: arrival?.groups ?? 'perhaps', steps: 0 }, start, 'egress')
  const [first, ...rest] = found.hops
  return {
    arrival,
    found: {
      hops: first === undefined ? rest : [first, ...own.hops, ...rest],
      blocks: [...own.blocks, ...found.blocks],
      gaps: [...own.gaps, ...found.gaps],
    },
  }
}

function leave(walk: Walk, place: Place): Arrival | null {
  pass(walk, place.network, place.resource, `starts at ${addressesText(place.addresses)} in ${place.subnet.id}`)
  const { goal, reply } = walk.packet
  if (reply && goal.kind === 'place' && goal.keepsClientAddress === true) {
    if (goal.subnet.id !== place.subnet.id) checkAcl(walk, place, 'egress')
    return deliver(walk, goal, place.subnet)
  }
  const neighbor = destinationIn(walk, place)
  if (neighbor !== null && neighbor.subnet.id === place.subnet.id) return deliver(walk, neighbor, place.subnet)
  return routeOn(walk, place, place)
}

/** `from`: the sending network interface. `null` if a transit gateway forwards the packet. */
function routeOn(walk: Walk, stage: Stage, from: Place | null): Arrival | null {
  const { estate, steps } = walk
  const { network, subnet } = stage
  if (steps > mostSteps) return recordGapAbout(walk, network, subnet, 'Its routes form a loop.')
  const governing = estate.find('subnet', subnet.id, network).flatMap((each) => {
    const table = each.network.tableOf(each.resource)
    return table === null ? [] : [{ network: each.network, table }]
  })[0]
  if (governing === undefined) {
    return recordGapOrReason(walk, network, 'route table', `The route table of ${subnet.id} is unknown.`)
  }
  const target = routeIn({ ...walk, steps: steps + 1 }, governing.network, governing.table)
  return target === null ? null : follow({ ...walk, steps: steps + 1 }, stage, from, target)
}

/** More than any real network has between two ends. */
const mostSteps = 16

function follow(walk: Walk, stage: Stage, from: Place | null, target: RouteTarget): Arrival | null {
  const { network } = stage
  if (target.id === 'local') return withinVpc(walk, stage)
  const part = partOfId(target.id)
  if (part === 'NAT gateway') return toNatGateway(walk, stage, target.id)
  checkAcl(walk, stage, 'egress')
  if (from === null && part !== null && forOwnTraffic.has(part)) {
    const reason = `Traffic from a transit gateway to ${target.id} in ${stage.vpcId} is not modeled.`
    return recordGapAbout(walk, network, { type: typePlaying(part) }, reason)
  }
  switch (part) {
    case 'internet gateway':
    case 'egress-only internet gateway':
      return toInternet(walk, stage, from, part, target.id)
    case 'peering connection':
      return acrossPeering(walk, stage, target.id)
    case 'transit gateway':
      return toTransitGateway(walk, stage, target.id)
    case 'virtual private gateway':
      return toVpnGateway(walk, stage, target)
    case 'VPC endpoint':
      return toEndpoint(walk, stage, target.id)
    case 'network interface':
    case 'instance':
      return toAppliance(walk, stage, part, target.id)
    default: {
      const type = typeOfId(target.id) ?? typePlaying('route table')
      return recordGapAbout(walk, network, { type }, `Routes to ${target.id} are not modeled.`)
    }
  }
}

/** They forward packets from network interfaces of the VPC. */
const forOwnTraffic: ReadonlySet<NetworkPart> = new Set([
  'peering connection',
  'virtual private gateway',
  'VPC endpoint',
])

function withinVpc(walk: Walk, stage: Stage): Arrival | null {
  const { destination, goal } = walk.packet
  const { network, subnet, vpcId } = stage
  const place = destinationIn(walk, stage)
  if (place !== null) {
    if (place.subnet.id !== subnet.id) checkAcl(walk, stage, 'egress')
    return deliver(walk, place, subnet)
  }
  const to = addressesText(destination)
  if (goal.kind === 'place' && goal.vpcId !== vpcId) {
    const vpc = network.find('VPC', vpcId) ?? subnet
    return block(
      walk,
      vpc,
      'NO_POSSIBLE_DESTINATION',
      `${to} is in ${vpcId} itself, not in the network of ${goal.resource.id}.`,
    )
  }
  return recordGapOrReason(
    walk,
    network,
    'network interface',
    `No network interface that was read has ${to} in ${vpcId}.`,
  )
}

/** From outside, through the gateway that the packet reached, or the internet gateway of the goal's VPC. */
function enter(walk: Walk, outside: Outside): Arrival | null {
  return outside.kind === 'private network' ? enterFromPrivateNetwork(walk, outside) : enterFromInternet(walk, outside)
}

function acrossPeering(walk: Walk, stage: Stage, id: string): Arrival | null {
  const { estate, packet } = walk
  const { network, vpcId } = stage
  const peering = estate.find('peering connection', id, network)[0]
  if (peering === undefined) return recordGapOrReason(walk, network, 'peering connection', `${id} was not read.`)
  const status = text(peering.resource.properties['status'])
  if (status !== 'active')
    return block(walk, peering.resource, 'BAD_STATE', `It is ${status ?? 'in an unknown state'}.`)
  const vpcs = peering.network.index.targets(peering.resource, 'associated with', typePlaying('VPC'))
  const other = vpcs.find((vpc) => vpc.id !== vpcId)
  if (other === undefined) return recordGapAbout(walk, network, peering.resource, `The other side of ${id} is unknown.`)
  pass(walk, peering.network, peering.resource, `routes to ${other.id}`)
  const sides = [objectOf(peering.resource, 'requester'), objectOf(peering.resource, 'accepter')]
  const regions = new Set(sides.map((side) => text(side?.['region'])))
  const read = estate.find('VPC', other.id)[0]
  if (read === undefined) {
    const side =
      sides.find((each) => each?.['account'] !== network.account || each['region'] !== network.region) ?? sides[0]
    return recordGap(walk, unreadVpc(other.id, text(side?.['account']), text(side?.['region'])))
  }
  const across: Walk = { ...walk, groups: walk.groups === 'yes' && regions.size === 1 ? 'yes' : 'no' }
  const place = destinationIn(across, { vpcId: other.id })
  if (place !== null) return deliver(across, place, null)
  const { goal } = packet
  const to = addressesText(packet.destination)
  if (goal.kind === 'place' || isPublic(packet.destination)) {
    return block(
      walk,
      peering.resource,
      'PCX_REQUIRES_ADDRESS_IN_VPC_CIDR',
      `It routes only to addresses of ${other.id}, and ${to} is not one of them.`,
    )
  }
  return recordGapOrReason(
    walk,
    read.network,
    'network interface',
    `No network interface that was read has ${to} in ${other.id}.`,
  )
}

function unreadVpc(id: string, account: string | null, region: string | null): Gap {
  const reason = `${id} was not read. Scan its account and region, or name that scan.`
  return { type: typePlaying('VPC'), action: null, account, region, reason }
}

function toTransitGateway(walk: Walk, stage: Stage, id: string): Arrival | null {
  const { network, vpcId, subnet } = stage
  const type = typePlaying('transit gateway attachment')
  const attachments = network.index
    .sources({ type: typePlaying('VPC'), id: vpcId }, 'attached to', type)
    .filter((each) =>
      network.index.targets(each, 'contained in', typePlaying('transit gateway')).some((gateway) => gateway.id === id),
    )
    .flatMap((each) => network.find('transit gateway attachment', each.id) ?? [])
  const attachment = attachments.find(({ properties }) => properties['state'] === 'available') ?? attachments[0]
  if (attachment === undefined) {
    return recordGapOrReason(
      walk,
      network,
      'transit gateway attachment',
      `The attachment of ${vpcId} to ${id} was not read.`,
    )
  }
  const state = text(attachment.properties['state'])
  if (state === 'modifying') return recordGapAbout(walk, network, attachment, `${attachment.id} is being modified.`)
  if (state !== 'available')
    return block(walk, attachment, 'BAD_STATE_ATTACHMENT', `It is ${state ?? 'in an unknown state'}.`)
  const subnets = subnetsOf(network, attachment)
  if (subnets.length === 0)
    return recordGapAbout(walk, network, attachment, `The subnets of ${attachment.id} were not read.`)
  const zone = subnet.properties['availabilityZone']
  const own = subnets.find(({ properties }) => properties['availabilityZone'] === zone)
  if (own === undefined) {
    return block(
      walk,
      attachment,
      'TGW_ROUTE_AZ_RESTRICTION',
      `It has no subnet in the Availability Zone of ${subnet.id}.`,
    )
  }
  checkAcl(walk, { network, subnet: own }, 'ingress')
  pass(walk, network, attachment, `routes to ${id}`)
  return atTransitGateway(
    { ...walk, groups: walk.groups === 'yes' ? 'perhaps' : walk.groups },
    network,
    id,
    attachment,
    { account: network.account, name: text(zone) },
  )
}

/** In the words of one account: names of zones mean the same within it only. */
type Zone = { readonly account: string; readonly name: string | null }

function subnetsOf(network: Network, attachment: Resource): readonly Resource[] {
  return network.index
    .targets(attachment, 'attached to', typePlaying('subnet'))
    .flatMap(({ id }) => network.find('subnet', id) ?? [])
}

/** A packet from an attachment is routed by the route table that is associated with it. */
function atTransitGateway(
  walk: Walk,
  from: Network,
  id: string,
  attachment: Resource,
  zone: Zone | null,
): Arrival | null {
  const { estate, packet, steps } = walk
  if (steps > mostSteps) return recordGapAbout(walk, from, attachment, 'Its routes form a loop.')
  const tableType = typePlaying('transit gateway route table')
  const owner = text(attachment.properties['transitGatewayOwner'])
  const tables = estate.find('transit gateway attachment', attachment.id, from).flatMap(({ network, resource }) =>
    network.index
      .targets(resource, 'associated with', tableType)
      .flatMap((table) => network.find('transit gateway route table', table.id) ?? [])
      .filter((table) =>
        network.index.targets(table, 'contained in', typePlaying('transit gateway')).some((each) => each.id === id),
      )
      .map((table) => ({ network, table })),
  )
  const [governing] = tables
  if (governing === undefined) {
    const ownerNetwork = estate.networks.find(({ account, region }) => account === owner && region === from.region)
    if (ownerNetwork === undefined) {
      return recordGap(walk, {
        type: tableType,
        action: null,
        account: owner,
        region: from.region,
        reason: `Only the owner of ${id} can read its route tables.`,
      })
    }
    const gap = ownerNetwork.gap('transit gateway route table') ?? ownerNetwork.gap('transit gateway attachment')
    if (gap !== null) return recordGap(walk, gap)
    return block(walk, attachment, 'TGW_ATTACH_MISSING_TGW_RTB_ASSOCIATION', 'It has no associated route table.')
  }
  const { network, table } = governing
  const listed = objectsOf(table, 'routes')?.map(transitRoute)
  const routes = listed?.flatMap((route) => route ?? [])
  if (routes === undefined || routes.length < (listed?.length ?? 0)) {
    return recordGapAbout(walk, network, table, `Not all routes of ${table.id} were read.`)
  }
  const answer = findRoute(routes, packet.destination, sameTransit)
  const to = addressesText(packet.destination)
  if (answer.found === null) {
    return answer.because === 'no route'
      ? block(walk, table, 'TGW_RTB_NO_ROUTE_TO_TGW_ATTACHMENT', `It has no route to ${to}.`)
      : recordGapAbout(walk, network, table, `${table.id} routes ${to} to more than one attachment.`)
  }
  const { state, attachments, destination } = answer.found
  if (state === 'blackhole')
    return block(walk, table, 'TGW_RTB_BAD_STATE_ROUTE', `Its route for ${destination} is a blackhole.`)
  const [next, ...others] = attachments
  if (state !== 'active' || next === undefined || others.length > 0) {
    return recordGapAbout(walk, network, table, `The route of ${table.id} for ${destination} has no single attachment.`)
  }
  pass(walk, network, table, `route ${destination} to ${next}`)
  return leaveTransitGateway({ ...walk, steps: steps + 1 }, network, id, next, zone)
}

function leaveTransitGateway(
  walk: Walk,
  from: Network,
  id: string,
  attachmentId: string,
  zone: Zone | null,
): Arrival | null {
  const { estate } = walk
  const located = estate.find('transit gateway attachment', attachmentId, from)
  const [first] = located
  if (first === undefined)
    return recordGapOrReason(walk, from, 'transit gateway attachment', `${attachmentId} was not read.`)
  const { index } = first.network
  const vpc = index.targets(first.resource, 'attached to', typePlaying('VPC'))[0]
  if (vpc !== undefined) return intoAttachedVpc(walk, located, vpc.id, zone)
  const vpn = index.targets(first.resource, 'attached to', typePlaying('VPN connection'))[0]
  if (vpn !== undefined) {
    const connection = first.network.find('VPN connection', vpn.id)
    if (connection === null) return recordGapOrReason(walk, first.network, 'VPN connection', `${vpn.id} was not read.`)
    return throughVpn(walk, first.network, connection, first.resource)
  }
  const peer = index
    .targets(first.resource, 'attached to', typePlaying('transit gateway'))
    .find((each) => each.id !== id)
  if (peer !== undefined) {
    const other = estate
      .find('transit gateway', peer.id)
      .find(({ network }) => network.find('transit gateway attachment', attachmentId) !== null)
    const account = text(first.resource.properties['resourceOwner'])
    if (other === undefined) {
      return recordGap(walk, {
        type: first.resource.type,
        action: null,
        account,
        region: null,
        reason: `${peer.id} was not read: it is in another region or account.`,
      })
    }
    pass(walk, first.network, first.resource, `routes to ${peer.id}`)
    const attachment = other.network.find('transit gateway attachment', attachmentId) ?? first.resource
    return atTransitGateway({ ...walk, groups: 'no' }, other.network, peer.id, attachment, null)
  }
  return recordGapAbout(walk, first.network, first.resource, `Routes to ${attachmentId} are not modeled.`)
}

/** It arrives in the same Availability Zone if the attachment has a subnet there, otherwise in any. */
function intoAttachedVpc(walk: Walk, located: readonly Located[], vpcId: string, zone: Zone | null): Arrival | null {
  const { estate } = walk
  const vpc = estate.find('VPC', vpcId)[0]
  const [attachment] = located
  if (vpc === undefined || attachment === undefined) {
    return recordGap(
      walk,
      unreadVpc(vpcId, text(attachment?.resource.properties['resourceOwner']), attachment?.network.region ?? null),
    )
  }
  const { network } = vpc
  const own = network.find('transit gateway attachment', attachment.resource.id) ?? attachment.resource
  const subnets = subnetsOf(network, own)
  const same = subnets.filter(
    ({ properties }) => network.account === zone?.account && properties['availabilityZone'] === zone.name,
  )
  const candidates = same.length > 0 ? same : subnets
  const tries = candidates.map((subnet) => {
    const found = newFindings()
    pass({ ...walk, found }, network, own, `routes to ${vpcId} in ${subnet.id}`)
    return { arrival: routeOn({ ...walk, found }, { network, vpcId, subnet }, null), found }
  })
  const [first] = tries
  if (first === undefined) return recordGapAbout(walk, network, own, `The subnets of ${own.id} were not read.`)
  const verdicts = new Set(tries.map(({ found }) => verdictOf(found)))
  if (verdicts.size > 1)
    return recordGapAbout(walk, network, own, `The result depends on the subnet in which the packet leaves ${own.id}.`)
  walk.found.hops.push(...first.found.hops)
  walk.found.blocks.push(...first.found.blocks)
  walk.found.gaps.push(...first.found.gaps)
  return first.arrival
}

function enterFromPrivateNetwork(walk: Walk, { gateway }: Outside): Arrival | null {
  const { goal } = walk.packet
  if (gateway === null || goal.kind !== 'place') return null
  const { network, resource, vpcId } = gateway
  pass(walk, network, resource, `receives ${addressesText(walk.packet.source)}`)
  if (vpcId === null) {
    const [transit] = network.index.targets(resource, 'contained in', typePlaying('transit gateway'))
    if (transit === undefined)
      return recordGapAbout(walk, network, resource, `The transit gateway of ${resource.id} is unknown.`)
    return atTransitGateway(walk, network, transit.id, resource, null)
  }
  if (goal.vpcId !== vpcId) {
    return block(walk, resource, 'NO_POSSIBLE_DESTINATION', `It routes only to ${vpcId}.`)
  }
  return passesEdge(walk, network, resource) ? deliver(walk, goal, null) : null
}
