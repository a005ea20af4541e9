/** Who may use what by the policies of roles. */
import type { ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { type GraphIndex, displayName, resourceKey } from '../../../graph/graph-index.ts'
import { resourceType, rolesOf, typePlaying } from '../../../resource-types/look-ups.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'

/** An instance uses a profile, which uses a role; a service its definition, which uses a role. */
const mostStepsToRole = 3

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
      .map((holder) => ({ holder, isHandedOn: verb === 'reads from' && isMessaging(target) }))
      .map(({ holder, isHandedOn }): FlowEdge => ({
        form: 'reach',
        source: resourceKey(isHandedOn ? target : holder),
        target: resourceKey(isHandedOn ? holder : target),
        label: accessWords.get(verb) ?? '',
        describe: () =>
          `${nameOf(index, holder)} ${accessWords.get(verb) ?? 'uses'} ${nameOf(index, target)}, as the role ${nameOf(index, role)} permits`,
      })),
  )
}

/** How a resource may use another one that its settings name. Settings don't say how. */
export type PossibleUse = 'any' | 'receives' | 'none'

/**
 * Roles with rights beyond named resources, or whose policies couldn't be read, allow any use, and so does no role.
 * `none`: only of types that roles alone give access to.
 */
export function possibleUses(index: GraphIndex): (user: ResourceReference, target: ResourceReference) => PossibleUse {
  const users = usersOf(index)
  const limited = new Set<string>()
  const unlimited = new Set<string>()
  for (const role of index.ofType(typePlaying('IAM role'))) {
    const which = role.properties['broad'] === false ? limited : unlimited
    for (const holder of holdersOf(users, role, mostStepsToRole)) which.add(resourceKey(holder))
  }
  const received = new Set<string>()
  const used = new Set<string>()
  for (const { basis, source: role, verb, target } of index.graph.relations) {
    if (basis !== 'permitted') continue
    const pairs = verb === 'reads from' && isMessaging(target) ? received : used
    for (const holder of holdersOf(users, role, mostStepsToRole)) pairs.add(pairKey(holder, target))
  }
  return (user, target): PossibleUse => {
    const [key, pair] = [resourceKey(user), pairKey(user, target)]
    if (!limited.has(key) || unlimited.has(key) || used.has(pair)) return 'any'
    if (received.has(pair)) return 'receives'
    return resourceType(target.type)?.onlyByRole === true ? 'none' : 'any'
  }
}

function pairKey(user: ResourceReference, channel: ResourceReference): string {
  return `${resourceKey(user)}\n${resourceKey(channel)}`
}

function isMessaging({ type }: ResourceReference): boolean {
  return rolesOf(type).flow === 'messaging'
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

function nameOf(index: GraphIndex, reference: ResourceReference): string {
  const resource = index.find(reference)
  return resource === null ? reference.id : displayName(resource)
}
