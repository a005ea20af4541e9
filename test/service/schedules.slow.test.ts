/** Tests schedules and scan runs in the whole service, with its worker and the simulated cloud. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from 'pg'
import type { ScanRun } from '../../contract/scan-run.ts'
import type { Schedule } from '../../contract/schedule.ts'
import { loadWorld } from '../../src/simulated/world-catalogue.ts'
import type { World } from '../../src/simulated/world.ts'
import { runtimeLogin } from '../../src/store/runtime-login.ts'
import { coreServices, startRunningService } from '../support/running-service.ts'
import type { RunningTestService } from '../support/running-service.ts'

let world: World
let running: RunningTestService
let owner: Client
beforeAll(async () => {
  world = structuredClone(await loadWorld('empty'))
  running = await startRunningService({ services: coreServices, world })
  owner = new Client({ connectionString: running.ownerUrl })
  await owner.connect()
  // The owner is subject to row-level security, too.
  await owner.query(`select set_config('app.organization', $1, false)`, [running.organizationId])
})
afterAll(async () => {
  await owner.end()
  await running.close()
})

/** The default regions of the simulated partition. */
const enabled = 17

type Answer<Data> = {
  readonly status: number
  readonly data: Data
  readonly error?: { readonly code: string; readonly message: string }
}

async function send<Data>(
  method: string,
  path: string,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<Answer<Data>> {
  const response = await fetch(`${running.service.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${running.key}`,
      ...(method !== 'DELETE' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(method !== 'DELETE' && { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...((await response.json()) as Omit<Answer<Data>, 'status'>) }
}

async function ended(id: string): Promise<ScanRun> {
  const get = () => running.get<ScanRun>(`/api/scan-runs/${id}`)
  await expect.poll(async () => (await get()).status, { timeout: 280_000 }).toMatch(/completed|failed/)
  return get()
}

const createSchedule = async (choices: object = {}) => {
  const body = { cloudAccountId: running.connectionId, regions: ['eu-west-1'], everyHours: 6, ...choices }
  return (await send<Schedule>('POST', '/api/schedules', body)).data
}
/** As if so much time had passed. */
const passTime = (id: string, interval: string) =>
  owner.query(
    `update schedules set due_at = due_at - $2::interval, run_at = run_at - $2::interval, anchor_at = anchor_at - $2::interval
     where id = $1`,
    [id, interval],
  )
const runsOf = async (id: string) =>
  (await running.get<{ scanRuns: readonly ScanRun[] }>(`/api/scan-runs?scheduleId=${id}`)).scanRuns
const schedule = (id: string) => running.get<Schedule>(`/api/schedules/${id}`)
const change = (from: 'connected' | 'pending', to: 'connected' | 'pending') =>
  running.service.store.tenant(running.organizationId, ({ accounts }) =>
    accounts.update(running.connectionId, from, { status: to, errorMessage: null }),
  )
const audit = async (action: string) => {
  const events = await running.service.store.tenant(running.organizationId, ({ auditEvents }) => auditEvents.list(200))
  return events.filter((event) => event.action === action)
}

test('one request scans all enabled regions as one run', async () => {
  const { status, data } = await send<ScanRun>('POST', '/api/scan-runs', { cloudAccountId: running.connectionId })
  expect([status, data.status, data.requestedRegions, data.regions]).toEqual([201, 'queued', ['all'], []])
  const run = await ended(data.id)
  expect(run.errorMessage).toBeNull()
  expect(run.status).toBe('completed')
  expect(run.regions).toHaveLength(enabled)
  expect(run.regions.map(({ region }) => region)).toEqual(run.regions.map(({ region }) => region).toSorted())
  expect(run.regions.filter((row) => row.status !== 'completed')).toEqual([])
  expect(new Set(run.regions.map(({ scanId }) => scanId)).size).toBe(enabled)
  const row = run.regions.find(({ region }) => region === 'eu-central-1')
  const scan = await running.get<{ status: string; region: string }>(`/api/scans/${row?.scanId}`)
  expect(scan).toMatchObject({ status: 'completed', region: 'eu-central-1' })
  expect((await audit('scan-run.create'))[0]).toMatchObject({ subject: run.id, details: { regions: ['all'] } })
})

test('a run joins a scan that is queued or running instead of starting another one', async () => {
  // Without a job, so that no worker takes it up.
  const waiting = await running.service.store.tenant(running.organizationId, async ({ accounts, scans }) => {
    const connection = await accounts.find(running.connectionId)
    return scans.insert({
      connectionId: running.connectionId,
      accountNumber: connection?.accountNumber ?? '',
      region: 'us-west-2',
    })
  })
  const request = { cloudAccountId: running.connectionId, regions: ['us-west-2'] }
  const { data } = await send<ScanRun>('POST', '/api/scan-runs', request)
  await expect
    .poll(async () => (await running.get<ScanRun>(`/api/scan-runs/${data.id}`)).regions)
    .toEqual([expect.objectContaining({ region: 'us-west-2', status: 'queued', scanId: waiting.id, joined: true })])
  await running.service.store.tenant(running.organizationId, ({ scans }) =>
    scans.fail(waiting.id, ['queued'], 'As if it waited too long.', { progress: null }),
  )
  expect(await ended(data.id)).toMatchObject({
    status: 'failed',
    errorMessage: 'No region was scanned. us-west-2: As if it waited too long.',
    regions: [{ status: 'failed', note: 'As if it waited too long.' }],
  })
})

test('the same Idempotency-Key returns the same run', async () => {
  const body = { cloudAccountId: running.connectionId, regions: ['eu-west-2'] }
  const key = { 'idempotency-key': 'nightly' }
  const first = await send<ScanRun>('POST', '/api/scan-runs', body, key)
  const again = await send<ScanRun>('POST', '/api/scan-runs', body, key)
  expect([again.status, again.data.id]).toEqual([201, first.data.id])
  const other = await send('POST', '/api/scan-runs', { ...body, regions: ['eu-west-3'] }, key)
  expect(other).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
  const scan = await send('POST', '/api/scans', { cloudAccountId: running.connectionId }, key)
  expect(scan).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
  expect(await ended(first.data.id)).toMatchObject({ status: 'completed' })
})

test('a schedule runs at its time, and its next time is later', async () => {
  const { id, nextRunAt } = await createSchedule()
  expect(Date.parse(nextRunAt ?? '')).toBeGreaterThan(Date.now() + 5.9 * 3_600_000)
  expect(await runsOf(id)).toEqual([])
  await passTime(id, '6 hours 10 minutes')
  await expect.poll(async () => (await runsOf(id)).length).toBe(1)
  const [run] = await runsOf(id)
  expect(await ended(run?.id ?? '')).toMatchObject({
    status: 'completed',
    scheduleId: id,
    regions: [{ region: 'eu-west-1', status: 'completed', joined: false, note: null }],
  })
  const after = await schedule(id)
  expect(after).toMatchObject({ lastRunId: run?.id, skippedAt: null, paused: false })
  expect(Date.parse(after.nextRunAt ?? '')).toBeGreaterThan(Date.now())
  const [event] = await audit('scan.create')
  expect(event).toMatchObject({ actor: `schedule:${id}`, details: { region: 'eu-west-1' } })
})

test('a schedule of all regions scans those that are enabled when it runs', async () => {
  const { id } = await createSchedule({ regions: ['all'] })
  const enable = (optedInRegions: readonly string[]) => Object.assign(world.accounts[0] ?? {}, { optedInRegions })
  const { optedInRegions: before = [] } = world.accounts[0] ?? {}
  enable([...before, 'eu-south-1'])
  const { data } = await send<ScanRun>('POST', `/api/schedules/${id}/run`)
  const { status, regions } = await ended(data.id)
  enable(before)
  expect([status, regions.length]).toEqual(['completed', enabled + 1])
  expect(regions.find(({ region }) => region === 'eu-south-1')).toMatchObject({ status: 'completed' })
  await send('DELETE', `/api/schedules/${id}`)
})

test('times missed during a downtime run once', async () => {
  const { id } = await createSchedule({ everyHours: 1, regions: ['eu-north-1'] })
  await passTime(id, '50 hours')
  await expect.poll(async () => (await runsOf(id)).length).toBe(1)
  const [run] = await runsOf(id)
  await ended(run?.id ?? '')
  expect(Date.parse(run?.scheduledFor ?? '')).toBeLessThan(Date.now() - 48 * 3_600_000)
  const { nextRunAt } = await schedule(id)
  expect(Date.parse(nextRunAt ?? '') - Date.now()).toBeGreaterThan(0)
  expect(Date.parse(nextRunAt ?? '') - Date.now()).toBeLessThan(66 * 60_000)
  // Two rounds of the scheduler.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await runsOf(id)).toHaveLength(1)
})

test('a schedule never overlaps with itself: its time is skipped, and a request is refused', async () => {
  const { id } = await createSchedule({ regions: ['sa-east-1'] })
  const waiting = await running.service.store.tenant(running.organizationId, ({ scans }) =>
    scans.insert({ connectionId: running.connectionId, accountNumber: '123456789012', region: 'sa-east-1' }),
  )
  const { data: run, status } = await send<ScanRun>('POST', `/api/schedules/${id}/run`)
  expect(status).toBe(201)
  expect(await send('POST', `/api/schedules/${id}/run`)).toMatchObject({
    status: 409,
    error: { code: 'CONFLICT', message: expect.stringContaining(run.id) },
  })
  await passTime(id, '6 hours 10 minutes')
  await expect.poll(async () => (await schedule(id)).skippedAt).not.toBeNull()
  expect((await runsOf(id)).map((item) => item.id)).toEqual([run.id])
  await running.service.store.tenant(running.organizationId, ({ scans }) =>
    scans.fail(waiting.id, ['queued'], 'Ended.', { progress: null }),
  )
  await ended(run.id)
  await passTime(id, '6 hours 10 minutes')
  await expect.poll(async () => (await runsOf(id)).length).toBe(2)
})

test('a paused schedule does not run, and leaves out the times that passed', async () => {
  const { id } = await createSchedule({ paused: true })
  await passTime(id, '7 hours')
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await runsOf(id)).toEqual([])
  const choices = { regions: ['eu-west-1'], everyHours: 6 }
  expect(await schedule(id)).toMatchObject({ paused: true, pauseReason: 'requested', nextRunAt: null })
  const { data } = await send<Schedule>('PUT', `/api/schedules/${id}`, choices)
  expect(data).toMatchObject({ paused: false, pauseReason: null, pauseMessage: null })
  expect(Date.parse(data.nextRunAt ?? '')).toBeGreaterThan(Date.now())
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await runsOf(id)).toEqual([])
  expect((await send<Schedule>('DELETE', `/api/schedules/${id}`)).data.id).toBe(id)
  expect((await send('PUT', `/api/schedules/${id}`, choices)).status).toBe(404)
})

test('a broken connection pauses its schedules and says so; they resume with it, and a missed time runs once', async () => {
  const { id } = await createSchedule({ regions: ['ca-central-1'] })
  await change('connected', 'pending')
  await expect.poll(async () => (await schedule(id)).pauseReason).toBe('connection')
  expect(await schedule(id)).toMatchObject({
    paused: true,
    nextRunAt: null,
    pauseMessage: expect.stringContaining("the account isn't connected"),
  })
  expect((await audit('schedule.pause'))[0]).toMatchObject({ actor: `schedule:${id}`, subject: id })
  expect(await send('POST', `/api/schedules/${id}/run`)).toMatchObject({
    status: 409,
    error: { message: expect.stringContaining('"pending"') },
  })
  await passTime(id, '20 hours')
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await runsOf(id)).toEqual([])
  await change('pending', 'connected')
  await expect.poll(async () => (await runsOf(id)).length).toBe(1)
  expect(await schedule(id)).toMatchObject({ paused: false, pauseReason: null })
  const [run] = await runsOf(id)
  expect(await ended(run?.id ?? '')).toMatchObject({ status: 'completed' })
})

test('a connection that breaks in the middle of a run skips the other regions with the reason, and pauses the schedule', async () => {
  const { id } = await createSchedule({ regions: ['all'] })
  const { data } = await send<ScanRun>('POST', `/api/schedules/${id}/run`)
  const get = () => running.get<ScanRun>(`/api/scan-runs/${data.id}`)
  await expect.poll(async () => (await get()).regions.some(({ status }) => status === 'completed')).toBe(true)
  const connection = await running.service.store.tenant(running.organizationId, ({ accounts }) =>
    accounts.find(running.connectionId),
  )
  const { roleArn, externalId } = connection ?? { roleArn: '', externalId: '' }
  running.cloud.removeRole(roleArn)
  const run = await ended(data.id)
  expect(run.status).toBe('completed')
  expect(run.regions).toHaveLength(enabled)
  expect(new Set(run.regions.map(({ status }) => status))).toEqual(new Set(['completed', 'failed', 'skipped']))
  const notes = (status: string) => new Set(run.regions.filter((row) => row.status === status).map(({ note }) => note))
  expect(notes('skipped')).toEqual(new Set(['Not scanned: the account connection has the status "failed".']))
  for (const note of notes('failed')) expect(note).toContain(roleArn)
  await expect.poll(async () => (await schedule(id)).pauseReason).toBe('connection')
  expect((await schedule(id)).pauseMessage).toContain('Fix the account connection')

  running.cloud.setRole({ roleArn, externalId })
  expect((await running.scan()).status).toBe('completed')
  await expect.poll(async () => (await schedule(id)).pauseReason).toBeNull()
})

test('a run survives dropped database connections: each region is scanned once', async () => {
  const runtime = new Client({ connectionString: runtimeLogin(running.ownerUrl, 'x'.repeat(32)).url })
  await runtime.connect()
  const regions = ['ap-northeast-1', 'ca-central-1', 'eu-central-1', 'eu-west-1', 'sa-east-1', 'us-east-1', 'us-west-2']
  const { data } = await send<ScanRun>('POST', '/api/scan-runs', { cloudAccountId: running.connectionId, regions })
  let cut = 0
  for (let round = 0; round < 4; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 700))
    const { rowCount } = await runtime.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where usename = current_user and pid <> pg_backend_pid()`,
    )
    cut += rowCount ?? 0
  }
  await runtime.end()
  expect(cut).toBeGreaterThan(4)
  const run = await ended(data.id)
  expect(run.regions.filter(({ status, joined }) => status !== 'completed' || joined)).toEqual([])
  expect(new Set(run.regions.map(({ scanId }) => scanId)).size).toBe(regions.length)
  const { rows } = await owner.query(
    `select region from scans where created_at >= $1 group by region having count(*) > 1`,
    [run.createdAt],
  )
  expect(rows).toEqual([])
})
