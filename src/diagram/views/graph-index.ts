/** Look-ups over a resource graph whose answers never depend on the order in which the graph lists things. */
import type { Resource, ResourceGraph, ResourceReference, TypeCoverage, Verb } from '../../graph/resource-graph.ts'

export type GraphIndex = {
  readonly graph: ResourceGraph
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

const known = new WeakMap<ResourceGraph, GraphIndex>()

/** One index a graph, shared by all views of it. */
export function indexGraph(graph: ResourceGraph): GraphIndex {
  const index = known.get(graph) ?? newIndex(graph)
  known.set(graph, index)
  return index
}

function newIndex(graph: ResourceGraph): GraphIndex {
  const byKey = new Map<string, Resource>()
  const byType = new Map<string, Resource[]>()
  for (const resource of graph.resources) {
    byKey.set(resourceKey(resource), resource)
    append(byType, resource.type, resource)
  }
  for (const resources of byType.values()) resources.sort(compareResources)

  const outgoing = new Map<string, ResourceReference[]>()
  const incoming = new Map<string, ResourceReference[]>()
  for (const { source, verb, target } of graph.relations) {
    append(outgoing, `${resourceKey(source)} ${verb} ${target.type}`, target)
    append(incoming, `${resourceKey(target)} ${verb} ${source.type}`, source)
  }
  const coverageByType = new Map(graph.coverage.map((coverage) => [coverage.type, coverage]))

  return {
    graph,
    ofType: (type) => byType.get(type) ?? [],
    find: (reference) => byKey.get(resourceKey(reference)) ?? null,
    targets: distinctValues(outgoing),
    sources: distinctValues(incoming),
    coverage: (type) => coverageByType.get(type) ?? null,
    types: [...byType.keys()].sort(compareText),
  }
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}

const none: readonly ResourceReference[] = []

/** Sorted and freed of repetitions when first asked for: most are never asked for. */
function distinctValues(values: Map<string, ResourceReference[]>) {
  const settled = new Set<string>()
  return (from: ResourceReference, verb: Verb, type: string): readonly ResourceReference[] => {
    const key = `${resourceKey(from)} ${verb} ${type}`
    const found = values.get(key)
    if (found === undefined) return none
    if (found.length === 1 || settled.has(key)) return found
    const byId = new Map(found.map((reference) => [reference.id, reference]))
    const sorted = [...byId.values()].sort((left, right) => compareText(left.id, right.id))
    values.set(key, sorted)
    settled.add(key)
    return sorted
  }
}
