/** DELETE /api/accounts/{id}/baselines/{name}: removes a name. The scan stays. */
import { baseline, baselinePath, removeBaselineQuery } from '../../../contract/baseline.ts'
import { removeBaselineOf } from '../baselines.ts'
import { dataRoute } from '../route.ts'

export const removeBaseline = dataRoute({
  operationId: 'removeBaseline',
  summary: 'Remove a baseline',
  description: 'The scan stays.',
  tag: 'Accounts',
  method: 'DELETE',
  path: '/api/accounts/{id}/baselines/{name}',
  scope: 'write',
  pathParameters: baselinePath,
  query: removeBaselineQuery,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The removed baseline.', data: baseline },

  async handle({ path: { id: connectionId, name }, query: { region }, caller, dependencies }) {
    const removed = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      removeBaselineOf(tenant, caller, { connectionId, region, name }),
    )
    return { data: removed }
  },
})
