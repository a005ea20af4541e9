/** What a resource was at one moment, in its one canonical form: equal readings give equal bytes, and so the same key. */
import { hash } from 'node:crypto'
import { compareText } from './compare-text.ts'
import {
  basisOf,
  type Json,
  type Relation,
  type Resource,
  type ResourceReference,
  type Verb,
} from './resource-graph.ts'
import { storableText } from './storable.ts'

/** A resource as one answer told of it, with the relations that it is the source of. */
export type ResourceReading = {
  /** A property that is `undefined` is none. */
  readonly resource: Omit<Resource, 'properties'> & { readonly properties: Readonly<Record<string, Json | undefined>> }
  readonly relations: readonly Relation[]
}

type CanonicalReading = { readonly resource: Resource; readonly relations: readonly Relation[] }

/** Verb, type and id of the target, evidence; then the basis of a relation that is not configured. */
export type CompactRelation = readonly [
  verb: Verb,
  targetType: string,
  targetId: string,
  evidence: string,
  basis?: 'permitted',
]

/** The content as it is stored. */
export type ResourceContent = {
  /** SHA-256 of the row, in hexadecimal. */
  readonly version: string
  /** JSON of a `StoredRow`. */
  readonly row: string
}

export type StoredRow = Omit<Resource, 'partial'> & {
  readonly partial: boolean
  readonly relations: readonly CompactRelation[]
}

export type ResourceVersion = ResourceContent &
  Pick<Resource, 'type' | 'id' | 'partial'> & {
    /** Of all relations. */
    readonly targets: readonly ResourceReference[]
  }

/** Of most records and lists of relations; longer ones are sorted by the engine. */
const fewItems = 24

export function versionOf(reading: ResourceReading): ResourceVersion {
  const { resource, relations } = canonicalReading(reading)
  const { type, id, arn, name, presence, partial = false, tags, properties } = resource
  const compact = relations.map(({ verb, target, evidence, basis }): CompactRelation => {
    const configured = [verb, target.type, target.id, evidence] as const
    return basis === undefined ? configured : [...configured, basis]
  })
  const stored: StoredRow = { type, id, arn, name, presence, partial, tags, properties, relations: compact }
  const row = JSON.stringify(stored)
  const targets = relations.map(({ target }) => target)
  const version = { type, id, row, version: hash('sha256', row, 'hex'), targets }
  return partial ? { ...version, partial } : version
}

/** Keys of tags and properties are sorted; relations are sorted by verb, target and basis, each once. */
export function canonicalReading(reading: ResourceReading): CanonicalReading {
  const resource = canonicalResource(reading.resource)
  return { resource, relations: canonicalRelations({ type: resource.type, id: resource.id }, reading.relations) }
}

function canonicalResource(resource: ResourceReading['resource']): Resource {
  const { arn, name, partial } = resource
  const canonical = {
    type: storableText(resource.type),
    id: storableText(resource.id),
    arn: arn === null ? null : storableText(arn),
    name: name === null ? null : storableText(name),
    presence: resource.presence,
    tags: canonicalRecord(resource.tags, storableText),
    properties: canonicalRecord(resource.properties, canonicalJson),
  }
  return partial ? { ...canonical, partial } : canonical
}

function canonicalReference(reference: ResourceReference): ResourceReference {
  const type = storableText(reference.type)
  const id = storableText(reference.id)
  return type === reference.type && id === reference.id ? reference : { type, id }
}

/** Of two that say the same, the one whose evidence sorts first stays. */
function canonicalRelations(source: ResourceReference, relations: readonly Relation[]): readonly Relation[] {
  const canonical = relations.map(({ verb, target, evidence, basis }) => ({
    source,
    verb,
    target: canonicalReference(target),
    evidence: storableText(evidence),
    ...(basis && { basis }),
  }))
  sortInPlace(canonical, (a, b) => compareRelations(a, b) || compareText(a.evidence, b.evidence))
  const isRepeated = (relation: Relation, index: number) => {
    const previous = canonical[index - 1]
    return previous !== undefined && compareRelations(previous, relation) === 0
  }
  return canonical.some(isRepeated) ? canonical.filter((relation, index) => !isRepeated(relation, index)) : canonical
}

/** Two relations of the same source. */
function compareRelations(a: Relation, b: Relation): number {
  return (
    compareText(a.verb, b.verb) ||
    compareText(a.target.type, b.target.type) ||
    compareText(a.target.id, b.target.id) ||
    compareText(basisOf(a), basisOf(b))
  )
}

function canonicalJson(value: Json): Json {
  if (typeof value === 'string') return storableText(value)
  if (isList(value)) return value.map(canonicalJson)
  return typeof value === 'object' && value !== null ? canonicalRecord(value, canonicalJson) : value
}

/** By keys alone, without lists of pairs: most of what a scan makes of its answers is records. */
function canonicalRecord<Value, Canonical>(
  record: Readonly<Record<string, Value | undefined>>,
  canonical: (value: Value) => Canonical,
): Record<string, Canonical> {
  const keys = Object.keys(record)
  if (!keys.every(isPlainKey)) return canonicalRecordOfAnyKeys(record, canonical)
  const result: Record<string, Canonical> = {}
  for (const key of sortInPlace(keys, compareText)) {
    const value = record[key]
    if (value !== undefined) result[key] = canonical(value)
  }
  return result
}

/** By insertion: the engine's own sort makes copies, for each record and list of each resource. */
function sortInPlace<Item>(items: Item[], compare: (one: Item, other: Item) => number): readonly Item[] {
  if (items.length > fewItems) return items.sort(compare)
  for (let next = 1; next < items.length; next += 1) {
    const item = items[next] as Item
    let at = next
    for (; at > 0 && compare(items[at - 1] as Item, item) > 0; at -= 1) items[at] = items[at - 1] as Item
    items[at] = item
  }
  return items
}

/** Assigned, `__proto__` would be no key. */
function isPlainKey(key: string): boolean {
  return storableText(key) === key && key !== '__proto__'
}

function canonicalRecordOfAnyKeys<Value, Canonical>(
  record: Readonly<Record<string, Value | undefined>>,
  canonical: (value: Value) => Canonical,
): Record<string, Canonical> {
  return Object.fromEntries(
    Object.entries(record)
      .flatMap(([key, value]) => (value === undefined ? [] : [[storableText(key), canonical(value)] as const]))
      .sort(([a], [b]) => compareText(a, b)),
  )
}

/** `Array.isArray` does not recognise a read-only array in a union. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
