/** Who may use what by the policies of roles. */
import type { ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { type GraphIndex, displayName, resourceKey } from '../../../graph/graph-index.ts'
import { resourceType, rolesOf, typePlaying } from '../../../resource-types/look-ups.ts'
import { isClusterMember } from '../flows/connectors.ts'
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
        target: resourceKey(isHandedOn ? holder : meant(index, target)),
        label: accessWords.get(verb) ?? '',
        describe: () =>
          `${nameOf(index, holder)} ${accessWords.get(verb) ?? 'uses'} ${nameOf(index, target)}, as the role ${nameOf(index, role)} permits`,
      })),
  )
}

/** Whether a resource only receives from a queue or stream. Settings name it without saying for what. */
export type OnlyReceives = (user: ResourceReference, channel: ResourceReference) => boolean

/** Resources with rights beyond named resources could send, too. */
export function receiversIn(index: GraphIndex): OnlyReceives {
  const permitted = index.graph.relations.filter(({ basis, target }) => basis === 'permitted' && isMessaging(target))
  if (permitted.length === 0) return () => false
  const users = usersOf(index)
  const receives = new Set<string>()
  const mayDoMore = new Set<string>()
  for (const { source: role, verb, target } of permitted) {
    for (const holder of holdersOf(users, role, mostStepsToRole)) {
      const pairs = verb === 'reads from' ? receives : mayDoMore
      pairs.add(pairKey(holder, target))
    }
  }
  for (const role of index.ofType(typePlaying('IAM role'))) {
    if (role.properties['broad'] === false) continue
    for (const holder of holdersOf(users, role, mostStepsToRole)) mayDoMore.add(resourceKey(holder))
  }
  return (user, channel) =>
    receives.has(pairKey(user, channel)) && !mayDoMore.has(pairKey(user, channel)) && !mayDoMore.has(resourceKey(user))
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
