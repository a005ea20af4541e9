/** Resource graphs: the resources, relations and coverage of each scan. */
import type { Relation, Resource, ResourceGraph, TypeCoverage } from '../graph/resource-graph.ts'
import type { Page } from './page.ts'

export type ResourceFilter = {
  readonly type?: string
  /** `key` or `key=value`. */
  readonly tag?: string
  /** Part of an id, ARN or name, without regard to case. */
  readonly q?: string
}

/** Resources are listed in the graph's own order: by type, then id. */
export type ResourcePageRequest = {
  readonly limit: number
  readonly after: { readonly type: string; readonly id: string } | null
}

export type StoredResource = Resource & {
  readonly relations: readonly Pick<Relation, 'verb' | 'target' | 'evidence'>[]
}

export type Graphs = {
  /** Replaces whatever an earlier attempt left. */
  save(scanId: string, graph: ResourceGraph): Promise<void>
  /** Upserts the coverage of types that have ended while the scan still runs. */
  saveCoverage(scanId: string, coverage: readonly TypeCoverage[]): Promise<void>
  /** Sorted by type; empty when nothing has ended yet. */
  coverage(scanId: string): Promise<readonly TypeCoverage[]>
  resources(scanId: string, filter: ResourceFilter, page: ResourcePageRequest): Promise<Page<StoredResource>>
  /** The whole graph of a finished scan; `null` when none is stored. */
  load(scanId: string): Promise<ResourceGraph | null>
}
