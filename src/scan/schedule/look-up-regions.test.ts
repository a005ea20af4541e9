import { Client } from 'pg'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { testCloudSettings } from '../../../test/support/test-cloud.ts'
import { createTestTenant, type TestTenant } from '../../../test/support/test-tenant.ts'
import { type RoleAssumer, roleAssumer } from '../../cloud/assume-role.ts'
import type { CloudSettings } from '../../cloud/cloud-settings.ts'
import { createRateBudget } from '../../cloud/rate-budget.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../../simulated/simulated-cloud.ts'
import { newId } from '../../store/new-id.ts'
import type { ScanRunRecord } from '../../store/scan-runs.ts'
import { lookUpRegions } from './look-up-regions.ts'

const externalId = 'svy-right'

let testTenant: TestTenant
let owner: Client
let cloud: SimulatedCloud
let settings: CloudSettings
let roles: RoleAssumer
let connectionId: string
let roleArn: string
/** The messages of refusals that were recorded. */
let refusals: (readonly [connectionId: string, message: string])[]

const tenant: TestTenant['tenant'] = (work) => testTenant.tenant(work)

beforeAll(async () => {
  testTenant = await createTestTenant()
  owner = new Client({ connectionString: testTenant.ownerUrl })
  await owner.connect()
  await owner.query(`select set_config('app.organization', $1, false)`, [testTenant.organizationId])
  cloud = await startSimulatedCloud({ world: 'empty' })
  const [account] = cloud.accounts
  roleArn = account?.roleArn ?? ''
  settings = testCloudSettings(cloud)
  roles = roleAssumer(settings)
  const accountNumber = account?.accountId ?? ''
  const inserted = await tenant(({ accounts }) =>
    accounts.insert({ alias: 'simulated', accountNumber, partition: 'aws', roleArn, externalId }),
  )
  connectionId = inserted?.id ?? ''
  return async () => {
    roles.close()
    settings.requestHandler.close()
    await cloud.close()
    await owner.end()
    await testTenant.close()
  }
})
beforeEach(async () => {
  refusals = []
  cloud.setFaults({})
  cloud.setRole({ roleArn, externalId })
  await testTenant.setStatus('connected', connectionId)
})

const newRun = () =>
  tenant(({ scanRuns }) =>
    scanRuns.insert({
      connectionId,
      accountNumber: '123456789012',
      scheduleId: null,
      regions: ['all'],
      actor: 'a',
      dueAt: null,
    }),
  )
const found = ({ id }: ScanRunRecord) => tenant(({ scanRuns }) => scanRuns.find(id))
const regionsOf = async ({ id }: ScanRunRecord) =>
  (await tenant(({ scanRuns }) => scanRuns.regions([id]))).map(({ region }) => region)

function recordRefusal(_: unknown, { id }: { readonly id: string }, message: string) {
  refusals.push([id, message])
  return Promise.resolve(null)
}

function lookUp(run: ScanRunRecord, { signal = new AbortController().signal, of = connectionId } = {}) {
  const dependencies = {
    store: testTenant.store,
    settings,
    rateBudget: createRateBudget({ sharePercent: 50 }),
    roles,
    recordRefusal,
  }
  const due = { hasRegions: false, hasEnded: false, mayStart: 0 }
  return lookUpRegions(
    dependencies,
    { ...due, organizationId: testTenant.organizationId, runId: run.id, connectionId: of },
    signal,
  )
}
/** As if the pause after a look-up were over. */
const passPause = ({ id }: ScanRunRecord) => owner.query('update scan_runs set look_up_at = now() where id = $1', [id])

test('a run of all regions finds the enabled ones, once', async () => {
  const run = await newRun()
  await lookUp(run)
  expect(await found(run)).toMatchObject({ hasRegions: true, status: 'queued', lookUps: 1 })
  const regions = await regionsOf(run)
  expect(regions).toHaveLength(17)
  expect(regions).toContain('eu-central-1')
  expect(refusals).toEqual([])
  await passPause(run)
  cloud.setFaults({ rules: [{ effect: 'deny' }] })
  await lookUp(run)
  expect(await found(run)).toMatchObject({ lookUps: 1, status: 'queued' })
})

test('a refused role ends the run at once, and the refusal is recorded', async () => {
  cloud.removeRole(roleArn)
  const run = await newRun()
  await lookUp(run)
  expect(refusals).toEqual([[connectionId, expect.stringContaining('not authorized to perform: sts:AssumeRole')]])
  expect(await found(run)).toMatchObject({
    status: 'failed',
    errorMessage: `The IAM role ${roleArn} could not be assumed. ${refusals[0]?.[1]}`,
  })
})

test('a denied look-up is tried again after a minute, and the third one ends the run with the reason', async () => {
  cloud.setFaults({ rules: [{ operation: 'DescribeRegions', effect: 'deny' }] })
  const run = await newRun()
  await lookUp(run)
  const once = await found(run)
  expect(once).toMatchObject({ status: 'queued', lookUps: 1, errorMessage: null })
  const waitMs = Number(once?.lookUpAt) - Date.now()
  expect(waitMs).toBeGreaterThan(50_000)
  expect(waitMs).toBeLessThan(70_000)
  // Not before the minute is over.
  await lookUp(run)
  expect(await found(run)).toMatchObject({ lookUps: 1 })
  await passPause(run)
  await lookUp(run)
  expect(await found(run)).toMatchObject({ status: 'queued', lookUps: 2 })
  await passPause(run)
  await lookUp(run)
  expect(await found(run)).toMatchObject({
    status: 'failed',
    lookUps: 3,
    errorMessage: expect.stringMatching(
      /^The enabled regions of the account couldn't be read\. Allow ec2:DescribeRegions in the IAM role, or name the regions\. .*not authorized/,
    ),
  })
  expect(refusals).toEqual([])
})

test('an unreachable STS is no refusal', async () => {
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'unavailable' }] })
  const run = await newRun()
  for (const lookUps of [1, 2]) {
    await lookUp(run)
    expect(await found(run)).toMatchObject({ status: 'queued', lookUps })
    await passPause(run)
  }
  await lookUp(run)
  expect(await found(run)).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringContaining(cloud.endpoint),
  })
  expect(refusals).toEqual([])
})

test('a connection that is not connected ends the run without a call', async () => {
  await testTenant.setStatus('pending', connectionId)
  cloud.removeRole(roleArn)
  const run = await newRun()
  await lookUp(run)
  expect(await found(run)).toMatchObject({
    status: 'failed',
    lookUps: 0,
    errorMessage: 'The account connection has the status "pending".',
  })
  expect(refusals).toEqual([])
})

test('a run whose connection was deleted is left alone', async () => {
  const run = await newRun()
  await lookUp(run, { of: newId() })
  expect(await found(run)).toMatchObject({ status: 'queued', lookUps: 0, hasRegions: false })
})

test('a look-up that is interrupted rejects, and the run waits for the next one', async () => {
  const stop = new AbortController()
  cloud.setFaults({ rules: [{ operation: 'DescribeRegions', effect: 'hold' }] })
  onTestFinished(() => cloud.setFaults({}))
  const run = await newRun()
  const looking = lookUp(run, { signal: stop.signal })
  await expect.poll(async () => (await found(run))?.lookUps).toBe(1)
  stop.abort(new Error('The service stops.'))
  await expect(looking).rejects.toThrow('The service stops.')
  expect(await found(run)).toMatchObject({ status: 'queued', hasRegions: false, errorMessage: null })
})
