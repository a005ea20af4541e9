/**
 * Decides what belongs to a graph, using small keys only, after all collectors ended. The content may already be
 * stored.
 */
import { comparisonOf, compareText } from './compare-text.ts'
import { keepRegional, type KeepRule } from './region-filter.ts'
import type { Resource, ResourceReference, TypeCoverage } from './resource-graph.ts'

/**
 * The required data of a collected resource. References come from one table, so the same object is the same resource.
 */
export type ReadResource = {
  readonly reference: ResourceReference
  /** Some of its relations may be missing. */
  readonly partial?: true
  /** Known to belong to the region, whatever its relations. */
  readonly inRegion?: true
  /** Distinguishes two readings of the same resource. */
  readonly version: string
  /** Of all its relations. */
  readonly targets: readonly ResourceReference[]
}

export type ResolvedGraph<Read extends ReadResource> = {
  /** Collected resources of the region, each once. Sorted by type, then ID. */
  readonly read: readonly Read[]
  /** Targets that weren't collected. Sorted by type, then ID. */
  readonly unread: readonly Resource[]
  /** Sorted by type. */
  readonly coverage: readonly TypeCoverage[]
}

/** The result doesn't depend on the order of the parts. */
export function resolveGraph<Read extends ReadResource>(parts: {
  readonly read: Iterable<Read>
  readonly coverage: readonly TypeCoverage[]
  /** Listed with their type, but excluded on purpose. Not resources of the graph. */
  readonly leftOut?: readonly ResourceReference[]
  /** The part of a type's resources to keep. */
  readonly keepOf: (type: string) => KeepRule
}): ResolvedGraph<Read> {
  const readTypes: ReadonlySet<string> = new Set(
    parts.coverage.filter(({ status }) => status === 'collected').map(({ type }) => type),
  )
  const byReference = new Map<ResourceReference, Read>()
  for (const resource of parts.read) {
    const { reference, version } = resource
    // A type is kept completely or not at all.
    if (!readTypes.has(reference.type)) continue
    const known = byReference.get(reference)
    // Pages that shift while being read may repeat an item. The kept one must not depend on their order.
    if (known === undefined || version < known.version) byReference.set(reference, resource)
  }
  const all = [...byReference.values()]
  const partlyRead = new Set(all.filter(({ partial }) => partial === true).map(({ reference }) => reference.type))
  const wholeTypes = readTypes.difference(partlyRead)
  const read = sorted(keepRegional(all, parts.keepOf))
  const known = new Set(read.map(({ reference }) => reference))
  const leftOut = new Set((parts.leftOut ?? []).map(keyOf))
  // It was deleted, or not created yet.
  const isMissing = ({ type, id }: ResourceReference) =>
    readTypes.has(type) && parts.keepOf(type).isOwnByName === true && !id.startsWith('arn:')
  const unread = new Set(
    read
      .flatMap(({ targets }) => targets)
      .filter((target) => !known.has(target) && !leftOut.has(keyOf(target)) && !isMissing(target)),
  )
  return {
    read,
    unread: [...unread].sort(compareReferences).map((target) => unreadResource(target, readTypes)),
    coverage: parts.coverage
      .map((entry) => keptPart(entry, read, parts.keepOf(entry.type), wholeTypes))
      .sort((a, b) => compareText(a.type, b.type)),
  }
}

function keyOf({ type, id }: ResourceReference): string {
  return JSON.stringify([type, id])
}

export function compareReferences(a: ResourceReference, b: ResourceReference): number {
  return (a.type === b.type ? 0 : compareText(a.type, b.type)) || compareText(a.id, b.id)
}

/** By type, then ID. */
function sorted<Read extends ReadResource>(read: readonly Read[]): readonly Read[] {
  const byType = Map.groupBy(read, ({ reference }) => reference.type)
  const types = [...byType].sort(([a], [b]) => compareText(a, b))
  return types.flatMap(([, ofType]) => {
    const compare = comparisonOf(ofType.values().map(({ reference }) => reference.id))
    return ofType.sort((a, b) => compare(a.reference.id, b.reference.id))
  })
}

/** For a type of which only a part is kept: the count of that part, and whether it is certain. */
function keptPart(
  entry: TypeCoverage,
  read: readonly ReadResource[],
  { keep, decidedBy }: KeepRule,
  wholeTypes: ReadonlySet<string>,
): TypeCoverage {
  if (entry.status !== 'collected' || keep === 'all') return entry
  const part = { ...entry, count: read.filter(({ reference }) => reference.type === entry.type).length }
  // A resource that is kept for its targets also depends on its own relations.
  const deciding = keep === 'pointed to' ? decidedBy : [...new Set([...decidedBy, entry.type])]
  const undecided = deciding.filter((type) => !wholeTypes.has(type))
  if (undecided.length === 0) return part
  const doubt = `Some of these resources may not belong to this region, because ${undecided.join(', ')} couldn't be read completely.`
  return { ...part, uncertain: true, reason: entry.reason === null ? doubt : `${entry.reason} ${doubt}` }
}

/** External, or of a type that couldn't be read. */
function unreadResource({ type, id }: ResourceReference, readTypes: ReadonlySet<string>): Resource {
  const presence = readTypes.has(type) ? 'external' : 'unknown'
  return { type, id, arn: null, name: null, presence, tags: {}, properties: {} }
}
