import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestStore } from '../../test/support/test-store.ts'
import type { TypeCoverage } from '../graph/resource-graph.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Store } from '../store/store.ts'
import { openProgressRecorder } from './progress-recorder.ts'

let store: Store
let organizationId: string

beforeAll(async () => {
  const testStore = await createTestStore()
  store = testStore.store
  organizationId = (await store.organizations.insert(`Organization ${randomUUID()}`))?.id ?? ''
  return () => testStore.close()
})

async function runningScan(): Promise<ScanRecord> {
  const accountNumber = '123456789012'
  return store.tenant(organizationId, async ({ accounts, scans }) => {
    const connection = await accounts.insert({
      alias: randomUUID(),
      accountNumber,
      partition: 'aws',
      roleArn: `arn:aws:iam::${accountNumber}:role/Surveyor`,
      externalId: 'external id of the test',
    })
    const { id } = await scans.insert({ connectionId: connection?.id ?? '', accountNumber, region: 'us-east-1' })
    const scan = await scans.begin(id, {})
    if (scan === null) throw new Error('The scan has ended')
    return scan
  })
}

const outcome = (status: TypeCoverage['status'], count: number | null): TypeCoverage => ({
  type: 'AWS::RDS::DBInstance',
  countKey: 'databases',
  status,
  count,
  calls: 2,
  retries: 0,
  durationMs: 5,
  reason: null,
  action: null,
  deniedBy: null,
  statement: null,
})

const noTrouble = {
  onLost: () => expect.fail('the attempt is the current one'),
  onError: (error: unknown) => expect.fail(String(error)),
}

test.each(['denied', 'failed', 'unavailable'] as const)(
  'removes the count of a type that ends as %s',
  async (status) => {
    const scan = await runningScan()
    const progress = () => store.tenant(organizationId, async ({ scans }) => (await scans.find(scan.id))?.progress)
    const recorder = openProgressRecorder(store, scan, noTrouble)
    recorder.count('databases', 100)
    recorder.count('caches', 7)
    await expect.poll(progress).toMatchObject({ databases: 100, caches: 7 })
    recorder.coverage(outcome(status, null))
    await expect.poll(progress).not.toHaveProperty('databases')
    expect(await progress()).toMatchObject({ caches: 7 })
    await recorder.close()
  },
)

test('keeps the count of a collected type', async () => {
  const scan = await runningScan()
  const recorder = openProgressRecorder(store, scan, noTrouble)
  recorder.count('databases', 100)
  recorder.coverage(outcome('collected', 100))
  const coverage = () => store.tenant(organizationId, ({ graphs }) => graphs.coverage(scan.id))
  await expect.poll(coverage).toHaveLength(1)
  const { progress } = (await store.tenant(organizationId, ({ scans }) => scans.find(scan.id))) ?? {}
  expect(progress).toMatchObject({ databases: 100 })
  await recorder.close()
})

/** Changes with each write. */
function versionOf(scan: ScanRecord): Promise<string | undefined> {
  return store.tenant(organizationId, async ({ transaction }) => {
    const row = sql<{ xmin: string }>`select xmin::text from scans where id = ${scan.id}`
    return (await row.execute(transaction)).rows[0]?.xmin
  })
}

test('writes only changes, and writes failed types without a count', async () => {
  const scan = await runningScan()
  const version = () => versionOf(scan)
  const begun = await version()
  const recorder = openProgressRecorder(store, scan, noTrouble)
  await expect.poll(version).not.toBe(begun)
  const written = await version()
  await sleep(500)
  expect(await version()).toBe(written)
  recorder.coverage(outcome('denied', null))
  await expect.poll(() => store.tenant(organizationId, ({ graphs }) => graphs.coverage(scan.id))).toHaveLength(1)
  await recorder.close()
})

test('closing waits for the write in progress, and ends all writing', async () => {
  const scan = await runningScan()
  const begun = await versionOf(scan)
  const locked = Promise.withResolvers<void>()
  const enough = Promise.withResolvers<void>()
  const lock = store.tenant(organizationId, async ({ transaction }) => {
    await sql`select from scans where id = ${scan.id} for update`.execute(transaction)
    locked.resolve()
    await enough.promise
  })
  await locked.promise
  const recorder = openProgressRecorder(store, scan, noTrouble)
  const closed = recorder.close().then(() => 'closed')
  expect(await Promise.race([closed, sleep(200, 'still writing')])).toBe('still writing')
  enough.resolve()
  await Promise.all([lock, closed])
  const written = await versionOf(scan)
  expect(written).not.toBe(begun)
  recorder.count('caches', 7)
  await sleep(500)
  expect(await versionOf(scan)).toBe(written)
})
