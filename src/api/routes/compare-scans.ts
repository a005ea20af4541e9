/** GET /api/scans/{id}/compare: the changes since another scan of the same account and region. */
import { Type } from 'typebox'
import { comparison } from '../../../contract/comparison.ts'
import { baseForms, basePattern } from '../../../contract/comparison-base.ts'
import { idPath } from '../../../contract/path-parameters.ts'
import { comparisonObject } from '../comparison-object.ts'
import { findBase } from '../find-base.ts'
import { findScan } from '../find-scan.ts'
import { loadComparison } from '../load-comparison.ts'
import { dataRoute } from '../route.ts'

export const compareScans = dataRoute({
  operationId: 'compareScans',
  summary: 'Compare a scan with an earlier one',
  description:
    "Resources that one of the two scans couldn't read are unknown, never added or removed; exposures likewise, never opened or closed. For a scan that hasn't finished or has failed, nothing counts as read.",
  tag: 'Scans',
  method: 'GET',
  path: '/api/scans/{id}/compare',
  scope: 'read',
  pathParameters: idPath('The scan ID.'),
  query: Type.Object(
    {
      base: Type.String({
        pattern: basePattern,
        default: 'previous',
        description: `The scan to compare with: ${baseForms}`,
      }),
    },
    { additionalProperties: false },
  ),
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The differences.', data: comparison },

  async handle({ path, query, caller, dependencies }) {
    const compared = await dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const scan = await findScan(tenant, path.id)
      const base = await findBase(tenant, scan, query.base, 'base')
      return { base, ...(await loadComparison(tenant, dependencies, base, scan)) }
    })
    return { data: comparisonObject(compared) }
  },
})
