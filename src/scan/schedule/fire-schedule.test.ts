import { beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTestAlert } from '../../../test/support/insert-test-alert.ts'
import { createTestTenant, type TestTenant } from '../../../test/support/test-tenant.ts'
import { newId } from '../../store/new-id.ts'
import type { PauseReason } from '../../store/pause-reason.ts'
import type { ScheduleRecord } from '../../store/schedules.ts'
import { fireSchedule } from './fire-schedule.ts'

const now = new Date('2026-05-04T12:00:00Z')
const hourMs = 3_600_000
const at = (hours: number) => new Date(now.getTime() + hours * hourMs)

let testTenant: TestTenant
const tenant: TestTenant['tenant'] = (work) => testTenant.tenant(work)

beforeAll(async () => {
  testTenant = await createTestTenant()
  await tenant((of) => insertTestAlert(of, ['schedule.paused']))
  return () => testTenant.close()
})
beforeEach(() => testTenant.setStatus('connected'))

/** Every six hours. Due at `dueAt`, and a minute later with its jitter. */
async function newSchedule(dueAt: Date, pauseReason: PauseReason | null = null): Promise<ScheduleRecord> {
  const choice = { regions: ['eu-west-1'], everyHours: 6, cron: null, timeZone: 'UTC', jitterMinutes: 0 }
  const runAt = new Date(dueAt.getTime() + 60_000)
  return tenant(({ schedules }) =>
    schedules.insert(newId(), testTenant.connectionId, { ...choice, pauseReason, anchorAt: dueAt, dueAt, runAt }),
  )
}

const fire = ({ id, connectionId }: Pick<ScheduleRecord, 'id' | 'connectionId'>, time = now) =>
  tenant((of) => fireSchedule(of, { scheduleId: id, connectionId }, time))
const found = ({ id }: ScheduleRecord) => tenant(({ schedules }) => schedules.find(id))
const runsOf = async ({ id }: ScheduleRecord) =>
  (await tenant(({ scanRuns }) => scanRuns.list({ scheduleId: id }, { limit: 10, after: null }))).items
const eventsOf = async ({ id }: ScheduleRecord) =>
  (await tenant(({ auditEvents }) => auditEvents.list(100))).filter(({ subject }) => subject === id)

test('a schedule starts a run at its time with jitter, not before', async () => {
  const schedule = await newSchedule(at(-1))
  expect(await fire(schedule, new Date(schedule.runAt.getTime() - 1))).toBe('nothing')
  expect(await runsOf(schedule)).toEqual([])
  expect(await found(schedule)).toEqual(schedule)
  expect(await fire(schedule, schedule.runAt)).toBe('started')
  expect(await runsOf(schedule)).toMatchObject([
    {
      connectionId: schedule.connectionId,
      accountNumber: '123456789012',
      regions: ['eu-west-1'],
      actor: `schedule:${schedule.id}`,
      dueAt: schedule.dueAt,
      hasRegions: true,
      status: 'queued',
    },
  ])
  expect(await found(schedule)).toMatchObject({ dueAt: at(5), skippedAt: null, pauseReason: null })
  // Its next time is later.
  expect(await fire(schedule, now)).toBe('nothing')
})

test('a time that comes while its last run has not ended is skipped', async () => {
  const schedule = await newSchedule(at(-1))
  await fire(schedule)
  expect(await fire(schedule, at(6))).toBe('skipped')
  expect(await runsOf(schedule)).toHaveLength(1)
  expect(await found(schedule)).toMatchObject({ dueAt: at(11), skippedAt: at(5) })
  const [run] = await runsOf(schedule)
  await tenant(({ scanRuns }) => scanRuns.end(run?.id ?? '', null))
  expect(await fire(schedule, at(12))).toBe('started')
  expect(await runsOf(schedule)).toHaveLength(2)
})

test('a connection that breaks pauses its schedules once, with an alert and an audit event', async () => {
  const schedule = await newSchedule(at(-1))
  await testTenant.setStatus('pending')
  expect(await fire(schedule)).toBe('paused')
  expect(await fire(schedule)).toBe('nothing')
  expect(await found(schedule)).toMatchObject({ pauseReason: 'connection', dueAt: schedule.dueAt })
  expect(await runsOf(schedule)).toEqual([])
  const due = await testTenant.store.dueAlertEvents(10)
  const alerts = await tenant(({ alertEvents }) => Promise.all(due.map(({ eventId }) => alertEvents.tryHold(eventId))))
  expect(alerts).toMatchObject([
    {
      kind: 'schedule.paused',
      connectionId: schedule.connectionId,
      subjectId: schedule.id,
      reason: 'The account connection has the status "pending".',
    },
  ])
  const { connectionId } = schedule
  expect(await eventsOf(schedule)).toMatchObject([
    {
      actor: `schedule:${schedule.id}`,
      action: 'schedule.pause',
      details: { connectionId, because: 'connection pending' },
    },
  ])
})

test('a schedule resumes with its connection, and its missed time runs once', async () => {
  const schedule = await newSchedule(at(-20), 'connection')
  expect(await fire(schedule)).toBe('resumed')
  expect(await found(schedule)).toMatchObject({ pauseReason: null, dueAt: at(-20) })
  expect(await eventsOf(schedule)).toMatchObject([
    {
      actor: `schedule:${schedule.id}`,
      action: 'schedule.resume',
      details: { because: 'connection connected' },
    },
  ])
  expect(await fire(schedule)).toBe('started')
  expect(await fire(schedule)).toBe('nothing')
  expect(await found(schedule)).toMatchObject({ dueAt: at(4) })
})

test('a schedule that was paused on request stays so', async () => {
  const schedule = await newSchedule(at(-1), 'requested')
  expect(await fire(schedule)).toBe('nothing')
  await testTenant.setStatus('pending')
  expect(await fire(schedule)).toBe('nothing')
  expect(await found(schedule)).toEqual(schedule)
  expect(await eventsOf(schedule)).toEqual([])
})

test('a schedule or connection that was deleted meanwhile does nothing', async () => {
  const schedule = await newSchedule(at(-1))
  expect(await fire({ id: schedule.id, connectionId: newId() })).toBe('nothing')
  expect(await runsOf(schedule)).toEqual([])
  await tenant(({ schedules }) => schedules.remove(schedule.id))
  expect(await fire(schedule)).toBe('nothing')
})
