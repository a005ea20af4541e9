/**
 * Keeps one object for each referenced resource, so that sets and maps can use the object as key instead of a text of
 * type and ID.
 */
import type { ResourceReference } from './resource-graph.ts'

/** Always returns the same object for the same resource. Its ID shares no memory with the parsed response. */
export type ReferenceTable = (to: ResourceReference) => ResourceReference

export function createReferenceTable(): ReferenceTable {
  const byType = new Map<string, { readonly type: string; readonly byId: Map<string, ResourceReference> }>()
  return ({ type, id }) => {
    let ofType = byType.get(type)
    if (ofType === undefined) {
      ofType = { type, byId: new Map() }
      byType.set(type, ofType)
    }
    const known = ofType.byId.get(id)
    if (known !== undefined) return known
    const made = { type: ofType.type, id: ownedText(id) }
    ofType.byId.set(made.id, made)
    return made
  }
}

/** A copy that shares no memory with another text. Substrings made by parsers keep the whole text in memory. */
export function ownedText(text: string): string {
  return ` ${text}`.slice(1)
}
