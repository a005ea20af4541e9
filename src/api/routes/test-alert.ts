/** POST /api/alerts/{id}/test: sends a test message. */
import { alertDelivery } from '../../../contract/alert-delivery.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { testAlertOf } from '../alerts.ts'
import { dataRoute } from '../route.ts'

export const testAlert = dataRoute({
  operationId: 'testAlert',
  summary: 'Test an alert',
  description: 'Sends a test message at once, also while the alert is paused. Get the delivery to see the result.',
  tag: 'Alerts',
  method: 'POST',
  path: '/api/alerts/{id}/test',
  scope: 'write',
  pathParameters: idPath('The alert ID.'),
  query: noParameters,
  body: noParameters,
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: {
    status: 201,
    description: 'The delivery.',
    headers: { Location: 'The address of the delivery.' },
    data: alertDelivery,
  },

  async handle({ path, caller, dependencies }) {
    const delivery = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      testAlertOf(tenant, dependencies, caller, path.id),
    )
    return {
      data: delivery,
      headers: { location: `${dependencies.publicUrl ?? ''}/api/alert-deliveries/${delivery.id}` },
    }
  },
})
