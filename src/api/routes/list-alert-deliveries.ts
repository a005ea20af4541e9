/** GET /api/alert-deliveries: what alerts have sent, newest first. */
import { Type } from 'typebox'
import { alertDelivery, deliveryStatus } from '../../../contract/alert-delivery.ts'
import { pageMeta } from '../../../contract/envelope.ts'
import { idFilter, pageQuery } from '../../../contract/list-query.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { timePage } from '../../http/time-page.ts'
import { deliveryObject } from '../alert-deliveries.ts'
import { filterId } from '../id-filter.ts'
import { dataRoute } from '../route.ts'

export const listAlertDeliveries = dataRoute({
  operationId: 'listAlertDeliveries',
  summary: 'List deliveries of alerts',
  description: 'Newest first. Deliveries are kept for 30 days.',
  tag: 'Alerts',
  method: 'GET',
  path: '/api/alert-deliveries',
  scope: 'read',
  pathParameters: noParameters,
  query: Type.Object(
    { alertId: idFilter('Only deliveries of this alert.'), status: Type.Optional(deliveryStatus), ...pageQuery },
    { additionalProperties: false },
  ),
  body: null,
  errors: [],
  success: {
    status: 200,
    description: 'One page of deliveries.',
    data: Type.Object({ deliveries: Type.Array(alertDelivery), meta: pageMeta }, { additionalProperties: false }),
  },

  handle: ({ query, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const alertId = filterId(query.alertId)
      const { status } = query
      const filter = { ...(alertId != null && { alertId }), ...(status !== undefined && { status }) }
      const { items, meta } = await timePage('alert deliveries', query, async (page) =>
        alertId === null ? { items: [], hasMore: false } : tenant.alertDeliveries.list(filter, page),
      )
      return { data: { deliveries: items.map(deliveryObject), meta } }
    }),
})
