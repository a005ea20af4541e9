/** PUT /api/schedules/{id}: changes, pauses, or resumes a schedule. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { schedule, updateScheduleRequest } from '../../../contract/schedule.ts'
import { dataRoute } from '../route.ts'
import { updateScheduleOf } from '../schedules.ts'

export const updateSchedule = dataRoute({
  operationId: 'updateSchedule',
  summary: 'Change a schedule',
  description:
    'Replaces all choices. With `paused`, the schedule pauses, and without it, it resumes: times that passed meanwhile are left out. A run that has started continues.',
  tag: 'Schedules',
  method: 'PUT',
  path: '/api/schedules/{id}',
  scope: 'write',
  pathParameters: idPath('The schedule ID.'),
  query: noParameters,
  body: updateScheduleRequest,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The schedule.', data: schedule },

  async handle({ path, body, caller, dependencies }) {
    const changed = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      updateScheduleOf(tenant, caller, path.id, body),
    )
    return { data: changed }
  },
})
