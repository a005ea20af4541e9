/** Creates, changes, deletes, and shows schedules, for the API and the dashboard API. */
import type { ScanRun } from '../../contract/scan-run.ts'
import type { Schedule, ScheduleChoices } from '../../contract/schedule.ts'
import { ApiError, notFound, validationError } from '../http/api-error.ts'
import { regionsElsewhere } from '../scan/schedule/create-run.ts'
import { nextRun, type Timing, timingProblem } from '../scan/schedule/timing.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import { newId } from '../store/new-id.ts'
import type { ScheduleRecord } from '../store/schedules.ts'
import type { Tenant } from '../store/store.ts'
import type { Caller } from './route.ts'
import { checkChoice, createRunOf, ofAnotherPartition } from './scan-runs.ts'

/** Of an account connection. */
export const mostSchedules = 20

/** Throws `NOT_FOUND`, `VALIDATION_ERROR`, or `CONFLICT` above the limit. */
export async function createScheduleOf(
  tenant: Tenant,
  caller: Caller,
  connectionId: string,
  choices: ScheduleChoices,
): Promise<Schedule> {
  const connection = await tenant.accounts.hold(connectionId)
  if (connection === null) throw notFound('The account connection')
  const now = new Date()
  const timing = checkedTiming(choices, connection, now)
  if ((await tenant.schedules.count(connectionId)) >= mostSchedules) {
    throw new ApiError('CONFLICT', `This account has ${mostSchedules} schedules, which is the limit. Delete one first.`)
  }
  const id = newId()
  const schedule = await tenant.schedules.insert(id, connectionId, {
    ...timing,
    regions: [...choices.regions].toSorted(),
    pauseReason: choices.paused ? 'requested' : null,
    ...nextRun(id, timing, now),
  })
  await record(tenant, caller, 'schedule.create', schedule)
  return scheduleObject(tenant, schedule)
}

/** Throws `NOT_FOUND` or `VALIDATION_ERROR`. */
export async function updateScheduleOf(
  tenant: Tenant,
  caller: Caller,
  id: string,
  choices: ScheduleChoices,
): Promise<Schedule> {
  const { schedule: before, connection } = await holdSchedule(tenant, id)
  const now = new Date()
  const chosen = checkedTiming(choices, connection, now)
  const isSameTiming = timingFields.every((name) => chosen[name] === before[name])
  const timing = isSameTiming ? { ...chosen, anchorAt: before.anchorAt } : chosen
  // Times that passed while a user had paused it are left out.
  const isResumed = before.pauseReason === 'requested' && !choices.paused
  const isActive = before.pauseReason === 'requested' ? null : before.pauseReason
  const schedule = await tenant.schedules.update(id, {
    ...timing,
    regions: [...choices.regions].toSorted(),
    pauseReason: choices.paused ? 'requested' : isActive,
    ...(isSameTiming && !isResumed ? {} : nextRun(id, timing, now)),
  })
  if (schedule === null) throw notFound('The schedule')
  if (before.pauseReason === null && schedule.pauseReason !== null) {
    await tenant.alertEvents.append({
      kind: 'schedule.paused',
      connectionId: schedule.connectionId,
      subjectId: id,
      reason: pauseMessages[schedule.pauseReason],
    })
  }
  await record(tenant, caller, 'schedule.change', schedule)
  return scheduleObject(tenant, schedule)
}

const timingFields = ['everyHours', 'cron', 'timeZone', 'jitterMinutes'] as const

/** Its runs and scans stay. Throws `NOT_FOUND`. */
export async function removeScheduleOf(tenant: Tenant, caller: Caller, id: string): Promise<Schedule> {
  await holdSchedule(tenant, id)
  const found = await findSchedule(tenant, id)
  const object = await scheduleObject(tenant, found)
  await tenant.schedules.remove(id)
  await record(tenant, caller, 'schedule.remove', found)
  return object
}

/** Throws `NOT_FOUND`, or `CONFLICT` while its previous run hasn't ended. */
export async function runScheduleOf(tenant: Tenant, caller: Caller, id: string): Promise<ScanRun> {
  const { schedule } = await holdSchedule(tenant, id)
  const { connectionId, regions } = schedule
  return createRunOf(tenant, caller, { connectionId, regions, idempotencyKey: null, schedule })
}

/** Throws `NOT_FOUND`. */
export async function findSchedule({ schedules }: Tenant, id: string): Promise<ScheduleRecord> {
  const schedule = await schedules.find(id)
  if (schedule === null) throw notFound('The schedule')
  return schedule
}

/** Holds both, the connection first, in the order in which its removal locks. Throws `NOT_FOUND`. */
export async function holdSchedule(
  tenant: Tenant,
  id: string,
): Promise<{ readonly schedule: ScheduleRecord; readonly connection: ConnectionRecord }> {
  const connection = await tenant.accounts.hold((await findSchedule(tenant, id)).connectionId)
  const schedule = await tenant.schedules.hold(id)
  if (connection === null || schedule === null) throw notFound('The schedule')
  return { schedule, connection }
}

/** Throws `VALIDATION_ERROR`. */
function checkedTiming(choices: ScheduleChoices, { partition }: ConnectionRecord, now: Date): Timing {
  const { regions, everyHours = null, cron = null, timeZone, jitterMinutes } = choices
  checkChoice(regions)
  const foreign = regionsElsewhere(regions, partition)
  if (foreign.length > 0) throw ofAnotherPartition(foreign, partition)
  if ((everyHours === null) === (cron === null)) {
    const message = 'requires exactly one of everyHours and cron'
    throw validationError([{ path: [cron === null ? 'everyHours' : 'cron'], message }])
  }
  const timing = { everyHours, cron, timeZone, jitterMinutes, anchorAt: now }
  const problem = timingProblem(timing, now)
  if (problem !== null) throw validationError([{ path: [problem.field], message: problem.message }])
  return timing
}

export async function scheduleObject(tenant: Tenant, schedule: ScheduleRecord): Promise<Schedule> {
  const [object] = await scheduleObjects(tenant, [schedule])
  if (object === undefined) throw new Error('One schedule makes one object')
  return object
}

export async function scheduleObjects(
  tenant: Tenant,
  schedules: readonly ScheduleRecord[],
): Promise<readonly Schedule[]> {
  const lastRuns = await tenant.scanRuns.newestOfSchedules(schedules.map(({ id }) => id))
  return schedules.map((schedule) => ({
    id: schedule.id,
    cloudAccountId: schedule.connectionId,
    regions: [...schedule.regions],
    everyHours: schedule.everyHours,
    cron: schedule.cron,
    timeZone: schedule.timeZone,
    jitterMinutes: schedule.jitterMinutes,
    paused: schedule.pauseReason !== null,
    pauseReason: schedule.pauseReason,
    pauseMessage: pauseMessages[schedule.pauseReason ?? 'none'],
    nextRunAt: schedule.pauseReason === null ? schedule.runAt.toISOString() : null,
    skippedAt: schedule.skippedAt?.toISOString() ?? null,
    lastRunId: lastRuns.get(schedule.id) ?? null,
    createdAt: schedule.createdAt.toISOString(),
    updatedAt: schedule.updatedAt.toISOString(),
  }))
}

const pauseMessages = {
  none: null,
  requested: 'Paused by a user or an API key. Resume it to scan again.',
  connection:
    "Paused because the account isn't connected. Fix the account connection: the schedule then resumes automatically, and a time that it missed runs once.",
} as const

async function record(
  { auditEvents }: Tenant,
  { actor, address }: Caller,
  action: 'schedule.create' | 'schedule.change' | 'schedule.remove',
  { id, connectionId, regions, everyHours, cron, timeZone, pauseReason }: ScheduleRecord,
): Promise<void> {
  const details = { connectionId, regions: [...regions], everyHours, cron, timeZone, pauseReason }
  await auditEvents.append({ actor, action, subject: id, details, address })
}
