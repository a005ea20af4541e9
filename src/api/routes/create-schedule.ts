/** POST /api/schedules: scans regions of an account regularly. */
import { noParameters } from '../../../contract/path-parameters.ts'
import { createScheduleRequest, schedule } from '../../../contract/schedule.ts'
import { dataRoute } from '../route.ts'
import { createScheduleOf, mostSchedules } from '../schedules.ts'

export const createSchedule = dataRoute({
  operationId: 'createSchedule',
  summary: 'Create a schedule',
  description: `Scans regions of an account every N hours (\`everyHours\`) or at the times of a cron expression (\`cron\`). A schedule never overlaps with itself: a time is skipped while its previous run hasn't ended. Times missed while the service is down run once. While the account isn't connected, the schedule is paused. An account has at most ${mostSchedules} schedules; above that, the response is \`CONFLICT\`.`,
  tag: 'Schedules',
  method: 'POST',
  path: '/api/schedules',
  scope: 'write',
  pathParameters: noParameters,
  query: noParameters,
  body: createScheduleRequest,
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: {
    status: 201,
    description: 'The schedule.',
    headers: { Location: 'The address of the schedule.' },
    data: schedule,
  },

  async handle({ body: { cloudAccountId, ...choices }, caller, dependencies }) {
    const created = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      createScheduleOf(tenant, caller, cloudAccountId, choices),
    )
    return { data: created, headers: { location: `${dependencies.publicUrl ?? ''}/api/schedules/${created.id}` } }
  },
})
