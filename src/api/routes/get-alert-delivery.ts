/** GET /api/alert-deliveries/{id}: one delivery with its attempts. */
import { alertDeliveryWithAttempts } from '../../../contract/alert-delivery.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { deliveryWithAttempts } from '../alert-deliveries.ts'
import { dataRoute } from '../route.ts'

export const getAlertDelivery = dataRoute({
  operationId: 'getAlertDelivery',
  summary: 'Get a delivery with its attempts',
  tag: 'Alerts',
  method: 'GET',
  path: '/api/alert-deliveries/{id}',
  scope: 'read',
  pathParameters: idPath('The delivery ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The delivery.', data: alertDeliveryWithAttempts },

  handle: ({ path, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => ({
      data: await deliveryWithAttempts(tenant, path.id),
    })),
})
