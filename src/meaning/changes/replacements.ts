/** Finds resources that took the place of removed ones: the same group or template made both. */
import type { ResourceReference, Resource } from '../../graph/resource-graph.ts'

export type Replacement = { readonly before: Resource; readonly after: Resource }

/**
 * Pairs removed and added resources of one type that have the same place. Several of one place are paired in the order of their IDs;
 * what is left over counts as added or removed.
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

/** What made it, as its tags tell, or its name where that is not its ID. `null`: nothing tells. */
function placeOf({ type, id, name, tags }: Resource): string | null {
  const group = tags['aws:autoscaling:groupName']
  if (group !== undefined) return JSON.stringify([type, 'group', group])
  const [stack, logicalId] = [tags['aws:cloudformation:stack-name'], tags['aws:cloudformation:logical-id']]
  if (stack !== undefined && logicalId !== undefined) return JSON.stringify([type, 'stack', stack, logicalId])
  return name === null || name.trim() === '' || name === id ? null : JSON.stringify([type, 'name', name])
}
