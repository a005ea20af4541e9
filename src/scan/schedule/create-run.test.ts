import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '../../../test/support/test-tenant.ts'
import { newId } from '../../store/new-id.ts'
import type { ScheduleRecord } from '../../store/schedules.ts'
import { createRun, createScheduledRun, type CreateRunRequest, mostOpenRuns } from './create-run.ts'

let testTenant: TestTenant
const tenant: TestTenant['tenant'] = (work) => testTenant.tenant(work)

beforeAll(async () => {
  testTenant = await createTestTenant()
  return () => testTenant.close()
})
beforeEach(async () => {
  await testTenant.setStatus('connected')
  await tenant(async ({ scanRuns }) => {
    for (const { id } of (await scanRuns.list({}, { limit: 100, after: null })).items) await scanRuns.end(id, 'Ended.')
  })
})

const create = (request: Partial<CreateRunRequest> = {}) =>
  tenant((of) =>
    createRun(of, {
      connectionId: testTenant.connectionId,
      regions: ['eu-west-1', 'us-east-1'],
      actor: 'key:1',
      address: '192.0.2.1',
      idempotencyKey: null,
      scheduleId: null,
      ...request,
    }),
  )

async function created(request: Partial<CreateRunRequest> = {}) {
  const outcome = await create(request)
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  return outcome.run
}

async function newSchedule(regions: readonly string[]): Promise<ScheduleRecord> {
  const at = new Date('2100-01-01')
  const choice = { regions, everyHours: 6, cron: null, timeZone: 'UTC', jitterMinutes: 0, pauseReason: null }
  return tenant(({ schedules }) =>
    schedules.insert(newId(), testTenant.connectionId, { ...choice, anchorAt: at, dueAt: at, runAt: at }),
  )
}

const rowsOf = (id: string) => tenant(({ scanRuns }) => scanRuns.regions([id]))

test('a run of named regions has them at once, and an audit event', async () => {
  const run = await created()
  const { connectionId } = testTenant
  const regions = ['eu-west-1', 'us-east-1']
  expect(run).toMatchObject({ connectionId, accountNumber: '123456789012', regions, actor: 'key:1', hasRegions: true })
  expect(run).toMatchObject({ dueAt: null, scheduleId: null, status: 'queued' })
  expect(await tenant(({ scanRuns }) => scanRuns.find(run.id))).toMatchObject({ hasRegions: true })
  expect(await rowsOf(run.id)).toMatchObject([
    { region: 'eu-west-1', status: 'waiting' },
    { region: 'us-east-1', status: 'waiting' },
  ])
  const [event] = await tenant(({ auditEvents }) => auditEvents.list(1))
  expect(event).toMatchObject({
    actor: 'key:1',
    action: 'scan-run.create',
    subject: run.id,
    details: { connectionId, regions, scheduleId: null },
    address: '192.0.2.1',
  })
})

test('a run of all regions has to look them up', async () => {
  const run = await created({ regions: ['all'] })
  expect(run).toMatchObject({ regions: ['all'], hasRegions: false })
  expect(await rowsOf(run.id)).toEqual([])
})

test('an idempotency key returns the same run, and is rejected for another request', async () => {
  const idempotencyKey = newId()
  const { id } = await created({ idempotencyKey })
  expect(await create({ idempotencyKey })).toMatchObject({ kind: 'replayed', run: { id } })
  // Even when no run could be created now.
  await testTenant.setStatus('pending')
  expect(await create({ idempotencyKey })).toMatchObject({ kind: 'replayed', run: { id } })
  await testTenant.setStatus('connected')
  expect(await create({ idempotencyKey, regions: ['eu-west-1'] })).toEqual({ kind: 'idempotency key reused' })
  expect((await created({ idempotencyKey: newId() })).id).not.toBe(id)
})

test('rejects an unknown account, and regions of another partition', async () => {
  expect(await create({ connectionId: newId() })).toEqual({ kind: 'account not found' })
  expect(await create({ regions: ['cn-north-1', 'eu-west-1', 'us-gov-west-1'] })).toEqual({
    kind: 'regions of another partition',
    regions: ['cn-north-1', 'us-gov-west-1'],
    partition: 'aws',
  })
})

test('rejects a connection that is not connected, with the reason', async () => {
  await testTenant.setStatus('failed')
  expect(await create()).toMatchObject({
    kind: 'account not connected',
    status: 'failed',
    reason: 'It was refused.',
    externalId: 'external',
  })
})

test('limits the open runs of a connection', async () => {
  for (let count = 0; count < mostOpenRuns; count += 1) await created()
  expect(await create()).toEqual({ kind: 'too many runs', most: mostOpenRuns })
})

test('a schedule has one open run at a time, and its runs name it', async () => {
  const schedule = await newSchedule(['eu-west-1'])
  const run = await created({ scheduleId: schedule.id })
  expect(run).toMatchObject({ scheduleId: schedule.id, dueAt: null, actor: 'key:1' })
  expect(await create({ scheduleId: schedule.id })).toMatchObject({ kind: 'schedule runs', run: { id: run.id } })
  expect(await create()).toMatchObject({ kind: 'created' })
})

test('a run that a schedule starts has its time', async () => {
  const schedule = await newSchedule(['eu-west-1'])
  const run = await tenant(async (of) => {
    const connection = await of.accounts.hold(testTenant.connectionId)
    if (connection === null) throw new Error('No connection')
    return createScheduledRun(of, connection, schedule)
  })
  expect(run).toMatchObject({
    scheduleId: schedule.id,
    dueAt: schedule.dueAt,
    actor: `schedule:${schedule.id}`,
    regions: ['eu-west-1'],
    hasRegions: true,
  })
  expect(await rowsOf(run.id)).toMatchObject([{ region: 'eu-west-1', status: 'waiting' }])
})
