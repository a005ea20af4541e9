/** Finds resources that replaced removed ones, because the same group or template created both. */
import type { ResourceReference, Resource } from '../../graph/resource-graph.ts'

export type Replacement = { readonly before: Resource; readonly after: Resource }

/**
 * Pairs removed and added resources of one type with the same origin. Several with the same origin are paired in the
 * order of their IDs. The rest counts as added or removed.
 */
export function findReplacements(removed: readonly Resource[], added: readonly Resource[]): readonly Replacement[] {
  const addedByPlace = Map.groupBy(added.filter(hasPlace), placeOf)
  return [...Map.groupBy(removed.filter(hasPlace), placeOf)].flatMap(([place, gone]) => {
    const successors = (addedByPlace.get(place) ?? []).toSorted(byId)
    return gone.toSorted(byId).flatMap((before, position) => {
      const after = successors[position]
      return after === undefined ? [] : [{ before, after }]
    })
  })
}

const byId = (left: ResourceReference, right: ResourceReference) => (left.id < right.id ? -1 : 1)

const hasPlace = (resource: Resource) => placeOf(resource) !== null

/** Its origin according to its tags, otherwise its name unless that is its ID. `null`: unknown. */
function placeOf({ type, id, name, tags }: Resource): string | null {
  const group = tags['aws:autoscaling:groupName']
  if (group !== undefined) return JSON.stringify([type, 'group', group])
  const [stack, logicalId] = [tags['aws:cloudformation:stack-name'], tags['aws:cloudformation:logical-id']]
  if (stack !== undefined && logicalId !== undefined) return JSON.stringify([type, 'stack', stack, logicalId])
  return name === null || name.trim() === '' || name === id ? null : JSON.stringify([type, 'name', name])
}
