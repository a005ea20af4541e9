import { expect, onTestFinished, test } from 'vitest'
import { createTestTenant } from '../../test/support/test-tenant.ts'
import { newId } from './new-id.ts'

test('the open run of a schedule is the one that has not ended', async () => {
  const testTenant = await createTestTenant()
  onTestFinished(() => testTenant.close())
  const { connectionId } = testTenant
  const at = new Date('2100-01-01')
  const choice = { regions: ['us-east-1'], everyHours: 6, cron: null, timeZone: 'UTC', jitterMinutes: 0 }
  const times = { pauseReason: null, anchorAt: at, dueAt: at, runAt: at }
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
