/** PUT /api/alerts/{id}: changes, pauses, or resumes an alert. */
import { alertWithSecret, updateAlertRequest } from '../../../contract/alert.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { updateAlertOf } from '../alerts.ts'
import { dataRoute } from '../route.ts'

export const updateAlert = dataRoute({
  operationId: 'updateAlert',
  summary: 'Change an alert',
  description:
    'Replaces all choices. Without `destination`, the destination stays. With `paused`, events are left out, and pending deliveries fail at their next attempt.',
  tag: 'Alerts',
  method: 'PUT',
  path: '/api/alerts/{id}',
  scope: 'write',
  pathParameters: idPath('The alert ID.'),
  query: noParameters,
  body: updateAlertRequest,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The alert.', data: alertWithSecret },

  async handle({ path, body, caller, dependencies }) {
    const changed = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      updateAlertOf(tenant, dependencies.alerts, caller, path.id, body),
    )
    return { data: changed }
  },
})
