/** Builds a whole graph in memory after all collectors ended: resolves relations and sorts everything. */
import { keepEverything, type KeepRule } from './region-filter.ts'
import { createReferenceTable } from './reference-table.ts'
import { compareReferences, resolveGraph } from './resolve-graph.ts'
import type { ResourceGraph, ResourceReference, TypeCoverage } from './resource-graph.ts'
import { canonicalReading, type ResourceReading, versionOf } from './resource-version.ts'

export type GraphParts = {
  readonly accountId: string
  readonly accountAlias: string
  readonly region: string
  readonly readings: readonly ResourceReading[]
  readonly coverage: readonly TypeCoverage[]
  /** Listed with their type, but excluded on purpose. */
  readonly leftOut?: readonly ResourceReference[]
  /** The part of a type's resources to keep. Default: all. */
  readonly keepOf?: (type: string) => KeepRule
}

/** The result doesn't depend on the order of the parts. */
export function buildGraph(parts: GraphParts): ResourceGraph {
  const { accountId, accountAlias, region, coverage, leftOut = [], keepOf = () => keepEverything } = parts
  const reference = createReferenceTable()
  const resolved = resolveGraph({
    read: parts.readings.map((reading) => {
      const { type, id, partial, version, targets } = versionOf(reading)
      return {
        reference: reference({ type, id }),
        ...(partial && { partial }),
        ...(reading.inRegion && { inRegion: true }),
        version,
        targets: targets.map(reference),
        content: canonicalReading(reading),
      }
    }),
    coverage,
    leftOut,
    keepOf,
  })
  return {
    accountId,
    accountAlias,
    region,
    resources: [...resolved.read.map(({ content }) => content.resource), ...resolved.unread].sort(compareReferences),
    relations: resolved.read.flatMap(({ content }) => content.relations),
    coverage: resolved.coverage,
  }
}
