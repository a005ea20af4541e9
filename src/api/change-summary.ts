/** Summarizes the changes of a scan since the previous one. */
import { groupChanges, groupSummary } from '../../contract/alike-changes.ts'
import type { ChangeSummary } from '../../contract/session/change-summary.ts'
import { areas } from '../meaning/changes/areas.ts'
import { typeName } from '../meaning/changes/describe-changes.ts'
import type { Tenant } from '../store/store.ts'
import type { ApiDependencies } from './api-dependencies.ts'
import { findScan } from './find-scan.ts'
import { loadComparison } from './load-comparison.ts'

/** Throws `NOT_FOUND`. */
export async function changeSummaryOf(
  tenant: Tenant,
  dependencies: Pick<ApiDependencies, 'exposures'>,
  scanId: string,
): Promise<ChangeSummary> {
  const scan = await findScan(tenant, scanId)
  const base = await tenant.scans.previousCompleted(scan)
  if (base === null) return { baseId: null, areas: [], top: null, unknown: 0 }
  const { compared, described } = await loadComparison(tenant, dependencies, base, scan)
  const { changes } = described
  const [first] = groupChanges(
    changes.map(({ resource, ...change }) => ({
      ...change,
      resource: { ...resource, typeName: typeName(resource.type) },
    })),
  )
  const counts = areas.map((area) => ({ area, count: changes.filter((change) => change.area === area).length }))
  return {
    baseId: base.id,
    areas: counts.filter(({ count }) => count > 0),
    top: first === undefined ? null : groupSummary(first),
    unknown: compared.unknown.length,
  }
}
