/** Reads the exposures of scans for the API. Those of scans of earlier versions are computed from the stored graph. */
import { indexGraph } from '../graph/graph-index.ts'
import { keepLast } from '../drawing/graph-cache.ts'
import type { Exposure } from '../meaning/exposure/exposure.ts'
import { exposures } from '../meaning/exposure/exposures.ts'
import { currentExposures } from '../meaning/exposure/stored-exposures.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Tenant } from '../store/store.ts'

/** About 0.5 KiB each. Larger lists are read again for each request. */
const mostExposures = 120_000

/** Before the scan has completed, all types are unknown. */
export function scanExposures(): (tenant: Tenant, scan: ScanRecord) => Promise<readonly Exposure[]> {
  const last = keepLast<readonly Exposure[]>(({ length }) => length <= mostExposures)
  return async ({ graphs }, scan) =>
    (await last(scan.id, async () => {
      const stored = currentExposures(await graphs.exposures(scan.id))
      if (stored !== null) return stored
      const graph = await graphs.load(scan.id)
      return graph === null ? null : exposures(indexGraph(graph))
    })) ?? unreadExposures(scan)
}

function unreadExposures({ accountNumber: accountId, region, status }: ScanRecord): readonly Exposure[] {
  const nothing = { accountId, accountAlias: '', region, resources: [], relations: [], coverage: [] }
  const reason = status === 'failed' ? 'The scan failed.' : "The scan hasn't finished."
  return exposures(indexGraph(nothing)).map((each) => ({
    ...each,
    unknownBecause: each.unknownBecause.map((unread) => ({ ...unread, reason })),
  }))
}
