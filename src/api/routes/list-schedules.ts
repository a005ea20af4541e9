/** GET /api/schedules: the organization's schedules, newest first. */
import { Type } from 'typebox'
import { pageMeta } from '../../../contract/envelope.ts'
import { idFilter, pageQuery } from '../../../contract/list-query.ts'
import { noParameters } from '../../../contract/path-parameters.ts'
import { schedule } from '../../../contract/schedule.ts'
import { timePage } from '../../http/time-page.ts'
import { filterId } from '../id-filter.ts'
import { dataRoute } from '../route.ts'
import { scheduleObjects } from '../schedules.ts'

export const listSchedules = dataRoute({
  operationId: 'listSchedules',
  summary: 'List schedules',
  description: 'Newest first.',
  tag: 'Schedules',
  method: 'GET',
  path: '/api/schedules',
  scope: 'read',
  pathParameters: noParameters,
  query: Type.Object(
    { accountId: idFilter('Only schedules of this account connection.'), ...pageQuery },
    { additionalProperties: false },
  ),
  body: null,
  errors: [],
  success: {
    status: 200,
    description: 'One page of schedules.',
    data: Type.Object({ schedules: Type.Array(schedule), meta: pageMeta }, { additionalProperties: false }),
  },

  handle: ({ query, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const connectionId = filterId(query.accountId)
      const { items, meta } = await timePage('schedules', query, async (page) =>
        connectionId === null
          ? { items: [], hasMore: false }
          : tenant.schedules.list(connectionId === undefined ? {} : { connectionId }, page),
      )
      return { data: { schedules: await scheduleObjects(tenant, items), meta } }
    }),
})
