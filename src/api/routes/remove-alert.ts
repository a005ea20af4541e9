/** DELETE /api/alerts/{id}: deletes an alert with its deliveries. */
import { alert } from '../../../contract/alert.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { removeAlertOf } from '../alerts.ts'
import { dataRoute } from '../route.ts'

export const removeAlert = dataRoute({
  operationId: 'removeAlert',
  summary: 'Delete an alert',
  description: 'Deletes its deliveries, too. Pending ones are not sent.',
  tag: 'Alerts',
  method: 'DELETE',
  path: '/api/alerts/{id}',
  scope: 'write',
  pathParameters: idPath('The alert ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The deleted alert.', data: alert },

  async handle({ path, caller, dependencies }) {
    const removed = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      removeAlertOf(tenant, caller, path.id),
    )
    return { data: removed }
  },
})
