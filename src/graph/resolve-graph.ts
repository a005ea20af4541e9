/** Settles what belongs to a graph from small keys alone, once all collectors have ended: the content may already be stored. */
import { compareText } from './compare-text.ts'
import { keepConcerned, type KeepRule } from './keep.ts'
import type { Resource, ResourceReference, TypeCoverage } from './resource-graph.ts'

/** What has to be known of a resource that was read. */
export type ReadResource = ResourceReference & {
  /** Of its relations, some may not have been told. */
  readonly partial?: true
  /** Tells two readings of the same resource apart. */
  readonly version: string
  /** Of all its relations. */
  readonly targets: readonly ResourceReference[]
}

export type ResolvedGraph<Read extends ReadResource> = {
  /** What was read and concerns the region, each resource once. Sorted by type, then id. */
  readonly read: readonly Read[]
  /** Targets that nothing read. Sorted by type, then id. */
  readonly unread: readonly Resource[]
  /** Sorted by type. */
  readonly coverage: readonly TypeCoverage[]
}

/** The result does not depend on the order of the parts. */
export function resolveGraph<Read extends ReadResource>(parts: {
  readonly read: Iterable<Read>
  readonly coverage: readonly TypeCoverage[]
  /** What is kept of a type's list. */
  readonly keepOf: (type: string) => KeepRule
}): ResolvedGraph<Read> {
  const readTypes: ReadonlySet<string> = new Set(
    parts.coverage.filter(({ status }) => status === 'collected').map(({ type }) => type),
  )
  const byKey = new Map<string, Read>()
  for (const resource of parts.read) {
    // Nothing half is kept: a type is read whole or not at all.
    if (!readTypes.has(resource.type)) continue
    const key = referenceKey(resource)
    const known = byKey.get(key)
    // Pages that shift while they are read may repeat an item: which of the two stays must not depend on their order.
    if (known === undefined || resource.version < known.version) byKey.set(key, resource)
  }
  const all = [...byKey.values()]
  const partlyRead = new Set(all.filter(({ partial }) => partial === true).map(({ type }) => type))
  const wholeTypes = readTypes.difference(partlyRead)
  const read = keepConcerned(all, parts.keepOf).toSorted(compareReferences)
  const known = new Set(read.map(referenceKey))
  const unread = new Map<string, Resource>()
  for (const { targets } of read) {
    for (const target of targets) {
      const key = referenceKey(target)
      if (!known.has(key) && !unread.has(key)) unread.set(key, unreadResource(target, readTypes))
    }
  }
  return {
    read,
    unread: [...unread.values()].sort(compareReferences),
    coverage: parts.coverage
      .map((entry) => keptPart(entry, read, parts.keepOf(entry.type), wholeTypes))
      .sort((a, b) => compareText(a.type, b.type)),
  }
}

export function compareReferences(a: ResourceReference, b: ResourceReference): number {
  return compareText(a.type, b.type) || compareText(a.id, b.id)
}

/** No type name contains the separator. */
export function referenceKey({ type, id }: ResourceReference): string {
  return `${type}\u0000${id}`
}

/** Of a type of which only a part is kept: that part's count, and whether it is known to be the whole part. */
function keptPart(
  entry: TypeCoverage,
  read: readonly ReadResource[],
  { keep, decidedBy }: KeepRule,
  wholeTypes: ReadonlySet<string>,
): TypeCoverage {
  if (entry.status !== 'collected' || keep === 'all') return entry
  const part = { ...entry, count: read.filter(({ type }) => type === entry.type).length }
  // What is kept for what it points to is decided by its own relations too.
  const deciding = keep === 'pointed to' ? decidedBy : [...new Set([...decidedBy, entry.type])]
  const undecided = deciding.filter((type) => !wholeTypes.has(type))
  if (undecided.length === 0) return part
  const doubt = `Which of them concern this region cannot be told for certain, since ${undecided.join(', ')} could not be read in full.`
  return { ...part, uncertain: true, reason: entry.reason === null ? doubt : `${entry.reason} ${doubt}` }
}

/** Outside of what was scanned, or of a type that could not be read. */
function unreadResource({ type, id }: ResourceReference, readTypes: ReadonlySet<string>): Resource {
  const presence = readTypes.has(type) ? 'external' : 'unknown'
  return { type, id, arn: null, name: null, presence, tags: {}, properties: {} }
}
