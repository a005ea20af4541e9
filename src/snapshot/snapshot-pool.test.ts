import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import { openSnapshots, type SnapshotLimits, type SnapshotRequest, type Snapshots } from './snapshot-pool.ts'

let tenant: TestTenant
let request: SnapshotRequest
let folder: string
/** While it has a lock, scans can't be loaded. */
let owner: Client
let opened: Snapshots | null = null
const staying = new AbortController().signal

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surveyor-pool-'))
  tenant = await createTestTenant()
  owner = new Client({ connectionString: tenant.ownerUrl })
  await owner.connect()
  const time = '2026-11-01T00:00:00.000Z'
  const { organizationId } = tenant
  const scanId = '00000000-0000-4000-8000-000000000000'
  request = { organizationId, scanId, createdAt: time, completedAt: time, redact: 'default' }
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => opened?.close())
afterAll(async () => {
  vi.unstubAllEnvs()
  await owner.end()
  await tenant.close()
  await rm(folder, { recursive: true })
})

function open(limits?: SnapshotLimits): Snapshots {
  opened = openSnapshots({ runtimeUrl: tenant.runtimeUrl }, tenant.store.snapshotKeys, limits)
  return opened
}
const left = async () => (await readdir(folder)).filter((name) => name.startsWith('surveyor-snapshot-'))

test('a scan without a graph has no snapshot, and no file is left', async () => {
  expect(await open().create(request, staying)).toEqual({ kind: 'not found' })
  expect(await left()).toEqual([])
})

test('one is created at a time, and too many at once are busy; callers that leave end their own, and no file is left', async () => {
  const snapshots = open({ mostWaiting: 2, timeoutMs: 600_000 })
  await owner.query('begin; lock table scan_graphs in access exclusive mode')
  const leaving = new AbortController()
  const create = () => snapshots.create(request, leaving.signal).catch((error: unknown) => error)
  const [first, second, third, ...more] = [1, 2, 3, 4, 5, 6].map(create)
  for (const answer of await Promise.all(more)) expect(answer).toEqual({ kind: 'busy' })
  leaving.abort(new Error('The caller has left'))
  for (const error of await Promise.all([first, second, third])) expect(error).toBeInstanceOf(Error)
  await expect.poll(left).toEqual([])
  await owner.query('rollback')
  expect(await snapshots.create(request, staying)).toEqual({ kind: 'not found' })
})

test('one that takes too long is busy', async () => {
  const snapshots = open({ mostWaiting: 4, timeoutMs: 1 })
  expect(await snapshots.create(request, staying)).toEqual({ kind: 'busy' })
  expect(await left()).toEqual([])
})
