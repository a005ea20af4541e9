/** GET /api/scans/{id}/coverage: the status of each resource type. */
import { Type } from 'typebox'
import { coverage } from '../../../contract/coverage.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { findScan } from '../find-scan.ts'
import { dataRoute } from '../route.ts'

export const getScanCoverage = dataRoute({
  operationId: 'getScanCoverage',
  summary: 'Get the coverage of a scan',
  description: 'The status of each resource type. While a scan runs, only types that have finished.',
  tag: 'Scans',
  method: 'GET',
  path: '/api/scans/{id}/coverage',
  scope: 'read',
  pathParameters: idPath('The scan ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: {
    status: 200,
    description: 'The coverage, sorted by type.',
    data: Type.Object({ coverage: Type.Array(coverage) }, { additionalProperties: false }),
  },

  async handle({ path, caller, dependencies }) {
    const types = await dependencies.store.tenant(caller.organizationId, async (tenant) => {
      await findScan(tenant, path.id)
      return tenant.graphs.coverage(path.id)
    })
    return { data: { coverage: types.map((type) => ({ ...type, durationMs: Math.round(type.durationMs) })) } }
  },
})
