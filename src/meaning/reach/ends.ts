/** Where packets start and end: resources in subnets, the internet, and networks behind gateways. */
import type { Resource } from '../../graph/resource-graph.ts'
import { everyResourceType, resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import type { AddressSet, Family, Range } from '../network/addresses.ts'
import { isPublic, parseAddress, parseRange } from '../network/addresses.ts'
import { type Gap, gapAt } from '../network/gap.ts'
import type { Network } from '../network/network.ts'
import { text } from '../network/properties.ts'
import { allClientPorts, clientPorts, type Ports } from '../network/traffic.ts'

/** A network interface, or a resource in a subnet whose interfaces the scan does not tell. */
export type Place = {
  readonly kind: 'place'
  readonly network: Network
  /** What it belongs to: the instance, the load balancer, … */
  readonly resource: Resource
  readonly subnet: Resource
  readonly vpcId: string
  /** One address, or all of those that it may have. */
  readonly addresses: AddressSet
  /** `unknown`: it may have one. */
  readonly publicAddress: Range | null | 'unknown'
  /** `null`: security groups do not apply to it. */
  readonly groups: readonly string[] | null
  /** Source ports of the connections that it opens. */
  readonly ports: Ports
  /** It calls with the addresses of its own clients, and answers to them come back to it wherever routes lead. */
  readonly keepsClientAddress?: true
}

/** What leads out of the networks that were read. */
export type Gateway = { readonly network: Network; readonly resource: Resource; readonly vpcId: string | null }

/** The internet, or a network behind a VPN connection. `gateway`: `null` until the packet has come to it. */
export type Outside = {
  readonly kind: 'internet' | 'private network'
  readonly addresses: AddressSet
  readonly gateway: Gateway | null
}

export type End = Place | Outside

export type Placing = {
  readonly places: readonly Place[]
  /** `several`: it is at all of these places; `one of`: at one of them, and the scan does not tell which. */
  readonly means: 'several' | 'one of'
  readonly gaps: readonly Gap[]
}

/** Where a resource of a network is. */
export function placesOf(network: Network, resource: Resource): Placing {
  const interfaces = interfacesOf(network, resource)
  const unread = network.gap('network interface')
  if (interfaces.length > 0) {
    const places = interfaces.flatMap((each) => placesOfInterface(network, each, resource))
    const missing =
      places.length > 0
        ? []
        : [gapAt(network.index, typePlaying('subnet'), `The subnet of ${resource.id} was not read.`)]
    return { places, means: 'several', gaps: missing }
  }
  // It may have any number of them.
  if (unread !== null) return { places: [], means: 'one of', gaps: [unread] }
  const { places, unreadSubnets } = placesInSubnets(network, resource)
  if (unreadSubnets.length > 0) {
    const reason = `${resource.id} may be in ${unreadSubnets.join(', ')}, which was not read.`
    return { places: [], means: 'one of', gaps: [gapAt(network.index, typePlaying('subnet'), reason)] }
  }
  if (places.length > 0) return { places, means: 'one of', gaps: [] }
  const reason = `${resource.id} is in no subnet that the scan knows of.`
  return { places: [], means: 'one of', gaps: [gapAt(network.index, resource.type, reason)] }
}

/** Attached to it or named by it; those of load balancers have its id in their description. */
function interfacesOf(network: Network, resource: Resource): readonly Resource[] {
  const type = typePlaying('network interface')
  if (resource.type === type) return [resource]
  const { index } = network
  const references = [...index.sources(resource, 'attached to', type), ...index.targets(resource, 'attached to', type)]
  const read = references.flatMap(({ id }) => network.find('network interface', id) ?? [])
  return read.length > 0 || !isBalancer(resource)
    ? read
    : index.ofType(type).filter((each) => balancerOf(network, each)?.id === resource.id)
}

function balancerNamedBy({ type, properties }: Resource): string | null {
  if (type !== typePlaying('network interface')) return null
  return /^ELB (.+)$/u.exec(text(properties['description']) ?? '')?.[1] ?? null
}

/** Ends are told by the load balancer that they belong to: by its interface only where that was not read. */
export function isOfUnreadBalancer(end: Resource): boolean {
  return balancerNamedBy(end) !== null
}

/** Whose interface it is, as its description says; `null` where it is no load balancer's, or that was not read. */
export function balancerOf(network: Network, networkInterface: Resource): Resource | null {
  const id = balancerNamedBy(networkInterface)
  return id === null ? null : (network.find('load balancer', id) ?? network.find('classic load balancer', id))
}

export function isBalancer({ type }: Resource): boolean {
  return type === typePlaying('load balancer') || type === typePlaying('classic load balancer')
}

/** One for each address of a family that has one: the first private address, and each that a public one stands for. */
export function placesOfInterface(network: Network, networkInterface: Resource, resource: Resource): readonly Place[] {
  const subnet = network.subnetOf(networkInterface)
  const vpcId = network.vpcOf(networkInterface)
  if (subnet === null || vpcId === null) return []
  const groups = network.groupsOf(networkInterface)
  const all = network.addressesOf(networkInterface)
  const first = (family: Family) => all.find(({ address }) => address.family === family)
  const chosen = new Set([first(4), first(6), ...all.filter(({ publicAddress }) => publicAddress !== null)])
  return [...chosen].flatMap((each) => {
    if (each === undefined) return []
    const { address } = each
    // Of IPv6, the address is the same outside.
    const publicAddress = address.family === 6 ? (isPublic([address]) ? address : null) : each.publicAddress
    const place = { kind: 'place', network, resource, subnet, vpcId, addresses: [address] } as const
    return [{ ...place, publicAddress, groups: groups.length > 0 ? groups : null, ports: portsOf(resource) }]
  })
}

function portsOf(resource: Resource): Ports {
  return resourceType(resource.type)?.clientPorts === 'all' ? allClientPorts : clientPorts
}

type InSubnets = { readonly places: readonly Place[]; readonly unreadSubnets: readonly string[] }

function placesInSubnets(network: Network, resource: Resource): InSubnets {
  const { index } = network
  const subnetType = typePlaying('subnet')
  const groupTypes = everyResourceType.filter(({ locates }) => locates === 'subnet').map(({ type }) => type)
  const verbs = ['contained in', 'attached to', 'associated with', 'uses'] as const
  const subnetGroups = groupTypes.flatMap((type) => verbs.flatMap((verb) => index.targets(resource, verb, type)))
  const subnets = [
    ...index.targets(resource, 'contained in', subnetType),
    ...index.targets(resource, 'attached to', subnetType),
    ...subnetGroups.flatMap((group) => index.targets(group, 'associated with', subnetType)),
  ]
  const zone = text(resource.properties['availabilityZone'])
  const groups = network.groupsOf(resource)
  const own = parseAddress(text(resource.properties['privateIpAddress']) ?? '')
  const ids = [...new Set(subnets.map(({ id }) => id))]
  const places = ids.flatMap((id): readonly Place[] => {
    const subnet = network.find('subnet', id)
    const vpcId = subnet === null ? null : network.vpcOf(subnet)
    const range = own ?? parseRange(text(subnet?.properties['cidrBlock']) ?? '')
    if (subnet === null || vpcId === null || range === null) return []
    if (zone !== null && text(subnet.properties['availabilityZone']) !== zone) return []
    const place = { kind: 'place', network, resource, subnet, vpcId, addresses: [range] } as const
    return [{ ...place, publicAddress: publicAddressOf(resource), groups, ports: portsOf(resource) }]
  })
  return { places, unreadSubnets: ids.filter((id) => network.find('subnet', id) === null) }
}

/** As rules of other groups see them; `unknown` where some govern it that were not read. */
export function groupsOfEnd(end: End): readonly string[] | 'unknown' {
  if (end.kind !== 'place' || end.groups === null) return []
  return end.groups.length === 0 ? 'unknown' : end.groups
}

export function isOutwardOnly({ type }: Pick<Resource, 'type'>): boolean {
  return resourceType(type)?.connections === 'outward only'
}

/** As far as the resource itself tells. */
function publicAddressOf({ type, properties }: Resource): Range | null | 'unknown' {
  if (isOutwardOnly({ type }) || properties['scheme'] === 'internal') return null
  if (properties['publiclyAccessible'] === false || properties['assignPublicIp'] === 'DISABLED') return null
  const told = parseAddress(text(properties['publicIpAddress']) ?? '')
  return told ?? (text(properties['privateIpAddress']) === null ? 'unknown' : null)
}

/** Whether two ends are the same, whatever was found out about them. */
export function isSameEnd(a: End, b: End): boolean {
  if (a.kind === 'place' || b.kind === 'place') {
    return a.kind === 'place' && b.kind === 'place' && a.resource === b.resource && a.subnet.id === b.subnet.id
  }
  return a.gateway?.resource.id === b.gateway?.resource.id
}
