/**
 * Which application each resource belongs to. The first that tells decides: its stack, its application tags, its cluster, the usual
 * tags, then what it works with. Resources that several applications use are shared.
 */
import { compareReferences, compareText, displayName, type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import { basisOf, type Resource, type ResourceReference } from '../../graph/resource-graph.ts'
import { type Application, type Membership, sources } from './application.ts'
import { isApplicationPart, isNetwork, isShared, joinsApplicationParts } from './application-parts.ts'
import { communities, type Neighbours } from './communities.ts'
import { sharedName, wordCounts } from './community-name.ts'
import { type Told, tellers } from './told-applications.ts'

export type Applications = {
  /** Sorted by name, then ID. */
  readonly all: readonly Application[]
  /** `null`: nothing tells. */
  of(resource: ResourceReference): Membership | null
}

/** Steps from what is told to what works with it. */
const mostSteps = 2

const known = new WeakMap<GraphIndex, Applications>()

/** Once for a graph. */
export function applicationsOf(index: GraphIndex): Applications {
  const found = known.get(index) ?? findApplications(index)
  known.set(index, found)
  return found
}

type Memberships = Map<string, Membership>

function findApplications(index: GraphIndex): Applications {
  const resources = index.graph.resources.filter(({ presence, type }) => presence === 'read' && !isNetwork(type))
  const parts = resources.filter(({ type }) => isApplicationPart(type) && !isShared(type))
  const working = workingWith(index, new Set(parts.map((part) => resourceKey(part))))
  const told = new Map<string, Told>()
  const memberships: Memberships = new Map()
  const asked = tellers(index)
  for (const resource of resources) {
    const first = asked.map((teller) => teller(resource)).find((each) => each !== null)
    if (first === undefined) continue
    const other = told.get(first.id)
    // Spelled in several ways, it is called as its most reliable source does.
    if (other === undefined || byReliability(first, other) < 0) told.set(first.id, first)
    memberships.set(resourceKey(resource), { applications: [first.id], because: first.because })
  }
  for (let step = 0; step < mostSteps; step++) addNeighbors(parts, working, memberships)
  const untold = parts.filter((part) => !memberships.has(resourceKey(part)))
  const everywhere = wordCounts(parts)
  for (const members of communities(untold, working)) {
    const community = communityOf(members, working, everywhere)
    told.set(community.id, community)
    for (const member of members)
      memberships.set(resourceKey(member), { applications: [community.id], because: community.because })
  }
  addNeighbors(resources, neighborsOfOthers(index, memberships), memberships)
  return {
    all: listed(told, resources, memberships),
    of: (reference) => memberships.get(resourceKey(reference)) ?? null,
  }
}

/** Of one source, the first spelling, and the first reason, whatever the order of the graph. */
function byReliability(left: Told, right: Told): number {
  return (
    sources.indexOf(left.source) - sources.indexOf(right.source) ||
    compareText(left.name, right.name) ||
    compareText(left.because, right.because)
  )
}

/**
 * What of the parts works with what: by a relation of its own, through what is drawn as an arrow, or by what a role permits that only
 * one of them has.
 */
function workingWith(index: GraphIndex, parts: ReadonlySet<string>): Neighbours {
  const neighbours = new Map<string, Set<string>>()
  const throughLines = new Map<string, Set<string>>()
  const ofShared = new Set<string>()
  const users = new Map<string, Set<string>>()
  const permitted = new Map<string, Set<string>>()
  for (const relation of index.graph.relations) {
    const { source, target } = relation
    const [from, to] = [resourceKey(source), resourceKey(target)]
    if (basisOf(relation) === 'permitted') {
      if (parts.has(to)) added(permitted, from, to)
      continue
    }
    if (parts.has(from)) {
      if (parts.has(to)) join(neighbours, from, to)
      else added(users, to, from)
    }
    for (const [line, end] of [
      [source, target],
      [target, source],
    ] as const) {
      if (!joinsApplicationParts(line.type)) continue
      if (parts.has(resourceKey(end))) added(throughLines, resourceKey(line), resourceKey(end))
      // What several applications listen to does not join them.
      else if (isApplicationPart(end.type) && isShared(end.type)) ofShared.add(resourceKey(line))
    }
  }
  for (const [line, ends] of throughLines) if (!ofShared.has(line)) joinAll(neighbours, ends)
  for (const [role, targets] of permitted) {
    const [user, ...others] = users.get(role) ?? []
    if (user !== undefined && others.length === 0) for (const target of targets) join(neighbours, user, target)
  }
  return neighbours
}

function joinAll(neighbours: Map<string, Set<string>>, keys: ReadonlySet<string>): void {
  const [first, ...others] = [...keys].sort(compareText)
  if (first !== undefined) for (const other of others) join(neighbours, first, other)
}

/** What others that belong somewhere have to do with it. */
function neighborsOfOthers(index: GraphIndex, memberships: Memberships): Neighbours {
  const neighbours = new Map<string, Set<string>>()
  for (const { source, target } of index.graph.relations) {
    if (isNetwork(source.type) || isNetwork(target.type)) continue
    const [from, to] = [resourceKey(source), resourceKey(target)]
    if (memberships.has(from) !== memberships.has(to)) join(neighbours, from, to)
  }
  return neighbours
}

function join(neighbours: Map<string, Set<string>>, one: string, other: string): void {
  if (one === other) return
  added(neighbours, one, other)
  added(neighbours, other, one)
}

function added(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key)
  if (known === undefined) sets.set(key, new Set([value]))
  else known.add(value)
}

/** What belongs to none yet belongs to those of its neighbors: shared where these are of several. */
function addNeighbors(resources: readonly Resource[], neighbours: Neighbours, memberships: Memberships): void {
  const found: [string, Membership][] = []
  for (const resource of resources) {
    const key = resourceKey(resource)
    if (memberships.has(key)) continue
    const near = [...(neighbours.get(key) ?? [])].flatMap((other) => memberships.get(other)?.applications ?? [])
    const applications = [...new Set(near)].sort(compareText)
    if (applications.length === 0) continue
    const because = applications.length === 1 ? 'works with it' : `used by ${applications.length} applications`
    found.push([key, { applications, because }])
  }
  for (const [key, membership] of found) memberships.set(key, membership)
}

function communityOf(members: readonly Resource[], working: Neighbours, everywhere: ReadonlyMap<string, number>): Told {
  const [first] = members
  const busiest = members.toSorted((left, right) => degree(right, working) - degree(left, working))[0]
  if (first === undefined || busiest === undefined) throw new Error('A community has members')
  const name = sharedName(members, everywhere)
  return {
    id: `relations:${resourceKey(first)}`,
    name: name === '' ? displayName(busiest) : name,
    source: 'relations',
    because: 'resources that work together',
  }
}

function degree(resource: Resource, working: Neighbours): number {
  return working.get(resourceKey(resource))?.size ?? 0
}

function listed(
  told: ReadonlyMap<string, Told>,
  resources: readonly Resource[],
  memberships: Memberships,
): readonly Application[] {
  const own = Map.groupBy(
    resources.filter((resource) => memberships.get(resourceKey(resource))?.applications.length === 1),
    (resource) => memberships.get(resourceKey(resource))?.applications[0] ?? '',
  )
  return [...told.values()]
    .map((application) => ({
      ...application,
      members: (own.get(application.id) ?? []).map(({ type, id }) => ({ type, id })).sort(compareReferences),
    }))
    .sort((left, right) => compareText(left.name, right.name) || compareText(left.id, right.id))
}
