/** GET /api/scans/{id}: one scan. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { scan } from '../../../contract/scan.ts'
import { findScan } from '../find-scan.ts'
import { dataRoute } from '../route.ts'
import { scanObject } from '../scan-object.ts'

export const getScan = dataRoute({
  operationId: 'getScan',
  summary: 'Get one scan',
  tag: 'Scans',
  method: 'GET',
  path: '/api/scans/{id}',
  scope: 'read',
  pathParameters: idPath('The scan ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The scan.', data: scan },

  async handle({ path, caller, dependencies }) {
    const found = await dependencies.store.tenant(caller.organizationId, (tenant) => findScan(tenant, path.id))
    return { data: scanObject(found) }
  },
})
