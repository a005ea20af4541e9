/** POST /api/schedules/{id}/run: starts a run of a schedule before its time. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { scanRun } from '../../../contract/scan-run.ts'
import { dataRoute } from '../route.ts'
import { runScheduleOf } from '../schedules.ts'

export const runSchedule = dataRoute({
  operationId: 'runSchedule',
  summary: 'Run a schedule now',
  description:
    "Starts a run of the schedule, also while it is paused. Its next time stays. If its previous run hasn't ended, the response is `CONFLICT`.",
  tag: 'Schedules',
  method: 'POST',
  path: '/api/schedules/{id}/run',
  scope: 'write',
  pathParameters: idPath('The schedule ID.'),
  query: noParameters,
  body: noParameters,
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: {
    status: 201,
    description: 'The run.',
    headers: { Location: 'The address of the run.' },
    data: scanRun,
  },

  async handle({ path, caller, dependencies }) {
    const run = await dependencies.store.tenant(caller.organizationId, (tenant) =>
      runScheduleOf(tenant, caller, path.id),
    )
    return { data: run, headers: { location: `${dependencies.publicUrl ?? ''}/api/scan-runs/${run.id}` } }
  },
})
