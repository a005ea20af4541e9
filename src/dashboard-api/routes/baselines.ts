/** Lists, sets, and removes baselines. */
import { baseline, baselinePath, removeBaselineQuery, setBaselineRequest } from '../../../contract/baseline.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { removeBaselineOf, setBaselineOf } from '../../api/baselines.ts'
import { listBaselines } from '../../api/routes/list-baselines.ts'
import { memberTransaction } from '../member-transaction.ts'
import { fromApiRoute, type SessionRoute, sessionRoute } from '../route.ts'

const path = '/session/accounts/{id}/baselines/{name}'

const set = sessionRoute({
  method: 'PUT',
  path,
  access: 'member',
  pathParameters: baselinePath,
  query: noParameters,
  body: setBaselineRequest,
  data: baseline,

  handle: ({ path: { id: connectionId, name }, body: { scanId }, caller, dependencies: { store } }) =>
    memberTransaction(store, caller, 'member', async (tenant) => ({
      data: await setBaselineOf(tenant, caller, { connectionId, name, scanId }),
    })),
})

const remove = sessionRoute({
  method: 'DELETE',
  path,
  access: 'member',
  pathParameters: baselinePath,
  query: removeBaselineQuery,
  body: null,
  data: baseline,

  handle: ({ path: { id: connectionId, name }, query: { region }, caller, dependencies: { store } }) =>
    memberTransaction(store, caller, 'member', async (tenant) => ({
      data: await removeBaselineOf(tenant, caller, { connectionId, region, name }),
    })),
})

export const baselineRoutes: readonly SessionRoute[] = [
  fromApiRoute(listBaselines, '/session/accounts/{id}/baselines'),
  set,
  remove,
]
