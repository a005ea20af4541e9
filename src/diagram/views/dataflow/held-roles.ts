/** Who has which role, and what its policies permit. */
import type { Relation, Resource, ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { type GraphIndex, resourceKey } from '../../../graph/graph-index.ts'
import { startsItself } from '../flows/connectors.ts'
import { resourceType, rolesOf, typePlaying } from '../../../resource-types/look-ups.ts'

/** An instance uses a profile, which uses a role; a service its definition, which uses a role. */
const mostStepsToRole = 3

export type Access = Pick<Relation, 'verb' | 'target'>

export type HeldRole = {
  readonly role: Resource
  /** The boxes that have the role, by themselves or by what has no box. */
  readonly holders: readonly ResourceReference[]
  /** Whether a holder has the role by itself, not only by what it starts, such as a task definition. */
  readonly isOwnOf: (holder: ResourceReference) => boolean
  /** To named resources, by their keys. */
  readonly access: ReadonlyMap<string, readonly Access[]>
  /** Whether it permits this for all resources of a type, or for some that have no exact names. */
  readonly isBroad: (verb: Verb, type: string) => boolean
}

const known = new WeakMap<GraphIndex, readonly HeldRole[]>()

/** Without roles that nothing has. Computed once for each graph, because several parts of a page need it. */
export function heldRoles(index: GraphIndex): readonly HeldRole[] {
  const held = known.get(index) ?? readRoles(index)
  known.set(index, held)
  return held
}

function readRoles(index: GraphIndex): readonly HeldRole[] {
  const users = usersOf(index)
  const isHolder = (user: ResourceReference): boolean => hasBox(user) || startsItself(index, user)
  const permitted = index.graph.relations.filter(({ basis }) => basis === 'permitted')
  const byRole = Map.groupBy(permitted, ({ source }) => resourceKey(source))
  return index.ofType(typePlaying('IAM role')).flatMap((role): readonly HeldRole[] => {
    const holders = holdersOf(users, role, mostStepsToRole, isHolder)
    if (holders.length === 0) return []
    const access = Map.groupBy(byRole.get(resourceKey(role)) ?? [], ({ target }) => resourceKey(target))
    const own = new Set(users.get(resourceKey(role))?.map((user) => resourceKey(user)))
    const isOwnOf = (holder: ResourceReference): boolean => own.has(resourceKey(holder))
    return [{ role, holders, isOwnOf, access, isBroad: broadnessOf(role) }]
  })
}

/** Of a role whose policies couldn't be read, anything is possible. Earlier scans tell only whether there is any. */
function broadnessOf({ properties: { broad, broadAccess } }: Resource): HeldRole['isBroad'] {
  if (broad === false) return () => false
  if (!Array.isArray(broadAccess)) return () => true
  const all = new Set(broadAccess)
  return (verb, type) => all.has(`${verb} ${type}`)
}

type Users = ReadonlyMap<string, readonly ResourceReference[]>

function usersOf(index: GraphIndex): Users {
  const uses = index.graph.relations.filter((relation) => relation.verb === 'uses' && !isRoleOfAws(relation))
  return new Map(
    [...Map.groupBy(uses, ({ target }) => resourceKey(target))].map(([key, relations]) => [
      key,
      relations.flatMap(({ source }) => drawnWhole(index, source)),
    ]),
  )
}

/** What is never drawn, such as an add-on of a cluster, runs in its whole. */
function drawnWhole(index: GraphIndex, user: ResourceReference): readonly ResourceReference[] {
  const { partOf } = resourceType(user.type) ?? {}
  return partOf?.drawn === 'never' ? index.targets(user, 'contained in', partOf.whole) : [user]
}

function isRoleOfAws({ source, evidence }: Relation): boolean {
  return resourceType(source.type)?.rolesOfAws?.some((field) => evidence.endsWith(field)) === true
}

function hasBox({ type }: ResourceReference): boolean {
  const { box, flow } = rolesOf(type)
  return (box ?? flow) !== undefined
}

function holdersOf(
  users: Users,
  of: ResourceReference,
  steps: number,
  isHolder: (user: ResourceReference) => boolean,
): readonly ResourceReference[] {
  const found = (users.get(resourceKey(of)) ?? []).flatMap((user) =>
    isHolder(user) ? [user] : steps > 1 ? holdersOf(users, user, steps - 1, isHolder) : [],
  )
  return [...new Map(found.map((holder) => [resourceKey(holder), holder])).values()]
}
