/** The graph of a scan, ready for look-ups; the last one asked for is kept. */
import { type GraphIndex, indexGraph } from '../graph/graph-index.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Tenant } from '../store/store.ts'
import type { ApiDependencies } from './api-dependencies.ts'

/** `scan`: found for this tenant. One that has not finished, or has failed, has an empty graph. */
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
