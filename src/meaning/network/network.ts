/**
 * The networks of one scan for packets: interfaces by address, and the route table, network ACL, and groups of each
 * subnet.
 */
import type { GraphIndex } from '../../graph/graph-index.ts'
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'
import { resourceType, typeOfId, typePlaying } from '../../resource-types/look-ups.ts'
import type { NetworkPart } from '../../resource-types/resource-type.ts'
import { addressText, parseAddress, parseRange, type Range } from './addresses.ts'
import type { AclEntry, GroupRule } from './filters.ts'
import { type Gap, gapAt, gapOfType } from './gap.ts'
import { type JsonObject, number, objectsOf, text, textsOf } from './properties.ts'
import type { Route } from './routes.ts'

export type InterfaceAddress = { readonly address: Range; readonly publicAddress: Range | null }

/** The target of a route: an ID, `local`, or none. */
export type RouteTarget = {
  readonly id: string
  readonly state: string
  readonly propagated: boolean
  readonly text: string
}

export type TableRoutes = {
  readonly routes: readonly Route<RouteTarget>[]
  /** Prefix lists whose entries couldn't be read. */
  readonly unreadLists: readonly { readonly id: string; readonly target: string }[]
}

export type Network = {
  readonly index: GraphIndex
  readonly account: string
  readonly region: string
  /** Only resources that were read. */
  find(part: NetworkPart, id: string): Resource | null
  gap(part: NetworkPart): Gap | null
  /** `null`: none has the address, or not all interfaces could be read. */
  interfaceAt(vpcId: string, address: Range): Resource | null
  /** In any VPC. */
  interfacesWith(address: Range): readonly Resource[]
  withPublicAddress(address: Range): { readonly resource: Resource; readonly address: Range } | null
  addressesOf(networkInterface: Resource): readonly InterfaceAddress[]
  subnetOf(resource: ResourceReference): Resource | null
  vpcOf(resource: ResourceReference): string | null
  /** Its own, or the main route table of its VPC. */
  tableOf(subnet: Resource): Resource | null
  aclOf(subnet: Resource): Resource | null
  /** Of an internet gateway or a virtual private gateway. */
  tableOfGateway(gateway: ResourceReference): Resource | null
  routesOf(table: Resource): TableRoutes
  entriesOf(acl: Resource, egress: boolean): readonly AclEntry[]
  rulesOf(group: Resource, egress: boolean): readonly GroupRule[] | null
  /** `null`: not read. */
  prefixListRanges(id: string): readonly Range[] | null
  groupsOf(resource: ResourceReference): readonly string[]
}

const known = new WeakMap<GraphIndex, Network>()

/** Cached for each graph. Lookup tables are built at first use. */
export function networkOf(index: GraphIndex): Network {
  const network = known.get(index) ?? newNetwork(index)
  known.set(index, network)
  return network
}

function newNetwork(index: GraphIndex): Network {
  const { accountId: account, region } = index.graph
  const routes = new Map<Resource, TableRoutes>()
  const mainTables = lazily(() => mainTableOfVpc(index))
  const byAddress = lazily(() => interfacesByAddress(network))
  const everywhere = lazily(() => interfacesEverywhere(byAddress()))
  const byPublicAddress = lazily(() => interfacesByPublicAddress(network))

  const network: Network = {
    index,
    account,
    region,
    find: (part, id) => readResource(index, { type: typePlaying(part), id }),
    gap: (part) => gapOfType(index, typePlaying(part)),
    interfaceAt: (vpcId, address) => byAddress().get(`${vpcId} ${addressText(address)}`) ?? null,
    interfacesWith: (address) => everywhere().get(addressText(address)) ?? [],
    withPublicAddress: (address) => byPublicAddress().get(addressText(address)) ?? null,
    addressesOf,
    subnetOf: (resource) => firstRead(index, index.targets(resource, 'contained in', typePlaying('subnet'))),
    vpcOf(resource) {
      const own = index.targets(resource, 'contained in', typePlaying('VPC'))[0]
      if (own !== undefined) return own.id
      const subnet = network.subnetOf(resource)
      return subnet === null ? null : (index.targets(subnet, 'contained in', typePlaying('VPC'))[0]?.id ?? null)
    },
    tableOf(subnet) {
      const own = index.sources(subnet, 'associated with', typePlaying('route table'))
      const vpcId = network.vpcOf(subnet)
      return own.length > 0 ? firstRead(index, own) : vpcId === null ? null : (mainTables().get(vpcId) ?? null)
    },
    aclOf: (subnet) => firstRead(index, index.sources(subnet, 'associated with', typePlaying('network ACL'))),
    tableOfGateway: (gateway) =>
      firstRead(index, index.sources(gateway, 'associated with', typePlaying('route table'))),
    routesOf(table) {
      const read = routes.get(table) ?? readRoutes(network, table)
      routes.set(table, read)
      return read
    },
    entriesOf: (acl, egress) => aclEntries(acl, egress ? 'egress' : 'ingress'),
    rulesOf: (group, egress) =>
      egress ? groupRules(group, 'egress', 'destination') : groupRules(group, 'ingress', 'source'),
    prefixListRanges(id) {
      const list = readResource(index, { type: typePlaying('prefix list'), id })
      return (list === null ? null : textsOf(list, 'entries'))?.flatMap((entry) => parseRange(entry) ?? []) ?? null
    },
    groupsOf: (resource) =>
      index.targets(resource, 'associated with', typePlaying('security group')).map(({ id }) => id),
  }
  return network
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function readResource(index: GraphIndex, reference: ResourceReference): Resource | null {
  const found = index.find(reference)
  return found?.presence === 'read' ? found : null
}

function firstRead(index: GraphIndex, references: readonly ResourceReference[]): Resource | null {
  return references.map((reference) => readResource(index, reference)).find((found) => found !== null) ?? null
}

/** The network part for IDs with this prefix. `null` for unknown prefixes. */
export function partOfId(id: string): NetworkPart | null {
  return resourceType(typeOfId(id) ?? '')?.plays ?? null
}

function mainTableOfVpc(index: GraphIndex): ReadonlyMap<string, Resource> {
  return new Map(
    index.ofType(typePlaying('route table')).flatMap((table): (readonly [string, Resource])[] => {
      const vpc = index.targets(table, 'contained in', typePlaying('VPC'))[0]
      return table.properties['main'] === true && vpc !== undefined ? [[vpc.id, table]] : []
    }),
  )
}

/** Private addresses with their public addresses, then IPv6 addresses. */
function addressesOf(networkInterface: Resource): readonly InterfaceAddress[] {
  const { privateIpAddress, publicIpAddress } = networkInterface.properties
  const all = objectsOf(networkInterface, 'privateIpAddresses') ?? []
  const primary = { privateIpAddress: privateIpAddress ?? null, publicIpAddress: publicIpAddress ?? null }
  const listed = all.length > 0 ? all : [primary]
  const ipv4 = listed.flatMap((each) => {
    const address = parseAddress(text(each['privateIpAddress']) ?? '')
    const publicAddress = parseAddress(text(each['publicIpAddress']) ?? '')
    return address === null ? [] : [{ address, publicAddress }]
  })
  const ipv6 = (textsOf(networkInterface, 'ipv6Addresses') ?? []).flatMap((each) => {
    const address = parseAddress(each)
    return address === null ? [] : [{ address, publicAddress: null }]
  })
  return [...ipv4, ...ipv6]
}

function interfacesByAddress(network: Network): ReadonlyMap<string, Resource> {
  const found = new Map<string, Resource>()
  for (const each of network.index.ofType(typePlaying('network interface'))) {
    const vpcId = network.vpcOf(each)
    if (each.presence !== 'read' || vpcId === null) continue
    for (const { address } of addressesOf(each)) found.set(`${vpcId} ${addressText(address)}`, each)
  }
  return found
}

function interfacesEverywhere(byAddress: ReadonlyMap<string, Resource>): ReadonlyMap<string, readonly Resource[]> {
  const found = new Map<string, Resource[]>()
  for (const each of new Set(byAddress.values())) {
    for (const { address } of addressesOf(each)) {
      const key = addressText(address)
      found.set(key, [...(found.get(key) ?? []), each])
    }
  }
  return found
}

function interfacesByPublicAddress(
  network: Network,
): ReadonlyMap<string, { readonly resource: Resource; readonly address: Range }> {
  const found = new Map<string, { readonly resource: Resource; readonly address: Range }>()
  for (const resource of network.index.ofType(typePlaying('network interface'))) {
    for (const { address, publicAddress } of addressesOf(resource)) {
      // An IPv6 address is the same inside and outside.
      const outside = publicAddress ?? (address.family === 6 ? address : null)
      if (outside !== null) found.set(addressText(outside), { resource, address })
    }
  }
  return found
}

function readRoutes(network: Network, table: Resource): TableRoutes {
  const routes: Route<RouteTarget>[] = []
  const unreadLists: { readonly id: string; readonly target: string }[] = []
  for (const route of objectsOf(table, 'routes') ?? []) {
    const destination = text(route['destination']) ?? ''
    const id = text(route['target']) ?? ''
    const propagated = route['propagated'] === true
    const range = parseRange(destination)
    const ranges = range === null ? network.prefixListRanges(destination) : [range]
    if (ranges === null) unreadLists.push({ id: destination, target: id })
    const target = { id, state: text(route['state']) ?? '', propagated, text: `${destination} to ${id}` }
    // Source: "Route priority" in the VPC guide: for equal blocks, static routes come before those of prefix lists,
    // then propagated ones.
    const priority = propagated ? 2 : range === null ? 1 : 0
    routes.push(...(ranges ?? []).map((each) => ({ destination: each, target, priority })))
  }
  return { routes, unreadLists }
}

function aclEntries(acl: Resource, direction: 'egress' | 'ingress'): readonly AclEntry[] {
  return (objectsOf(acl, direction) ?? []).map((entry) => ({
    rule: number(entry['rule']) ?? 32_767,
    action: text(entry['action']) ?? 'deny',
    protocol: text(entry['protocol']) ?? '-1',
    cidrBlock: text(entry['cidrBlock']) ?? '',
    fromPort: number(entry['fromPort']),
    toPort: number(entry['toPort']),
    icmpType: number(entry['icmpType']) ?? undefined,
    icmpCode: number(entry['icmpCode']) ?? undefined,
  }))
}

function groupRules(group: Resource, direction: 'egress' | 'ingress', peer: string): readonly GroupRule[] | null {
  return (
    objectsOf(group, direction)?.map((rule: JsonObject) => ({
      protocol: text(rule['protocol']),
      fromPort: number(rule['fromPort']),
      toPort: number(rule['toPort']),
      peer: text(rule[peer]) ?? '',
    })) ?? null
  )
}

/** For a scan by an earlier version that didn't read what the path of packets depends on. */
export function gapOfEarlierScan({ index }: Network): Gap | null {
  const type = typePlaying('network interface')
  const early = index
    .ofType(type)
    .some(({ presence, properties }) => presence === 'read' && properties['privateIpAddresses'] === undefined)
  return early
    ? gapAt(
        index,
        type,
        "This scan was made by an earlier version, which didn't read everything that this check needs. Scan again.",
      )
    : null
}
