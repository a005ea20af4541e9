import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import { newId } from './new-id.ts'
import type { ScheduleChoice } from './schedules.ts'

let testTenant: TestTenant

beforeAll(async () => {
  testTenant = await createTestTenant()
})
afterAll(() => testTenant.close())

const at = new Date('2100-01-01')
const choice = { regions: ['us-east-1'], everyHours: 6, cron: null, timeZone: 'UTC', jitterMinutes: 0 }
const times = { pauseReason: null, anchorAt: at, dueAt: at, runAt: at }

test('the open run of a schedule is the one that has not ended', async () => {
  const { connectionId } = testTenant
  await testTenant.tenant(async ({ schedules, scanRuns }) => {
    const schedule = await schedules.insert(newId(), connectionId, { ...choice, ...times })
    const other = await schedules.insert(newId(), connectionId, { ...choice, ...times })
    const run = (scheduleId: string) =>
      scanRuns.insert({ connectionId, accountNumber: '1', scheduleId, regions: ['us-east-1'], actor: 'a', dueAt: null })
    expect(await scanRuns.openOfSchedule(schedule.id)).toBeNull()
    const first = await run(schedule.id)
    await run(other.id)
    expect((await scanRuns.openOfSchedule(schedule.id))?.id).toBe(first.id)
    await scanRuns.end(first.id, 'failed')
    expect(await scanRuns.openOfSchedule(schedule.id)).toBeNull()
    const second = await run(schedule.id)
    expect((await scanRuns.openOfSchedule(schedule.id))?.id).toBe(second.id)
  })
})

test('postponing counts the look-ups of a run, and delays the next one', async () => {
  const { connectionId } = testTenant
  await testTenant.tenant(async ({ scanRuns }) => {
    const requested = { connectionId, accountNumber: '1', scheduleId: null, regions: ['all'], actor: 'a', dueAt: null }
    const run = await scanRuns.insert(requested)
    expect(run.lookUps).toBe(0)
    await scanRuns.postpone(run.id, 60)
    await scanRuns.postpone(run.id, 90)
    const postponed = await scanRuns.find(run.id)
    expect(postponed?.lookUps).toBe(2)
    // Of one transaction, whose time stands still.
    expect(Number(postponed?.lookUpAt) - Number(run.createdAt)).toBe(90_000)
  })
})

const hour = (hours: number) => new Date(Date.UTC(2100, 0, 1, hours))

test('a schedule keeps what was chosen', async () => {
  const { connectionId } = testTenant
  const cron: ScheduleChoice = {
    regions: ['eu-west-1', 'us-east-1'],
    everyHours: null,
    cron: '0 6 * * MON-FRI',
    timeZone: 'Europe/Berlin',
    jitterMinutes: 7,
    pauseReason: 'requested',
    anchorAt: hour(1),
    dueAt: hour(2),
    runAt: hour(3),
  }
  const inserted = await testTenant.tenant(({ schedules }) => schedules.insert(newId(), connectionId, cron))
  expect(inserted).toMatchObject({ ...cron, connectionId, skippedAt: null })
  const hourly: ScheduleChoice = {
    regions: ['all'],
    everyHours: 6,
    cron: null,
    timeZone: 'UTC',
    jitterMinutes: 0,
    pauseReason: null,
    anchorAt: hour(4),
    dueAt: hour(5),
    runAt: hour(6),
  }
  const change = { ...hourly, skippedAt: hour(0) }
  expect(await testTenant.tenant(({ schedules }) => schedules.update(inserted.id, change))).toMatchObject(change)
  expect(await testTenant.tenant(({ schedules }) => schedules.find(inserted.id))).toMatchObject({
    ...change,
    connectionId,
  })
})

test('a connection whose ID is malformed has no schedules, and no more of them', async () => {
  const { connectionId } = testTenant
  const list = (of: string) =>
    testTenant.tenant(({ schedules }) => schedules.list({ connectionId: of }, { limit: 1, after: null }))
  await testTenant.tenant(({ schedules }) => schedules.insert(newId(), connectionId, { ...choice, ...times }))
  expect((await list(connectionId)).items).toHaveLength(1)
  expect(await list('malformed')).toEqual({ items: [], hasMore: false })
})
