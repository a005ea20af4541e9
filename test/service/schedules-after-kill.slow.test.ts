/** Tests schedules with several real processes on one database, one of which is killed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SimulatedCloud, startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { newId } from '../../src/store/new-id.ts'
import type { Tenant } from '../../src/store/store.ts'
import { type Environment, startSurveyor, type SurveyorProcess } from '../support/surveyor-process.ts'
import { createTestTenant, type TestTenant } from '../support/test-tenant.ts'

let testTenant: TestTenant
let cloud: SimulatedCloud
let environment: Environment
beforeAll(async () => {
  testTenant = await createTestTenant()
  cloud = await startSimulatedCloud({ world: 'three-tier', latencyMs: 100 })
  environment = {
    DATABASE_URL: testTenant.ownerUrl,
    SECRET_KEY: testTenant.secretKey,
    PORT: '0',
    AWS_ENDPOINT_URL: cloud.endpoint,
    AWS_ACCESS_KEY_ID: cloud.accessKeyId,
    AWS_SECRET_ACCESS_KEY: cloud.secretAccessKey,
  }
  const roleArn = cloud.accounts[0]?.roleArn ?? ''
  cloud.setRole({ roleArn, externalId: 'external' })
  await testTenant.tenant(({ accounts }) =>
    accounts.update(testTenant.connectionId, 'pending', { status: 'connected', errorMessage: null, roleArn }),
  )
})
afterAll(async () => {
  await Promise.all(started.map((surveyor) => surveyor.stop('SIGKILL')))
  await cloud.close()
  await testTenant.close()
})

const started: SurveyorProcess[] = []
const start = async (): Promise<SurveyorProcess> => {
  const surveyor = startSurveyor(['start'], environment)
  started.push(surveyor)
  await surveyor.waitFor(/listening on/)
  return surveyor
}

const regions = ['eu-west-1', 'us-east-1']

/** A schedule of every hour that missed the last fifty times. */
async function insertMissed({ schedules }: Tenant): Promise<string> {
  const id = newId()
  const at = new Date(Date.now() - 50 * 3_600_000)
  await schedules.insert(id, testTenant.connectionId, {
    regions,
    everyHours: 1,
    cron: null,
    timeZone: 'UTC',
    jitterMinutes: 0,
    pauseReason: null,
    anchorAt: at,
    dueAt: at,
    runAt: at,
  })
  return id
}

test('two processes run missed times of a schedule once, although one is killed during the run', async () => {
  const scheduleId = await testTenant.tenant(insertMissed)
  const runs = async () =>
    (await testTenant.tenant(({ scanRuns }) => scanRuns.list({ scheduleId }, { limit: 10, after: null }))).items
  const scans = async () =>
    (await testTenant.tenant((tenant) => tenant.scans.list({}, { limit: 100, after: null }))).items
  const both = await Promise.all([start(), start()])
  // Kills one that runs a scan.
  const scanning = await Promise.race(
    both.map(async (surveyor) => {
      await surveyor.waitFor(/scan started/)
      return surveyor
    }),
  )
  await scanning.stop('SIGKILL')
  // A third one starts while the run isn't over.
  await start()
  await expect.poll(async () => (await runs()).map(({ status }) => status), { interval: 250 }).toEqual(['completed'])
  const perRegion = (await scans()).map(({ region, status }) => `${region} ${status}`)
  expect(perRegion.toSorted()).toEqual(regions.map((region) => `${region} completed`))
  const schedule = await testTenant.tenant(({ schedules }) => schedules.find(scheduleId))
  expect(schedule?.dueAt.getTime()).toBeGreaterThan(Date.now())
  expect(schedule?.skippedAt).toBeNull()

  // Missed times run once again, as after a downtime, in one of two processes.
  const at = new Date(Date.now() - 5 * 3_600_000)
  await testTenant.tenant(({ schedules }) => schedules.update(scheduleId, { anchorAt: at, dueAt: at, runAt: at }))
  await expect
    .poll(async () => (await runs()).map(({ status }) => status), { interval: 250 })
    .toEqual(['completed', 'completed'])
  expect(await scans()).toHaveLength(2 * regions.length)
  const codes = await Promise.all(started.filter((each) => each !== scanning).map((surveyor) => surveyor.stop()))
  expect(codes).toEqual([0, 0])
})
