/** What security groups let through, where nothing else shows who uses a data store or an internal load balancer. */
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import { compareText, type GraphIndex, displayName, resourceKey, textProperty } from '../../../graph/graph-index.ts'
import { overlaps, parseRange } from '../../../meaning/network/addresses.ts'
import { allowsPort, type InboundRule, inboundRules, isPrivateRange } from '../../../meaning/reach.ts'
import { resourceType, rolesOf, typePlaying } from '../../../resource-types/look-ups.ts'
import { dataFlowTypes } from './data-flows.ts'
import { resourcesBySecurityGroup } from '../security/protected-resources.ts'
import { isClusterMember } from '../flows/connectors.ts'
import { labelFrom, listenerPorts, portLabel } from '../flows/flow-labels.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'
import { shortLabel } from '../boxes/short-label.ts'

const groupType = typePlaying('security group')
const instanceType = typePlaying('instance')

/** Who is known to use what, by settings and policies. */
export type KnownUses = {
  /** What workloads are known to use. */
  readonly used: ReadonlySet<string>
  /** What each of them uses or receives from. */
  readonly byUser: ReadonlyMap<string, ReadonlySet<string>>
}

export function knownUses(whole: GraphIndex, known: readonly FlowEdge[]): KnownUses {
  const tiers = new Map(
    dataFlowTypes.flatMap((type) => whole.ofType(type).map((each) => [resourceKey(each), tierOf(each)] as const)),
  )
  const isWorkload = (key: string): boolean => tiers.get(key) === 'application'
  const uses = known.flatMap(({ source, target, hub }) =>
    hub?.end === 'source' || isWorkload(source) ? [{ user: source, store: target }] : [],
  )
  // What only receives has an arrow from the store, or from its load balancer, which others call.
  const receives = known.flatMap(({ source, target, hub }) =>
    hub?.end === 'target' || isWorkload(target) ? [{ user: target, store: source }] : [],
  )
  const received = receives.filter(({ store }) => tiers.get(store) !== 'load balancer')
  const byUser = Map.groupBy([...uses, ...receives], ({ user }) => user)
  return {
    used: new Set([...uses, ...received].map(({ store }) => store)),
    byUser: new Map([...byUser].map(([user, all]) => [user, new Set(all.map(({ store }) => store))])),
  }
}

/** From one box to another. */
type Reachable = {
  readonly edges: readonly FlowEdge[]
  /** The number of connections of their resources that aren't drawn, because others are known. */
  readonly leftOut: number
}

type Ends = { readonly box: string; readonly shown: readonly ResourceReference[] }

/**
 * From workloads to the data stores and internal load balancers whose security groups name theirs, if no other workload
 * is known to use these. Instances have no settings that could name one, so known users say nothing about them: an
 * instance is left out only if it is known to use another one with the same security group. Address ranges don't identify
 * a workload.
 *
 * `known`: called only if a security group lets something through, because it takes long where very many use each other.
 */
export function* reachableEdges(
  index: GraphIndex,
  drawnAs: ReadonlyMap<string, string>,
  known: () => KnownUses,
  of: ReadonlySet<string> | null = null,
): Generator<Reachable> {
  const carriers = resourcesBySecurityGroup(index)
  const carriersOf = (
    securityGroup: string,
    isEnd: (reference: ResourceReference) => boolean,
  ): readonly ResourceReference[] =>
    (carriers.get(securityGroup) ?? []).map((carrier) => wholeOf(index, carrier)).filter(isEnd)
  const inBoxes = (references: readonly ResourceReference[]): readonly Ends[] => {
    const boxes = Map.groupBy(references, (reference) => drawnAs.get(resourceKey(reference)) ?? null)
    return [...boxes].flatMap(([box, shown]) => (box === null ? [] : [{ box, shown }]))
  }
  for (const group of index.ofType(groupType)) {
    const stores = carriersOf(resourceKey(group), (reference) => isReachedInside(index, reference))
    const targets = inBoxes(stores)
    if (targets.length === 0) continue
    const alike = new Set(stores.map((each) => resourceKey(each)))
    for (const [allowed, rules] of Map.groupBy(inboundRules(group), ({ source }) => source)) {
      const other = index.find({ type: groupType, id: allowed })
      if (other === null) continue
      const sources = inBoxes(carriersOf(resourceKey(other), isClient))
      for (const target of targets) {
        const ports = portsTo(index, target.shown, rules)
        for (const source of sources) {
          if (ports.length === 0 || source.box === target.box) continue
          if (of !== null && !of.has(source.box) && !of.has(target.box)) continue
          const { isDrawn, leftOut } = judged(source, target, alike, known())
          const edges = ports.map((label): FlowEdge => ({
            form: 'reach',
            source: source.box,
            target: target.box,
            label: labelFrom(index, source.shown, label),
            describe: () => `${displayName(group)} allows traffic from ${displayName(other)}: ${label}`,
          }))
          yield { edges: isDrawn ? edges : [], leftOut }
        }
      }
    }
  }
}

const nothing: ReadonlySet<string> = new Set()

/** `alike`: the stores with the same security group. What is known otherwise is neither drawn nor counted. */
function judged(
  { shown: users }: Ends,
  { shown: stores }: Ends,
  alike: ReadonlySet<string>,
  { used, byUser }: KnownUses,
): { readonly isDrawn: boolean; readonly leftOut: number } {
  const all = stores.map((store) => resourceKey(store))
  const [usedOnes, unused] = [all.filter((key) => used.has(key)), all.filter((key) => !used.has(key))]
  let isDrawn = false
  let leftOut = 0
  for (const user of users) {
    const own = byUser.get(resourceKey(user)) ?? nothing
    const isOther = (key: string): boolean => !own.has(key)
    if (!namesUses(user) && own.isDisjointFrom(alike)) isDrawn = true
    else if (!namesUses(user)) leftOut += all.filter(isOther).length
    else {
      isDrawn ||= unused.some(isOther)
      leftOut += usedOnes.filter(isOther).length
    }
  }
  return { isDrawn, leftOut }
}

/** Whether its settings would name what it uses. Instances, and groups of them, have no such settings. */
function namesUses({ type }: ResourceReference): boolean {
  return type !== instanceType && rolesOf(type).flow !== undefined
}

/**
 * The number of connections that security groups allow to these data stores and internal load balancers from address
 * ranges with addresses of VPCs: one for each range and target.
 */
export function connectionsFromRanges(index: GraphIndex, targets: readonly ResourceReference[]): number {
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
      for (const rule of rules) if (portsTo(index, [target], [rule]).length > 0) found.add(`${rule.source}\n${key}`)
    }
  }
  return found.size
}

/** The ports at which security groups let one resource reach another. Functions are invoked in other ways. */
export function allowedPorts(index: GraphIndex): (edge: Pick<FlowEdge, 'source' | 'target'>) => string {
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
    const numbered = ports.filter((each) => /\d/u.test(each))
    const called = numbered.length > 0 || ports.length === 0 ? [] : serviceConnectPorts(index, allowing[0]?.reference)
    return shortLabel([...numbered, ...called].toSorted(compareText))
  }
}

/** At which ports other services call it by its aliases. */
function serviceConnectPorts(index: GraphIndex, reference: ResourceReference | undefined): readonly string[] {
  const ports = reference === undefined ? undefined : index.find(reference)?.properties['serviceConnectPorts']
  return Array.isArray(ports) ? ports.flatMap((port) => (typeof port === 'number' ? [`tcp ${port}`] : [])) : []
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

/** Of the ports that the rules let through, those at which the stores listen, or all where that isn't known. */
function portsTo(
  index: GraphIndex,
  stores: readonly ResourceReference[],
  rules: readonly InboundRule[],
): readonly string[] {
  const allowed = stores.flatMap((store) => {
    const listening = portsOf(index, store)
    if (listening.length === 0) return rules.map((rule) => rule.ports)
    return listening.filter((port) => rules.some((rule) => allowsPort(rule, port)))
  })
  return [...new Set(allowed)]
}

function portsOf(index: GraphIndex, store: ResourceReference): readonly string[] {
  const listeners = listenerPorts(index, store)
  const port = portLabel(index, store)
  return listeners.length > 0 || port === '' ? listeners : [port]
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
