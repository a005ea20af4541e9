/**
 * Tests scans of two resource types with the real job engine, store, and SDK: how each scan ends, and what it leaves
 * behind.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testCloudSettings } from '../../test/support/test-cloud.ts'
import { type TestStore, createTestStore } from '../../test/support/test-store.ts'
import { recordRefusal } from '../accounts/role-refusal.ts'
import { type RoleAssumer, roleAssumer } from '../cloud/assume-role.ts'
import { createRateBudget } from '../cloud/rate-budget.ts'
import { subnet } from '../collect/aws/ec2/subnet.ts'
import { vpc } from '../collect/aws/ec2/vpc.ts'
import { role } from '../collect/aws/iam/role.ts'
import { keepOf } from '../collect/catalogue.ts'
import type { Collector } from '../collect/collector.ts'
import { type ScanJob, type ScanJobContext, type ScanJobs, installJobs, openScanJobs } from '../jobs/scan-jobs.ts'
import { type SimulatedCloud, startSimulatedCloud } from '../simulated/simulated-cloud.ts'
import { ConnectionLostError, DatabaseUnreachableError } from '../store/connection-loss.ts'
import { resourcesIn } from '../store/graph-chunks.ts'
import type { GraphOfVersions } from '../store/graphs.ts'
import { runtimeLogin } from '../store/runtime-login.ts'
import type { Tenant } from '../store/store.ts'
import { type ScanJobDependencies, scanJobHandler } from './scan-job.ts'
import { type ScanService, openScanService } from './scan-service.ts'

let cloud: SimulatedCloud
let testStore: TestStore
let jobs: ScanJobs
let scans: ScanService
let organizationId: string
let connectionId: string
let roleArn: string
const externalId = 'svy-1'
/** The default dependencies, and those of the next job. */
let usual: ScanJobDependencies
let dependencies: ScanJobDependencies
/** Runs in the engine's handler, before the scan. */
let beforeJob: (job: ScanJob) => Promise<void>
let afterJob: (job: ScanJob) => Promise<void>
/** What the scan gets of the engine's context. */
let contextOf: (context: ScanJobContext) => ScanJobContext
/** The errors that the scan's handler passed to the engine. */
let thrown: unknown[]
/** The engine's handler of the last job. The log entry about the scan's end comes after the end is visible. */
let handled: Promise<void>
let drawn: GraphOfVersions[]
let logged: { readonly level: number; readonly msg: string; readonly [key: string]: unknown }[]

const handle: Parameters<typeof jobs.work>[1] = async (job, context) => {
  await beforeJob(job)
  await scanJobHandler(dependencies)(job, contextOf(context)).catch((error: unknown) => {
    thrown.push(error)
    throw error
  })
  await afterJob(job)
}

beforeAll(async () => {
  cloud = await startSimulatedCloud({ world: 'three-tier' })
  testStore = await createTestStore()
  const { store, ownerUrl, runtimeUrl, secretKey } = testStore
  await installJobs(ownerUrl, runtimeLogin(ownerUrl, secretKey).role)
  jobs = await openScanJobs({ runtimeUrl, expireSeconds: 900, onError: (error) => expect.fail(String(error)) })
  scans = await openScanService(store, jobs, { queuedScans: 10 }, () => Promise.resolve())
  const settings = testCloudSettings(cloud)
  const roles = roleAssumer(settings)
  usual = {
    store,
    settings,
    rateBudget: createRateBudget({ sharePercent: 100_000 }),
    roles,
    recordRefusal,
    collectors: [vpc, subnet],
    keepOf,
    drawViews: async ({ graph }) => {
      drawn.push(graph)
      return { diagrams: [] }
    },
    scanTimeoutMs: 60_000,
    logger: pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  }
  await jobs.work({ concurrency: 1 }, (job, context) => {
    handled = handle(job, context)
    return handled
  })
  return async () => {
    await scans.close()
    await jobs.drain({ graceMs: 0 })
    await jobs.close()
    roles.close()
    settings.requestHandler.close()
    await testStore.close()
    await cloud.close()
  }
})

const tenant = <Result>(work: (tenant: Tenant) => Promise<Result>) => testStore.store.tenant(organizationId, work)

beforeEach(async () => {
  dependencies = usual
  beforeJob = () => Promise.resolve()
  afterJob = () => Promise.resolve()
  contextOf = (context) => context
  thrown = []
  drawn = []
  logged = []
  cloud.setFaults({})
  organizationId = (await testStore.store.organizations.insert(randomUUID()))?.id ?? ''
  const [account] = cloud.accounts
  roleArn = account?.roleArn ?? ''
  cloud.setRole({ roleArn, externalId })
  connectionId = await tenant(async ({ accounts }) => {
    const accountNumber = account?.accountId ?? ''
    const inserted = await accounts.insert({ alias: 'shop', accountNumber, partition: 'aws', roleArn, externalId })
    const { id = '' } = inserted ?? {}
    await accounts.update(id, 'pending', { status: 'connected', errorMessage: null })
    return id
  })
})

const never = new AbortController().signal

/** Creates a scan and returns it once it has ended. */
async function scanned(region = 'us-east-1') {
  const request = { connectionId, region, idempotencyKey: null, actor: 'key:1' }
  const outcome = await scans.create(organizationId, request)
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  const scan = await scans.waitUntilFinished(organizationId, outcome.scan.id, { signal: never, enough: never })
  await handled
  return scan
}

const connection = () => tenant(({ accounts }) => accounts.find(connectionId))
const coverageOf = (scanId: string) => tenant(({ graphs }) => graphs.coverage(scanId))
const warnings = () => logged.filter(({ level }) => level >= 40).map(({ msg }) => msg)

test('a completed scan has its graph, counts, and diagrams from one transaction, and log entries', async () => {
  const scan = await scanned()
  const [graph] = drawn
  const count = (type: string) => resourcesIn(graph?.chunks.filter((chunk) => chunk.type === type) ?? [])
  expect(scan).toMatchObject({ status: 'completed', errorMessage: null, attempt: 1 })
  expect(scan.progress).toEqual({ networks: count('AWS::EC2::VPC'), subnets: count('AWS::EC2::Subnet') })
  expect(count('AWS::EC2::Subnet')).toBeGreaterThan(1)
  expect(drawn).toHaveLength(1)
  expect(graph).toMatchObject({ accountId: scan.accountNumber, accountAlias: 'shop', region: 'us-east-1' })
  expect((await coverageOf(scan.id)).map(({ type, status }) => [type, status])).toEqual([
    ['AWS::EC2::Subnet', 'collected'],
    ['AWS::EC2::VPC', 'collected'],
  ])
  const of = { scanId: scan.id, organizationId, level: 30 }
  expect(logged).toEqual([
    expect.objectContaining({ ...of, msg: 'scan started', region: 'us-east-1', attempt: 1 }),
    expect.objectContaining({ ...of, msg: 'scan ended', completed: true, resources: resourcesIn(graph?.chunks ?? []) }),
  ])
})

test('a completed scan has the diagrams that were drawn', async () => {
  const architecture = { type: 'architecture', title: 'Architecture', content: { boxes: [] } }
  const drawViews: ScanJobDependencies['drawViews'] = () =>
    tenant(async ({ diagrams }) => ({ diagrams: await diagrams.keep([architecture]) }))
  dependencies = { ...usual, drawViews }
  const { id } = await scanned()
  const { items } = await tenant(({ diagrams }) => diagrams.list({ scanId: id }, { limit: 10, after: null }))
  expect(items).toMatchObject([{ type: 'architecture', title: 'Architecture', connectionId }])
})

test('a role that STS refuses fails the scan, and the second time its connection', async () => {
  cloud.setRole({ roleArn, externalId: 'svy-another' })
  const scan = await scanned()
  expect(scan).toMatchObject({ status: 'failed', progress: {} })
  expect(scan.errorMessage).toMatch(`The IAM role ${roleArn} could not be assumed. `)
  expect(await connection()).toMatchObject({ status: 'connected' })
  // The calls end with the refusal, instead of failing one by one.
  expect(logged.map(({ msg }) => msg)).toEqual(['scan started', 'scan failed'])
  expect(warnings()).toEqual(['scan failed'])
  expect(await coverageOf(scan.id)).toEqual([])
  await scanned()
  const errorMessage = expect.stringContaining('is not authorized to perform: sts:AssumeRole')
  expect(await connection()).toMatchObject({ status: 'failed', errorMessage })
  expect(warnings().slice(1)).toEqual(['scan failed', 'connection failed: AWS denied the role again'])
  expect(drawn).toEqual([])
})

test('a completed scan, and one that reads nothing with a working role, reset the count of refusals', async () => {
  for (const ended of ['completed', 'failed'] as const) {
    cloud.setRole({ roleArn, externalId: 'svy-another' })
    await scanned()
    cloud.setRole({ roleArn, externalId })
    if (ended === 'failed') cloud.setFaults({ rules: [{ service: 'ec2', effect: 'deny' }] })
    expect(await scanned()).toMatchObject({ status: ended })
    cloud.setFaults({})
  }
  cloud.setRole({ roleArn, externalId: 'svy-another' })
  await scanned()
  expect(await connection()).toMatchObject({ status: 'connected' })
})

test('without an STS response the scan fails, and the message does not name the role', async () => {
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'unavailable' }] })
  const { errorMessage } = await scanned()
  expect(errorMessage).toMatch(/^STS returned no credentials\. .* Scan again\.$/)
  expect(errorMessage).not.toContain(roleArn)
  await scanned()
  expect(await connection()).toMatchObject({ status: 'connected' })
})

test('a scan fails with coverage and without a graph if everything is denied', async () => {
  cloud.setFaults({ rules: [{ service: 'ec2', effect: 'deny' }] })
  const scan = await scanned()
  expect(scan).toMatchObject({ status: 'failed', progress: {} })
  expect(scan.errorMessage).toMatch(/^AWS denied every call in us-east-1\. First error: /)
  expect((await coverageOf(scan.id)).map(({ status }) => status)).toEqual(['denied', 'denied'])
  expect(drawn).toEqual([])
})

test('a scan completes if one of two types is collected, without a count of the denied type', async () => {
  cloud.setFaults({ rules: [{ service: 'ec2', operation: 'DescribeVpcs', effect: 'deny' }] })
  const scan = await scanned()
  expect(scan).toMatchObject({ status: 'completed', progress: { subnets: expect.any(Number) } })
  expect(scan.progress).not.toHaveProperty('networks')
  const told = logged.find(({ msg }) => msg === 'not read')
  // The session name includes the scan ID. Other fields of the error would include requests and responses.
  const message = expect.stringContaining(`assumed-role/surveyor/surveyor-scan-${scan.id} is not authorized`)
  expect(told).toMatchObject({
    level: 30,
    type: 'AWS::EC2::VPC',
    operation: 'DescribeVpcs',
    err: { name: 'UnauthorizedOperation', message },
  })
  expect(told?.err).not.toHaveProperty('$response')
})

test('distinguishes a region that is not enabled from one that fails', async () => {
  const scan = await scanned('af-south-1')
  expect(scan.errorMessage).toBe(
    `The region af-south-1 is not enabled in account ${scan.accountNumber}. ` +
      'Enable it under "AWS Regions" in the account settings and wait until it is active, or scan another region.',
  )
})

test('if the enabled regions cannot be read, the scan fails with the error of the region', async () => {
  cloud.setFaults({ rules: [{ service: 'ec2', operation: 'DescribeRegions', effect: 'deny' }] })
  const scan = await scanned('af-south-1')
  expect(scan.errorMessage).toMatch(/^No resource type could be read in af-south-1\. /)
  const told = logged.find(({ msg }) => msg === "region status couldn't be read")
  const message = expect.stringContaining('is not authorized')
  expect(told).toMatchObject({ level: 30, err: { name: 'UnauthorizedOperation', message } })
  expect(told?.err).not.toHaveProperty('$response')
})

test('a scan fails if no regional type could be read, even if account-wide types were', async () => {
  dependencies = { ...dependencies, collectors: [vpc, role] }
  cloud.setFaults({ rules: [{ service: 'ec2', effect: 'deny' }] })
  const scan = await scanned()
  expect(scan.status).toBe('failed')
  expect(scan.errorMessage).toMatch(/^AWS denied every call in us-east-1\. /)
  expect((await coverageOf(scan.id)).map(({ type, status }) => [type, status])).toEqual([
    ['AWS::EC2::VPC', 'denied'],
    ['AWS::IAM::Role', 'collected'],
  ])
})

test('collectors get the scanned account and region, to build ARNs that AWS omits', async () => {
  const known: unknown[] = []
  const listening: Collector = {
    ...subnet,
    collect(run) {
      known.push([run.session.accountNumber, run.session.region])
      return subnet.collect(run)
    },
  }
  dependencies = { ...dependencies, collectors: [vpc, listening] }
  expect(await scanned()).toMatchObject({ status: 'completed' })
  expect(known).toEqual([[cloud.accounts[0]?.accountId, 'us-east-1']])
})

test('credentials that are about to expire are renewed', async () => {
  let count = 0
  const expiration = new Date(Date.now() + 60_000)
  const assume: RoleAssumer['assume'] = async (request) => {
    count += 1
    const outcome = await usual.roles.assume(request)
    return outcome.kind === 'assumed' ? { ...outcome, credentials: { ...outcome.credentials, expiration } } : outcome
  }
  dependencies = { ...dependencies, roles: { ...usual.roles, assume } }
  expect(await scanned()).toMatchObject({ status: 'completed' })
  expect(count).toBeGreaterThan(1)
})

test('the job ends with the scan, in one transaction', async () => {
  const states: unknown[] = []
  const owner = new Client({ connectionString: testStore.ownerUrl })
  await owner.connect()
  const done = Promise.withResolvers<void>()
  afterJob = async ({ scanId }) => {
    const { rows } = await owner.query<{ state: string }>('select state from jobs.job where id = $1', [scanId])
    states.push(...rows.map(({ state }) => state))
    if (states.length === 2) done.resolve()
  }
  expect(await scanned()).toMatchObject({ status: 'completed' })
  cloud.setFaults({ rules: [{ service: 'ec2', effect: 'deny' }] })
  expect(await scanned()).toMatchObject({ status: 'failed' })
  await done.promise
  expect(states).toEqual(['completed', 'completed'])
  await owner.end()
})

test('a worker that lost its job does not touch the scan of the new worker', async () => {
  beforeJob = ({ scanId }) => tenant(({ transaction }) => jobs.remove(transaction, scanId))
  const outcome = await scans.create(organizationId, {
    connectionId,
    region: 'us-east-1',
    idempotencyKey: null,
    actor: 'key:1',
  })
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  await expect.poll(() => thrown).toEqual([new Error('Another worker has taken over the job')])
  expect(await tenant((of) => of.scans.find(outcome.scan.id))).toMatchObject({ status: 'queued', attempt: 0 })
})

/** Reads subnets, then waits until the attempt is aborted. */
function waitingCollector(onRead: () => unknown): Collector {
  return {
    ...subnet,
    async *collect(run) {
      yield* subnet.collect(run)
      await onRead()
      yield { items: [] }
      if (!run.signal.aborted) await once(run.signal, 'abort')
    },
  }
}

test('an attempt whose scan another worker has taken over ends without a result', async () => {
  beforeJob = ({ scanId }) => {
    const takeOver = () => tenant((of) => of.scans.begin(scanId, {}))
    dependencies = { ...usual, collectors: thrown.length > 0 ? usual.collectors : [vpc, waitingCollector(takeOver)] }
    return Promise.resolve()
  }
  expect(await scanned()).toMatchObject({ status: 'completed', attempt: 3 })
  expect(thrown).toEqual([new Error('Another worker has taken over the attempt')])
  expect(drawn).toHaveLength(1)
  expect(warnings()).toEqual(['scan attempt failed'])
})

test('an attempt whose worker shuts down ends without a result', async () => {
  const shutdown = new AbortController()
  const collectors = [vpc, waitingCollector(() => shutdown.abort())]
  contextOf = (context) =>
    thrown.length > 0 ? context : { ...context, signal: AbortSignal.any([context.signal, shutdown.signal]) }
  beforeJob = () => {
    dependencies = { ...usual, collectors: thrown.length > 0 ? usual.collectors : collectors }
    return Promise.resolve()
  }
  expect(await scanned()).toMatchObject({ status: 'completed', attempt: 2 })
  expect(thrown).toEqual([new Error('Another worker has taken over the attempt')])
  expect(drawn).toHaveLength(1)
  expect(warnings()).toEqual([])
})

test('the last progress of an attempt is written before its diagrams are drawn', async () => {
  const written: string[] = []
  let transactions = 0
  const tenant: ScanJobDependencies['store']['tenant'] = async (id, work) => {
    transactions += 1
    // The first one begins the attempt, the second one writes progress.
    if (transactions !== 2) return usual.store.tenant(id, work)
    await sleep(500)
    const result = await usual.store.tenant(id, work)
    written.push('progress')
    return result
  }
  const drawViews: ScanJobDependencies['drawViews'] = (request) => {
    written.push('diagrams')
    return usual.drawViews(request)
  }
  dependencies = { ...usual, store: { ...usual.store, tenant }, drawViews }
  expect(await scanned()).toMatchObject({ status: 'completed' })
  expect(written).toEqual(['progress', 'diagrams'])
})

test('the session of a scan names the scan, and the organization as its source identity', async () => {
  const asked: unknown[] = []
  const assume: RoleAssumer['assume'] = (request) => {
    const { signal: _signal, ...given } = request
    asked.push(given)
    return usual.roles.assume(request)
  }
  dependencies = { ...usual, roles: { ...usual.roles, assume } }
  const { id } = await scanned()
  const sessionName = `surveyor-scan-${id}`
  expect(asked).toEqual([{ roleArn, externalId, sessionName, sourceIdentity: organizationId }])
})

test('log entries about unread types cut long messages', async () => {
  const broken: Collector = {
    ...subnet,
    collect: () => {
      throw new TypeError('x'.repeat(1_001))
    },
  }
  dependencies = { ...usual, collectors: [vpc, broken] }
  expect(await scanned()).toMatchObject({ status: 'completed' })
  const told = logged.find(({ msg }) => msg === 'not read')
  expect(told).toMatchObject({ err: { name: 'TypeError', message: `${'x'.repeat(999)}…` } })
})

test('a scan that times out before the STS response fails with that reason', async () => {
  dependencies = { ...dependencies, scanTimeoutMs: 100 }
  cloud.setFaults({ rules: [{ service: 'sts', effect: 'hang' }] })
  expect((await scanned()).errorMessage).toBe(
    'STS returned no credentials. The request timed out after 0.1 s. Scan again.',
  )
})

test('types that time out have that reason', async () => {
  const assumed = await usual.roles.assume({ roleArn, externalId, sessionName: 'earlier', sourceIdentity: null })
  const assume: RoleAssumer['assume'] = () => Promise.resolve(assumed)
  dependencies = { ...dependencies, roles: { ...usual.roles, assume }, scanTimeoutMs: 200 }
  cloud.setFaults({ rules: [{ service: 'ec2', effect: 'hang' }] })
  const scan = await scanned()
  expect(scan.status).toBe('failed')
  const reason = 'The scan timed out after 0.2 s, before this type was read.'
  expect(await coverageOf(scan.id)).toMatchObject([{ reason }, { reason }])
})

test('a full disk fails the scan at once, with instructions', async () => {
  dependencies = {
    ...dependencies,
    drawViews: () => Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' })),
  }
  const scan = await scanned()
  expect(scan).toMatchObject({ status: 'failed', attempt: 1 })
  expect(scan.errorMessage).toMatch(/^The database has no disk space left/)
  expect(warnings()).toEqual(['scan attempt failed', 'scan failed'])
})

test('a failure of a scan that has already ended changes nothing', async () => {
  beforeJob = ({ scanId }) => {
    const drawViews: ScanJobDependencies['drawViews'] = async () => {
      await tenant((of) => of.scans.fail(scanId, ['scanning'], 'It was ended.', { progress: null }))
      throw Object.assign(new Error('could not extend file'), { code: '53100' })
    }
    dependencies = { ...usual, drawViews }
    return Promise.resolve()
  }
  expect(await scanned()).toMatchObject({ status: 'failed', errorMessage: 'It was ended.' })
  expect((await connection())?.status).toBe('connected')
  expect(warnings()).toEqual(['scan attempt failed', 'scan failed'])
})

test('retries a job that failed once', async () => {
  const { drawViews } = dependencies
  let count = 0
  dependencies = {
    ...dependencies,
    drawViews: (request) => {
      count += 1
      return count === 1 ? Promise.reject(new Error('It broke.')) : drawViews(request)
    },
  }
  expect(await scanned()).toMatchObject({ status: 'completed', attempt: 2 })
  expect(warnings()).toEqual(['scan attempt failed'])
})

test.each([
  ['a connection is lost', ConnectionLostError],
  ['no connection can be opened', DatabaseUnreachableError],
])('a scan survives more database outages than it has attempts: %s', async (_, Outage) => {
  const { drawViews } = dependencies
  let count = 0
  dependencies = {
    ...dependencies,
    drawViews: (request) => {
      count += 1
      return count <= 5 ? Promise.reject(new Outage(new Error('terminated'))) : drawViews(request)
    },
  }
  expect(await scanned()).toMatchObject({ status: 'completed', attempt: 6 })
})

test('an error in every attempt fails the scan, without internal details', async () => {
  dependencies = { ...dependencies, drawViews: () => Promise.reject(new Error('A secret of the inside.')) }
  const scan = await scanned()
  expect(scan).toMatchObject({ status: 'failed', attempt: 3 })
  expect(scan.errorMessage).toBe('The scan failed inside the service. Scan again.')
  expect(await coverageOf(scan.id)).toEqual([])
})
