/** Makes equal texts of a graph one. As they are parsed each is a copy of its own, and large graphs repeat a few texts over and over. */
import { createReferenceTable } from './reference-table.ts'
import type { Json, Relation, Resource } from './resource-graph.ts'

export type SharedValues = {
  /** Changes the records of the resource, which are nobody else's. */
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
