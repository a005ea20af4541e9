/** GET /api/alerts/{id}: one alert. */
import { alert } from '../../../contract/alert.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { alertObject, findAlert } from '../alerts.ts'
import { dataRoute } from '../route.ts'

export const getAlert = dataRoute({
  operationId: 'getAlert',
  summary: 'Get an alert',
  tag: 'Alerts',
  method: 'GET',
  path: '/api/alerts/{id}',
  scope: 'read',
  pathParameters: idPath('The alert ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The alert.', data: alert },

  handle: ({ path, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => ({
      data: alertObject(await findAlert(tenant, path.id)),
    })),
})
