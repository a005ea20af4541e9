/** POST /api/alerts/{id}/secret: replaces the signing secret of a webhook. */
import { alertWithSecret } from '../../../contract/alert.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { renewSecretOf } from '../alerts.ts'
import { dataRoute } from '../route.ts'

export const renewAlertSecret = dataRoute({
  operationId: 'renewAlertSecret',
  summary: 'Replace the signing secret of a webhook',
  description: 'Further attempts are signed with the new secret only.',
  tag: 'Alerts',
  method: 'POST',
  path: '/api/alerts/{id}/secret',
  scope: 'write',
  pathParameters: idPath('The alert ID.'),
  query: noParameters,
  body: noParameters,
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: { status: 201, description: 'The alert with its new secret.', data: alertWithSecret },

  async handle({ path, caller, dependencies }) {
    const renewed = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      renewSecretOf(tenant, dependencies.alerts, caller, path.id),
    )
    return { data: renewed }
  },
})
