/** Where packets start and end: resources in subnets, the internet, and networks behind gateways. */
import type { Resource } from '../../graph/resource-graph.ts'
import { everyResourceType, resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import type { AddressSet, Family, Range } from '../network/addresses.ts'
import { isPublic, parseAddress, parseRange } from '../network/addresses.ts'
import { type Gap, gapAt } from '../network/gap.ts'
import type { Network } from '../network/network.ts'
import { text } from '../network/properties.ts'
import { allClientPorts, clientPorts, type Ports } from '../network/traffic.ts'

/** A network interface, or a resource in a subnet whose network interfaces are unknown. */
export type Place = {
  readonly kind: 'place'
  readonly network: Network
  /** Its owner: the instance, the load balancer, and so on. */
  readonly resource: Resource
  readonly subnet: Resource
  readonly vpcId: string
  /** One address, or all addresses that it may have. */
  readonly addresses: AddressSet
  /** `unknown`: it may have one. */
  readonly publicAddress: Range | null | 'unknown'
  /** `null`: security groups don't apply to it. */
  readonly groups: readonly string[] | null
  /** Source ports of its outgoing connections. */
  readonly ports: Ports
  /** It forwards the addresses of its own clients, and responses to them always return to it. */
  readonly keepsClientAddress?: true
}

/** A gateway to networks that weren't read. */
export type Gateway = { readonly network: Network; readonly resource: Resource; readonly vpcId: string | null }

/** The internet, or a network behind a VPN connection. `gateway`: `null` until the packet reaches it. */
export type Outside = {
  readonly kind: 'internet' | 'private network'
  readonly addresses: AddressSet
  readonly gateway: Gateway | null
}

export type End = Place | Outside

export type Placing = {
  readonly places: readonly Place[]
  /** `several`: it is in all of these places. `one of`: it is in one of them, but the scan doesn't show which. */
  readonly means: 'several' | 'one of'
  readonly gaps: readonly Gap[]
}

/** The places of a resource in a network. */
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
  // There may be any number of them.
  if (unread !== null) return { places: [], means: 'one of', gaps: [unread] }
  const { places, unreadSubnets } = placesInSubnets(network, resource)
  if (unreadSubnets.length > 0) {
    const reason = `${resource.id} may be in ${unreadSubnets.join(', ')}, which was not read.`
    return { places: [], means: 'one of', gaps: [gapAt(network.index, typePlaying('subnet'), reason)] }
  }
  if (places.length > 0) return { places, means: 'one of', gaps: [] }
  const reason = `The subnet of ${resource.id} is unknown.`
  return { places: [], means: 'one of', gaps: [gapAt(network.index, resource.type, reason)] }
}

/** Attached to it or referenced by it. Those of load balancers have its ID in their description. */
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

/** An end is described by its load balancer, or by its network interface if the load balancer couldn't be read. */
export function isOfUnreadBalancer(end: Resource): boolean {
  return balancerNamedBy(end) !== null
}

/** The load balancer of a network interface, from its description. `null` if there is none, or it couldn't be read. */
export function balancerOf(network: Network, networkInterface: Resource): Resource | null {
  const id = balancerNamedBy(networkInterface)
  return id === null ? null : (network.find('load balancer', id) ?? network.find('classic load balancer', id))
}

export function isBalancer({ type }: Resource): boolean {
  return type === typePlaying('load balancer') || type === typePlaying('classic load balancer')
}

/** For each address family: one for the first private address, and one for each address with a public address. */
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
    // An IPv6 address is the same outside.
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

/** As rules of other groups match them. `unknown` if some of its groups couldn't be read. */
export function groupsOfEnd(end: End): readonly string[] | 'unknown' {
  if (end.kind !== 'place' || end.groups === null) return []
  return end.groups.length === 0 ? 'unknown' : end.groups
}

export function isOutwardOnly({ type }: Pick<Resource, 'type'>): boolean {
  return resourceType(type)?.connections === 'outward only'
}

/** As far as the resource itself shows. */
function publicAddressOf({ type, properties }: Resource): Range | null | 'unknown' {
  if (isOutwardOnly({ type }) || properties['scheme'] === 'internal') return null
  if (properties['publiclyAccessible'] === false || properties['assignPublicIp'] === 'DISABLED') return null
  const address = parseAddress(text(properties['publicIpAddress']) ?? '')
  return address ?? (text(properties['privateIpAddress']) === null ? 'unknown' : null)
}

/** Whether two ends are the same, regardless of what was found about them. */
export function isSameEnd(a: End, b: End): boolean {
  if (a.kind === 'place' || b.kind === 'place') {
    return a.kind === 'place' && b.kind === 'place' && a.resource === b.resource && a.subnet.id === b.subnet.id
  }
  return a.gateway?.resource.id === b.gateway?.resource.id
}
