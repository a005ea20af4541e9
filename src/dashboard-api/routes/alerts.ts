/** Lists, creates, changes, tests, and deletes alerts, and lists and replays their deliveries. */
import { alert, alertWithSecret, createAlertRequest, updateAlertRequest } from '../../../contract/alert.ts'
import { alertDelivery } from '../../../contract/alert-delivery.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { createAlertOf, removeAlertOf, renewSecretOf, testAlertOf, updateAlertOf } from '../../api/alerts.ts'
import { replayDeliveryOf } from '../../api/replay-delivery.ts'
import { getAlert } from '../../api/routes/get-alert.ts'
import { getAlertDelivery } from '../../api/routes/get-alert-delivery.ts'
import { listAlertDeliveries } from '../../api/routes/list-alert-deliveries.ts'
import { listAlerts } from '../../api/routes/list-alerts.ts'
import { memberTransaction } from '../member-transaction.ts'
import { fromApiRoute, type SessionRoute, sessionRoute } from '../route.ts'

const alertById = idPath('The alert ID.')

const create = sessionRoute({
  method: 'POST',
  path: '/session/alerts',
  access: 'member',
  status: 201,
  pathParameters: noParameters,
  query: noParameters,
  body: createAlertRequest,
  data: alertWithSecret,

  handle: ({ body, caller, dependencies: { store, alerts } }) =>
    memberTransaction(store, caller, 'member', async (tenant) => ({
      data: await createAlertOf(tenant, alerts, caller, body),
    })),
})

const update = sessionRoute({
  method: 'PUT',
  path: '/session/alerts/{id}',
  access: 'member',
  pathParameters: alertById,
  query: noParameters,
  body: updateAlertRequest,
  data: alertWithSecret,

  handle: ({ path, body, caller, dependencies: { store, alerts } }) =>
    memberTransaction(store, caller, 'member', async (tenant) => ({
      data: await updateAlertOf(tenant, alerts, caller, path.id, body),
    })),
})

const renewSecret = sessionRoute({
  method: 'POST',
  path: '/session/alerts/{id}/secret',
  access: 'member',
  status: 201,
  pathParameters: alertById,
  query: noParameters,
  body: noParameters,
  data: alertWithSecret,

  handle: ({ path, caller, dependencies: { store, alerts } }) =>
    memberTransaction(store, caller, 'member', async (tenant) => ({
      data: await renewSecretOf(tenant, alerts, caller, path.id),
    })),
})

const remove = sessionRoute({
  method: 'DELETE',
  path: '/session/alerts/{id}',
  access: 'member',
  pathParameters: alertById,
  query: noParameters,
  body: null,
  data: alert,

  handle: ({ path, caller, dependencies: { store } }) =>
    memberTransaction(store, caller, 'member', async (tenant) => ({
      data: await removeAlertOf(tenant, caller, path.id),
    })),
})

const test = sessionRoute({
  method: 'POST',
  path: '/session/alerts/{id}/test',
  access: 'member',
  status: 201,
  pathParameters: alertById,
  query: noParameters,
  body: noParameters,
  data: alertDelivery,

  handle: ({ path, caller, dependencies }) =>
    memberTransaction(dependencies.store, caller, 'member', async (tenant) => ({
      data: await testAlertOf(tenant, dependencies, caller, path.id),
    })),
})

const replay = sessionRoute({
  method: 'POST',
  path: '/session/alert-deliveries/{id}/replay',
  access: 'member',
  status: 201,
  pathParameters: idPath('The delivery ID.'),
  query: noParameters,
  body: noParameters,
  data: alertDelivery,

  handle: ({ path, caller, dependencies: { store, alerts } }) =>
    memberTransaction(store, caller, 'member', async (tenant) => ({
      data: await replayDeliveryOf(tenant, alerts, caller, path.id),
    })),
})

export const alertRoutes: readonly SessionRoute[] = [
  create,
  fromApiRoute(listAlerts, '/session/alerts'),
  fromApiRoute(getAlert, '/session/alerts/{id}'),
  update,
  renewSecret,
  remove,
  test,
  fromApiRoute(listAlertDeliveries, '/session/alert-deliveries'),
  // Requests and responses of the destination.
  fromApiRoute(getAlertDelivery, '/session/alert-deliveries/{id}', 'member'),
  replay,
]
