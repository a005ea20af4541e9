/** GET /api/scan-runs/{id}: a scan run, with each of its regions. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { scanRun } from '../../../contract/scan-run.ts'
import { notFound } from '../../http/api-error.ts'
import { dataRoute } from '../route.ts'
import { runObject } from '../scan-runs.ts'

export const getScanRun = dataRoute({
  operationId: 'getScanRun',
  summary: 'Get a scan run',
  tag: 'Scans',
  method: 'GET',
  path: '/api/scan-runs/{id}',
  scope: 'read',
  pathParameters: idPath('The scan run ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The run, with each of its regions.', data: scanRun },

  handle: ({ path, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const run = await tenant.scanRuns.find(path.id)
      if (run === null) throw notFound('The scan run')
      return { data: await runObject(tenant, run) }
    }),
})
