/** Tests the hourly maintenance: it ends dead scans and removes expired data. */
import { pino } from 'pino'
import { Client } from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { type TestTenant, createTestTenant } from '../../test/support/test-tenant.ts'
import type { TypeCoverage } from '../graph/resource-graph.ts'
import { versionOf } from '../graph/resource-version.ts'
import { type ScanJobs, installJobs, openScanJobs } from '../jobs/scan-jobs.ts'
import { runtimeLogin } from '../store/runtime-login.ts'
import { startScanMaintenance } from './scan-maintenance.ts'

let testTenant: TestTenant
let owner: Client
let jobs: ScanJobs
/** Scans of four kinds: with a dead job, waiting, ended long ago, and ended lately. */
let dead: string
let waiting: string
let old: string
let recent: string
let logged: unknown[]

const tenant: TestTenant['tenant'] = (work) => testTenant.tenant(work)

const accountNumber = '123456789012'
const resource = { type: 'AWS::EC2::VPC', arn: null, name: null, presence: 'read', tags: {}, properties: {} } as const
const read: TypeCoverage = {
  type: 'AWS::EC2::VPC',
  countKey: 'networks',
  status: 'collected',
  count: 1,
  calls: 1,
  retries: 0,
  durationMs: 1,
  reason: null,
  action: null,
  deniedBy: null,
  statement: null,
}

const newScan = () =>
  tenant(async ({ scans }) => {
    const { id } = await scans.insert({
      connectionId: testTenant.connectionId,
      accountNumber,
      region: 'us-east-1',
    })
    return id
  })

beforeAll(async () => {
  testTenant = await createTestTenant()
  const { store, ownerUrl, runtimeUrl, secretKey, organizationId } = testTenant
  owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  await installJobs(ownerUrl, runtimeLogin(ownerUrl, secretKey).role)
  jobs = await openScanJobs({ runtimeUrl, expireSeconds: 900, onError: (error) => expect.fail(String(error)) })

  ;[dead, waiting, old, recent] = [await newScan(), await newScan(), await newScan(), await newScan()]
  await tenant(async ({ transaction, scans, graphs, settings }) => {
    await scans.begin(dead, { networks: 1 })
    await graphs.saveCoverage(dead, [read])
    await jobs.send(transaction, { organizationId, scanId: dead }, 'key')
    for (const id of [old, recent]) await scans.fail(id, ['queued'], 'It failed.', { progress: null })
    await settings.change({ retentionDays: 30 })
    await graphs.keepVersions([versionOf({ resource: { ...resource, id: 'vpc-unused' }, relations: [] })])
    await graphs.removeUnused()
  })
  // Has nothing to remove.
  await store.organizations.insert('idle')
  const removedId = (await store.organizations.insert('removed'))?.id ?? ''
  await store.tenant(removedId, async ({ accounts, scans, removal }) => {
    const roleArn = `arn:aws:iam::${accountNumber}:role/surveyor`
    const account = { alias: 'gone', accountNumber, partition: 'aws', roleArn, externalId: 'svy-1' }
    const connectionId = (await accounts.insert(account))?.id ?? ''
    await scans.insert({ connectionId, accountNumber, region: 'us-east-1' })
    await removal.remove()
  })
  await owner.query(`update jobs.job set state = 'failed' where id = $1`, [dead])
  await owner.query(`select set_config('app.organization', $1, false)`, [organizationId])
  await owner.query(`update scans set created_at = now() - interval '31 days' where id = $1`, [old])
  await owner.query(`update resource_versions set unused_since = now() - interval '25 hours'`)
  await owner.query(
    `insert into user_verifications (id, identifier, value, expires_at)
     values ('over', 'one', '', now() - interval '1 minute'), ('valid', 'two', '', now() + interval '1 hour')`,
  )

  vi.useFakeTimers({ toFake: ['performance'] })
  logged = []
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const maintenance = startScanMaintenance({ store, jobs, queueTimeoutSeconds: 600, logger })
  vi.advanceTimersByTime(3_600_000)
  const connections = async () =>
    (await owner.query('select from account_connections where organization_id = $1', [removedId])).rowCount
  // The data of a deleted organization is removed last: its scans in the first round, its connections in the next.
  await vi.waitUntil(async () => (await connections()) === 0, { timeout: 120_000 })
  await maintenance.close()
  return async () => {
    vi.useRealTimers()
    await owner.end()
    await jobs.close()
    await testTenant.close()
  }
})

const messageOfDead =
  'Every attempt at the scan was interrupted. Scan again. If it happens again, check the worker logs.'

test('a scan whose attempts were all lost fails without resources, and its job no longer blocks others', async () => {
  expect(await tenant(({ scans }) => scans.find(dead))).toMatchObject({
    status: 'failed',
    errorMessage: messageOfDead,
    progress: {},
  })
  expect(await tenant(({ graphs }) => graphs.coverage(dead))).toEqual([])
  expect(await jobs.deadJobs()).toEqual([])
  expect(await tenant(({ scans }) => scans.find(waiting))).toMatchObject({ status: 'queued', errorMessage: null })
})

test('removes scans past their retention, unused resources, and expired sign-ins', async () => {
  expect(await tenant(({ scans }) => scans.find(old))).toBeNull()
  expect(await tenant(({ scans }) => scans.find(recent))).toMatchObject({ status: 'failed' })
  expect((await owner.query(`select from resource_versions`)).rowCount).toBe(0)
  expect((await owner.query(`select id from user_verifications`)).rows).toEqual([{ id: 'valid' }])
})

test('logs what was ended and removed', () => {
  const { organizationId } = testTenant
  expect(logged).toEqual([
    expect.objectContaining({
      level: 40,
      msg: 'scan failed',
      organizationId,
      scanId: dead,
      errorMessage: messageOfDead,
    }),
    expect.objectContaining({
      level: 30,
      msg: 'expired scans removed',
      organizationId,
      scans: 1,
    }),
    expect.objectContaining({ level: 30, msg: 'unused resources removed', organizationId, removed: 1 }),
  ])
})
