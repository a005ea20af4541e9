/**
 * Sends one packet through networks, from gateway to gateway, as their routes lead it, and notes every filter on the way. What a filter
 * refuses does not end the way, so that all that would have to change is found; what has no route does.
 */
import type { Resource } from '../../graph/resource-graph.ts'
import { typeOfId, typePlaying } from '../../resource-types/look-ups.ts'
import type { NetworkPart } from '../../resource-types/resource-type.ts'
import {
  addressText,
  type AddressSet,
  contains,
  type Family,
  familyOf,
  internet,
  isPublic,
  isSingle,
  parseRange,
  type Range,
} from '../network/addresses.ts'
import type { Estate, Located } from '../network/estate.ts'
import { filterByAcl, filterByGroups, type GroupRule, type Peer } from '../network/filters.ts'
import { type Gap, gapAt } from '../network/gap.ts'
import { type Network, partOfId, type RouteTarget } from '../network/network.ts'
import { type JsonObject, objectOf, objectsOf, text, textsOf } from '../network/properties.ts'
import { findRoute, type Route } from '../network/routes.ts'
import { allClientPorts, type PacketKind, type Ports } from '../network/traffic.ts'
import { type Block, type Findings, hopAt, newFindings, type ReachCode, verdictOf } from './answer.ts'
import { type End, type Gateway, isBalancer, isSameEnd, type Outside, type Place, placesOfInterface } from './ends.ts'

export type Packet = {
  readonly source: AddressSet
  readonly destination: AddressSet
  readonly kind: PacketKind
  /** An answer: security groups let it through, and gateways that translate addresses do not start anew. */
  readonly reply: boolean
  readonly goal: End
  /** The security groups of what sent it. */
  readonly sourceGroups: readonly string[]
}

/** Where it came to, and with which addresses. `nat`: at a NAT gateway, which goes on with its own address. */
export type Arrival = {
  readonly at: End
  readonly source: AddressSet
  readonly destination: AddressSet
  readonly nat: boolean
  /** By which gateway it came in, where it started outside. */
  readonly entered: Gateway | null
  readonly groups: GroupsKnown
}

/**
 * Whether one side knows the security groups of the other: within a VPC and across a peering connection of one region it does. Across a
 * transit gateway that is an option of its attachments, which is not read. Behind everything else, addresses are all there is.
 */
type GroupsKnown = 'yes' | 'perhaps' | 'no'

type Walk = {
  readonly estate: Estate
  readonly packet: Packet
  readonly found: Findings
  readonly groups: GroupsKnown
  readonly steps: number
}

type Stage = { readonly network: Network; readonly vpcId: string; readonly subnet: Resource }

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
  // Which security groups its own rules see on the other side depends on how it came there.
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

function block(
  walk: Walk,
  { id, type }: Resource,
  code: ReachCode,
  reason: string,
  direction: Block['direction'] = null,
): null {
  walk.found.blocks.push({ id, type, direction, code, reason })
  return null
}

function doubt(walk: Walk, gap: Gap): null {
  walk.found.gaps.push(gap)
  return null
}

function doubtAbout(walk: Walk, network: Network, { type }: Pick<Resource, 'type'>, reason: string): null {
  return doubt(walk, gapAt(network.index, type, reason))
}

function doubtOrGap(walk: Walk, network: Network, part: NetworkPart, reason: string): null {
  return doubt(walk, network.gap(part) ?? gapAt(network.index, typePlaying(part), reason))
}

function pass(walk: Walk, network: Network, resource: Resource, evidence: string): void {
  walk.found.hops.push(hopAt(network, resource, evidence))
}

// Interfaces and subnets

function leave(walk: Walk, place: Place): Arrival | null {
  pass(walk, place.network, place.resource, `starts at ${addressesText(place.addresses)} in ${place.subnet.id}`)
  const neighbor = destinationIn(walk, place)
  if (neighbor !== null && neighbor.subnet.id === place.subnet.id) return deliver(walk, neighbor, place.subnet)
  return routeOn(walk, place, place)
}

/** What has the destination's address in a VPC; `null` where it is outside, or nobody is known to have it. */
function destinationIn({ estate, packet }: Walk, { vpcId }: Pick<Stage, 'vpcId'>): Place | null {
  const { goal, destination } = packet
  if (goal.kind === 'place' && goal.vpcId === vpcId && isWithin(destination, goal.addresses)) return goal
  const [address] = destination
  if (address === undefined || !isSingle(destination)) return null
  for (const network of estate.networks) {
    const found = network.interfaceAt(vpcId, address)
    const place =
      found === null
        ? undefined
        : placesOfInterface(network, found, found).find(({ addresses }) => addresses[0]?.family === address.family)
    if (place !== undefined) return { ...place, addresses: destination }
  }
  return null
}

function isWithin(inner: AddressSet, outer: AddressSet): boolean {
  return inner.every((range) => outer.some((each) => contains(each, range)))
}

function deliver(walk: Walk, place: Place, from: Resource | null): Arrival | null {
  const { packet } = walk
  const { goal } = packet
  if (from?.id !== place.subnet.id) checkAcl(walk, place, 'ingress')
  if (goal.kind !== 'place' || !isSameEnd(place, goal)) {
    const reason = `${addressesText(packet.destination)} is the address of ${place.resource.id} there.`
    return block(walk, place.resource, 'NO_POSSIBLE_DESTINATION', reason)
  }
  if (!packet.reply) checkGroups(walk, goal, 'ingress')
  if (!packet.reply && goal.groups === null && !isBalancer(goal.resource)) {
    doubtAbout(
      walk,
      goal.network,
      goal.resource,
      `What ${goal.resource.id} takes, without security groups, is not modelled.`,
    )
  }
  pass(walk, goal.network, goal.resource, `has ${addressesText(packet.destination)} in ${goal.subnet.id}`)
  return arrivalAt(walk, goal)
}

// Filters

function checkAcl(
  walk: Walk,
  { network, subnet }: Pick<Stage, 'network' | 'subnet'>,
  direction: 'ingress' | 'egress',
): void {
  const { estate, packet } = walk
  const governing = estate.find('subnet', subnet.id, network).flatMap((each) => {
    const acl = each.network.aclOf(each.resource)
    return acl === null ? [] : [{ network: each.network, acl }]
  })[0]
  if (governing === undefined) {
    doubtOrGap(walk, network, 'network ACL', `The network ACL of ${subnet.id} is not known.`)
    return
  }
  const { acl } = governing
  const addresses = direction === 'egress' ? packet.destination : packet.source
  const { answer, decidedBy } = filterByAcl(
    governing.network.entriesOf(acl, direction === 'egress'),
    packet.kind,
    addresses,
  )
  const evidence =
    decidedBy === null
      ? `${direction} entries`
      : `${direction} entry ${decidedBy.rule} (${decidedBy.action} ${decidedBy.cidrBlock})`
  if (answer === 'allowed') pass(walk, governing.network, acl, `${evidence} for ${subnet.id}`)
  else if (answer === 'refused') {
    block(
      walk,
      acl,
      'SUBNET_ACL_RESTRICTION',
      `Its ${evidence} refuse ${describe(packet, addresses, direction)}.`,
      direction,
    )
  } else {
    const part =
      answer === 'unknown'
        ? 'Its ICMP types were not read'
        : `It lets only some of ${describe(packet, addresses, direction)} through`
    doubtAbout(walk, governing.network, acl, `${part}: ${acl.id}, ${direction} of ${subnet.id}.`)
  }
}

function checkGroups(walk: Walk, place: Place, direction: 'ingress' | 'egress'): void {
  const { estate, packet } = walk
  if (place.groups === null) return
  const groups = place.groups.flatMap((id) => estate.find('security group', id, place.network)[0] ?? [])
  const unread =
    place.groups.length === 0 ||
    groups.length < place.groups.length ||
    groups.some(({ resource }) => resource.partial === true)
  const addresses = direction === 'egress' ? packet.destination : packet.source
  const peerOf = peersOf(walk, direction)
  const rules = groups.flatMap((group) => rulesOf(group, direction))
  const answer = filterByGroups(rules, packet.kind, addresses, peerOf)
  const what = describe(packet, addresses, direction)
  const ids = place.groups.join(', ')
  const [first] = groups
  if (answer === 'allowed' && first !== undefined) {
    const alone = groups.find(
      (group) => filterByGroups(rulesOf(group, direction), packet.kind, addresses, peerOf) === 'allowed',
    )
    const { network, resource } = alone ?? first
    pass(walk, network, resource, `${direction} rules allow ${what}`)
  } else if (unread || first === undefined) {
    doubtOrGap(walk, place.network, 'security group', `Not all security groups of ${place.resource.id} were read.`)
  } else if (answer === 'refused') {
    block(walk, first.resource, 'ENI_SG_RULES_MISMATCH', `No ${direction} rule of ${ids} allows ${what}.`, direction)
  } else if (answer === 'partly') {
    doubtAbout(walk, place.network, first.resource, `The ${direction} rules of ${ids} allow only some of ${what}.`)
  } else {
    const peer = rules.find((rule) => peerOf(rule.peer) === 'unknown')?.peer ?? ''
    const part = partOfId(peer) === 'prefix list' ? 'prefix list' : 'security group'
    doubtOrGap(walk, place.network, part, `Whether the ${direction} rule of ${ids} for ${peer} allows it is not known.`)
  }
}

function rulesOf({ network, resource }: Located, direction: 'ingress' | 'egress'): readonly GroupRule[] {
  return network.rulesOf(resource, direction === 'egress') ?? []
}

function peersOf({ estate, packet, groups }: Walk, direction: 'ingress' | 'egress'): (peer: string) => Peer {
  const { goal, sourceGroups } = packet
  const others = direction === 'ingress' ? sourceGroups : goal.kind === 'place' ? (goal.groups ?? []) : []
  return (peer) => {
    const range = parseRange(peer)
    if (range !== null) return [range]
    if (partOfId(peer) === 'prefix list') {
      return (
        estate.networks.map((network) => network.prefixListRanges(peer)).find((ranges) => ranges !== null) ?? 'unknown'
      )
    }
    if (!others.includes(peer) || groups === 'no') return 'another group'
    return groups === 'yes' ? 'same group' : 'unknown'
  }
}

function describe({ kind }: Packet, addresses: AddressSet, direction: 'ingress' | 'egress'): string {
  const what =
    'type' in kind ? `ICMP type ${kind.type}` : `${kind.protocol === 6 ? 'TCP' : 'UDP'} ${portsText(kind.ports)}`
  return `${what} ${direction === 'egress' ? 'to' : 'from'} ${addressesText(addresses)}`
}

function portsText([first, last]: Ports): string {
  return first === last ? `port ${first}` : `ports ${first}-${last}`
}

function addressesText(addresses: AddressSet): string {
  const [first] = addresses
  if (first === undefined) return 'no address'
  if (addresses.length > 1 || addresses === internet[6]) return 'the internet'
  if (isSingle(addresses)) return addressText(first)
  return `${addressText(first)}-${addressText({ ...first, first: first.last })}`
}

// Routes

/** `from`: the interface that sends it; `null` where a transit gateway passes it on. */
function routeOn(walk: Walk, stage: Stage, from: Place | null): Arrival | null {
  const { estate, steps } = walk
  const { network, subnet } = stage
  if (steps > mostSteps) return doubtAbout(walk, network, subnet, 'Its routes lead in a circle.')
  const governing = estate.find('subnet', subnet.id, network).flatMap((each) => {
    const table = each.network.tableOf(each.resource)
    return table === null ? [] : [{ network: each.network, table }]
  })[0]
  if (governing === undefined) {
    return doubtOrGap(walk, network, 'route table', `The route table of ${subnet.id} is not known.`)
  }
  const target = routeIn({ ...walk, steps: steps + 1 }, governing.network, governing.table)
  return target === null ? null : follow({ ...walk, steps: steps + 1 }, stage, from, target)
}

/** More than any real network has between two ends. */
const mostSteps = 16

function routeIn(walk: Walk, network: Network, table: Resource): RouteTarget | null {
  const { destination } = walk.packet
  if (table.partial === true || objectsOf(table, 'routes') === null) {
    return doubtAbout(walk, network, table, `The routes of ${table.id} were not read.`)
  }
  const { routes, unreadLists } = network.routesOf(table)
  // What gateway endpoints lead to has public addresses.
  const unread = unreadLists.find(({ target }) => partOfId(target) !== 'VPC endpoint' || isPublic(destination))
  const answer = findRoute(routes, destination, sameTarget, unread !== undefined)
  if (answer.found === null) {
    if (answer.because === 'unread prefix list') {
      return doubtOrGap(
        walk,
        network,
        'prefix list',
        `The entries of ${unread?.id ?? ''} in ${table.id} were not read.`,
      )
    }
    const to = addressesText(destination)
    return answer.because === 'no route'
      ? block(walk, table, 'NO_ROUTE_TO_DESTINATION', `It has no route to ${to}.`)
      : doubtAbout(walk, network, table, `${table.id} leads ${to} to more than one target.`)
  }
  const { found } = answer
  if (found.state === 'blackhole')
    return block(walk, table, 'BAD_STATE_ROUTE', `The target of its route ${found.text} is gone.`)
  if (found.state !== 'active')
    return doubtAbout(walk, network, table, `The route ${found.text} of ${table.id} is ${found.state}.`)
  pass(walk, network, table, `route ${found.text}`)
  return found
}

function sameTarget(a: RouteTarget, b: RouteTarget): boolean {
  return a.id === b.id && a.state === b.state
}

function follow(walk: Walk, stage: Stage, from: Place | null, target: RouteTarget): Arrival | null {
  const { network } = stage
  if (target.id === 'local') return withinVpc(walk, stage)
  const part = partOfId(target.id)
  if (part === 'NAT gateway') return toNatGateway(walk, stage, target.id)
  checkAcl(walk, stage, 'egress')
  if (from === null && part !== null && forOwnTraffic.has(part)) {
    const reason = `Whether ${target.id} takes what a transit gateway brings to ${stage.vpcId} is not modelled.`
    return doubtAbout(walk, network, { type: typePlaying(part) }, reason)
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
      return doubtAbout(walk, network, { type }, `Where ${target.id} leads is not modelled.`)
    }
  }
}

/** They take what interfaces of the VPC send. */
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
      `${to} lies in ${vpcId} itself, which is another network than that of ${goal.resource.id}.`,
    )
  }
  return doubtOrGap(walk, network, 'network interface', `No network interface that was read has ${to} in ${vpcId}.`)
}

// The internet

function toInternet(walk: Walk, stage: Stage, from: Place | null, part: NetworkPart, id: string): Arrival | null {
  const { packet } = walk
  const { network, vpcId } = stage
  const gateway = network.find(part, id)
  if (gateway === null) return doubtOrGap(walk, network, part, `${id} was not read.`)
  if (!isPublic(packet.destination)) {
    const reason = `It leads to the internet, where nothing has ${addressesText(packet.destination)}.`
    return block(walk, gateway, 'IGW_DESTINATION_ADDRESS_NOT_IN_RFC1918_EGRESS', reason, 'egress')
  }
  const source = outsideAddress(walk, network, gateway, from)
  if (source === null) return null
  pass(walk, network, gateway, `leads to the internet from ${addressText(source)}`)
  const { goal } = packet
  const leaving: Packet = { ...packet, source: [source] }
  if (goal.kind === 'place') return intoOtherVpc({ ...walk, packet: leaving, groups: 'no' })
  const at: Outside = {
    kind: 'internet',
    addresses: packet.destination,
    gateway: { network, resource: gateway, vpcId },
  }
  return arrivalAt({ ...walk, packet: leaving, groups: 'no' }, at)
}

/** The public address that the internet sees; of IPv6 it is the same. */
function outsideAddress(walk: Walk, network: Network, gateway: Resource, from: Place | null): Range | null {
  const publicAddress = from?.publicAddress ?? null
  if (publicAddress === 'unknown') {
    return doubtAbout(
      walk,
      network,
      { type: typePlaying('network interface') },
      `Whether ${from?.resource.id} has a public address is not known.`,
    )
  }
  if (from === null || publicAddress === null) {
    const reason = `${from?.resource.id ?? 'The packet'} has no public address that it could leave with.`
    return block(walk, gateway, 'IGW_PUBLIC_IP_ASSOCIATION_FOR_EGRESS', reason, 'egress')
  }
  return publicAddress
}

/** To the public address of something in a VPC that was read. */
function intoOtherVpc(walk: Walk): Arrival | null {
  const { goal } = walk.packet
  if (goal.kind !== 'place') return null
  return enter(walk, { kind: 'internet', addresses: walk.packet.source, gateway: null })
}

/** From outside, through the gateway that it came to, or the internet gateway of the goal's VPC. */
function enter(walk: Walk, outside: Outside): Arrival | null {
  if (outside.kind === 'private network') return enterFromPrivateNetwork(walk, outside)
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
  if (publicAddress === 'unknown') {
    return doubtAbout(
      walk,
      network,
      { type: typePlaying('network interface') },
      `Whether ${goal.resource.id} has a public address is not known.`,
    )
  }
  if (publicAddress === null) {
    return block(
      walk,
      gateway,
      'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS',
      `${goal.resource.id} has no public address.`,
      'ingress',
    )
  }
  pass(walk, network, gateway, `takes ${addressText(publicAddress)} from the internet`)
  const inside: Walk = { ...walk, packet: { ...walk.packet, destination: goal.addresses } }
  if (!passesEdge(inside, network, gateway)) return null
  const arrival = deliver(inside, goal, null)
  return arrival === null ? null : { ...arrival, entered: { network, resource: gateway, vpcId: goal.vpcId } }
}

function gatewayOf(walk: Walk, { network, vpcId, resource }: Place, outside: Outside): Resource | null {
  if (outside.gateway !== null) return outside.gateway.resource
  const type = typePlaying('internet gateway')
  const vpc = { type: typePlaying('VPC'), id: vpcId }
  const [attached] = network.index.sources(vpc, 'attached to', type)
  const gateway = attached === undefined ? null : network.find('internet gateway', attached.id)
  if (gateway !== null) return gateway
  const gap = network.gap('internet gateway')
  if (gap !== null) return doubt(walk, gap)
  return block(
    walk,
    network.find('VPC', vpcId) ?? resource,
    'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS',
    'It has no internet gateway.',
    'ingress',
  )
}

/** What comes in through a gateway with a route table of its own goes where that leads. */
function passesEdge(walk: Walk, network: Network, gateway: Resource): boolean {
  const gap = network.gap('route table')
  if (gap !== null) {
    doubt(walk, gap)
    return false
  }
  const table = network.tableOfGateway(gateway)
  if (table === null) return true
  const target = routeIn(walk, network, table)
  if (target === null) return false
  if (target.id === 'local') return true
  doubtAbout(
    walk,
    network,
    { type: typeOfId(target.id) ?? table.type },
    `What ${target.id} does with the traffic is not modelled.`,
  )
  return false
}

function toNatGateway(walk: Walk, stage: Stage, id: string): Arrival | null {
  const { packet } = walk
  const { network } = stage
  const gateway = network.find('NAT gateway', id)
  if (gateway === null) return doubtOrGap(walk, network, 'NAT gateway', `${id} was not read.`)
  if (packet.reply) {
    return block(
      walk,
      gateway,
      'NGW_SOURCE_ADDRESS_REASSIGN',
      'The answer would leave with the address of the NAT gateway.',
      'egress',
    )
  }
  const place = natPlace(network, gateway, familyOf(packet.destination))
  if (place === null) return doubtOrGap(walk, network, 'network interface', `The address of ${id} is not known.`)
  if (place.subnet.id !== stage.subnet.id) {
    checkAcl(walk, stage, 'egress')
    checkAcl(walk, place, 'ingress')
  }
  if (gateway.properties['state'] !== 'available') {
    return block(walk, gateway, 'BAD_STATE', `It is ${text(gateway.properties['state']) ?? 'in no known state'}.`)
  }
  pass(walk, network, gateway, `goes on as ${addressesText(place.addresses)}`)
  // Whether its own rules still see the groups of what is behind the gateway is not documented.
  return { ...arrivalAt({ ...walk, groups: 'perhaps' }, place), nat: true }
}

function natPlace(network: Network, gateway: Resource, family: Family): Place | null {
  const [reference, ...others] = network.index.targets(gateway, 'attached to', typePlaying('network interface'))
  // Those of several subnets choose by zone.
  if (reference === undefined || others.length > 0) return null
  const networkInterface = network.find('network interface', reference.id)
  const place =
    networkInterface === null
      ? undefined
      : placesOfInterface(network, networkInterface, gateway).find(({ addresses }) => familyOf(addresses) === family)
  return place === undefined ? null : { ...place, groups: null, ports: allClientPorts }
}

// Other VPCs

function acrossPeering(walk: Walk, stage: Stage, id: string): Arrival | null {
  const { estate, packet } = walk
  const { network, vpcId } = stage
  const peering = estate.find('peering connection', id, network)[0]
  if (peering === undefined) return doubtOrGap(walk, network, 'peering connection', `${id} was not read.`)
  const status = text(peering.resource.properties['status'])
  if (status !== 'active') return block(walk, peering.resource, 'BAD_STATE', `It is ${status ?? 'in no known state'}.`)
  const vpcs = peering.network.index.targets(peering.resource, 'associated with', typePlaying('VPC'))
  const other = vpcs.find((vpc) => vpc.id !== vpcId)
  if (other === undefined) return doubtAbout(walk, network, peering.resource, `The other side of ${id} is not known.`)
  pass(walk, peering.network, peering.resource, `leads to ${other.id}`)
  const sides = [objectOf(peering.resource, 'requester'), objectOf(peering.resource, 'accepter')]
  const regions = new Set(sides.map((side) => text(side?.['region'])))
  const read = estate.find('VPC', other.id)[0]
  if (read === undefined) {
    const side =
      sides.find((each) => each?.['account'] !== network.account || each['region'] !== network.region) ?? sides[0]
    return doubt(walk, unreadVpc(other.id, text(side?.['account']), text(side?.['region'])))
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
      `It leads only to addresses of ${other.id}, and ${to} is not one that it looks for there.`,
    )
  }
  return doubtOrGap(
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
    return doubtOrGap(walk, network, 'transit gateway attachment', `The attachment of ${vpcId} to ${id} was not read.`)
  }
  const state = text(attachment.properties['state'])
  if (state !== 'available')
    return block(walk, attachment, 'BAD_STATE_ATTACHMENT', `It is ${state ?? 'in no known state'}.`)
  const subnets = subnetsOf(network, attachment)
  if (subnets.length === 0)
    return doubtAbout(walk, network, attachment, `The subnets of ${attachment.id} were not read.`)
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
  pass(walk, network, attachment, `leads to ${id}`)
  return atTransitGateway(
    { ...walk, groups: walk.groups === 'yes' ? 'perhaps' : walk.groups },
    network,
    id,
    attachment,
    text(zone),
  )
}

function subnetsOf(network: Network, attachment: Resource): readonly Resource[] {
  return network.index
    .targets(attachment, 'attached to', typePlaying('subnet'))
    .flatMap(({ id }) => network.find('subnet', id) ?? [])
}

/** What comes to a transit gateway by an attachment is routed by the table that this is associated with. */
function atTransitGateway(
  walk: Walk,
  from: Network,
  id: string,
  attachment: Resource,
  zone: string | null,
): Arrival | null {
  const { estate, packet, steps } = walk
  if (steps > mostSteps) return doubtAbout(walk, from, attachment, 'Its routes lead in a circle.')
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
      return doubt(walk, {
        type: tableType,
        action: null,
        account: owner,
        region: from.region,
        reason: `The route tables of ${id} are told to its owner only.`,
      })
    }
    const gap = ownerNetwork.gap('transit gateway route table') ?? ownerNetwork.gap('transit gateway attachment')
    if (gap !== null) return doubt(walk, gap)
    return block(walk, attachment, 'TGW_ATTACH_MISSING_TGW_RTB_ASSOCIATION', 'It is associated with no route table.')
  }
  const { network, table } = governing
  const listed = objectsOf(table, 'routes')
  if (listed === null || table.partial === true) {
    return doubtAbout(walk, network, table, `Not all routes of ${table.id} were read.`)
  }
  const routes = listed.flatMap(transitRoute)
  const answer = findRoute(routes, packet.destination, sameTransit, false)
  const to = addressesText(packet.destination)
  if (answer.found === null) {
    return answer.because === 'no route'
      ? block(walk, table, 'TGW_RTB_NO_ROUTE_TO_TGW_ATTACHMENT', `It has no route to ${to}.`)
      : doubtAbout(walk, network, table, `${table.id} leads ${to} to more than one attachment.`)
  }
  const { state, attachments, destination } = answer.found
  if (state === 'blackhole')
    return block(walk, table, 'TGW_RTB_BAD_STATE_ROUTE', `Its route for ${destination} is a black hole.`)
  const [next, ...others] = attachments
  if (state !== 'active' || next === undefined || others.length > 0) {
    return doubtAbout(
      walk,
      network,
      table,
      `The route of ${table.id} for ${destination} leads to no single attachment.`,
    )
  }
  pass(walk, network, table, `route ${destination} to ${next}`)
  return leaveTransitGateway({ ...walk, steps: steps + 1 }, network, id, next, zone)
}

type TransitTarget = { readonly attachments: readonly string[]; readonly state: string; readonly destination: string }

function transitRoute(route: JsonObject): readonly Route<TransitTarget>[] {
  const text_ = text(route['destination']) ?? ''
  const range = parseRange(text_)
  const attachments = (Array.isArray(route['attachments']) ? route['attachments'] : []).filter(
    (each) => typeof each === 'string',
  )
  const target = { attachments, state: text(route['state']) ?? '', destination: text_ }
  return range === null ? [] : [{ destination: range, target, priority: route['type'] === 'static' ? 0 : 1 }]
}

function sameTransit(a: TransitTarget, b: TransitTarget): boolean {
  return a.state === b.state && a.attachments.join() === b.attachments.join()
}

function leaveTransitGateway(
  walk: Walk,
  from: Network,
  id: string,
  attachmentId: string,
  zone: string | null,
): Arrival | null {
  const { estate } = walk
  const located = estate.find('transit gateway attachment', attachmentId, from)
  const [first] = located
  if (first === undefined) return doubtOrGap(walk, from, 'transit gateway attachment', `${attachmentId} was not read.`)
  const { index } = first.network
  const vpc = index.targets(first.resource, 'attached to', typePlaying('VPC'))[0]
  if (vpc !== undefined) return intoAttachedVpc(walk, located, vpc.id, zone)
  const vpn = index.targets(first.resource, 'attached to', typePlaying('VPN connection'))[0]
  if (vpn !== undefined) {
    const connection = first.network.find('VPN connection', vpn.id)
    if (connection === null) return doubtOrGap(walk, first.network, 'VPN connection', `${vpn.id} was not read.`)
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
      return doubt(walk, {
        type: first.resource.type,
        action: null,
        account,
        region: null,
        reason: `${peer.id} was not read: it is in another region or account.`,
      })
    }
    pass(walk, first.network, first.resource, `leads to ${peer.id}`)
    const attachment = other.network.find('transit gateway attachment', attachmentId) ?? first.resource
    return atTransitGateway({ ...walk, groups: 'no' }, other.network, peer.id, attachment, null)
  }
  return doubtAbout(walk, first.network, first.resource, `Where ${attachmentId} leads is not modelled.`)
}

/** It comes out in the same Availability Zone where the attachment has a subnet there, else in any. */
function intoAttachedVpc(walk: Walk, located: readonly Located[], vpcId: string, zone: string | null): Arrival | null {
  const { estate } = walk
  const vpc = estate.find('VPC', vpcId)[0]
  const [attachment] = located
  if (vpc === undefined || attachment === undefined) {
    return doubt(
      walk,
      unreadVpc(vpcId, text(attachment?.resource.properties['resourceOwner']), attachment?.network.region ?? null),
    )
  }
  const { network } = vpc
  const own = network.find('transit gateway attachment', attachment.resource.id) ?? attachment.resource
  const subnets = subnetsOf(network, own)
  // Names of zones mean the same within one account only.
  const same = subnets.filter(
    ({ properties }) => network.account === attachment.network.account && properties['availabilityZone'] === zone,
  )
  const candidates = same.length > 0 ? same : subnets
  const tries = candidates.map((subnet) => {
    const found = newFindings()
    pass({ ...walk, found }, network, own, `leads to ${vpcId} in ${subnet.id}`)
    return { arrival: routeOn({ ...walk, found }, { network, vpcId, subnet }, null), found }
  })
  const [first] = tries
  if (first === undefined) return doubtAbout(walk, network, own, `The subnets of ${own.id} were not read.`)
  const verdicts = new Set(tries.map(({ found }) => verdictOf(found)))
  if (verdicts.size > 1)
    return doubtAbout(walk, network, own, `It depends on the subnet in which the packet leaves ${own.id}.`)
  walk.found.hops.push(...first.found.hops)
  walk.found.blocks.push(...first.found.blocks)
  walk.found.gaps.push(...first.found.gaps)
  return first.arrival
}

// Networks behind gateways

function toVpnGateway(walk: Walk, stage: Stage, route: RouteTarget): Arrival | null {
  const { network, vpcId } = stage
  const gateway = network.find('virtual private gateway', route.id)
  if (gateway === null) return doubtOrGap(walk, network, 'virtual private gateway', `${route.id} was not read.`)
  const { destination } = walk.packet
  const connections = network.index
    .sources(gateway, 'attached to', typePlaying('VPN connection'))
    .flatMap(({ id }) => network.find('VPN connection', id) ?? [])
    .filter(({ properties }) => properties['state'] !== 'deleted' && properties['state'] !== 'deleting')
  const direct = network.index.sources(gateway, 'associated with', typePlaying('Direct Connect gateway'))
  const gap = network.gap('VPN connection')
  if (gap !== null) return doubt(walk, gap)
  const leading = connections.filter((connection) => route.propagated || leadsTo(connection, destination))
  const [connection, ...others] = leading
  if (connection === undefined || others.length > 0 || direct.length > 0) {
    return doubtAbout(
      walk,
      network,
      gateway,
      `Which connection of ${gateway.id} leads to ${addressesText(destination)} is not known.`,
    )
  }
  pass(walk, network, gateway, `leads out of ${vpcId}`)
  return throughVpn(walk, network, connection, gateway, vpcId)
}

/** By its static routes. */
function leadsTo(connection: Resource, destination: AddressSet): boolean {
  const ranges = (textsOf(connection, 'staticRoutes') ?? []).flatMap((each) => parseRange(each) ?? [])
  return destination.every((range) => ranges.some((each) => contains(each, range)))
}

/** Up to the edge: what is behind it is not known. */
function throughVpn(
  walk: Walk,
  network: Network,
  connection: Resource,
  resource: Resource,
  vpcId: string | null = null,
): Arrival | null {
  const { packet } = walk
  const state = text(connection.properties['state'])
  if (state !== 'available') return block(walk, connection, 'BAD_STATE_VPN', `It is ${state ?? 'in no known state'}.`)
  const tunnels = textsOf(connection, 'tunnelStatus') ?? []
  if (tunnels.length === 0) {
    return doubtAbout(walk, network, connection, `Whether a tunnel of ${connection.id} is up was not read.`)
  }
  if (!tunnels.includes('UP')) return block(walk, connection, 'BAD_STATE_VPN', 'None of its tunnels is up.')
  pass(walk, network, connection, `leads to ${addressesText(packet.destination)}`)
  const { goal } = packet
  if (goal.kind === 'place') {
    return block(
      walk,
      connection,
      'NO_POSSIBLE_DESTINATION',
      `It leads out of AWS, and ${goal.resource.id} is not there.`,
    )
  }
  const at: Outside = { kind: 'private network', addresses: packet.destination, gateway: { network, resource, vpcId } }
  return arrivalAt({ ...walk, groups: 'no' }, at)
}

function enterFromPrivateNetwork(walk: Walk, { gateway }: Outside): Arrival | null {
  const { goal } = walk.packet
  if (gateway === null || goal.kind !== 'place') return null
  const { network, resource, vpcId } = gateway
  pass(walk, network, resource, `takes ${addressesText(walk.packet.source)}`)
  if (vpcId === null) {
    const [transit] = network.index.targets(resource, 'contained in', typePlaying('transit gateway'))
    if (transit === undefined)
      return doubtAbout(walk, network, resource, `The transit gateway of ${resource.id} is not known.`)
    return atTransitGateway(walk, network, transit.id, resource, null)
  }
  if (goal.vpcId !== vpcId) {
    return block(walk, resource, 'NO_POSSIBLE_DESTINATION', `It leads to ${vpcId} only.`)
  }
  return passesEdge(walk, network, resource) ? deliver(walk, goal, null) : null
}

// Endpoints and appliances

function toEndpoint(walk: Walk, stage: Stage, id: string): Arrival | null {
  const { packet } = walk
  const { network, vpcId } = stage
  const endpoint = network.find('VPC endpoint', id)
  if (endpoint === null) return doubtOrGap(walk, network, 'VPC endpoint', `${id} was not read.`)
  if (endpoint.properties['endpointType'] !== 'Gateway') {
    return doubtAbout(walk, network, endpoint, `What ${id} does with the traffic is not modelled.`)
  }
  if (packet.kind.protocol === 17) {
    return block(walk, endpoint, 'VPCE_GATEWAY_PROTOCOL_RESTRICTION', 'Gateway endpoints take TCP only.')
  }
  if (endpoint.properties['fullAccess'] !== true) {
    doubtAbout(walk, network, endpoint, `Whom the policy of ${id} lets through to what is not modelled.`)
  }
  pass(walk, network, endpoint, `leads to ${text(endpoint.properties['serviceName']) ?? 'its service'}`)
  return arrivalAt(
    { ...walk, groups: 'no' },
    { kind: 'internet', addresses: packet.destination, gateway: { network, resource: endpoint, vpcId } },
  )
}

/** An instance that passes packets on does so only with its source/destination check off; how, nobody can tell. */
function toAppliance(walk: Walk, stage: Stage, part: 'network interface' | 'instance', id: string): Arrival | null {
  const { network } = stage
  const interfaces = interfacesBehind(network, part, id)
  const [first] = interfaces
  if (first === undefined) return doubtOrGap(walk, network, 'network interface', `${id} was not read.`)
  if (interfaces.every(({ properties }) => properties['sourceDestCheck'] === true)) {
    return block(
      walk,
      first,
      'ENI_SOURCE_DEST_CHECK_RESTRICTION',
      `It takes only packets to its own addresses.`,
      'ingress',
    )
  }
  return doubtAbout(walk, network, first, `What ${id} does with the traffic is not modelled.`)
}

function interfacesBehind(network: Network, part: 'network interface' | 'instance', id: string): readonly Resource[] {
  if (part === 'network interface') return [network.find(part, id)].filter((each) => each !== null)
  const type = typePlaying('network interface')
  return network.index
    .sources({ type: typePlaying('instance'), id }, 'attached to', type)
    .flatMap((each) => network.find('network interface', each.id) ?? [])
}

function arrivalAt({ packet, groups }: Walk, at: End): Arrival {
  return { at, source: packet.source, destination: packet.destination, nat: false, entered: null, groups }
}
