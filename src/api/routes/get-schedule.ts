/** GET /api/schedules/{id}: one schedule. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { schedule } from '../../../contract/schedule.ts'
import { dataRoute } from '../route.ts'
import { findSchedule, scheduleObject } from '../schedules.ts'

export const getSchedule = dataRoute({
  operationId: 'getSchedule',
  summary: 'Get a schedule',
  tag: 'Schedules',
  method: 'GET',
  path: '/api/schedules/{id}',
  scope: 'read',
  pathParameters: idPath('The schedule ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The schedule.', data: schedule },

  handle: ({ path, caller, dependencies }) =>
    dependencies.store.tenant(caller.organizationId, async (tenant) => ({
      data: await scheduleObject(tenant, await findSchedule(tenant, path.id)),
    })),
})
