/** Look-ups over a resource graph whose answers never depend on the order in which the graph lists things. */
import type { Resource, ResourceGraph, ResourceReference, TypeCoverage, Verb } from '../../graph/resource-graph.ts'

export type GraphIndex = {
  /** Sorted by name, then id. */
  ofType(type: string): readonly Resource[]
  find(reference: ResourceReference): Resource | null
  /** What `source` points to, of one type; sorted by id. */
  targets(source: ResourceReference, verb: Verb, type: string): readonly ResourceReference[]
  /** What points to `target`, of one type; sorted by id. */
  sources(target: ResourceReference, verb: Verb, type: string): readonly ResourceReference[]
  coverage(type: string): TypeCoverage | null
  readonly types: readonly string[]
}

export function resourceKey(reference: ResourceReference): string {
  return `${reference.type}/${reference.id}`
}

/** By code unit, so the same on every machine. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

export function displayName(resource: Resource): string {
  const name = resource.name?.trim() ?? ''
  return name === '' ? resource.id : name
}

export function compareResources(left: Resource, right: Resource): number {
  return compareText(displayName(left), displayName(right)) || compareText(resourceKey(left), resourceKey(right))
}

export function textProperty(resource: Resource, name: string): string {
  const value = resource.properties[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function indexGraph(graph: ResourceGraph): GraphIndex {
  const byKey = new Map(graph.resources.map((resource) => [resourceKey(resource), resource]))
  const byType = new Map<string, Resource[]>()
  for (const resource of graph.resources) append(byType, resource.type, resource)
  for (const resources of byType.values()) resources.sort(compareResources)

  const outgoing = new Map<string, ResourceReference[]>()
  const incoming = new Map<string, ResourceReference[]>()
  for (const { source, verb, target } of graph.relations) {
    append(outgoing, `${resourceKey(source)} ${verb} ${target.type}`, target)
    append(incoming, `${resourceKey(target)} ${verb} ${source.type}`, source)
  }
  const coverageByType = new Map(graph.coverage.map((coverage) => [coverage.type, coverage]))

  return {
    ofType: (type) => byType.get(type) ?? [],
    find: (reference) => byKey.get(resourceKey(reference)) ?? null,
    targets: (source, verb, type) => distinct(outgoing.get(`${resourceKey(source)} ${verb} ${type}`) ?? []),
    sources: (target, verb, type) => distinct(incoming.get(`${resourceKey(target)} ${verb} ${type}`) ?? []),
    coverage: (type) => coverageByType.get(type) ?? null,
    types: [...byType.keys()].sort(compareText),
  }
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}

function distinct(references: readonly ResourceReference[]): readonly ResourceReference[] {
  const byId = new Map(references.map((reference) => [reference.id, reference]))
  return [...byId.values()].sort((left, right) => compareText(left.id, right.id))
}
