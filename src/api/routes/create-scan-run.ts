/** POST /api/scan-runs: scans all enabled regions of an account, or some, with one request. */
import { noParameters } from '../../../contract/path-parameters.ts'
import { createScanRunRequest, scanRun } from '../../../contract/scan-run.ts'
import { idempotencyKey, idempotencyKeyHeader } from '../idempotency-key.ts'
import { dataRoute } from '../route.ts'
import { createRunOf } from '../scan-runs.ts'

export const createScanRun = dataRoute({
  operationId: 'createScanRun',
  summary: 'Scan several regions',
  description:
    "Scans all regions that the account has enabled, or the given ones, and returns the run immediately. Get it at its `Location` until its status is `completed` or `failed`. Few scans of an account run at the same time, and the others wait. If a scan of a region is already queued or running, the run joins it. An account has at most 5 runs that haven't ended; above that, the response is `CONFLICT` with `Retry-After`.",
  tag: 'Scans',
  method: 'POST',
  path: '/api/scan-runs',
  scope: 'write',
  pathParameters: noParameters,
  query: noParameters,
  body: createScanRunRequest,
  requestHeaders: { 'Idempotency-Key': idempotencyKeyHeader('run') },
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: {
    status: 201,
    description: 'The run.',
    headers: { Location: 'The address of the run.' },
    data: scanRun,
  },

  async handle({ body: { cloudAccountId: connectionId, regions }, headers, caller, dependencies }) {
    const key = idempotencyKey(headers)
    const run = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      createRunOf(tenant, caller, { connectionId, regions, idempotencyKey: key }),
    )
    return { data: run, headers: { location: `${dependencies.publicUrl ?? ''}/api/scan-runs/${run.id}` } }
  },
})
