/** Builds the graph once all collectors have ended: duplicates merged, relations resolved, everything in a stable order. */
import type { Presence, Relation, Resource, ResourceGraph, ResourceReference, TypeCoverage } from './resource-graph.ts'

export type GraphParts = {
  readonly accountId: string
  readonly accountAlias: string
  readonly region: string
  readonly resources: readonly Resource[]
  readonly relations: readonly Relation[]
  readonly coverage: readonly TypeCoverage[]
}

/** The result does not depend on the order of the parts. */
export function buildGraph(parts: GraphParts): ResourceGraph {
  const coverage = parts.coverage.toSorted((a, b) => compareText(a.type, b.type))
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
