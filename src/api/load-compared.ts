/** Loads what a comparison of two scans needs: the parts of their graphs that may differ, and their exposures. */
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { compareExposures, type ExposureComparison } from '../meaning/exposure/compare-exposures.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Tenant } from '../store/store.ts'
import type { ApiDependencies } from './api-dependencies.ts'

type ComparedGraph = Pick<ResourceGraph, 'resources' | 'relations' | 'coverage'>

type Compared = {
  readonly before: ComparedGraph
  readonly after: ComparedGraph
  readonly exposures: ExposureComparison
}

/** For a scan that hasn't completed, nothing counts as read. */
export async function loadCompared(
  tenant: Tenant,
  { exposures }: Pick<ApiDependencies, 'exposures'>,
  base: ScanRecord,
  scan: ScanRecord,
): Promise<Compared> {
  const graphs = await tenant.graphs.loadDifference(base.id, scan.id)
  // One after the other: two large graphs at once may exceed the memory of the process. The base last, because a timeline
  // compares it next, and only the last exposures are cached.
  const exposedAfter = graphs.scan && (await exposures(tenant, scan))
  const exposedBefore = graphs.base && (await exposures(tenant, base))
  return {
    before: graphs.base ?? unread,
    after: graphs.scan ?? unread,
    exposures: compareExposures(exposedBefore, exposedAfter),
  }
}

const unread = { resources: [], relations: [], coverage: [] }
