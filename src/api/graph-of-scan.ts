/** Loads the indexed graph of a scan, and caches the last one. */
import { type GraphIndex, indexGraph } from '../graph/graph-index.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Tenant } from '../store/store.ts'
import type { ApiDependencies } from './api-dependencies.ts'

/** `scan`: a scan of this tenant. Unfinished and failed scans have an empty graph. */
export async function graphOfScan(
  { lastGraph }: Pick<ApiDependencies, 'lastGraph'>,
  tenant: Tenant,
  scan: ScanRecord,
): Promise<GraphIndex> {
  const graph = await lastGraph(scan.id, () => tenant.graphs.load(scan.id))
  if (graph !== null) return indexGraph(graph)
  const { accountNumber: accountId, region } = scan
  return indexGraph({ accountId, accountAlias: '', region, resources: [], relations: [], coverage: [] })
}
