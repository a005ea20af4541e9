/** Who may use what by the policies of roles. */
import type { Resource, ResourceReference, Verb } from '../../../graph/resource-graph.ts'
import { type GraphIndex, displayName, resourceKey } from '../../../graph/graph-index.ts'
import { resourceType, rolesOf } from '../../../resource-types/look-ups.ts'
import type { FlowEdge } from '../flows/flow-edges.ts'
import { type HeldRole, heldRoles } from './held-roles.ts'

const accessWords: ReadonlyMap<Verb, string> = new Map([
  ['reads from', 'reads'],
  ['writes to', 'writes'],
  ['invokes', 'invokes'],
])

/** From resources with a role to the resources in its policies. */
export function permittedEdges(index: GraphIndex): readonly FlowEdge[] {
  return heldRoles(index).flatMap(({ role, holders, access }) =>
    [...access.values()].flat().flatMap(({ verb, target }) =>
      rolesOf(target.type).box === undefined
        ? []
        : holders
            .filter((holder) => resourceKey(holder) !== resourceKey(target))
            .map((holder) => ({ holder, isHandedOn: isReceiving(verb, target) }))
            .map(({ holder, isHandedOn }): FlowEdge => ({
              form: 'reach',
              source: resourceKey(isHandedOn ? target : holder),
              target: resourceKey(isHandedOn ? holder : target),
              label: accessWords.get(verb) ?? '',
              describe: () =>
                `${nameOf(index, holder)} ${accessWords.get(verb) ?? 'uses'} ${nameOf(index, target)}, as the role ${nameOf(index, role)} permits`,
            })),
    ),
  )
}

/** How a resource may use another one that its settings name. Settings don't say how. */
export type PossibleUse = 'any' | 'receives' | 'none'

/**
 * Roles whose policies couldn't be read allow any use, and so does no role, unless there can be no other rights. `none`:
 * only of types that roles alone give access to.
 */
export function possibleUses(index: GraphIndex): (user: ResourceReference, target: ResourceReference) => PossibleUse {
  const rolesOfHolder = Map.groupBy(
    heldRoles(index).flatMap((held) => held.holders.map((holder) => ({ held, holder }))),
    ({ holder }) => resourceKey(holder),
  )
  return (user, target): PossibleUse => {
    const held = rolesOfHolder.get(resourceKey(user))?.map((each) => each.held) ?? []
    if (held.length === 0 && !hasOnlyOwnRoles(index.find(user))) return 'any'
    const permits = (wanted: (verb: Verb) => boolean): boolean => held.some((each) => isPermitted(each, wanted, target))
    if (permits((verb) => !isReceiving(verb, target))) return 'any'
    if (permits((verb) => isReceiving(verb, target))) return 'receives'
    return resourceType(target.type)?.onlyByRole === true ? 'none' : 'any'
  }
}

function hasOnlyOwnRoles(user: Resource | null): boolean {
  const wanted = Object.entries(resourceType(user?.type ?? '')?.onlyOwnRoles ?? {})
  return wanted.some(([property, values]) => {
    const found = [user?.properties[property] ?? []].flat()
    return found.length > 0 && found.every((value) => typeof value === 'string' && values.includes(value))
  })
}

function isPermitted(
  { access, isBroad }: HeldRole,
  wanted: (verb: Verb) => boolean,
  target: ResourceReference,
): boolean {
  return (
    access.get(resourceKey(target))?.some(({ verb }) => wanted(verb)) === true ||
    [...accessWords.keys()].some((verb) => wanted(verb) && isBroad(verb, target.type))
  )
}

/** What is read from a queue or stream comes from there. */
function isReceiving(verb: Verb, { type }: ResourceReference): boolean {
  return verb === 'reads from' && rolesOf(type).flow === 'messaging'
}

function nameOf(index: GraphIndex, reference: ResourceReference): string {
  const resource = index.find(reference)
  return resource === null ? reference.id : displayName(resource)
}
