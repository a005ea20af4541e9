import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type TestStore, createTestStore } from '../../test/support/test-store.ts'
import { type ScanJobs, installJobs, openScanJobs } from '../jobs/scan-jobs.ts'
import type { ConnectionStatus } from '../store/connection-status.ts'
import { runtimeLogin } from '../store/runtime-login.ts'
import type { Tenant } from '../store/store.ts'
import { type CreateScanRequest, type ScanService, openScanService } from './scan-service.ts'

let testStore: TestStore
let jobs: ScanJobs
let scans: ScanService
let organizationId: string
let connectionId: string
/** The connections that a request rechecked, and the result of the recheck. */
let rechecked: unknown[]
let becomes: ConnectionStatus

const queuedScans = 3

beforeAll(async () => {
  testStore = await createTestStore()
  const { store, ownerUrl, runtimeUrl, secretKey } = testStore
  await installJobs(ownerUrl, runtimeLogin(ownerUrl, secretKey).role)
  jobs = await openScanJobs({ runtimeUrl, expireSeconds: 900, onError: (error) => expect.fail(String(error)) })
  scans = await openScanService(store, jobs, { queuedScans }, async (connection) => {
    rechecked.push(connection)
    await setStatus(becomes)
  })
  return async () => {
    await scans.close()
    await jobs.drain({ graceMs: 0 })
    await jobs.close()
    await testStore.close()
  }
})

const tenant = <Result>(work: (tenant: Tenant) => Promise<Result>) => testStore.store.tenant(organizationId, work)

async function setStatus(status: ConnectionStatus): Promise<void> {
  await tenant(async ({ accounts }) => {
    const before = await accounts.find(connectionId)
    const errorMessage = status === 'failed' ? 'It was refused.' : null
    if (before?.status !== status)
      await accounts.update(connectionId, before?.status ?? 'pending', { status, errorMessage })
  })
}

beforeEach(async () => {
  rechecked = []
  organizationId = (await testStore.store.organizations.insert(randomUUID()))?.id ?? ''
  const roleArn = 'arn:aws:iam::123456789012:role/surveyor'
  const account = { alias: 'production', accountNumber: '123456789012', partition: 'aws', roleArn, externalId: 'svy-1' }
  connectionId = (await tenant(({ accounts }) => accounts.insert(account)))?.id ?? ''
  await setStatus('connected')
})

function create(overrides: Partial<CreateScanRequest> = {}) {
  const request = { connectionId, region: 'us-east-1', idempotencyKey: null, actor: 'key:1' }
  return scans.create(organizationId, { ...request, ...overrides })
}

async function createdId(overrides: Partial<CreateScanRequest> = {}): Promise<string> {
  const outcome = await create(overrides)
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  return outcome.scan.id
}

const lastEvent = async () => (await tenant(({ auditEvents }) => auditEvents.list(1)))[0]

test('a scan is created with its job and its audit event', async () => {
  const id = await createdId({ address: '192.0.2.1' })
  const event = { actor: 'key:1', action: 'scan.create', subject: id, details: { connectionId, region: 'us-east-1' } }
  expect(await lastEvent()).toMatchObject({ ...event, address: '192.0.2.1' })
  expect(await tenant((of) => of.scans.find(id))).toMatchObject({
    status: 'queued',
    connectionId,
    accountNumber: '123456789012',
    region: 'us-east-1',
  })
  await createdId()
  expect(await lastEvent()).toMatchObject({ address: null })
  expect(rechecked).toEqual([])
})

test('an idempotency key returns the same scan, and is rejected for another request', async () => {
  const idempotencyKey = randomUUID()
  const id = await createdId({ idempotencyKey })
  expect(await create({ idempotencyKey })).toMatchObject({ kind: 'replayed', scan: { id } })
  expect(await create({ idempotencyKey, region: 'eu-west-1' })).toEqual({ kind: 'idempotency key reused' })
  expect(await createdId({ idempotencyKey: randomUUID() })).not.toBe(id)
})

test('rejects an unknown account and a region of another partition', async () => {
  expect(await create({ connectionId: randomUUID() })).toEqual({ kind: 'account not found' })
  expect(await create({ region: 'cn-north-1' })).toEqual({ kind: 'region of another partition', partition: 'aws' })
})

test('limits the queued scans of an organization', async () => {
  for (let count = 0; count < queuedScans; count += 1) await createdId()
  expect(await create()).toEqual({ kind: 'too many queued', most: queuedScans })
})

test('an unauthorized requester creates nothing', async () => {
  await expect(create({ authorize: () => Promise.reject(new Error('not allowed')) })).rejects.toThrow('not allowed')
  expect(await tenant((of) => of.scans.countQueued())).toBe(0)
})

test('rechecks a failed connection, and scans it if it works', async () => {
  await setStatus('failed')
  becomes = 'connected'
  expect(await create()).toMatchObject({ kind: 'created' })
  expect(rechecked).toEqual([{ organizationId, connectionId }])
})

test('does not scan a connection that still fails or was never verified', async () => {
  await setStatus('failed')
  becomes = 'failed'
  const notConnected = {
    kind: 'account not connected',
    status: 'failed',
    reason: 'It was refused.',
    externalId: 'svy-1',
    isImported: false,
  }
  expect(await create()).toEqual(notConnected)
  expect(rechecked).toHaveLength(1)
  const pending = await tenant(({ accounts }) =>
    accounts.insert({
      alias: 'staging',
      accountNumber: '123456789012',
      partition: 'aws',
      roleArn: 'arn:aws:iam::123456789012:role/surveyor',
      externalId: 'svy-2',
    }),
  )
  expect(await create({ connectionId: pending?.id ?? '' })).toEqual({
    kind: 'account not connected',
    status: 'pending',
    reason: null,
    externalId: 'svy-2',
    isImported: false,
  })
  expect(rechecked).toHaveLength(1)
})

const never = new AbortController().signal
const end = (id: string) => tenant((of) => of.scans.fail(id, ['queued'], 'It waited too long.', { progress: null }))

test('waiting ends with the scan, at once for an ended scan', async () => {
  const id = await createdId()
  const waiting = scans.waitUntilFinished(organizationId, id, { signal: never, enough: never })
  await end(id)
  const startedAt = performance.now()
  expect(await waiting).toMatchObject({ id, status: 'failed', errorMessage: 'It waited too long.' })
  // The database notifies the waiting request, so it doesn't wait for the next poll.
  expect(performance.now() - startedAt).toBeLessThan(1_500)
  expect(await scans.waitUntilFinished(organizationId, id, { signal: never, enough: never })).toMatchObject({ id })
})

test('waiting returns the unfinished scan on `enough`, and throws on abort', async () => {
  const id = await createdId()
  const enough = new AbortController()
  const waiting = scans.waitUntilFinished(organizationId, id, { signal: never, enough: enough.signal })
  const startedAt = performance.now()
  enough.abort()
  expect(await waiting).toMatchObject({ id, status: 'queued' })
  expect(performance.now() - startedAt).toBeLessThan(1_500)
  const stop = new AbortController()
  const stopped = scans.waitUntilFinished(organizationId, id, { signal: stop.signal, enough: never })
  stop.abort(new Error('stopped'))
  await expect(stopped).rejects.toThrow('stopped')
  const gone = scans.waitUntilFinished(organizationId, randomUUID(), { signal: never, enough: never })
  await expect(gone).rejects.toThrow('no longer exists')
})

test('waiting survives a short database outage, and gives up after a minute', async () => {
  const id = await createdId()
  const owner = new Client({ connectionString: testStore.ownerUrl })
  await owner.connect()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(async () => {
    vi.useRealTimers()
    await owner.end()
  })
  const waitUntilEnough = () => {
    const enough = new AbortController()
    const ended = scans.waitUntilFinished(organizationId, id, { signal: never, enough: enough.signal })
    return { ended, enough }
  }

  await owner.query('alter table scans rename to scans_away')
  const patient = waitUntilEnough()
  await sleep(100)
  vi.advanceTimersByTime(59_000)
  await owner.query('alter table scans_away rename to scans')
  patient.enough.abort()
  expect(await patient.ended).toMatchObject({ id, status: 'queued' })

  await owner.query('alter table scans rename to scans_away')
  const impatient = waitUntilEnough()
  const isOver = impatient.ended.then(
    () => true,
    () => true,
  )
  // The minute begins when the outage is noticed, which takes a moment on a busy machine.
  while (!(await Promise.race([isOver, sleep(100, false)]))) vi.advanceTimersByTime(60_001)
  await expect(impatient.ended).rejects.toThrow('"scans" does not exist')
  await owner.query('alter table scans_away rename to scans')
})

test('waiting and watching look at the scan when something happens, not again and again', async () => {
  const { store } = testStore
  let looks = 0
  const tenantOf: typeof store.tenant = (id, work) => {
    looks += 1
    return store.tenant(id, work)
  }
  const counted = await openScanService({ ...store, tenant: tenantOf }, jobs, { queuedScans }, () => Promise.resolve())
  onTestFinished(() => counted.close())
  const id = await createdId()
  const owner = new Client({ connectionString: testStore.ownerUrl })
  await owner.connect()
  onTestFinished(() => owner.end())

  const waiting = counted.waitUntilFinished(organizationId, id, { signal: never, enough: never })
  await sleep(300)
  expect(looks).toBe(1)
  // Neither during an outage.
  await owner.query('alter table scans rename to scans_away')
  const inVain = counted.waitUntilFinished(organizationId, id, { signal: never, enough: never })
  await sleep(300)
  await owner.query('alter table scans_away rename to scans')
  expect(looks).toBe(2)

  const watched = Array.fromAsync(counted.watch(organizationId, id, never))
  await sleep(300)
  expect(looks).toBe(3)
  await end(id)
  expect((await watched).map((scan) => scan?.status)).toEqual(['queued', 'failed'])
  expect([await waiting, await inVain]).toMatchObject([{ id }, { id }])
})

test('watching yields the current scan, each change, and its end; null for an unknown scan', async () => {
  const id = await createdId()
  const seen: (string | undefined)[] = []
  for await (const scan of scans.watch(organizationId, id, never)) {
    seen.push(scan?.status)
    if (seen.length === 1) await tenant((of) => of.scans.begin(id, {}))
    if (scan?.status === 'scanning')
      await tenant((of) => of.scans.fail(id, ['scanning'], 'It broke.', { progress: {} }))
  }
  expect(seen[0]).toBe('queued')
  expect(seen).toContain('scanning')
  expect(seen.at(-1)).toBe('failed')
  const unknown = await Array.fromAsync(scans.watch(organizationId, randomUUID(), never))
  expect(unknown).toEqual([null])
  const stop = new AbortController()
  stop.abort(new Error('stopped'))
  await expect(Array.fromAsync(scans.watch(organizationId, id, stop.signal))).rejects.toThrow('stopped')
})
