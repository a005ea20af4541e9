/** Computes the exposures of scans for the API, from the stored graph on first use. */
import { indexGraph } from '../graph/graph-index.ts'
import { keepLast } from '../drawing/graph-cache.ts'
import type { Exposure } from '../meaning/exposure/exposure.ts'
import { exposures } from '../meaning/exposure/exposures.ts'
import type { Tenant } from '../store/store.ts'

/** About 1 KiB each. Larger lists are computed again for each request. */
const mostExposures = 50_000

/** Empty until the scan has ended. */
export function scanExposures(): (tenant: Tenant, scanId: string) => Promise<readonly Exposure[]> {
  const last = keepLast<readonly Exposure[]>(({ length }) => length <= mostExposures)
  return async ({ graphs }, scanId) =>
    (await last(scanId, async () => {
      const graph = await graphs.load(scanId)
      return graph === null ? null : exposures(indexGraph(graph))
    })) ?? []
}
