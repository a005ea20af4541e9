/** What a resource was at one moment, in its one canonical form: equal readings give equal bytes, and so the same key. */
import { hash } from 'node:crypto'
import { compareText } from './compare-text.ts'
import type { Json, Relation, Resource, ResourceReference, Verb } from './resource-graph.ts'
import { storableText } from './storable.ts'

/** A resource as one answer told of it, with the relations that it is the source of. */
export type ResourceReading = { readonly resource: Resource; readonly relations: readonly Relation[] }

/** Verb, type and id of the target, evidence. */
export type CompactRelation = readonly [verb: Verb, targetType: string, targetId: string, evidence: string]

/** The content as it is stored: little for memory to hold while it waits for that. */
export type ResourceVersion = Pick<Resource, 'type' | 'id' | 'arn' | 'name' | 'presence' | 'partial'> & {
  /** SHA-256 of everything below and above, in hexadecimal. */
  readonly version: string
  /** JSON of the record. */
  readonly tags: string
  /** JSON of the record. */
  readonly properties: string
  /** JSON of `CompactRelation[]`. */
  readonly relations: string
  /** Of all relations. */
  readonly targets: readonly ResourceReference[]
}

export function versionOf(reading: ResourceReading): ResourceVersion {
  const { resource, relations } = canonicalReading(reading)
  const { type, id, arn, name, presence, partial } = resource
  const compact = relations.map(({ verb, target, evidence }): CompactRelation => [
    verb,
    target.type,
    target.id,
    evidence,
  ])
  const content = {
    type,
    id,
    arn,
    name,
    presence,
    tags: JSON.stringify(resource.tags),
    properties: JSON.stringify(resource.properties),
    relations: JSON.stringify(compact),
    ...(partial && { partial }),
  }
  return {
    ...content,
    version: hash('sha256', JSON.stringify(Object.values(content)), 'hex'),
    targets: relations.map(({ target }) => target),
  }
}

/** Keys of tags and properties are sorted; relations are sorted by verb and target, each once. */
export function canonicalReading(reading: ResourceReading): ResourceReading {
  const resource = canonicalResource(reading.resource)
  return { resource, relations: canonicalRelations(resource, reading.relations) }
}

function canonicalResource({ type, id, arn, name, presence, partial, tags, properties }: Resource): Resource {
  return {
    ...canonicalReference({ type, id }),
    arn: arn === null ? null : storableText(arn),
    name: name === null ? null : storableText(name),
    presence,
    ...(partial && { partial }),
    tags: canonicalRecord(tags, storableText),
    properties: canonicalRecord(properties, canonicalJson),
  }
}

function canonicalReference({ type, id }: ResourceReference): ResourceReference {
  return { type: storableText(type), id: storableText(id) }
}

/** Of two that say the same, the one whose evidence sorts first stays. */
function canonicalRelations({ type, id }: Resource, relations: readonly Relation[]): readonly Relation[] {
  const sorted = relations
    .map(({ verb, target, evidence }) => ({
      source: { type, id },
      verb,
      target: canonicalReference(target),
      evidence: storableText(evidence),
    }))
    .sort((a, b) => compareRelations(a, b) || compareText(a.evidence, b.evidence))
  return sorted.filter((relation, index) => {
    const previous = sorted[index - 1]
    return previous === undefined || compareRelations(previous, relation) !== 0
  })
}

/** Two relations of the same source. */
function compareRelations(a: Relation, b: Relation): number {
  return (
    compareText(a.verb, b.verb) || compareText(a.target.type, b.target.type) || compareText(a.target.id, b.target.id)
  )
}

function canonicalJson(value: Json): Json {
  if (typeof value === 'string') return storableText(value)
  if (isList(value)) return value.map(canonicalJson)
  return typeof value === 'object' && value !== null ? canonicalRecord(value, canonicalJson) : value
}

function canonicalRecord<Value, Canonical>(
  record: Readonly<Record<string, Value>>,
  canonical: (value: Value) => Canonical,
): Record<string, Canonical> {
  return Object.fromEntries(
    Object.entries(record)
      .map(([key, value]) => [storableText(key), canonical(value)] as const)
      .sort(([a], [b]) => compareText(a, b)),
  )
}

/** `Array.isArray` does not recognise a read-only array in a union. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
