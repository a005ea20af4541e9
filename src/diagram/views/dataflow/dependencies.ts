/** Who uses what beside the way of requests: by settings, by what policies permit, and by what security groups let through. */
import type { ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { type GraphIndex, displayName, resourceKey } from '../../../graph/graph-index.ts'
import { inboundRules } from '../../../meaning/reach.ts'
import { resourceType, rolesOf, typePlaying } from '../../../resource-types/look-ups.ts'
import { dataFlowEdges } from './data-flows.ts'
import { resourcesBySecurityGroup } from '../security/protected-resources.ts'
import { isClusterMember } from '../flows/connectors.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'

const groupType = typePlaying('security group')
/** An instance uses a profile, which uses a role; a service its definition, which uses a role. */
const mostStepsToRole = 3

/** All that was scanned: by settings alone, and with what policies permit. */
export type Scanned = { readonly whole: GraphIndex; readonly permitted: GraphIndex }

/** Of what is drawn: by settings, and by what policies and security groups of all that was scanned let through. */
export function dependencies(
  index: GraphIndex,
  { whole, permitted }: Scanned,
  drawnAs: ReadonlyMap<string, string>,
): readonly FlowEdge[] {
  const told = [...dataFlowEdges(index), ...permittedEdges(permitted)].flatMap((edge): readonly FlowEdge[] => {
    const [source, target] = [drawnAs.get(edge.source), drawnAs.get(edge.target)]
    return source === undefined || target === undefined ? [] : [{ ...edge, source, target }]
  })
  return [...told, ...reachableEdges(whole, drawnAs)].filter(({ source, target }) => source !== target)
}

/** The keys of what the resources use, and of what uses them. */
export function partnersOf({ whole, permitted }: Scanned, of: readonly ResourceReference[]): ReadonlySet<string> {
  const own = new Set(of.map((each) => resourceKey(each)))
  const everything = new Map(whole.graph.resources.map((each) => [resourceKey(each), resourceKey(each)]))
  const edges = [...dataFlowEdges(whole), ...permittedEdges(permitted), ...reachableEdges(whole, everything, own)]
  const partners = edges.flatMap(({ source, target }) => [
    ...(own.has(source) ? [target] : []),
    ...(own.has(target) ? [source] : []),
  ])
  return new Set(partners.filter((key) => everything.has(key)))
}

const accessWords: ReadonlyMap<Verb, string> = new Map([
  ['reads from', 'reads'],
  ['writes to', 'writes'],
  ['invokes', 'invokes'],
])

/** From resources with a role to the resources in its policies. */
export function permittedEdges(index: GraphIndex): readonly FlowEdge[] {
  const permitted = index.graph.relations.filter(
    ({ basis, target }) => basis === 'permitted' && rolesOf(target.type).box !== undefined,
  )
  if (permitted.length === 0) return []
  const users = usersOf(index)
  return permitted.flatMap(({ source: role, verb, target }) =>
    holdersOf(users, role, mostStepsToRole)
      .filter((holder) => resourceKey(holder) !== resourceKey(target))
      // What is read from a queue or stream comes from there.
      .map((holder) => ({ holder, isHandedOn: verb === 'reads from' && rolesOf(target.type).flow === 'messaging' }))
      .map(({ holder, isHandedOn }): FlowEdge => ({
        form: 'reach',
        source: resourceKey(isHandedOn ? target : holder),
        target: resourceKey(isHandedOn ? holder : meant(index, target)),
        label: accessWords.get(verb) ?? '',
        describe: () =>
          `${nameOf(index, holder)} ${accessWords.get(verb) ?? 'uses'} ${nameOf(index, target)}, as the role ${nameOf(index, role)} permits`,
      })),
  )
}

/** A policy shows how a resource is used. A setting may only show that it is. */
export function withAccess(edges: readonly FlowEdge[], permitted: readonly FlowEdge[]): readonly FlowEdge[] {
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

function pairOf({ source, target }: FlowEdge): string {
  return `${source}\n${target}`
}

type Users = ReadonlyMap<string, readonly ResourceReference[]>

function usersOf({ graph }: GraphIndex): Users {
  const uses = graph.relations.filter(({ verb }) => verb === 'uses')
  return new Map(
    [...Map.groupBy(uses, ({ target }) => resourceKey(target))].map(([key, relations]) => [
      key,
      relations.map(({ source }) => source),
    ]),
  )
}

/** The boxes that have the role, by themselves or by what has no box. */
function holdersOf(users: Users, of: ResourceReference, steps: number): readonly ResourceReference[] {
  const found = (users.get(resourceKey(of)) ?? []).flatMap((user) =>
    rolesOf(user.type).box !== undefined ? [user] : steps > 1 ? holdersOf(users, user, steps - 1) : [],
  )
  return [...new Map(found.map((holder) => [resourceKey(holder), holder])).values()]
}

/** From workloads to the data stores whose security groups name theirs. Address ranges don't identify a workload. */
function reachableEdges(
  index: GraphIndex,
  drawnAs: ReadonlyMap<string, string>,
  of: ReadonlySet<string> | null = null,
): readonly FlowEdge[] {
  const carriers = resourcesBySecurityGroup(index)
  const boxesOf = (group: string, isEnd: (reference: ResourceReference) => boolean): ReadonlySet<string> =>
    new Set(
      (carriers.get(group) ?? [])
        .map((carrier) => wholeOf(index, carrier))
        .filter(isEnd)
        .flatMap((reference) => drawnAs.get(resourceKey(reference)) ?? []),
    )
  return index.ofType(groupType).flatMap((group) => {
    const stores = boxesOf(
      resourceKey(group),
      (reference) => tierOf(reference) === 'data' && !isClusterMember(index, reference),
    )
    if (stores.size === 0) return []
    return inboundRules(group).flatMap(({ source: allowed, ports }) => {
      const other = index.find({ type: groupType, id: allowed })
      if (other === null) return []
      const clients = boxesOf(resourceKey(other), (reference) => tierOf(reference) === 'application')
      const describe = (): string => `${displayName(group)} allows traffic from ${displayName(other)}: ${ports}`
      return [...clients].flatMap((source) =>
        [...stores]
          .filter((target) => of === null || of.has(source) || of.has(target))
          .map((target): FlowEdge => ({ form: 'reach', source, target, label: ports, describe })),
      )
    })
  })
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

/** A cluster where one of its instances is named. */
function meant(index: GraphIndex, named: ResourceReference): ResourceReference {
  const { partOf } = resourceType(named.type) ?? {}
  if (partOf === undefined || !isClusterMember(index, named)) return named
  return index.targets(named, 'contained in', partOf.whole)[0] ?? named
}

function nameOf(index: GraphIndex, reference: ResourceReference): string {
  const resource = index.find(reference)
  return resource === null ? reference.id : displayName(resource)
}
