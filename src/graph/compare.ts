/**
 * Compares two graphs of the same account and region. If one of them couldn't be read, the result is unknown, not added
 * or removed.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  basisOf,
  type CoverageStatus,
  type Json,
  type Relation,
  type Resource,
  type ResourceGraph,
  type ResourceReference,
} from './resource-graph.ts'

export type ComparedResource = Pick<Resource, 'type' | 'id' | 'arn' | 'name'>

/** `before` or `after` is also `null` if the value is absent. */
export type ChangedValue = { readonly path: readonly string[]; readonly before: Json; readonly after: Json }

export type GraphComparison = {
  readonly added: readonly ComparedResource[]
  readonly removed: readonly ComparedResource[]
  readonly changed: readonly (ComparedResource & { readonly changes: readonly ChangedValue[] })[]
  /**
   * Completely read in only one of the two graphs. The other one (`unreadIn`) couldn't read the type, couldn't decide
   * which of its resources belong to the region, or was denied the description of this resource.
   */
  readonly unknown: readonly (ComparedResource & { readonly unreadIn: 'base' | 'scan' })[]
  readonly relationsAdded: readonly Relation[]
  readonly relationsRemoved: readonly Relation[]
  /** Types with a different status. `null` if a scan didn't request the type. */
  readonly coverageChanged: readonly {
    readonly type: string
    readonly before: CoverageStatus | null
    readonly after: CoverageStatus | null
  }[]
}

/** Both graphs may be incomplete. All lists have the order of the graphs: type, then ID. */
export function compareGraphs(
  base: Pick<ResourceGraph, 'resources' | 'relations' | 'coverage'>,
  scan: Pick<ResourceGraph, 'resources' | 'relations' | 'coverage'>,
): GraphComparison {
  const readInBase = collectedTypes(base)
  const readInScan = collectedTypes(scan)
  const before = readResources(base)
  const after = readResources(scan)
  const inBoth = [...after].flatMap(([key, resource]) => {
    const earlier = before.get(key)
    return earlier === undefined ? [] : [{ earlier, resource }]
  })
  const onlyAfter = [...after].filter(([key]) => !before.has(key)).map(([, resource]) => resource)
  const onlyBefore = [...before].filter(([key]) => !after.has(key)).map(([, resource]) => resource)

  return {
    added: onlyAfter.filter(({ type }) => readInBase.has(type)).map(summary),
    removed: onlyBefore.filter(({ type }) => readInScan.has(type)).map(summary),
    changed: inBoth.flatMap(({ earlier, resource }) => {
      const changes = changedValues(earlier, resource)
      return changes.length === 0 ? [] : [{ ...summary(resource), changes }]
    }),
    unknown: [
      ...onlyAfter
        .filter(({ type }) => !readInBase.has(type))
        .map((resource) => ({ ...summary(resource), unreadIn: 'base' as const })),
      ...onlyBefore
        .filter(({ type }) => !readInScan.has(type))
        .map((resource) => ({ ...summary(resource), unreadIn: 'scan' as const })),
      ...inBoth
        .filter(({ earlier, resource }) => earlier.partial !== resource.partial)
        .map(({ earlier, resource }) => ({
          ...summary(resource),
          unreadIn: earlier.partial === true ? ('base' as const) : ('scan' as const),
        })),
    ].sort(byReference),
    relationsAdded: missingRelations(
      { relations: scan.relations, types: readInScan, read: after },
      { relations: base.relations, types: readInBase, read: before },
    ),
    relationsRemoved: missingRelations(
      { relations: base.relations, types: readInBase, read: before },
      { relations: scan.relations, types: readInScan, read: after },
    ),
    coverageChanged: changedCoverage(base, scan),
  }
}

function changedCoverage(
  base: Pick<ResourceGraph, 'coverage'>,
  scan: Pick<ResourceGraph, 'coverage'>,
): GraphComparison['coverageChanged'] {
  const statuses = ({ coverage }: typeof base) => new Map(coverage.map(({ type, status }) => [type, status]))
  const [before, after] = [statuses(base), statuses(scan)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .filter((type) => before.get(type) !== after.get(type))
    .map((type) => ({ type, before: before.get(type) ?? null, after: after.get(type) ?? null }))
}

function collectedTypes(graph: Pick<ResourceGraph, 'coverage'>): ReadonlySet<string> {
  return new Set(
    graph.coverage
      .filter(({ status, uncertain }) => status === 'collected' && uncertain !== true)
      .map(({ type }) => type),
  )
}

// A JSON array, so that different types and IDs never have the same key.
const resourceKey = ({ type, id }: ResourceReference) => JSON.stringify([type, id])

const relationKey = (relation: Relation) => {
  const { source, verb, target } = relation
  return JSON.stringify([source.type, source.id, verb, target.type, target.id, basisOf(relation)])
}

function readResources(graph: Pick<ResourceGraph, 'resources'>): ReadonlyMap<string, Resource> {
  return new Map(
    graph.resources
      .filter(({ presence }) => presence === 'read')
      .map((resource) => [resourceKey(resource), resource] as const),
  )
}

type Found = {
  readonly relations: readonly Relation[]
  readonly types: ReadonlySet<string>
  readonly read: ReadonlyMap<string, Resource>
}

/**
 * A relation is evidence of its source. If the other scan couldn't read the source completely, the result is unknown. A
 * use or a permission may be known only by the target's name, alias, or host. If only one scan read the target's type,
 * the same name can mean another resource in the other scan. If only one scan read the target completely, the other may
 * lack its hosts.
 */
function missingRelations(found: Found, other: Found): readonly Relation[] {
  const known = new Set(other.relations.map(relationKey))
  const isPartial = ({ read }: Found, reference: ResourceReference) =>
    read.get(resourceKey(reference))?.partial === true
  const isByUnreadName = ({ verb, target, basis }: Relation) =>
    (verb === 'uses' || basis === 'permitted') &&
    (found.types.has(target.type) !== other.types.has(target.type) ||
      isPartial(found, target) !== isPartial(other, target))
  return found.relations.filter(
    (relation) =>
      other.types.has(relation.source.type) &&
      !isPartial(other, relation.source) &&
      !known.has(relationKey(relation)) &&
      !isByUnreadName(relation),
  )
}

const summary = ({ type, id, arn, name }: Resource): ComparedResource => ({ type, id, arn, name })

function changedValues(before: Resource, after: Resource): readonly ChangedValue[] {
  if (before.partial !== after.partial) return []
  const changes = [
    ...changedValue(['arn'], before.arn, after.arn),
    ...changedValue(['name'], before.name, after.name),
    ...changedEntries('properties', before.properties, after.properties),
    ...changedEntries('tags', before.tags, after.tags),
  ]
  // If both were read partially, each may lack values that the other has.
  return before.partial === true ? changes.filter((change) => change.before !== null && change.after !== null) : changes
}

function changedEntries(
  field: string,
  before: Readonly<Record<string, Json>>,
  after: Readonly<Record<string, Json>>,
): readonly ChangedValue[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return keys.flatMap((key) => changedValue([field, key], ownValue(before, key), ownValue(after, key)))
}

/** `null` where it is absent. Keys are names that people chose, such as `constructor`, which every object inherits. */
export function ownValue(record: Readonly<Record<string, Json>>, key: string): Json {
  return Object.hasOwn(record, key) ? (record[key] ?? null) : null
}

function changedValue(path: readonly string[], before: Json, after: Json): readonly ChangedValue[] {
  return isDeepStrictEqual(before, after) ? [] : [{ path, before, after }]
}

function byReference(left: ResourceReference, right: ResourceReference): number {
  return compareText(left.type, right.type) || compareText(left.id, right.id)
}

const compareText = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)
