/** Who uses what beside the way of requests: by settings, by what policies permit, and by what security groups let through. */
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import { compareText, type GraphIndex, displayName, resourceKey, textProperty } from '../../../graph/graph-index.ts'
import { overlaps, parseRange } from '../../../meaning/network/addresses.ts'
import { allowsPort, type InboundRule, inboundRules, isPrivateRange } from '../../../meaning/reach.ts'
import { resourceType, rolesOf, typePlaying } from '../../../resource-types/look-ups.ts'
import { dataFlowEdges, dataFlowTypes } from './data-flows.ts'
import { permittedEdges, permittedPartners } from './permitted-access.ts'
import { resourcesBySecurityGroup } from '../security/protected-resources.ts'
import { isClusterMember } from '../flows/connectors.ts'
import { listenerPorts, portLabel } from '../flows/flow-labels.ts'
import { type FlowEdge, throughHubs } from '../flows/flow-edges.ts'
import { shortLabel } from '../boxes/short-label.ts'

const groupType = typePlaying('security group')
/** All that was scanned: by settings alone, and with what policies permit. */
export type Scanned = { readonly whole: GraphIndex; readonly permitted: GraphIndex }

/** Of what is drawn: by settings, and by what policies and security groups of all that was scanned let through. */
export function dependencies(
  index: GraphIndex,
  { whole, permitted }: Scanned,
  drawnAs: ReadonlyMap<string, string>,
): readonly FlowEdge[] {
  const proven = dataFlowEdges(index, permitted)
  const edges = withPorts(whole, [...proven, ...throughHubs(permittedEdges(permitted, proven), drawnAs)])
  const told = edges.flatMap((edge): readonly FlowEdge[] => {
    const [source, target] = [drawnAs.get(edge.source), drawnAs.get(edge.target)]
    return source === undefined || target === undefined ? [] : [{ ...edge, source, target }]
  })
  const isTold = new Set(
    told.flatMap(({ source, target }) => [pairOf({ source, target }), pairOf({ source: target, target: source })]),
  )
  const reachable = [...reachableEdges(whole, drawnAs)].flatMap(({ edge }) => (isTold.has(pairOf(edge)) ? [] : [edge]))
  return [...told, ...reachable].filter(({ source, target }) => source !== target)
}

/** The keys of what the resources use, and of what uses them. */
export function partnersOf({ whole, permitted }: Scanned, of: readonly ResourceReference[]): ReadonlySet<string> {
  const own = new Set(of.map((each) => resourceKey(each)))
  const everything = new Map(whole.graph.resources.map((each) => [resourceKey(each), resourceKey(each)]))
  const reachable = [...reachableEdges(whole, everything, own)].map(({ edge }) => edge)
  const edges = [...dataFlowEdges(whole, permitted), ...reachable]
  const partners = edges.flatMap(({ source, target }) => [
    ...(own.has(source) ? [target] : []),
    ...(own.has(target) ? [source] : []),
  ])
  return new Set([...partners, ...permittedPartners(permitted, own)].filter((key) => everything.has(key)))
}

/** By settings, by what policies permit, and by what security groups let through where neither shows the users. */
export function knownFlows(
  index: GraphIndex,
  { whole, permitted }: Scanned,
): ReachedOtherwise & { readonly fromRanges: number } {
  const proven = dataFlowEdges(index, permitted)
  const used = withPorts(whole, withAccess(proven, permittedEdges(permitted, proven)))
  const possible = dataFlowTypes.flatMap((type) => index.ofType(type))
  const { edges, leftOut } = reachedOtherwise(whole, possible, used)
  return { edges: [...used, ...edges], leftOut, fromRanges: connectionsFromRanges(whole, possible) }
}

/** A policy shows how a resource is used. A setting may only show that it is. */
function withAccess(edges: readonly FlowEdge[], permitted: readonly FlowEdge[]): readonly FlowEdge[] {
  const access = Map.groupBy(permitted, pairOf)
  const known = new Set(edges.map(pairOf))
  return [
    ...edges.flatMap((edge) => {
      const how = edge.label === '' ? (access.get(pairOf(edge)) ?? []) : []
      return [edge, ...how.map((each): FlowEdge => ({ ...each, form: edge.form }))]
    }),
    ...permitted.filter((each) => !known.has(pairOf(each))),
  ]
}

/** What has no other label shows the ports that security groups allow. */
function withPorts(index: GraphIndex, edges: readonly FlowEdge[]): readonly FlowEdge[] {
  const portsOf = allowedPorts(index)
  const ports = new Map<string, string>()
  for (const edge of edges) {
    const label = edge.label === '' && edge.hub === undefined ? portsOf(edge) : ''
    if (label !== '') ports.set(pairOf(edge), label)
  }
  // Of a quarter of a million edges, few have security groups at both ends.
  if (ports.size === 0) return edges
  for (const edge of edges) if (edge.label !== '') ports.delete(pairOf(edge))
  return edges.map((edge) => {
    const label = edge.label === '' ? ports.get(pairOf(edge)) : undefined
    return label === undefined ? edge : { ...edge, label }
  })
}

function pairOf({ source, target }: Pick<FlowEdge, 'source' | 'target'>): string {
  return `${source}\n${target}`
}

/** More say that networks let everything through, and little about who uses what. */
const mostReachable = 2000

const instanceType = typePlaying('instance')

type ReachedOtherwise = {
  readonly edges: readonly FlowEdge[]
  /** The number of connections that security groups let through, but that nothing shows otherwise. */
  readonly leftOut: number
}

/**
 * From workloads to data stores and internal load balancers that no other workload is known to use, as far as security
 * groups let traffic through. Instances have no settings that could name one, so known users say nothing about them: an
 * instance is left out only if it is known to use another one with the same security group. `drawn`: what is on the page.
 */
function reachedOtherwise(
  whole: GraphIndex,
  drawn: readonly ResourceReference[],
  known: readonly FlowEdge[],
): ReachedOtherwise {
  const references = new Map(drawn.map((each) => [resourceKey(each), each]))
  const isWorkload = (key: string): boolean => {
    const reference = references.get(key)
    return reference !== undefined && tierOf(reference) === 'application'
  }
  const uses = known.flatMap(({ source, target, hub }) =>
    hub?.end === 'source' || isWorkload(source) ? [{ user: source, store: target }] : [],
  )
  // What only receives has an arrow from the store, or from its load balancer, which others call.
  const receives = known.flatMap(({ source, target, hub }) =>
    hub?.end === 'target' || isWorkload(target) ? [{ user: target, store: source }] : [],
  )
  const isBalancer = (key: string): boolean => {
    const reference = references.get(key)
    return reference !== undefined && tierOf(reference) === 'load balancer'
  }
  const used = new Set([...uses, ...receives.filter(({ store }) => !isBalancer(store))].map(({ store }) => store))
  const usedBy = Map.groupBy([...uses, ...receives], ({ user }) => user)
  const found: FlowEdge[] = []
  let leftOut = 0
  for (const { edge, alike } of reachableEdges(whole, new Map([...references.keys()].map((key) => [key, key])))) {
    const own = usedBy.get(edge.source) ?? []
    if (own.some(({ store }) => store === edge.target)) continue
    const isInstance = references.get(edge.source)?.type === instanceType
    const isTold = isInstance ? own.some(({ store }) => alike.has(store)) : used.has(edge.target)
    if (isTold || found.length > mostReachable) leftOut += 1
    else found.push(edge)
  }
  return found.length > mostReachable ? { edges: [], leftOut: leftOut + found.length } : { edges: found, leftOut }
}

type Reachable = {
  readonly edge: FlowEdge
  /** The targets with the same security group. */
  readonly alike: ReadonlySet<string>
}

/**
 * From workloads to the data stores and internal load balancers whose security groups name theirs. Address ranges don't
 * identify a workload.
 */
function* reachableEdges(
  index: GraphIndex,
  drawnAs: ReadonlyMap<string, string>,
  of: ReadonlySet<string> | null = null,
): Generator<Reachable> {
  const carriers = resourcesBySecurityGroup(index)
  /** The boxes of what has the security group, each with the resources it shows. */
  const boxesOf = (
    securityGroup: string,
    isEnd: (reference: ResourceReference) => boolean,
  ): ReadonlyMap<string, readonly ResourceReference[]> => {
    const ends = (carriers.get(securityGroup) ?? []).map((carrier) => wholeOf(index, carrier)).filter(isEnd)
    const boxes = Map.groupBy(ends, (reference) => drawnAs.get(resourceKey(reference)) ?? null)
    return new Map([...boxes].flatMap(([box, shown]) => (box === null ? [] : [[box, shown]])))
  }
  for (const group of index.ofType(groupType)) {
    const stores = boxesOf(resourceKey(group), (reference) => isReachedInside(index, reference))
    if (stores.size === 0) continue
    const alike = new Set(stores.keys())
    for (const [allowed, rules] of Map.groupBy(inboundRules(group), ({ source }) => source)) {
      const other = index.find({ type: groupType, id: allowed })
      if (other === null) continue
      const clients = boxesOf(resourceKey(other), isClient)
      for (const [target, shown] of stores) {
        const ports = portsTo(index, shown, rules)
        for (const source of clients.keys()) {
          if (of !== null && !of.has(source) && !of.has(target)) continue
          for (const label of ports) {
            const describe = () => `${displayName(group)} allows traffic from ${displayName(other)}: ${label}`
            yield { edge: { form: 'reach', source, target, label, describe }, alike }
          }
        }
      }
    }
  }
}

/**
 * The number of connections that security groups allow to these data stores and internal load balancers from address
 * ranges with addresses of VPCs: one for each range and target.
 */
function connectionsFromRanges(index: GraphIndex, targets: readonly ResourceReference[]): number {
  const isTarget = new Set(targets.map((each) => resourceKey(each)))
  const blocks = index
    .ofType(typePlaying('VPC'))
    .flatMap(({ properties: { cidrBlocks } }) =>
      Array.isArray(cidrBlocks)
        ? cidrBlocks.flatMap((block) => (typeof block === 'string' ? (parseRange(block) ?? []) : []))
        : [],
    )
  const isOfVpc = (source: string): boolean => {
    const range = isPrivateRange(source) ? parseRange(source) : null
    return range !== null && blocks.some((block) => overlaps(block, range))
  }
  const carriers = resourcesBySecurityGroup(index)
  const found = new Set<string>()
  for (const group of index.ofType(groupType)) {
    const rules = inboundRules(group).filter(({ source }) => isOfVpc(source))
    if (rules.length === 0) continue
    for (const carrier of carriers.get(resourceKey(group)) ?? []) {
      const target = wholeOf(index, carrier)
      const key = resourceKey(target)
      if (!isTarget.has(key) || !isReachedInside(index, target)) continue
      for (const rule of rules)
        if (portsTo(index, [target], [rule]).length > 0) found.add(pairOf({ source: rule.source, target: key }))
    }
  }
  return found.size
}

/** The ports at which security groups let one resource reach another. Functions are invoked in other ways. */
function allowedPorts(index: GraphIndex): (edge: Pick<FlowEdge, 'source' | 'target'>) => string {
  const carriers = resourcesBySecurityGroup(index)
  const carried = index.ofType(groupType).flatMap((securityGroup) =>
    (carriers.get(resourceKey(securityGroup)) ?? []).map((carrier) => {
      const reference = wholeOf(index, carrier)
      return { securityGroup, reference, key: resourceKey(reference) }
    }),
  )
  const groupsOf = Map.groupBy(carried, ({ key }) => key)
  return ({ source, target }) => {
    const [ofSource, allowing] = [groupsOf.get(source), groupsOf.get(target)]
    if (ofSource === undefined || allowing === undefined) return ''
    const own = new Set(ofSource.map(({ securityGroup }) => securityGroup.id))
    const ports = allowing.flatMap(({ securityGroup, reference }) => {
      if (!isReachedInside(index, reference) && !isServer(reference)) return []
      const rules = inboundRules(securityGroup).filter((rule) => own.has(rule.source))
      return portsTo(index, [reference], rules)
    })
    // Without a number, it is all traffic, which doesn't say what is used.
    return shortLabel(ports.filter((each) => /\d/u.test(each)).toSorted(compareText))
  }
}

function isClient(reference: ResourceReference): boolean {
  return tierOf(reference) === 'application' && resourceType(reference.type)?.isControlPlane !== true
}

function isServer(reference: ResourceReference): boolean {
  return tierOf(reference) === 'application' && resourceType(reference.type)?.connections !== 'outward only'
}

/** The name of an internet-facing load balancer has public addresses, which no rule with a security group allows. */
function isReachedInside(index: GraphIndex, reference: ResourceReference): boolean {
  const tier = tierOf(reference)
  if (tier === 'data') return !isClusterMember(index, reference)
  const resource = index.find(reference)
  return tier === 'load balancer' && resource !== null && textProperty(resource, 'scheme') === 'internal'
}

/**
 * The ports at which data stores listen, or all that the rules let through if none is among them. A load balancer is
 * reached only at the ports of its listeners, if they are known.
 */
function portsTo(
  index: GraphIndex,
  stores: readonly ResourceReference[],
  rules: readonly InboundRule[],
): readonly string[] {
  const listening = stores.flatMap((store) => listenerPorts(index, store))
  if (listening.length > 0) return listening.filter((port) => rules.some((rule) => allowsPort(rule, port)))
  const own = new Set(stores.map((store) => portLabel(index, store)))
  const ports = rules.map((rule) => rule.ports)
  const used = ports.filter((each) => own.has(each))
  return used.length === 0 ? ports : used
}

function tierOf({ type }: ResourceReference): string | null {
  return rolesOf(type).box?.tier ?? null
}

/** A mount target has the security group of its file system. */
function wholeOf(index: GraphIndex, part: ResourceReference): ResourceReference {
  const { partOf } = resourceType(part.type) ?? {}
  if (partOf === undefined || partOf.drawn === 'beside') return part
  return index.targets(part, 'contained in', partOf.whole)[0] ?? part
}
