/** Lookups in a resource graph. Results never depend on the order of the graph. */
import type { Resource, ResourceGraph, ResourceReference, TypeCoverage, Verb } from './resource-graph.ts'

export type GraphIndex = {
  readonly graph: ResourceGraph
  /** Sorted by name, then ID. */
  ofType(type: string): readonly Resource[]
  find(reference: ResourceReference): Resource | null
  /** Targets of `source` with this type, sorted by ID. */
  targets(source: ResourceReference, verb: Verb, type: string): readonly ResourceReference[]
  /** Sources of relations to `target` with this type, sorted by ID. */
  sources(target: ResourceReference, verb: Verb, type: string): readonly ResourceReference[]
  coverage(type: string): TypeCoverage | null
  readonly types: readonly string[]
}

export function resourceKey(reference: ResourceReference): string {
  return `${reference.type}/${reference.id}`
}

/** By code unit, so that it is the same on every machine. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** By type, then ID. */
export function compareReferences(left: ResourceReference, right: ResourceReference): number {
  return compareText(left.type, right.type) || compareText(left.id, right.id)
}

type Named = Pick<Resource, 'name' | 'id'>

export function displayName(resource: Named): string {
  const name = resource.name?.trim() ?? ''
  return name === '' ? resource.id : name
}

/** By name, with `web-9` before `web-10`. */
export function compareResources(left: Resource, right: Resource): number {
  return compareText(naturalSortKey(left), naturalSortKey(right)) || compareReferences(left, right)
}

/** The name with padded numbers, so that sorting texts gives the natural order. Not for identifiers. */
export function naturalSortKey(resource: Named): string {
  const name = displayName(resource)
  return hexIdentifier.test(name) ? name : name.replaceAll(/\d{1,12}/gu, (digits) => digits.padStart(12, '0'))
}

/** A generated ID of AWS, such as `nat-0a7e852f486a07524`. */
const hexIdentifier = /^[a-z]+-[\da-f]{8,17}$/u

export function textProperty(resource: Resource, name: string): string {
  const value = resource.properties[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The part of a graph without some of its resources and relations. */
export type GraphPart = {
  readonly whole: ResourceGraph
  readonly part: ResourceGraph
  readonly without: Pick<ResourceGraph, 'resources' | 'relations'>
}

const known = new WeakMap<ResourceGraph, GraphIndex>()

/** Cached for each graph and shared by all views. */
export function indexGraph(graph: ResourceGraph): GraphIndex {
  const index = known.get(graph) ?? indexTables(graph, newTables())
  known.set(graph, index)
  return index
}

/** What is complete in both indexes is in memory once. Later, `indexGraph` returns this index for the part. */
export function indexPart({ whole, part, without }: GraphPart): void {
  const tables = tablesOf.get(indexGraph(whole))
  if (tables !== undefined) known.set(part, indexTables(part, withoutTouched(tables, without)))
}

type Tables = {
  readonly byId: Map<string, ResourcesById>
  /** In the order of `compareResources`. */
  readonly byType: Map<string, readonly Resource[]>
  readonly outgoing: RelationMap
  readonly incoming: RelationMap
  /** The innermost maps that are complete. */
  readonly complete: ReadonlySet<ResourcesById | ReferencesById>
}

type ResourcesById = Map<string, Resource>

/** Of graphs with a part. */
const tablesOf = new WeakMap<GraphIndex, Tables>()

function newTables(): Tables {
  return { byId: newMap(), byType: newMap(), outgoing: newMap(), incoming: newMap(), complete: new Set() }
}

/** Only the tables of types that lose a resource or a relation are filled again. */
function withoutTouched({ byId, byType, outgoing, incoming }: Tables, without: GraphPart['without']): Tables {
  const tables = { byId: new Map(byId), byType, outgoing: copied(outgoing), incoming: copied(incoming) }
  for (const { type } of without.resources) tables.byId.delete(type)
  for (const { source, verb, target } of without.relations) {
    tables.outgoing.get(source.type)?.get(verb)?.delete(target.type)
    tables.incoming.get(target.type)?.get(verb)?.delete(source.type)
  }
  const references = [tables.outgoing, tables.incoming].flatMap((map) => [...map.values()].flatMap(innermost))
  return { ...tables, complete: new Set<ResourcesById | ReferencesById>([...tables.byId.values(), ...references]) }
}

function copied(map: RelationMap): RelationMap {
  return new Map(
    [...map].map(([type, ofType]) => [type, new Map([...ofType].map(([verb, ofVerb]) => [verb, new Map(ofVerb)]))]),
  )
}

function innermost(ofType: Map<string, Map<string, ReferencesById>>): readonly ReferencesById[] {
  return [...ofType.values()].flatMap((ofVerb) => [...ofVerb.values()])
}

function indexTables(graph: ResourceGraph, tables: Tables): GraphIndex {
  const { byId, outgoing, incoming, complete } = tables
  for (const resource of graph.resources) {
    const ofType = within<ResourcesById>(byId, resource.type, newMap)
    if (!complete.has(ofType)) ofType.set(resource.id, resource)
  }
  const byType = new Map(
    [...byId].map(([type, ofType]) => {
      const sorted = complete.has(ofType) ? tables.byType.get(type) : undefined
      return [type, sorted ?? sortedResources([...ofType.values()])]
    }),
  )
  for (const { source, verb, target } of graph.relations) {
    addReference(outgoing, complete, source, verb, target)
    addReference(incoming, complete, target, verb, source)
  }
  const coverageByType = new Map(graph.coverage.map((coverage) => [coverage.type, coverage]))

  const index: GraphIndex = {
    graph,
    ofType: (type) => byType.get(type) ?? [],
    find: ({ type, id }) => byId.get(type)?.get(id) ?? null,
    targets: distinctReferences(outgoing),
    sources: distinctReferences(incoming),
    coverage: (type) => coverageByType.get(type) ?? null,
    types: [...byType.keys()].sort(compareText),
  }
  tablesOf.set(index, { byId, byType, outgoing, incoming, complete: new Set() })
  return index
}

/** In the order of `compareResources`. Sort keys are computed once for each resource. */
function sortedResources(resources: readonly Resource[]): readonly Resource[] {
  return resources
    .map((resource) => ({ resource, name: naturalSortKey(resource) }))
    .sort((left, right) => compareText(left.name, right.name) || compareText(left.resource.id, right.resource.id))
    .map(({ resource }) => resource)
}

/** A single reference isn't in a list, because most are single, and a list takes more memory than the reference. */
type ReferencesById = Map<string, ResourceReference | ResourceReference[]>

/**
 * By the types of both ends and the verb, then by ID. Maps for each resource would take as much memory as the graph.
 */
type RelationMap = Map<string, Map<string, Map<string, ReferencesById>>>

function newMap<Value>(): Map<string, Value> {
  return new Map<string, Value>()
}

function within<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function addReference(
  map: RelationMap,
  complete: Tables['complete'],
  from: ResourceReference,
  verb: Verb,
  to: ResourceReference,
): void {
  const ofType = within<Map<string, Map<string, ReferencesById>>>(map, from.type, newMap)
  const byId = within<ReferencesById>(within<Map<string, ReferencesById>>(ofType, verb, newMap), to.type, newMap)
  if (complete.has(byId)) return
  const known = byId.get(from.id)
  if (known === undefined) byId.set(from.id, to)
  else if (Array.isArray(known)) known.push(to)
  else byId.set(from.id, [known, to])
}

const none: readonly ResourceReference[] = []

/** Sorted and without duplicates. Indexes may share them. */
const settled = new WeakSet<readonly ResourceReference[]>()

/** Sorts and removes duplicates at first use, because most lists are never used. */
function distinctReferences(map: RelationMap) {
  return (from: ResourceReference, verb: Verb, type: string): readonly ResourceReference[] => {
    const byId = map.get(from.type)?.get(verb)?.get(type)
    const found = byId?.get(from.id)
    if (byId === undefined || found === undefined) return none
    if (!Array.isArray(found)) return [found]
    if (settled.has(found)) return found
    const distinct = new Map(found.map((reference) => [reference.id, reference]))
    const sorted = [...distinct.values()].sort((left, right) => compareText(left.id, right.id))
    byId.set(from.id, sorted)
    settled.add(sorted)
    return sorted
  }
}
