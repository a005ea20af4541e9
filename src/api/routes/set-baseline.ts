/** PUT /api/accounts/{id}/baselines/{name}: names a completed scan. */
import { baseline, baselinePath, setBaselineRequest } from '../../../contract/baseline.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { mostBaselines, setBaselineOf } from '../baselines.ts'
import { dataRoute } from '../route.ts'

export const setBaseline = dataRoute({
  operationId: 'setBaseline',
  summary: 'Set a baseline',
  description: `Names a completed scan, so that later scans of the same account and region can be compared with it by name. The name may belong to another scan of the region; then it names this one instead. Retention keeps the scan of a baseline. A region of an account has at most ${mostBaselines} baselines; above that, the response is \`CONFLICT\`.`,
  tag: 'Accounts',
  method: 'PUT',
  path: '/api/accounts/{id}/baselines/{name}',
  scope: 'write',
  pathParameters: baselinePath,
  query: noParameters,
  body: setBaselineRequest,
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: { status: 200, description: 'The baseline.', data: baseline },

  async handle({ path: { id: connectionId, name }, body: { scanId }, caller, dependencies }) {
    const baseline = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      setBaselineOf(tenant, caller, { connectionId, name, scanId }),
    )
    return { data: baseline }
  },
})
