/** The graph of a finished scan, ready for look-ups; the last one asked for is kept. */
import { type GraphIndex, indexGraph } from '../graph/graph-index.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Tenant } from '../store/store.ts'
import { notFound } from '../http/api-error.ts'
import type { ApiDependencies } from './api-dependencies.ts'

/** `scan`: found for this tenant. Throws `NOT_FOUND` where it has no graph (yet). */
export async function graphOfScan(
  { lastGraph }: Pick<ApiDependencies, 'lastGraph'>,
  tenant: Tenant,
  scan: ScanRecord,
): Promise<GraphIndex> {
  const graph = await lastGraph(scan.id, () => tenant.graphs.load(scan.id))
  if (graph === null) throw notFound('The graph of the scan')
  return indexGraph(graph)
}
