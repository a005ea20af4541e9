import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '../../../test/support/test-tenant.ts'
import { installJobs, openScanJobs, type ScanJobs } from '../../jobs/scan-jobs.ts'
import { newId } from '../../store/new-id.ts'
import { runtimeLogin } from '../../store/runtime-login.ts'
import type { RunRegion, RunRegionRecord, ScanRunRecord } from '../../store/scan-runs.ts'
import { advanceRun, mostAtOnce, runRegions } from './advance-run.ts'

const accountNumber = '123456789012'
const queuedScans = 6

let testTenant: TestTenant
let jobs: ScanJobs
const tenant: TestTenant['tenant'] = (work) => testTenant.tenant(work)

beforeAll(async () => {
  testTenant = await createTestTenant()
  const { ownerUrl, runtimeUrl, secretKey } = testTenant
  await installJobs(ownerUrl, runtimeLogin(ownerUrl, secretKey).role)
  jobs = await openScanJobs({ runtimeUrl, expireSeconds: 900, onError: (error) => expect.fail(String(error)) })
  return async () => {
    await jobs.drain({ graceMs: 0 })
    await jobs.close()
    await testTenant.close()
  }
})
beforeEach(async () => {
  await testTenant.setStatus('connected')
  await tenant(async ({ scans }) => {
    for (const { id } of (await scans.list({ status: 'queued' }, { limit: 100, after: null })).items)
      await scans.fail(id, ['queued'], 'Of another test.', { progress: null })
  })
})

const actor = 'key:1'

async function newRun(regions: readonly (string | RunRegion)[]): Promise<ScanRunRecord> {
  const { connectionId } = testTenant
  const rows = regions.map((region) => (typeof region === 'string' ? { region } : region))
  return tenant(async ({ scanRuns }) => {
    const requested = { connectionId, accountNumber, scheduleId: null, regions: ['all'], actor, dueAt: null }
    const run = await scanRuns.insert(requested)
    await scanRuns.setRegions(run.id, rows)
    return run
  })
}

const dueOf = ({ id, connectionId }: Pick<ScanRunRecord, 'id' | 'connectionId'>, mayStart: number) => ({
  organizationId: testTenant.organizationId,
  runId: id,
  connectionId,
  hasRegions: true,
  hasEnded: false,
  mayStart,
})
const advance = (run: Pick<ScanRunRecord, 'id' | 'connectionId'>, mayStart = 100) =>
  tenant((of) => advanceRun(of, { jobs, limits: { queuedScans } }, dueOf(run, mayStart)))
const rowsOf = ({ id }: ScanRunRecord) => tenant(({ scanRuns }) => scanRuns.regions([id]))
const statuses = async (run: ScanRunRecord) => (await rowsOf(run)).map(({ status }) => status)
const found = ({ id }: ScanRunRecord) => tenant(({ scanRuns }) => scanRuns.find(id))
const fail = (row: RunRegionRecord | undefined, message: string) =>
  tenant(({ scans }) => scans.fail(row?.scanId ?? '', ['queued', 'scanning'], message, { progress: null }))
const complete = (row: RunRegionRecord | undefined) =>
  tenant(async ({ scans }) => {
    const scan = await scans.begin(row?.scanId ?? '', {})
    await scans.complete(row?.scanId ?? '', scan?.attempt ?? 0, {})
  })

const five = ['eu-central-1', 'eu-west-1', 'us-east-1', 'us-east-2', 'us-west-2']

test('a run starts as many scans as it may, and no more than a few at a time', async () => {
  const run = await newRun(five)
  expect(await advance(run, 1)).toBe(1)
  expect(await statuses(run)).toEqual(['queued', 'waiting', 'waiting', 'waiting', 'waiting'])
  expect(await advance(run, 0)).toBe(0)
  expect(await advance(run)).toBe(mostAtOnce - 1)
  expect(await statuses(run)).toEqual(['queued', 'queued', 'queued', 'queued', 'waiting'])
  expect(await advance(run)).toBe(0)

  const rows = await rowsOf(run)
  const scan = await tenant(({ scans }) => scans.find(rows[0]?.scanId ?? ''))
  expect(scan).toMatchObject({ connectionId: run.connectionId, accountNumber, region: 'eu-central-1' })
  expect(rows[0]).toMatchObject({ isOver: false, joined: false, note: null })
  const created = (await tenant(({ auditEvents }) => auditEvents.list(100))).filter(
    ({ subject }) => subject === scan?.id,
  )
  expect(created).toMatchObject([{ actor, action: 'scan.create', address: null }])

  // The fifth starts when another one has ended.
  await complete(rows[1])
  expect(await advance(run)).toBe(1)
  expect(await statuses(run)).toEqual(['queued', 'completed', 'queued', 'queued', 'queued'])
  expect((await rowsOf(run)).map(({ isOver }) => isOver)).toEqual([false, true, false, false, false])
  expect(await found(run)).toMatchObject({ status: 'scanning' })
})

test('a run leaves room for other scans of the organization', async () => {
  const [one, other] = [await newRun(five), await newRun(['ap-south-1', 'ca-central-1', 'eu-north-1'])]
  expect(await advance(one)).toBe(mostAtOnce)
  expect(await advance(other)).toBe(queuedScans - mostAtOnce)
  expect(await statuses(other)).toEqual(['queued', 'queued', 'waiting'])
})

test('a region that is being scanned is joined, however few may start', async () => {
  const { connectionId } = testTenant
  const open = await tenant(({ scans }) => scans.insert({ connectionId, accountNumber, region: 'us-west-2' }))
  const run = await newRun(['us-west-2'])
  expect(await advance(run, 0)).toBe(0)
  expect(await rowsOf(run)).toMatchObject([
    {
      status: 'queued',
      scanId: open.id,
      joined: true,
      note: 'Joined a scan of this region that was already running.',
    },
  ])
})

test('a run completes if one region was scanned, and keeps why the others were not', async () => {
  const run = await newRun(['eu-west-1', 'us-east-1'])
  await advance(run)
  const [first, second] = await rowsOf(run)
  await complete(first)
  await fail(second, 'AWS denied every call.')
  await advance(run)
  expect(await found(run)).toMatchObject({ status: 'completed', errorMessage: null })
  expect(await rowsOf(run)).toMatchObject([
    { status: 'completed', isOver: true, note: null },
    { status: 'failed', isOver: true, note: 'AWS denied every call.' },
  ])
  // A run that has ended isn't advanced again.
  expect(await advance(run)).toBe(0)
})

test('a run whose scans all fail names the first reason', async () => {
  const run = await newRun(['eu-west-1', 'us-east-1'])
  await advance(run)
  const [first, second] = await rowsOf(run)
  await fail(first, 'The role was refused.')
  await advance(run)
  expect(await found(run)).toMatchObject({ status: 'scanning' })
  await fail(second, 'Another reason.')
  await advance(run)
  expect(await found(run)).toMatchObject({
    status: 'failed',
    errorMessage: 'No region was scanned. eu-west-1: The role was refused.',
  })
})

test('a run whose scan was deleted says so', async () => {
  const run = await newRun(['eu-west-1'])
  await advance(run)
  await fail((await rowsOf(run))[0], 'It failed.')
  await tenant(({ transaction }) =>
    transaction.deleteFrom('scans').where('status', '=', 'failed').where('error_message', '=', 'It failed.').execute(),
  )
  await advance(run)
  expect(await rowsOf(run)).toMatchObject([{ status: 'failed', scanId: null, note: 'The scan was deleted.' }])
  expect(await found(run)).toMatchObject({
    status: 'failed',
    errorMessage: 'No region was scanned. eu-west-1: The scan was deleted.',
  })
})

test('a run without a region that can be scanned fails', async () => {
  const none = await newRun([])
  expect(await advance(none)).toBe(0)
  expect(await found(none)).toMatchObject({
    status: 'failed',
    errorMessage: 'The account has no enabled region that can be scanned.',
  })
  const unknown = await newRun([{ region: 'xx-moon-1', skippedBecause: 'It is unknown.' }])
  expect(await advance(unknown)).toBe(0)
  expect(await found(unknown)).toMatchObject({
    status: 'failed',
    errorMessage: 'No region was scanned. xx-moon-1: It is unknown.',
  })
})

test('a connection that breaks skips the regions that wait, and lets started scans end', async () => {
  const run = await newRun(['eu-west-1', 'us-east-1'])
  await advance(run, 1)
  await testTenant.setStatus('pending')
  expect(await advance(run)).toBe(0)
  const [first, second] = await rowsOf(run)
  expect([first?.status, first?.isOver]).toEqual(['queued', false])
  expect(second).toMatchObject({
    status: 'skipped',
    isOver: true,
    note: 'Not scanned: the account connection has the status "pending".',
  })
  await complete(first)
  await advance(run)
  expect(await found(run)).toMatchObject({ status: 'completed', errorMessage: null })
})

test('a run whose regions are unknown, or whose connection was deleted, is left alone', async () => {
  const { connectionId } = testTenant
  const requested = { connectionId, accountNumber, scheduleId: null, regions: ['all'], actor, dueAt: null }
  const run = await tenant(({ scanRuns }) => scanRuns.insert(requested))
  expect(await advance(run)).toBe(0)
  expect(await found(run)).toMatchObject({ status: 'queued' })
  const known = await newRun(['eu-west-1'])
  expect(await advance({ id: known.id, connectionId: newId() })).toBe(0)
  expect(await statuses(known)).toEqual(['waiting'])
})

test('an enabled region that this version does not know is skipped with the reason', () => {
  expect(runRegions(['eu-west-1', 'xx-moon-1', 'cn-north-1'], 'aws')).toEqual([
    { region: 'eu-west-1' },
    {
      region: 'xx-moon-1',
      skippedBecause: "This version of Surveyor doesn't know this region. Update Surveyor to scan it.",
    },
    {
      region: 'cn-north-1',
      skippedBecause: "This version of Surveyor doesn't know this region. Update Surveyor to scan it.",
    },
  ])
})
