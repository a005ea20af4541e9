/** Summarizes the changes of a scan since the previous one, for the timeline of a region. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { changeSummary } from '../../../contract/session/change-summary.ts'
import { findScan } from '../../api/find-scan.ts'
import { loadComparison } from '../../api/load-comparison.ts'
import { areas } from '../../meaning/changes/areas.ts'
import { sessionRoute } from '../route.ts'

export const getChangeSummary = sessionRoute({
  method: 'GET',
  path: '/session/scans/{id}/changes',
  access: 'viewer',
  pathParameters: idPath('The scan ID.'),
  query: noParameters,
  body: null,
  data: changeSummary,

  async handle({ path, caller, dependencies }) {
    const found = await dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const scan = await findScan(tenant, path.id)
      const base = await tenant.scans.previousCompleted(scan)
      return base && { base, ...(await loadComparison(tenant, dependencies, base, scan)) }
    })
    if (found === null) return { data: { baseId: null, areas: [], top: null, unknown: 0 } }
    const { base, compared, described } = found
    const { changes } = described
    const counts = areas.map((area) => ({ area, count: changes.filter((change) => change.area === area).length }))
    return {
      data: {
        baseId: base.id,
        areas: counts.filter(({ count }) => count > 0),
        top: changes[0]?.summary ?? null,
        unknown: compared.unknown.length,
      },
    }
  },
})
