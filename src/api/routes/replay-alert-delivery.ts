/** POST /api/alert-deliveries/{id}/replay: sends a delivery again. */
import { alertDelivery } from '../../../contract/alert-delivery.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { replayDeliveryOf } from '../replay-delivery.ts'
import { dataRoute } from '../route.ts'

export const replayAlertDelivery = dataRoute({
  operationId: 'replayAlertDelivery',
  summary: 'Send a delivery again',
  description:
    'Sends the same message, with the same `webhook-id`, to the current destination of the alert. While the delivery is pending or held, or the alert is paused, the response is `CONFLICT`.',
  tag: 'Alerts',
  method: 'POST',
  path: '/api/alert-deliveries/{id}/replay',
  scope: 'write',
  pathParameters: idPath('The delivery ID.'),
  query: noParameters,
  body: noParameters,
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: {
    status: 201,
    description: 'The new delivery.',
    headers: { Location: 'The address of the new delivery.' },
    data: alertDelivery,
  },

  async handle({ path, caller, dependencies }) {
    const replayed = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      replayDeliveryOf(tenant, dependencies.alerts, caller, path.id),
    )
    return {
      data: replayed,
      headers: { location: `${dependencies.publicUrl ?? ''}/api/alert-deliveries/${replayed.id}` },
    }
  },
})
