/** One object for each resource that is named: sets and maps then know it by itself, without a text made of type and id each time. */
import type { ResourceReference } from './resource-graph.ts'

/** Always the same object for the same resource; its id shares no memory with the answer that it came from. */
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

/** Text that shares no memory with another one: a part of a text, as parsers cut it out, holds on to the whole of it. */
export function ownedText(text: string): string {
  return ` ${text}`.slice(1)
}
