/** Builds the graph once all collectors have ended: duplicates merged, relations resolved, everything in a stable order. */
import { type Keep, keepConcerned } from './keep.ts'
import type { Presence, Relation, Resource, ResourceGraph, ResourceReference, TypeCoverage } from './resource-graph.ts'

export type GraphParts = {
  readonly accountId: string
  readonly accountAlias: string
  readonly region: string
  readonly resources: readonly Resource[]
  readonly relations: readonly Relation[]
  readonly coverage: readonly TypeCoverage[]
  /** What is kept of a type's list; everything by default. */
  readonly keepOf?: (type: string) => Keep
}

/** The result does not depend on the order of the parts. */
export function buildGraph({ keepOf = () => 'all', ...all }: GraphParts): ResourceGraph {
  const parts = { ...all, ...keepConcerned(all, keepOf) }
  const coverage = parts.coverage.map((entry) => keptCount(entry, parts.resources, keepOf)).toSorted(byType)
  const readTypes = new Set(coverage.filter(({ status }) => status === 'collected').map(({ type }) => type))
  const resources = new Map<string, Resource>()
  for (const resource of parts.resources) {
    const key = referenceKey(resource)
    const known = resources.get(key)
    // Pages that shift while they are read may repeat an item: which of the two stays must not depend on their order.
    if (known === undefined || compareText(JSON.stringify(resource), JSON.stringify(known)) < 0) {
      resources.set(key, resource)
    }
  }
  const relations = new Map<string, Relation>()
  for (const relation of parts.relations) {
    const key = relationKey(relation)
    const known = relations.get(key)
    if (known === undefined || compareText(relation.evidence, known.evidence) < 0) relations.set(key, relation)
    const targetKey = referenceKey(relation.target)
    if (!resources.has(targetKey)) resources.set(targetKey, unread(relation.target, readTypes))
  }
  return {
    accountId: parts.accountId,
    accountAlias: parts.accountAlias,
    region: parts.region,
    resources: sortedByKey(resources),
    relations: sortedByKey(relations),
    coverage,
  }
}

/** The count of a type of which only a part is kept is the count of that part. */
function keptCount(entry: TypeCoverage, resources: readonly Resource[], keepOf: (type: string) => Keep): TypeCoverage {
  if (entry.status !== 'collected' || keepOf(entry.type) === 'all') return entry
  return { ...entry, count: resources.filter(({ type }) => type === entry.type).length }
}

function byType(a: TypeCoverage, b: TypeCoverage): number {
  return compareText(a.type, b.type)
}

/** A target that no collector read: outside of what was scanned, or of a type that could not be read. */
function unread({ type, id }: ResourceReference, readTypes: ReadonlySet<string>): Resource {
  const presence: Presence = readTypes.has(type) ? 'external' : 'unknown'
  return { type, id, arn: null, name: null, presence, tags: {}, properties: {} }
}

/** Sorts like the pair of type and id: no type name contains the separator. */
function referenceKey({ type, id }: ResourceReference): string {
  return `${type}\u0000${id}`
}

function relationKey({ source, verb, target }: Relation): string {
  return `${referenceKey(source)}\u0000${verb}\u0000${referenceKey(target)}`
}

function sortedByKey<Value>(entries: ReadonlyMap<string, Value>): readonly Value[] {
  return [...entries].toSorted(([a], [b]) => compareText(a, b)).map(([, value]) => value)
}

/** By UTF-16 code units: the same on every machine and in every locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
