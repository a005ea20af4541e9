/**
 * Shares equal strings of a graph. Parsing creates a copy of each, and large graphs repeat a few strings many times.
 */
import { createReferenceTable } from './reference-table.ts'
import type { Json, Relation, Resource } from './resource-graph.ts'

export type SharedValues = {
  /** Changes the records of the resource, which must not be used elsewhere. */
  resource(resource: Resource): Resource
  relation(relation: Relation): Relation
}

export function createSharedValues(): SharedValues {
  const reference = createReferenceTable()
  const texts = new Map<string, string>()

  const shared = <Text extends string>(text: Text): Text => {
    const known = texts.get(text)
    if (known !== undefined) return known as Text
    texts.set(text, text)
    return text
  }

  const shareWithin = (record: Record<string, Json>): void => {
    for (const [name, value] of Object.entries(record)) if (typeof value === 'string') record[name] = shared(value)
  }

  return {
    resource(resource) {
      shareWithin(resource.tags)
      shareWithin(resource.properties)
      return { ...resource, ...reference(resource), presence: shared(resource.presence) }
    },
    relation: (relation) => ({
      ...relation,
      source: reference(relation.source),
      verb: shared(relation.verb),
      target: reference(relation.target),
      evidence: shared(relation.evidence),
    }),
  }
}
