/**
 * From which internet addresses a subnet can be reached according to its route table, which must also route the
 * responses.
 */
import { typeOfId, typePlaying } from '../../resource-types/look-ups.ts'
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'
import type { GraphIndex } from '../../graph/graph-index.ts'
import {
  type AddressSet,
  addressesOf,
  allAddresses,
  difference,
  intersection,
  isEmpty,
  noAddresses,
  prefixLength,
  union,
} from '../../graph/address-set.ts'
import { unreadResource, unreadType } from './coverage.ts'
import type { Unread } from './exposure.ts'
import { recordsIn, recordsOf, textsOf } from './listed.ts'

const parts = {
  table: typePlaying('route table'),
  gateway: typePlaying('internet gateway'),
  prefixList: typePlaying('prefix list'),
  vpc: typePlaying('VPC'),
  endpoint: typePlaying('VPC endpoint'),
} as const

/** Firewall endpoints and appliances, which may forward packets to the internet. */
const applianceTypes = [typePlaying('VPC endpoint'), typePlaying('network interface'), typePlaying('instance')]

export type SubnetRoutes = {
  readonly table: Resource
  /** The internet gateway. `null` for none. */
  readonly gateway: string | null
  /** Addresses with responses through an internet gateway. */
  readonly internet: AddressSet
  /** Addresses with responses through an appliance whose rules are unknown. */
  readonly uncertain: AddressSet
  readonly unknownBecause: readonly Unread[]
}

/** `unread` if its route table couldn't be read. */
export function subnetRoutes(index: GraphIndex, subnet: ResourceReference): SubnetRoutes | { readonly unread: Unread } {
  const table = governingTable(index, subnet)
  if ('unread' in table) return table
  const routes = routesOf(index, table)
  const between = typesBetween(index, routes.gateway, subnet)
  if (between.length === 0) return routes
  return {
    ...routes,
    internet: noAddresses,
    uncertain: union(routes.internet, routes.uncertain),
    unknownBecause: [...routes.unknownBecause, ...between.map((type): Unread => ({ type, action: null }))],
  }
}

/** Types of firewall endpoints and appliances to which the gateway's own route table sends packets to the subnet. */
function typesBetween(index: GraphIndex, gateway: string | null, subnet: ResourceReference): readonly string[] {
  if (gateway === null) return []
  const cidr = index.find(subnet)?.properties['cidrBlock']
  const addresses = (typeof cidr === 'string' ? addressesOf(cidr) : null) ?? allAddresses
  const targets = index.sources({ type: parts.gateway, id: gateway }, 'associated with', parts.table).flatMap((each) =>
    recordsIn(index.find(each)?.properties['routes']).flatMap(({ destination, target }) => {
      const isPassed = typeof destination === 'string' && typeof target === 'string' && target !== 'local'
      return isPassed && !isEmpty(intersection(addressesOf(destination) ?? addresses, addresses)) ? target : []
    }),
  )
  return [...new Set(targets.map((target) => typeOfId(target) ?? parts.table))].toSorted()
}

function governingTable(index: GraphIndex, subnet: ResourceReference): Resource | { readonly unread: Unread } {
  const [explicit] = index.sources(subnet, 'associated with', parts.table)
  const found = explicit === undefined ? null : index.find(explicit)
  if (found !== null && found.presence === 'read') return found
  const unreadTables = unreadType(index, parts.table)
  if (unreadTables !== null) return { unread: unreadTables }
  if (found !== null) return { unread: { type: parts.table, action: null } }
  const [network] = index.targets(subnet, 'contained in', parts.vpc)
  if (network === undefined) return { unread: unreadResource(index, subnet.type) }
  const inNetwork = index.sources(network, 'contained in', parts.table).map((reference) => index.find(reference))
  const main = inNetwork.find((each) => each?.properties['main'] === true)
  // Route tables of a shared VPC belong to its owner.
  return main ?? { unread: { type: parts.table, action: null } }
}

const known = new WeakMap<GraphIndex, Map<Resource, SubnetRoutes>>()

/** By longest prefix: a more specific route takes precedence over a wider one. */
function routesOf(index: GraphIndex, table: Resource): SubnetRoutes {
  const ofGraph = known.get(index) ?? new Map<Resource, SubnetRoutes>()
  known.set(index, ofGraph)
  const before = ofGraph.get(table)
  if (before !== undefined) return before
  const routes = recordsOf(table, 'routes')
    .flatMap(({ destination, target, state, propagated }) =>
      typeof destination === 'string' && typeof target === 'string'
        ? [{ destination, target, state, priority: priorityOf(destination, propagated === true) }]
        : [],
    )
    .filter((route) => !isOfGatewayEndpoint(index, route))
  const ranges = routes.flatMap((route) =>
    (route.destination.includes('/') ? [route.destination] : prefixListEntries(index, route.destination)).map(
      (cidr) => ({ ...route, cidr }),
    ),
  )
  let [internet, uncertain, left] = [noAddresses, noAddresses, allAddresses]
  const through: string[] = []
  const appliances: string[] = []
  const inOrder = ranges.toSorted((a, b) => prefixLength(b.cidr) - prefixLength(a.cidr) || a.priority - b.priority)
  for (const { cidr, target, state } of inOrder) {
    const taken = intersection(addressesOf(cidr) ?? noAddresses, left)
    left = difference(left, taken)
    if (state === 'blackhole' || isEmpty(taken)) continue
    const appliance = applianceTypes.find((type) =>
      index.targets(table, 'routes to', type).some(({ id }) => id === target),
    )
    if (typeOfId(target) === parts.gateway) {
      internet = union(internet, taken)
      through.push(target)
    } else if (appliance !== undefined) {
      uncertain = union(uncertain, taken)
      appliances.push(appliance)
    }
  }
  // Entries that weren't read may be more specific than any other route.
  const unlisted = routes.filter(
    ({ destination }) => !destination.includes('/') && entriesOf(index, destination) === null,
  )
  const mayLead = unlisted.some(({ target }) => typeOfId(target) === parts.gateway)
  const mayNotLead = unlisted.some(({ target }) => typeOfId(target) !== parts.gateway)
  const doubtful = mayLead ? allAddresses : mayNotLead ? internet : noAddresses
  const result: SubnetRoutes = {
    table,
    gateway: through.toSorted()[0] ?? null,
    internet: mayNotLead ? noAddresses : internet,
    uncertain: union(uncertain, doubtful),
    unknownBecause: [
      ...[...new Set(appliances)].toSorted().map((type): Unread => ({ type, action: null })),
      ...(unlisted.length > 0 ? [prefixListUnread(index)] : []),
    ],
  }
  ofGraph.set(table, result)
  return result
}

/**
 * Of routes for the same block, the lowest is used. Source: "Route priority" in the VPC guide: static routes, then those
 * of prefix lists, then propagated ones.
 */
function priorityOf(destination: string, isPropagated: boolean): number {
  return isPropagated ? 2 : destination.includes('/') ? 0 : 1
}

/** These routes only have addresses of an AWS service, which aren't clients. */
function isOfGatewayEndpoint(
  index: GraphIndex,
  { destination, target }: { readonly destination: string; readonly target: string },
): boolean {
  const isOfService = index.find({ type: parts.prefixList, id: destination })?.properties['owner'] === 'AWS'
  const endpoint = index.find({ type: parts.endpoint, id: target })
  return endpoint?.properties['endpointType'] === 'Gateway' || (isOfService && typeOfId(target) === parts.endpoint)
}

/** `null`: its entries couldn't be read. */
export function entriesOf(index: GraphIndex, prefixList: string): readonly string[] | null {
  const list = index.find({ type: parts.prefixList, id: prefixList })
  if (list === null || list.presence !== 'read') return null
  const texts = textsOf(list, 'entries')
  if (texts === null) return null
  return texts.length > 0
    ? texts
    : recordsOf(list, 'entries').flatMap(({ cidr }) => (typeof cidr === 'string' ? cidr : []))
}

function prefixListEntries(index: GraphIndex, prefixList: string): readonly string[] {
  return entriesOf(index, prefixList) ?? []
}

export function prefixListUnread(index: GraphIndex): Unread {
  return unreadType(index, parts.prefixList) ?? { type: parts.prefixList, action: 'ec2:GetManagedPrefixListEntries' }
}
