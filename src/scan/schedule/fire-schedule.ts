/** Runs, pauses, and resumes schedules. */
import type { ScheduleRecord } from '../../store/schedules.ts'
import type { DueSchedule, Tenant } from '../../store/store.ts'
import { createScheduledRun } from './create-run.ts'
import { nextRun } from './timing.ts'

export type Fired =
  | 'nothing'
  | 'started'
  /** The previous run hasn't ended, so this time is left out. */
  | 'skipped'
  /** The account connection isn't connected. */
  | 'paused'
  | 'resumed'

/**
 * In one transaction, so that each time runs once, also with several processes and after interruptions. If another
 * process holds the schedule, it does nothing.
 */
export async function fireSchedule(
  tenant: Tenant,
  { scheduleId, connectionId }: Pick<DueSchedule, 'scheduleId' | 'connectionId'>,
  now: Date,
): Promise<Fired> {
  // The connection first, in the order in which its removal locks.
  const connection = await tenant.accounts.hold(connectionId)
  const schedule = connection === null ? null : await tenant.schedules.tryHold(scheduleId)
  if (connection === null || schedule === null) return 'nothing'
  const { pauseReason } = schedule
  if (connection.status !== 'connected') {
    if (pauseReason !== null) return 'nothing'
    await tenant.schedules.update(scheduleId, { pauseReason: 'connection' })
    await tenant.alertEvents.append({
      kind: 'schedule.paused',
      connectionId,
      subjectId: scheduleId,
      reason: `The account connection has the status "${connection.status}".`,
    })
    await record(tenant, 'schedule.pause', schedule, { because: `connection ${connection.status}` })
    return 'paused'
  }
  if (pauseReason === 'requested') return 'nothing'
  if (pauseReason === 'connection') {
    // Times missed meanwhile run once, as after a downtime.
    await tenant.schedules.update(scheduleId, { pauseReason: null })
    await record(tenant, 'schedule.resume', schedule, { because: 'connection connected' })
    return 'resumed'
  }
  if (schedule.runAt > now) return 'nothing'
  const next = nextRun(scheduleId, schedule, now)
  if ((await tenant.scanRuns.openOfSchedule(scheduleId)) !== null) {
    await tenant.schedules.update(scheduleId, { ...next, skippedAt: schedule.dueAt })
    return 'skipped'
  }
  await createScheduledRun(tenant, connection, schedule)
  await tenant.schedules.update(scheduleId, next)
  return 'started'
}

async function record(
  { auditEvents }: Tenant,
  action: 'schedule.pause' | 'schedule.resume',
  { id, connectionId }: ScheduleRecord,
  details: { readonly because: string },
): Promise<void> {
  await auditEvents.append({ actor: `schedule:${id}`, action, subject: id, details: { connectionId, ...details } })
}
