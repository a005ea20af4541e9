/** POST /api/alerts: sends events to a webhook, Slack, Teams, PagerDuty, or email. */
import { alertWithSecret, createAlertRequest } from '../../../contract/alert.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { createAlertOf, mostAlerts } from '../alerts.ts'
import { dataRoute } from '../route.ts'

export const createAlert = dataRoute({
  operationId: 'createAlert',
  summary: 'Create an alert',
  description: `Sends events to a webhook, Slack, Teams, PagerDuty, or email. Failed attempts are repeated for a day. The response has the signing secret of a webhook, which isn't shown again. URLs must have a public https address, unless the operator allows others (\`OUTBOUND_ALLOW\`). An organization has at most ${mostAlerts} alerts; above that, the response is \`CONFLICT\`.`,
  tag: 'Alerts',
  method: 'POST',
  path: '/api/alerts',
  scope: 'write',
  pathParameters: noParameters,
  query: noParameters,
  body: createAlertRequest,
  errors: ['CONFLICT'],
  success: {
    status: 201,
    description: 'The alert.',
    headers: { Location: 'The address of the alert.' },
    data: alertWithSecret,
  },

  async handle({ body, caller, dependencies }) {
    const created = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      createAlertOf(tenant, dependencies.alerts, caller, body),
    )
    return { data: created, headers: { location: `${dependencies.publicUrl ?? ''}/api/alerts/${created.id}` } }
  },
})
