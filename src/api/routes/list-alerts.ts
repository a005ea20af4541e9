/** GET /api/alerts: the organization's alerts, newest first. */
import { Type } from 'typebox'
import { alert } from '../../../contract/alert.ts'
import { pageMeta } from '../../../contract/envelope.ts'
import { pageQuery } from '../../../contract/list-query.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { timePage } from '../../http/time-page.ts'
import { alertObject } from '../alerts.ts'
import { dataRoute } from '../route.ts'

export const listAlerts = dataRoute({
  operationId: 'listAlerts',
  summary: 'List alerts',
  description: 'Newest first.',
  tag: 'Alerts',
  method: 'GET',
  path: '/api/alerts',
  scope: 'read',
  pathParameters: noParameters,
  query: Type.Object(pageQuery, { additionalProperties: false }),
  body: null,
  errors: [],
  success: {
    status: 200,
    description: 'One page of alerts.',
    data: Type.Object({ alerts: Type.Array(alert), meta: pageMeta }, { additionalProperties: false }),
  },

  handle: ({ query, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const { items, meta } = await timePage('alerts', query, (page) => tenant.alerts.list(page))
      return { data: { alerts: items.map(alertObject), meta } }
    }),
})
