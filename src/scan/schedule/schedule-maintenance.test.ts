import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { testCloudSettings } from '../../../test/support/test-cloud.ts'
import { createTestStore, type TestStore } from '../../../test/support/test-store.ts'
import { waitingLocks } from '../../../test/support/waiting-locks.ts'
import { type RoleAssumer, roleAssumer } from '../../cloud/assume-role.ts'
import type { CloudSettings } from '../../cloud/cloud-settings.ts'
import { createRateBudget } from '../../cloud/rate-budget.ts'
import { installJobs, openScanJobs, type ScanJobs } from '../../jobs/scan-jobs.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../../simulated/simulated-cloud.ts'
import { newId } from '../../store/new-id.ts'
import { runtimeLogin } from '../../store/runtime-login.ts'
import {
  mostQueued,
  runSchedules,
  type ScheduleDependencies,
  startScheduleMaintenance,
} from './schedule-maintenance.ts'

const externalId = 'svy-right'
const accountNumber = '123456789012'

let testStore: TestStore
let owner: Client
let jobs: ScanJobs
let cloud: SimulatedCloud
let settings: CloudSettings
let roles: RoleAssumer
let organizationId: string
let dependencies: ScheduleDependencies
let logged: { readonly level: number; readonly msg: string }[]

beforeEach(async () => {
  testStore = await createTestStore()
  const { store, ownerUrl, runtimeUrl, secretKey } = testStore
  await installJobs(ownerUrl, runtimeLogin(ownerUrl, secretKey).role)
  jobs = await openScanJobs({ runtimeUrl, expireSeconds: 900, onError: (error) => expect.fail(String(error)) })
  cloud = await startSimulatedCloud({ world: 'empty' })
  settings = testCloudSettings(cloud)
  roles = roleAssumer(settings)
  organizationId = (await store.organizations.insert(randomUUID()))?.id ?? ''
  owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`select set_config('app.organization', $1, false)`, [organizationId])
  logged = []
  dependencies = {
    store,
    jobs,
    limits: { queuedScans: 1_000 },
    settings,
    rateBudget: createRateBudget({ sharePercent: 50 }),
    roles,
    recordRefusal: () => Promise.resolve(null),
    logger: pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  }
})
afterEach(async () => {
  roles.close()
  settings.requestHandler.close()
  await cloud.close()
  await owner.end()
  await jobs.drain({ graceMs: 0 })
  await jobs.close()
  await testStore.close()
})

async function newConnection(): Promise<string> {
  const roleArn = cloud.accounts[0]?.roleArn ?? ''
  cloud.setRole({ roleArn, externalId })
  return testStore.store.tenant(organizationId, async ({ accounts }) => {
    const account = { alias: randomUUID(), accountNumber, partition: 'aws', roleArn, externalId }
    const id = (await accounts.insert(account))?.id ?? ''
    await accounts.update(id, 'pending', { status: 'connected', errorMessage: null })
    return id
  })
}

/** A schedule that is due. */
async function newSchedule(connectionId: string, regions: readonly string[]): Promise<string> {
  const at = new Date(Date.now() - 60_000)
  const choice = { regions, everyHours: 6, cron: null, timeZone: 'UTC', jitterMinutes: 0, pauseReason: null }
  const { id } = await testStore.store.tenant(organizationId, ({ schedules }) =>
    schedules.insert(newId(), connectionId, { ...choice, anchorAt: at, dueAt: at, runAt: at }),
  )
  return id
}

const run = (signal = new AbortController().signal) => runSchedules(dependencies, signal)
const count = async (query: string) =>
  (await owner.query<{ count: number }>(`select count(*)::integer as count from ${query}`)).rows[0]?.count

test('a due schedule runs in one round, and says so in the log', async () => {
  const connectionId = await newConnection()
  const scheduleId = await newSchedule(connectionId, ['eu-west-1', 'us-east-1'])
  await run()
  expect(await count(`scan_runs where schedule_id = '${scheduleId}'`)).toBe(1)
  expect(await count(`scans where status = 'queued'`)).toBe(2)
  await run()
  expect(await count('scan_runs')).toBe(1)
  expect(await count('scans')).toBe(2)
  expect(logged).toEqual([
    expect.objectContaining({
      level: 30,
      msg: 'schedule',
      organizationId,
      scheduleId,
      connectionId,
      outcome: 'started',
    }),
  ])
})

test('runs of many accounts queue few scans in all', async () => {
  for (let account = 0; account < 3; account += 1)
    await newSchedule(await newConnection(), ['eu-central-1', 'eu-west-1', 'us-east-1', 'us-west-2'])
  await run()
  expect(await count(`scans where status = 'queued'`)).toBe(mostQueued)
  await run()
  expect(await count(`scans where status = 'queued'`)).toBe(mostQueued)
  await owner.query(
    `update scans set status = 'completed', attempt = 1, updated_at = now() where id in (select id from scans limit 2)`,
  )
  await run()
  expect(await count(`scans where status = 'queued'`)).toBe(mostQueued)
  expect(await count('scans')).toBe(mostQueued + 2)
})

test('a schedule that fails does not stop the others', async () => {
  const connectionId = await newConnection()
  const broken = await newSchedule(connectionId, ['eu-west-1'])
  const fine = await newSchedule(connectionId, ['us-east-1'])
  await owner.query(
    `update schedules set every_hours = null, cron = 'never', due_at = due_at - interval '1 hour',
    run_at = run_at - interval '1 hour' where id = $1`,
    [broken],
  )
  await run()
  expect(await count(`scan_runs where schedule_id = '${broken}'`)).toBe(0)
  expect(await count(`scan_runs where schedule_id = '${fine}'`)).toBe(1)
  expect(logged).toMatchObject([
    { level: 40, msg: 'a schedule or scan run failed to advance', scheduleId: broken, err: expect.anything() },
    { level: 30, msg: 'schedule', scheduleId: fine },
  ])
})

test('at most eight look-ups of regions run at once, and the others follow', async () => {
  const connectionId = await newConnection()
  const requested = { connectionId, accountNumber, scheduleId: null, regions: ['all'], actor: 'a', dueAt: null }
  for (let index = 0; index < 10; index += 1)
    await testStore.store.tenant(organizationId, ({ scanRuns }) => scanRuns.insert(requested))
  cloud.setFaults({ rules: [{ operation: 'DescribeRegions', effect: 'hold' }] })
  const running = run()
  const begun = () => count('scan_runs where look_ups = 1')
  await expect.poll(begun).toBe(8)
  await sleep(300)
  expect(await begun()).toBe(8)
  cloud.setFaults({})
  await running
  expect(await count('scan_runs where has_regions')).toBe(8)
  await run()
  expect(await count('scan_runs where has_regions')).toBe(10)
})

test('closing interrupts look-ups without a warning, and starts nothing more', async () => {
  const connectionId = await newConnection()
  const requested = { connectionId, accountNumber, scheduleId: null, regions: ['all'], actor: 'a', dueAt: null }
  await testStore.store.tenant(organizationId, ({ scanRuns }) => scanRuns.insert(requested))
  cloud.setFaults({ rules: [{ operation: 'DescribeRegions', effect: 'hold' }] })
  onTestFinished(() => cloud.setFaults({}))
  const maintenance = startScheduleMaintenance(dependencies)
  await expect.poll(() => count('scan_runs where look_ups = 1')).toBe(1)
  await maintenance.close()
  const scheduleId = await newSchedule(connectionId, ['eu-west-1'])
  await sleep(1_300)
  expect(await count(`scan_runs where schedule_id = '${scheduleId}'`)).toBe(0)
  expect(logged).toEqual([])
})

test('closing waits for the round that runs', async () => {
  const connectionId = await newConnection()
  await newSchedule(connectionId, ['eu-west-1'])
  await owner.query('begin')
  await owner.query('lock table account_connections in exclusive mode')
  const maintenance = startScheduleMaintenance(dependencies)
  await expect.poll(() => waitingLocks(owner, 'account_connections')).toBe(1)
  let isClosed = false
  const closing = maintenance.close().then(() => (isClosed = true))
  await sleep(200)
  expect(isClosed).toBe(false)
  await owner.query('commit')
  await closing
  expect(await count('scan_runs')).toBe(1)
})

test('a failed round is logged, and the next one works', async () => {
  await newSchedule(await newConnection(), ['eu-west-1'])
  await owner.query('alter function due_schedules rename to due_schedules_away')
  const maintenance = startScheduleMaintenance(dependencies)
  await expect.poll(() => logged).toHaveLength(1)
  expect(logged).toMatchObject([{ level: 50, msg: 'schedules did not run' }])
  await owner.query('alter function due_schedules_away rename to due_schedules')
  await expect.poll(() => count('scan_runs')).toBe(1)
  await maintenance.close()
})
