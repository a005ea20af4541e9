/**
 * Finds the application of each resource. The first evidence decides: its CloudFormation stack, application tags,
 * cluster, common tags, then its relations. Resources that work with several applications are shared.
 */
import { rolesOf } from '../../resource-types/look-ups.ts'
import { compareReferences, compareText, displayName, type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import { basisOf, type Resource, type ResourceReference } from '../../graph/resource-graph.ts'
import { type Application, type Membership, type NamedApplication, sources } from './application.ts'
import { isApplicationPart, isNetwork, isShared, joinsApplicationParts } from './application-parts.ts'
import { communities, type Neighbors } from './communities.ts'
import { distinctNames, wordCounts } from './community-name.ts'
import { applicationFinders } from './named-applications.ts'
import { isInStack } from './stacks.ts'

export type Applications = {
  /** Sorted by name, then ID. Nested stacks follow their root. */
  readonly all: readonly Application[]
  /** `null`: no evidence. */
  of(resource: ResourceReference): Membership | null
}

/** The maximum number of relations between a resource with evidence and one that joins its application. */
const mostSteps = 2

const known = new WeakMap<GraphIndex, Applications>()

/** Cached for each graph. */
export function applicationsOf(index: GraphIndex): Applications {
  const found = known.get(index) ?? findApplications(index)
  known.set(index, found)
  return found
}

type Memberships = Map<string, Membership>

function findApplications(index: GraphIndex): Applications {
  const resources = index.graph.resources.filter(({ presence, type }) => presence === 'read' && !isNetwork(type))
  const parts = resources.filter(({ type }) => isApplicationPart(type) && !isShared(type))
  const named = new Map<string, NamedApplication>()
  const memberships: Memberships = new Map()
  const finders = applicationFinders(index)
  for (const resource of resources) {
    const first = finders.map((findNamed) => findNamed(resource)).find((each) => each !== null)
    if (first === undefined) continue
    const other = named.get(first.id)
    // If a name is spelled in several ways, the spelling of the most reliable source is used.
    if (other === undefined || byReliability(first, other) < 0) named.set(first.id, first)
    memberships.set(resourceKey(resource), { applications: [first.id], because: first.because })
  }
  const working = workingWith(index, new Set(parts.map((part) => resourceKey(part))), memberships)
  for (let step = 0; step < mostSteps; step++) addNeighbors(parts, working, named, memberships)
  const unnamed = parts.filter((part) => !memberships.has(resourceKey(part)))
  const groups = communities(unnamed, working.neighbors)
  const taken = new Set([...named.values()].map(({ name }) => name.toLowerCase()))
  const names = distinctNames(groups, wordCounts(parts), taken)
  for (const [position, members] of groups.entries()) {
    const community = communityOf(members, names[position] ?? '', working.neighbors)
    named.set(community.id, community)
    for (const member of members)
      memberships.set(resourceKey(member), { applications: [community.id], because: community.because })
  }
  // What is still alone works only with applications. It belongs to one if that is the only one.
  addNeighbors(parts, working, named, memberships, 1)
  addNeighbors(resources, neighborsOfOthers(index, memberships), named, memberships)
  return {
    all: listed(named, resources, memberships),
    of: sharedMemberships(resources, memberships),
  }
}

/** Equal memberships are one object, and IDs are keys in place of texts of type and ID, which takes a fifth of the memory. */
function sharedMemberships(resources: readonly Resource[], memberships: Memberships): Applications['of'] {
  const shared = new Map<string, Membership>()
  const byType = new Map<string, Map<string, Membership>>()
  for (const resource of resources) {
    const membership = memberships.get(resourceKey(resource))
    if (membership === undefined) continue
    const text = JSON.stringify(membership)
    const one = shared.get(text) ?? membership
    shared.set(text, one)
    const ofType = byType.get(resource.type) ?? new Map<string, Membership>()
    byType.set(resource.type, ofType.set(resource.id, one))
  }
  return ({ type, id }) => byType.get(type)?.get(id) ?? null
}

/** Of one source, the first spelling, and the first reason, whatever the order of the graph. */
function byReliability(left: NamedApplication, right: NamedApplication): number {
  return (
    sources.indexOf(left.source) - sources.indexOf(right.source) ||
    compareText(left.name, right.name) ||
    compareText(left.because, right.because)
  )
}

/**
 * Which parts work with each other: by a relation, through a resource drawn as an arrow, or by permissions of an IAM
 * role that only one of them has, or only parts of one application. `memberships`: those that resources name.
 */
function workingWith(index: GraphIndex, parts: ReadonlySet<string>, memberships: Memberships): Working {
  const neighbors = new Map<string, Set<string>>()
  const throughLines = new Map<string, Set<string>>()
  const ofShared = new Set<string>()
  const users = new Map<string, Set<string>>()
  const permitted = new Map<string, Set<string>>()
  /** What has a role for its users, such as the profile of instances. */
  const profiles = new Map<string, Set<string>>()
  for (const relation of index.graph.relations) {
    const { source, verb, target } = relation
    const [from, to] = [resourceKey(source), resourceKey(target)]
    if (!isApplicationPart(source.type) && !isApplicationPart(target.type)) {
      if (verb === 'uses') added(profiles, to, from)
      continue
    }
    if (basisOf(relation) === 'permitted') {
      if (parts.has(to)) added(permitted, from, to)
      continue
    }
    if (parts.has(from)) {
      if (parts.has(to)) join(neighbors, from, to)
      else added(users, to, from)
    }
    for (const [line, end] of [
      [source, target],
      [target, source],
    ] as const) {
      if (!joinsApplicationParts(line.type)) continue
      if (parts.has(resourceKey(end))) added(throughLines, resourceKey(line), resourceKey(end))
      // Consuming from the same source as other applications doesn't connect them.
      else if (isApplicationPart(end.type) && isShared(end.type)) ofShared.add(resourceKey(line))
    }
  }
  const lines = new Map<string, ReadonlySet<string>[]>()
  for (const [line, ends] of throughLines) {
    if (ofShared.has(line)) continue
    joinAll(neighbors, ends)
    for (const end of ends) lines.set(end, [...(lines.get(end) ?? []), ends])
  }
  for (const [role, targets] of permitted) {
    const holders = [role, ...(profiles.get(role) ?? [])].flatMap((each) => [...(users.get(each) ?? [])])
    const owners = new Set(holders.map((holder) => memberships.get(holder)?.applications.join(' ') ?? holder))
    const [user] = holders.toSorted(compareText)
    if (user !== undefined && owners.size === 1) for (const target of targets) join(neighbors, user, target)
  }
  return { neighbors, lines }
}

/** All of them are connected through the first one, which is enough for a group. */
function joinAll(neighbors: Map<string, Set<string>>, keys: ReadonlySet<string>): void {
  const [first, ...others] = [...keys].sort(compareText)
  if (first !== undefined) for (const other of others) join(neighbors, first, other)
}

type Working = {
  readonly neighbors: Neighbors
  /** By resource: the ends of each resource drawn as an arrow that it is at. */
  readonly lines: ReadonlyMap<string, readonly ReadonlySet<string>[]>
}

/** The members of applications that have relations to these resources. */
function neighborsOfOthers(index: GraphIndex, memberships: Memberships): Working {
  const neighbors = new Map<string, Set<string>>()
  for (const { source, target } of index.graph.relations) {
    if (isNetwork(source.type) || isNetwork(target.type)) continue
    const [from, to] = [resourceKey(source), resourceKey(target)]
    if (memberships.has(from) !== memberships.has(to)) join(neighbors, from, to)
  }
  return { neighbors, lines: new Map() }
}

function join(neighbors: Map<string, Set<string>>, one: string, other: string): void {
  if (one === other) return
  added(neighbors, one, other)
  added(neighbors, other, one)
}

function added(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key)
  if (known === undefined) sets.set(key, new Set([value]))
  else known.add(value)
}

/**
 * Adds resources without an application to the applications of their neighbors. Resources with neighbors in several are
 * shared; those of several nested stacks belong to the root stack. What every account has, such as the default event
 * bus, belongs to none because one uses it.
 */
function addNeighbors(
  resources: readonly Resource[],
  { neighbors, lines }: Working,
  named: Map<string, NamedApplication>,
  memberships: Memberships,
  mostApplications = Infinity,
): void {
  const found: [string, Membership][] = []
  for (const resource of resources) {
    const key = resourceKey(resource)
    if (memberships.has(key)) continue
    const near = [neighbors.get(key) ?? [], ...(lines.get(key) ?? [])].flatMap((others) => [...others])
    const several = [...new Set(near.flatMap((other) => memberships.get(other)?.applications ?? []))].sort(compareText)
    const root = several.length > 1 ? commonRoot(several, named) : null
    if (root !== null) named.set(root.id, named.get(root.id) ?? root)
    const applications = root === null ? several : [root.id]
    if (applications.length === 0 || applications.length > mostApplications) continue
    if (applications.length === 1 && isOfEveryAccount(resource)) continue
    const because = applications.length === 1 ? 'works with it' : `works with ${applications.length} applications`
    found.push([key, { applications, because }])
  }
  for (const [key, membership] of found) memberships.set(key, membership)
}

/** `null` unless all of them are the root stack or nested in it. */
function commonRoot(ids: readonly string[], named: ReadonlyMap<string, NamedApplication>): NamedApplication | null {
  const roots = ids.map((id) => named.get(id)?.nested?.root ?? named.get(id))
  const [first] = roots
  return first !== undefined && roots.every((root) => root?.id === first.id) ? first : null
}

function isOfEveryAccount({ type, name }: Resource): boolean {
  const { everyAccountHas } = rolesOf(type).box ?? {}
  return everyAccountHas !== undefined && everyAccountHas.name === name
}

/** `name`: `''` to name it after the member with the most relations. */
function communityOf(members: readonly Resource[], name: string, working: Neighbors): NamedApplication {
  const [first] = members
  const busiest = members.toSorted((left, right) => degree(right, working) - degree(left, working))[0]
  if (first === undefined || busiest === undefined) throw new Error('A community has members')
  return {
    id: `relations:${resourceKey(first)}`,
    name: name === '' ? displayName(busiest) : name,
    source: 'relations',
    because: 'resources that work together',
  }
}

function degree(resource: Resource, working: Neighbors): number {
  return working.get(resourceKey(resource))?.size ?? 0
}

function listed(
  named: ReadonlyMap<string, NamedApplication>,
  resources: readonly Resource[],
  memberships: Memberships,
): readonly Application[] {
  const own = Map.groupBy(
    resources.filter((resource) => memberships.get(resourceKey(resource))?.applications.length === 1),
    (resource) => memberships.get(resourceKey(resource))?.applications[0] ?? '',
  )
  return [...named.values()]
    .map((application) => {
      const members = own.get(application.id) ?? []
      return {
        ...application,
        members: members.map(({ type, id }) => ({ type, id })).sort(compareReferences),
        withoutStack: members.filter((member) => isApplicationPart(member.type) && !isInStack(member)).length,
      }
    })
    .sort((left, right) => compareText(sortName(left), sortName(right)) || compareText(left.id, right.id))
}

function sortName({ name, nested }: Application): string {
  return nested?.root.name ?? name
}
