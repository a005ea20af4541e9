/** Lists, creates, changes, runs, and deletes schedules, and starts and lists scan runs. */
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { createScanRunRequest, scanRun } from '../../../contract/scan-run.ts'
import { createScheduleRequest, schedule, updateScheduleRequest } from '../../../contract/schedule.ts'
import { getScanRun } from '../../api/routes/get-scan-run.ts'
import { listScanRuns } from '../../api/routes/list-scan-runs.ts'
import { listSchedules } from '../../api/routes/list-schedules.ts'
import { createRunOf } from '../../api/scan-runs.ts'
import { createScheduleOf, removeScheduleOf, runScheduleOf, updateScheduleOf } from '../../api/schedules.ts'
import { memberTransaction } from '../member-transaction.ts'
import { fromApiRoute, type SessionRoute, sessionRoute } from '../route.ts'

const scheduleById = idPath('The schedule ID.')

const createRun = sessionRoute({
  method: 'POST',
  path: '/session/scan-runs',
  access: 'member',
  status: 201,
  pathParameters: noParameters,
  query: noParameters,
  body: createScanRunRequest,
  data: scanRun,

  handle: ({ body: { cloudAccountId: connectionId, regions }, caller, dependencies: { store } }) =>
    memberTransaction(store, caller, 'member', async (tenant) => ({
      data: await createRunOf(tenant, caller, { connectionId, regions, idempotencyKey: null }),
    })),
})

const create = sessionRoute({
  method: 'POST',
  path: '/session/schedules',
  access: 'member',
  status: 201,
  pathParameters: noParameters,
  query: noParameters,
  body: createScheduleRequest,
  data: schedule,

  handle: ({ body: { cloudAccountId, ...choices }, caller, dependencies: { store } }) =>
    memberTransaction(store, caller, 'member', async (tenant) => ({
      data: await createScheduleOf(tenant, caller, cloudAccountId, choices),
    })),
})

const update = sessionRoute({
  method: 'PUT',
  path: '/session/schedules/{id}',
  access: 'member',
  pathParameters: scheduleById,
  query: noParameters,
  body: updateScheduleRequest,
  data: schedule,

  handle: ({ path, body, caller, dependencies: { store } }) =>
    memberTransaction(store, caller, 'member', async (tenant) => ({
      data: await updateScheduleOf(tenant, caller, path.id, body),
    })),
})

const run = sessionRoute({
  method: 'POST',
  path: '/session/schedules/{id}/run',
  access: 'member',
  status: 201,
  pathParameters: scheduleById,
  query: noParameters,
  body: noParameters,
  data: scanRun,

  handle: ({ path, caller, dependencies: { store } }) =>
    memberTransaction(store, caller, 'member', async (tenant) => ({
      data: await runScheduleOf(tenant, caller, path.id),
    })),
})

const remove = sessionRoute({
  method: 'DELETE',
  path: '/session/schedules/{id}',
  access: 'member',
  pathParameters: scheduleById,
  query: noParameters,
  body: null,
  data: schedule,

  handle: ({ path, caller, dependencies: { store } }) =>
    memberTransaction(store, caller, 'member', async (tenant) => ({
      data: await removeScheduleOf(tenant, caller, path.id),
    })),
})

export const scheduleRoutes: readonly SessionRoute[] = [
  createRun,
  fromApiRoute(listScanRuns, '/session/scan-runs'),
  fromApiRoute(getScanRun, '/session/scan-runs/{id}'),
  create,
  fromApiRoute(listSchedules, '/session/schedules'),
  update,
  run,
  remove,
]
