/**
 * Determines which internet addresses can connect to a public address: VPC Block Public Access, routes of the subnet,
 * both directions of the network ACL, and security groups. The only module that decides how VPCs are reached from the
 * internet.
 */
import { typeOfId, typePlaying } from '../../resource-types/look-ups.ts'
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'
import { compareText, type GraphIndex } from '../../graph/graph-index.ts'
import { networkOf } from '../network/network.ts'
import { admits, publicAccessOf } from '../network/public-access.ts'
import {
  type AddressSet,
  addressesOf,
  blocksOf,
  difference,
  holdsMost,
  intersection,
  internetAddresses,
  isEmpty,
  isWholeInternet,
  noAddresses,
  union,
} from '../../graph/address-set.ts'
import { distinctUnread, unreadResource, unreadType } from './coverage.ts'
import type { ExposureStep, Opening, Outside, Unread } from './exposure.ts'
import { recordsOf } from './listed.ts'
import { isForAllProtocols, lastPort, passingParts, protocolName } from './network-acl-rules.ts'
import { joinedPorts, joinedRanges, type PortRange, rangesText } from './ports.ts'
import { entriesOf, prefixListUnread, subnetRoutes } from './subnet-routes.ts'

const parts = {
  group: typePlaying('security group'),
  acl: typePlaying('network ACL'),
  table: typePlaying('route table'),
  gateway: typePlaying('internet gateway'),
  subnet: typePlaying('subnet'),
} as const

export type Ports = { readonly protocol: string; readonly from: number; readonly to: number }

/** Where a resource accepts connections. */
export type Place = {
  /** Empty: unknown. */
  readonly subnets: readonly ResourceReference[]
  /** In only one of the subnets, but the scan doesn't show which. Default: in all. */
  readonly isInOneSubnet?: boolean
  /** `null`: none apply. Empty: unknown. */
  readonly groups: readonly ResourceReference[] | null
  /** `null`: all ports that the groups allow. */
  readonly ports: readonly Ports[] | null
  /** The families of its public addresses. */
  readonly families: { readonly v4: boolean; readonly v6: boolean }
  /** The evidence for its public address. */
  readonly evidence: string
  readonly by: string
}

type Rule = Ports & {
  readonly source: Outside
  readonly addresses: AddressSet
  /** The ranges of the source. Empty for the internet. */
  readonly ranges: readonly Source[]
  /** `null`: none applies. */
  readonly group: ExposureStep | null
}

type Source = { readonly cidr: string; readonly addresses: AddressSet }

type Rules = { readonly rules: readonly Rule[]; readonly unread: readonly Unread[] }

export function internetAccess(index: GraphIndex, resource: ResourceReference, place: Place): readonly Opening[] {
  const reachable = familiesOf(place.families)
  const admitted =
    place.groups === null ? everything(place.ports, reachable) : rulesOf(index, place.groups, place.ports, reachable)
  if (admitted.rules.length === 0 && admitted.unread.length === 0) return []
  if (place.subnets.length === 0) {
    return leadingTo(resource, place, [
      unknownWay(place, null, [...admitted.unread, unreadResource(index, parts.subnet)]),
    ])
  }
  return leadingTo(resource, place, waysInto(index, place, admitted))
}

/** What all resources with the same subnet, security groups, and ports share. */
type Way = Omit<Opening, 'by'>

function leadingTo({ type, id }: ResourceReference, { by, evidence }: Place, ways: readonly Way[]): readonly Opening[] {
  const last = { type, id, evidence }
  return ways.map((way) => ({ ...way, by, path: [...way.path, last] }))
}

const knownWays = new WeakMap<Rules, Map<string, readonly Way[]>>()

/** Cached, because many resources have the same rules and subnets. */
function waysInto(index: GraphIndex, place: Place, admitted: Rules): readonly Way[] {
  const known = knownWays.get(admitted) ?? new Map<string, readonly Way[]>()
  knownWays.set(admitted, known)
  const isInOneSubnet = place.isInOneSubnet === true
  const key = JSON.stringify([isInOneSubnet, place.subnets.map(({ id }) => id)])
  const before = known.get(key)
  if (before !== undefined) return before
  const found = place.subnets.map((subnet) => throughSubnet(index, place, subnet, admitted))
  const ways = withJoinedPorts(strongest(isInOneSubnet ? throughOneOf(found.map(strongest)) : found.flat()))
  known.set(key, ways)
  return ways
}

/** One way for all ports with the same source, path, and verdict. */
function withJoinedPorts(ways: readonly Way[]): readonly Way[] {
  const alike = Map.groupBy(ways, ({ ports: _ports, ...way }) => JSON.stringify(way))
  return [...alike.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const listed = same.flatMap(({ ports }) => ports ?? [])
    return [{ ...first, ports: listed.length < same.length ? null : joinedPorts(listed) }]
  })
}

/** Only results that are the same in all subnets are known. */
function throughOneOf(bySubnet: readonly (readonly Way[])[]): readonly Way[] {
  return [...Map.groupBy(bySubnet.flat(), wayOf).values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    if (same.length === bySubnet.length && same.every(({ verdict }) => verdict === first.verdict)) return [first]
    const which: Unread = { type: parts.subnet, action: null, reason: "AWS doesn't return which subnet it is in." }
    const unknownBecause = distinctUnread([...same.flatMap((each) => each.unknownBecause), which])
    return [{ ...first, verdict: 'unknown' as const, condition: null, unknownBecause }]
  })
}

function familiesOf({ v4, v6 }: Place['families']): AddressSet {
  return { v4: v4 ? internetAddresses.v4 : [], v6: v6 ? internetAddresses.v6 : [] }
}

function everything(ports: Place['ports'], reachable: AddressSet): Rules {
  const rules = (ports ?? [{ protocol: 'all', from: 0, to: lastPort }]).map((each): Rule => ({
    ...each,
    source: 'internet',
    addresses: reachable,
    ranges: [],
    group: null,
  }))
  return { rules, unread: [] }
}

/** What security groups allow from the internet. Ranges of the same group and ports are one rule. */
function rulesOf(
  index: GraphIndex,
  groups: readonly ResourceReference[],
  ports: Place['ports'],
  reachable: AddressSet,
): Rules {
  const known = knownRules.get(index) ?? new Map<string, Rules>()
  knownRules.set(index, known)
  const families = `${reachable.v4.length > 0} ${reachable.v6.length > 0}`
  const key = JSON.stringify([groups.map(({ id }) => id), ports, families])
  const rules = known.get(key) ?? readRules(index, groups, ports, reachable)
  known.set(key, rules)
  return rules
}

/** Cached, because many resources share their groups. */
const knownRules = new WeakMap<GraphIndex, Map<string, Rules>>()

function readRules(
  index: GraphIndex,
  groups: readonly ResourceReference[],
  ports: Place['ports'],
  reachable: AddressSet,
): Rules {
  const unread: Unread[] = groups.length === 0 ? [unreadResource(index, parts.group)] : []
  const rules = groups.flatMap((reference): readonly Allowed[] => {
    const group = index.find(reference)
    if (group === null || group.presence !== 'read') {
      unread.push(unreadResource(index, parts.group))
      return []
    }
    return inboundRules(group).flatMap(({ source, ...allowed }): readonly Allowed[] => {
      const within = narrowed(allowed, ports)
      const cidrs = source.includes('/') ? [source] : (entriesOf(index, source) ?? null)
      if (within.length > 0 && cidrs === null && isPrefixList(source)) unread.push(prefixListUnread(index))
      return (cidrs ?? []).flatMap((cidr) => {
        const addresses = intersection(addressesOf(cidr) ?? noAddresses, reachable)
        return isEmpty(addresses) ? [] : within.map((each) => ({ ...each, cidr, addresses, group: reference }))
      })
    })
  })
  return { rules: joined(rules), unread }
}

const prefixListType = typePlaying('prefix list')

export function isPrefixList(source: string): boolean {
  return typeOfId(source) === prefixListType
}

/** Sources as they are in the rules. Protocols other than TCP and UDP have no ports. */
export function inboundRules(group: Resource) {
  return recordsOf(group, 'ingress').flatMap(({ source, protocol, fromPort, toPort }) => {
    if (typeof source !== 'string') return []
    const name = protocolName(typeof protocol === 'string' ? protocol : '-1')
    const hasPorts = (name === 'tcp' || name === 'udp') && typeof fromPort === 'number'
    const from = hasPorts ? fromPort : 0
    const to = hasPorts ? (typeof toPort === 'number' ? toPort : from) : lastPort
    return [{ source, protocol: name, from, to }]
  })
}

/** Limited to the ports of listeners. */
function narrowed(allowed: Ports, ports: Place['ports']): readonly Ports[] {
  if (ports === null) return [allowed]
  return ports.flatMap((listening) => {
    if (allowed.protocol !== 'all' && listening.protocol !== allowed.protocol) return []
    const from = Math.max(allowed.from, listening.from)
    const to = Math.min(allowed.to, listening.to)
    return from <= to ? [{ protocol: listening.protocol, from, to }] : []
  })
}

type Allowed = Ports & Source & { readonly group: ResourceReference }

function joined(allowed: readonly Allowed[]): readonly Rule[] {
  const alike = Map.groupBy(allowed, ({ protocol, from, to }) => `${protocol} ${from} ${to}`)
  const rules = [...alike.values()].flatMap((same): readonly (Rule & { readonly of: ResourceReference })[] => {
    const together = ruleOf(same)
    // Several groups together may allow the whole internet.
    if (together[0]?.source === 'internet') return together
    return [...Map.groupBy(same, ({ group }) => group.id).values()].flatMap(ruleOf)
  })
  const ofSource = Map.groupBy(rules, ({ protocol, source, of }) => JSON.stringify([protocol, source, of.id]))
  return [...ofSource.values()].flatMap((same) => {
    const evidence = evidenceOf(same)
    return same.map(({ of, ...rule }): Rule => ({ ...rule, group: { ...of, evidence } }))
  })
}

/** Of rules of one group for the same protocol and source. */
function evidenceOf(same: readonly Rule[]): string {
  const [first] = same
  if (first === undefined) return ''
  const ports = joinedRanges(same.map(({ from, to }) => [from, to]))
  const words = first.source === 'internet' ? first.source : blocksInWords(first.ranges.map(({ cidr }) => cidr))
  return `allows ${portsInWords(first.protocol, ports)} from ${words}`
}

/** For the same ports. */
function ruleOf(same: readonly Allowed[]): readonly (Rule & { readonly of: ResourceReference })[] {
  const [first] = same
  if (first === undefined) return []
  const { protocol, from, to, group } = first
  const addresses = same.reduce((sum, each) => union(sum, each.addresses), noAddresses)
  const isInternet = isWholeInternet(addresses)
  const byText = new Map(same.map((each) => [each.cidr, each]))
  const ranges = isInternet ? [] : [...byText.values()].toSorted((a, b) => compareText(a.cidr, b.cidr))
  const source = isInternet ? 'internet' : textOf(ranges)
  return [{ protocol, from, to, source, addresses, ranges, group: null, of: group }]
}

function textOf(ranges: readonly Source[]): Outside {
  return ranges.map(({ cidr }) => cidr).join(',')
}

const mostNamed = 3

export function blocksInWords(blocks: readonly string[]): string {
  return blocks.length > mostNamed ? `${blocks.length} ranges` : blocks.join(' and ')
}

function throughSubnet(
  index: GraphIndex,
  place: Place,
  subnet: ResourceReference,
  { rules, unread }: Rules,
): readonly Way[] {
  const routes = subnetRoutes(index, subnet)
  const acl = aclOf(index, subnet)
  const access = blockedAccess(index, subnet)
  if (access === 'blocked') return []
  const missing = [
    ...('unread' in routes ? [routes.unread] : []),
    ...('unread' in acl ? [acl.unread] : []),
    ...(access === 'not blocked' ? [] : [access.unread]),
  ]
  const reachable = familiesOf(place.families)
  const routed = 'unread' in routes ? reachable : intersection(union(routes.internet, routes.uncertain), reachable)
  if (isEmpty(routed)) return []
  const wayIn: readonly ExposureStep[] =
    'unread' in routes
      ? []
      : [
          ...(routes.gateway === null
            ? []
            : [{ type: parts.gateway, id: routes.gateway, evidence: `is the target of routes of ${routes.table.id}` }]),
          { type: routes.table.type, id: routes.table.id, evidence: 'routes responses to the internet' },
        ]
  const unknown = (rule: Rule | null, because: readonly Unread[]) => [unknownWay(place, rule, because, wayIn)]
  const fromRules = rules.flatMap((rule): readonly Way[] => {
    const answered = intersection(rule.addresses, routed)
    if (isEmpty(answered)) return []
    if ('unread' in routes || 'unread' in acl || access !== 'not blocked') {
      return unknown(rule, [...missing, ...unread])
    }
    return alongAcl(acl, rule).flatMap(({ protocol, from, to, addresses }): readonly Way[] => {
      const sure = intersection(intersection(addresses, rule.addresses), routes.internet)
      const maybe = intersection(intersection(addresses, rule.addresses), routes.uncertain)
      if (isEmpty(sure)) return isEmpty(maybe) ? [] : unknown({ ...rule, protocol, from, to }, routes.unknownBecause)
      const isOpen = holdsMost(sure, rule.addresses)
      return [
        {
          from: sourceWithin(rule, sure),
          protocol,
          ports: portText(protocol, from, to),
          verdict: isOpen ? 'open' : 'conditional',
          condition: isOpen
            ? null
            : `only from addresses that ${acl.id} allows and ${routes.table.id} routes responses to`,
          path: [
            ...wayIn.map((step) =>
              step.type === parts.table ? exceptFor(step, rule.addresses, routes.internet) : step,
            ),
            exceptFor(
              { type: acl.type, id: acl.id, evidence: 'allows requests and their responses' },
              rule.addresses,
              addresses,
            ),
            ...(rule.group === null ? [] : [rule.group]),
          ],
          unknownBecause: [],
        },
      ]
    })
  })
  return [...fromRules, ...(unread.length > 0 ? unknown(null, [...unread, ...missing]) : [])]
}

/** Adds the addresses of the rule that this step doesn't allow. */
function exceptFor(step: ExposureStep, of: AddressSet, passing: AddressSet): ExposureStep {
  const blocks = blocksOf(difference(of, passing))
  if (blocks.length === 0) return step
  return { ...step, evidence: `${step.evidence}, except ${blocksInWords(blocks)}` }
}

function aclOf(index: GraphIndex, subnet: ResourceReference): Resource | { readonly unread: Unread } {
  const [reference] = index.sources(subnet, 'associated with', parts.acl)
  const found = reference === undefined ? null : index.find(reference)
  if (found !== null && found.presence === 'read') return found
  return { unread: unreadType(index, parts.acl) ?? { type: parts.acl, action: null } }
}

/** According to VPC Block Public Access of the account that owns the subnet. */
function blockedAccess(
  index: GraphIndex,
  reference: ResourceReference,
): 'blocked' | 'not blocked' | { readonly unread: Unread } {
  const subnet = index.find(reference)
  if (subnet === null || subnet.presence !== 'read') return { unread: unreadResource(index, parts.subnet) }
  const access = publicAccessOf(networkOf(index), subnet)
  if (!('allows' in access)) return { unread: { type: access.type, action: access.action } }
  return admits(access, 'inbound') ? 'not blocked' : 'blocked'
}

const protocolsApart = ['tcp', 'udp', 'icmp', 'icmpv6']

/** Splits the rule's ports into parts that the network ACL treats the same. */
function alongAcl(acl: Resource, rule: Rule): readonly (Ports & { readonly addresses: AddressSet })[] {
  const protocols = rule.protocol === 'all' && !isForAllProtocols(acl) ? protocolsApart : [rule.protocol]
  return protocols.flatMap((protocol) =>
    passingParts(acl, protocol, rule.from, rule.to).map((part) => ({ ...part, protocol })),
  )
}

/** Without ranges that have none of these addresses. */
function sourceWithin({ source, ranges, addresses }: Rule, sure: AddressSet): Outside {
  if (ranges.length < 2 || isEmpty(difference(addresses, sure))) return source
  return textOf(ranges.filter((range) => !isEmpty(intersection(range.addresses, sure))))
}

function unknownWay(
  place: Place,
  rule: Rule | null,
  because: readonly Unread[],
  wayIn: readonly ExposureStep[] = [],
): Way {
  const [only] = place.ports?.length === 1 ? place.ports : []
  const ports = rule ?? only ?? null
  return {
    from: rule === null ? 'internet' : rule.source,
    protocol: ports?.protocol ?? null,
    ports: ports === null ? null : portText(ports.protocol, ports.from, ports.to),
    verdict: 'unknown',
    condition: null,
    path: wayIn,
    unknownBecause: distinctUnread(because),
  }
}

function portText(protocol: string, from: number, to: number): string | null {
  if ((protocol !== 'tcp' && protocol !== 'udp') || (from === 0 && to === lastPort)) return null
  return from === to ? String(from) : `${from}-${to}`
}

export function ruleText({ protocol, from, to }: Ports): string {
  return portsInWords(protocol, [[from, to]])
}

function portsInWords(protocol: string, ranges: readonly PortRange[]): string {
  if (protocol === 'all') return 'all traffic'
  const isForAll = ranges.some(([from, to]) => portText(protocol, from, to) === null)
  return isForAll ? `all ${protocol}` : `${protocol} ${rangesText(ranges)}`
}

const strength = { open: 0, conditional: 1, unknown: 2 } as const

function wayOf({ from, protocol, ports }: Way): string {
  return `${from} ${protocol} ${ports}`
}

/** Of openings that differ only by subnet, the one with the strongest verdict. */
function strongest(openings: readonly Way[]): readonly Way[] {
  const best = new Map<string, Way>()
  for (const opening of openings) {
    const key = wayOf(opening)
    const known = best.get(key)
    if (known === undefined || strength[opening.verdict] < strength[known.verdict]) best.set(key, opening)
  }
  return [...best].toSorted(([a], [b]) => compareText(a, b)).map(([, opening]) => opening)
}
