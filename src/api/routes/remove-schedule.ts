/** DELETE /api/schedules/{id}: deletes a schedule. Its runs and scans stay. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { schedule } from '../../../contract/schedule.ts'
import { dataRoute } from '../route.ts'
import { removeScheduleOf } from '../schedules.ts'

export const removeSchedule = dataRoute({
  operationId: 'removeSchedule',
  summary: 'Delete a schedule',
  description: 'Its runs and scans stay. A run that has started continues.',
  tag: 'Schedules',
  method: 'DELETE',
  path: '/api/schedules/{id}',
  scope: 'write',
  pathParameters: idPath('The schedule ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The deleted schedule.', data: schedule },

  async handle({ path, caller, dependencies }) {
    const removed = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      removeScheduleOf(tenant, caller, path.id),
    )
    return { data: removed }
  },
})
