/** The canonical form of a resource at one time: equal readings have equal bytes, and so the same key. */
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

/** A resource as read from one response, with the relations of which it is the source. */
export type ResourceReading = {
  /** A property with the value `undefined` is absent. */
  readonly resource: Omit<Resource, 'properties'> & { readonly properties: Readonly<Record<string, Json | undefined>> }
  readonly relations: readonly Relation[]
  /** Set if it belongs to the scanned region, whatever its relations. Not part of the stored content. */
  readonly inRegion?: true
}

type CanonicalReading = { readonly resource: Resource; readonly relations: readonly Relation[] }

/** Verb, type and ID of the target, and evidence, then the basis unless it is configured. */
export type CompactRelation = readonly [
  verb: Verb,
  targetType: string,
  targetId: string,
  evidence: string,
  basis?: 'permitted',
]

/** The content in its stored form. */
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

/** The usual maximum size of records and lists of relations. Longer ones use the engine's sort. */
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

/** Sorts the keys of tags and properties, and sorts relations by verb, target, and basis, without duplicates. */
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

/** Of two equal relations, keeps the one whose evidence sorts first. */
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

/** For relations of the same source. */
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

/** By keys, without lists of pairs, because most values of a scan are records. */
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

/** Insertion sort. The engine's sort makes copies for each record and list of each resource. */
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

/** Assigning `__proto__` wouldn't create a key. */
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

/** `Array.isArray` doesn't recognize a read-only array in a union. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
