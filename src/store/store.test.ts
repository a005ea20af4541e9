import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestStore } from '../../test/support/test-store.ts'
import { createTestDatabase, createTestStore } from '../../test/support/test-store.ts'
import { startTransactionPooler } from '../../test/support/transaction-pooler.ts'
import type { Page, PagePosition } from './page.ts'
import type { ScanRecord } from './scans.ts'
import type { Tenant } from './store.ts'
import { openStore, storeConnections } from './store.ts'

let testStore: TestStore
let organizationId: string
let connectionId: string

beforeAll(async () => {
  testStore = await createTestStore()
  organizationId = (await testStore.store.organizations.insert('organization'))?.id ?? ''
  connectionId = (await tenant(({ accounts }) => accounts.insert(connection('production'))))?.id ?? ''
})
afterAll(() => testStore.close())

const tenant = <Result>(work: (tenant: Tenant) => Promise<Result>) => testStore.store.tenant(organizationId, work)

const connection = (alias: string) => ({
  alias,
  accountNumber: '123456789012',
  partition: 'aws',
  roleArn: 'arn:aws:iam::123456789012:role/surveyor',
  externalId: 'external',
})

const newScan = (region: string) => ({ connectionId, accountNumber: '123456789012', region })

async function endedScan(): Promise<string> {
  const { id } = await tenant(({ scans }) => scans.insert(newScan('us-east-1')))
  await tenant(({ scans }) => scans.fail(id, ['queued'], 'no worker', { progress: null }))
  return id
}

test('finds an organization by ID and name, and names are unique', async () => {
  const { organizations } = testStore.store
  const made = await organizations.insert('first')
  expect(made).toMatchObject({ name: 'first' })
  expect(await organizations.insert('first')).toBeNull()
  expect(await organizations.find('first')).toEqual(made)
  expect(await organizations.find(made?.id ?? '')).toEqual(made)
  expect(await organizations.find('other')).toBeNull()
  expect((await organizations.list()).map(({ name }) => name)).toEqual(['first', 'organization'])
})

test('pages distinguish rows of the same millisecond', async () => {
  const made = await tenant(async ({ scans }) => {
    const all = []
    for (let index = 0; index < 7; index += 1) all.push(await scans.insert(newScan('eu-west-1')))
    return all
  })
  expect(new Set(made.map(({ createdAt }) => createdAt.getTime())).size).toBe(1)

  const seen: string[] = []
  let after: PagePosition | null = null
  let hasMore = true
  while (hasMore) {
    const position: PagePosition | null = after
    const page: Page<ScanRecord> = await tenant(({ scans }) =>
      scans.list({ connectionId }, { limit: 2, after: position }),
    )
    seen.push(...page.items.map(({ id }) => id))
    after = page.items.at(-1) ?? null
    hasMore = page.hasMore
  }
  const newestFirst = made.map(({ id }) => id).toSorted((one, other) => (one < other ? 1 : -1))
  expect(seen).toEqual(newestFirst)
})

test('a connection’s alias is unique, and its status changes only from the expected one', async () => {
  const made = await tenant(({ accounts }) => accounts.insert(connection('staging')))
  expect(made).toMatchObject({ status: 'pending', errorMessage: null, openRoleAllowed: false })
  expect(await tenant(({ accounts }) => accounts.insert(connection('staging')))).toBeNull()

  const id = made?.id ?? ''
  const change = { status: 'connected', errorMessage: null } as const
  const racers = await Promise.all(
    Array.from({ length: 5 }, () => tenant(({ accounts }) => accounts.update(id, 'pending', change))),
  )
  expect(racers.filter((record) => record !== null)).toHaveLength(1)
  expect(await tenant(({ accounts }) => accounts.find(id))).toMatchObject({ status: 'connected' })
})

test('the status of a scan changes by compare-and-set, and an outdated attempt cannot write', async () => {
  const { id } = await tenant(({ scans }) => scans.insert(newScan('us-east-1')))
  expect(await tenant(({ scans }) => scans.begin(id, {}))).toMatchObject({
    status: 'scanning',
    attempt: 1,
    progress: {},
  })
  expect(await tenant(({ scans }) => scans.recordProgress(id, 1, { networks: 2 }))).toBe(true)
  expect(await tenant(({ scans }) => scans.begin(id, {}))).toMatchObject({ attempt: 2, progress: {} })

  expect(await tenant(({ scans }) => scans.recordProgress(id, 1, { networks: 3 }))).toBe(false)
  expect(await tenant(({ scans }) => scans.complete(id, 1, {}))).toBe(false)
  expect(await tenant(({ scans }) => scans.fail(id, ['scanning'], 'late', { attempt: 1, progress: {} }))).toBe(false)
  expect(await tenant(({ scans }) => scans.fail(id, ['queued'], 'late', { progress: null }))).toBe(false)

  const ends = await Promise.all([
    tenant(({ scans }) => scans.complete(id, 2, { networks: 4 })),
    tenant(({ scans }) => scans.complete(id, 2, { networks: 4 })),
    tenant(({ scans }) => scans.complete(id, 2, { networks: 4 })),
  ])
  expect(ends.filter(Boolean)).toHaveLength(1)
  expect(await tenant(({ scans }) => scans.find(id))).toMatchObject({ status: 'completed', progress: { networks: 4 } })
  expect(await tenant(({ scans }) => scans.begin(id, {}))).toBeNull()
})

test('stores the message of a failed scan without characters that PostgreSQL rejects', async () => {
  const { id } = await tenant(({ scans }) => scans.insert(newScan('us-east-1')))
  expect(await tenant(({ scans }) => scans.fail(id, ['queued'], 'no\0worker \uD800', { progress: null }))).toBe(true)
  expect(await tenant(({ scans }) => scans.find(id))).toMatchObject({
    status: 'failed',
    errorMessage: 'no\uFFFDworker \uFFFD',
    progress: null,
  })
})

test('the previous completed scan is of the same connection and region, and older', async () => {
  const finish = async (region: string) => {
    const { id } = await tenant(({ scans }) => scans.insert(newScan(region)))
    await tenant(({ scans }) => scans.begin(id, {}))
    await tenant(({ scans }) => scans.complete(id, 1, {}))
    const scan = await tenant(({ scans }) => scans.find(id))
    if (scan === null) throw new Error('the scan is gone')
    return scan
  }
  const first = await finish('ap-south-1')
  await finish('ap-south-2')
  const second = await finish('ap-south-1')
  await finish('ap-south-1')
  expect(await tenant(({ scans }) => scans.previousCompleted(second))).toEqual(first)
  expect(await tenant(({ scans }) => scans.previousCompleted(first))).toBeNull()
})

test('an idempotency key is claimed by one of many concurrent requests, and the others get its scan', async () => {
  const fingerprint = Buffer.alloc(32, 7)
  const create = () =>
    tenant(async ({ idempotencyKeys, scans }) => {
      const known = await idempotencyKeys.claim('retry')
      if (known !== null) return { kind: 'replayed', scanId: known.scanId, fingerprint: known.fingerprint }
      const { id } = await scans.insert(newScan('us-west-2'))
      await sleep(20)
      await idempotencyKeys.remember('retry', { scanId: id, fingerprint })
      return { kind: 'created', scanId: id, fingerprint }
    })
  const outcomes = await Promise.all(Array.from({ length: 6 }, create))
  expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(1)
  expect(new Set(outcomes.map(({ scanId }) => scanId)).size).toBe(1)
  for (const outcome of outcomes) expect(Buffer.from(outcome.fingerprint).equals(fingerprint)).toBe(true)
})

test('an idempotency key is free again when its request rolled back, and after 24 hours', async () => {
  const failing = tenant(async ({ idempotencyKeys, scans }) => {
    await idempotencyKeys.claim('refused')
    const { id } = await scans.insert(newScan('us-west-2'))
    await idempotencyKeys.remember('refused', { scanId: id, fingerprint: Buffer.alloc(32) })
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await tenant(({ idempotencyKeys }) => idempotencyKeys.claim('refused'))).toBeNull()

  const remember = () =>
    tenant(async ({ idempotencyKeys, scans }) => {
      const { id } = await scans.insert(newScan('us-west-2'))
      await idempotencyKeys.remember('old', { scanId: id, fingerprint: Buffer.alloc(32) })
    })
  await remember()
  const client = new Client({ connectionString: testStore.runtimeUrl })
  await client.connect()
  await client.query(`select set_config('app.organization', $1, false)`, [organizationId])
  const makeOld = (age: string) =>
    client.query(`update idempotency_keys set created_at = now() - $1::interval where key = 'old'`, [age])
  await makeOld('23 hours 59 minutes')
  expect(await tenant(({ idempotencyKeys }) => idempotencyKeys.claim('old'))).not.toBeNull()
  await makeOld('24 hours 1 minute')
  expect(await tenant(({ idempotencyKeys }) => idempotencyKeys.claim('old'))).toBeNull()
  await client.end()
  await remember()
  expect(await tenant(({ idempotencyKeys }) => idempotencyKeys.claim('old'))).not.toBeNull()
})

test('a revoked key cannot be revoked again, and stays listed', async () => {
  const expiresAt = new Date('2030-01-01T00:00:00.123Z')
  const hash = Buffer.alloc(32, 3)
  const key = { name: 'ci', scopes: ['read', 'write'], version: '2026-02-01', expiresAt, hash } as const
  const made = await tenant(({ apiKeys }) => apiKeys.insert(key))
  expect(made).toMatchObject({ name: 'ci', scopes: ['read', 'write'], expiresAt, revokedAt: null, lastUsedAt: null })
  expect(await tenant(({ apiKeys }) => apiKeys.revoke(made.id))).toBe(true)
  expect(await tenant(({ apiKeys }) => apiKeys.revoke(made.id))).toBe(false)
  expect(await tenant(({ apiKeys }) => apiKeys.revoke(randomUUID()))).toBe(false)
  expect(await testStore.store.findKeyByHash(hash)).toMatchObject({ id: made.id, revokedAt: expect.any(Date) })
})

test('loads a diagram as it was stored, with the end of its scan', async () => {
  const { id: scanId } = await tenant(({ scans }) => scans.insert(newScan('us-east-1')))
  const content = { zebra: ['\0', '\uD800', 1e21], apple: { nested: null } }
  await tenant(({ diagrams }) => diagrams.insert(scanId, [{ type: 'architecture', title: 'A\0', content }]))
  const { items, hasMore } = await tenant(({ diagrams }) => diagrams.list({ scanId }, { limit: 5, after: null }))
  expect(hasMore).toBe(false)
  expect(items).toEqual([expect.objectContaining({ scanId, connectionId, type: 'architecture', title: 'A\uFFFD' })])
  const id = items[0]?.id ?? ''
  const stored = await tenant(({ diagrams }) => diagrams.content(id))
  expect(JSON.stringify(stored?.content)).toBe(JSON.stringify(content))
  expect(stored?.scanUpdatedAt).toEqual((await tenant(({ scans }) => scans.find(scanId)))?.updatedAt)
  expect(await tenant(({ diagrams }) => diagrams.list({ type: 'network' }, { limit: 5, after: null }))).toEqual({
    items: [],
    hasMore: false,
  })
})

test('an ID that is not a UUID finds nothing', async () => {
  const page = { limit: 5, after: null }
  const nothing = { items: [], hasMore: false }
  await tenant(async ({ accounts, apiKeys, diagrams, scans }) => {
    expect(await accounts.find('production')).toBeNull()
    expect(await apiKeys.revoke('ci')).toBe(false)
    expect(await diagrams.find("'")).toBeNull()
    expect(await diagrams.content('')).toBeNull()
    expect(await diagrams.list({ scanId: 'x' }, page)).toEqual(nothing)
    expect(await scans.find('\0')).toBeNull()
    expect(await scans.list({ connectionId: 'production' }, page)).toEqual(nothing)
  })
  expect(await testStore.store.organizations.find('nobody')).toBeNull()
})

test('audit events are listed newest first', async () => {
  await tenant(async ({ auditEvents }) => {
    await auditEvents.append({ actor: 'operator', action: 'first', subject: 'x', details: { a: [1] } })
    await auditEvents.append({ actor: 'operator', action: 'second', subject: 'x', details: null })
  })
  const events = await tenant(({ auditEvents }) => auditEvents.list(2))
  expect(events.map(({ action, details }) => [action, details])).toEqual([
    ['second', null],
    ['first', { a: [1] }],
  ])
})

test('the end of a scan is announced, also after the listener’s connection was cut', async () => {
  const heard: string[] = []
  const stop = await testStore.store.listenForScans({
    onProgress: () => undefined,
    onFinished: (scanId) => heard.push(scanId),
  })
  const first = await endedScan()
  await expect.poll(() => heard).toEqual([first])

  const owner = new Client({ connectionString: testStore.runtimeUrl })
  await owner.connect()
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'surveyor scan listener'`,
  )
  await owner.end()
  const ended: string[] = []
  await expect
    .poll(async () => {
      ended.push(await endedScan())
      return ended.some((scanId) => heard.includes(scanId))
    })
    .toBe(true)
  await stop()
})

test('a store opens no more than the declared connections besides its pool', async () => {
  const { ownerUrl, drop } = await createTestDatabase()
  const poolSize = 3
  const store = await openStore({ ownerUrl, secretKey: 'key', poolSize })
  const stop = await store.listenForScans({ onProgress: () => undefined, onFinished: () => undefined })
  const organizations = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => store.organizations.insert(name)))
  await Promise.all(organizations.map((organization) => store.tenant(organization?.id ?? '', () => sleep(50))))
  const observer = new Client({ connectionString: ownerUrl })
  await observer.connect()
  const { rows } = await observer.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and usename is not null and pid <> pg_backend_pid()`,
  )
  expect(rows[0]?.count).toBe(poolSize + storeConnections)
  await observer.end()
  await stop()
  await store.close()
  await drop()
})

test('processes can open a new database at the same time', async () => {
  const { ownerUrl, drop } = await createTestDatabase()
  const stores = await Promise.all(Array.from({ length: 4 }, () => openStore({ ownerUrl, secretKey: 'same' })))
  expect(await Promise.all(stores.map((store) => store.isReady()))).toEqual([true, true, true, true])
  await Promise.all(stores.map((store) => store.close()))
  await drop()
})

test('fails with instructions if the owner may not create roles', async () => {
  const { ownerUrl, drop } = await createTestDatabase()
  const url = new URL(ownerUrl)
  const name = `limited_${randomUUID().replaceAll('-', '')}`
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(
    `create role ${name} login password 'limited'; grant all on schema public to ${name}; grant create on database ${url.pathname.slice(1)} to ${name}`,
  )
  await owner.query(`grant ${name} to current_user`)
  url.username = name
  url.password = 'limited'
  await expect(openStore({ ownerUrl: url.href, secretKey: 'key' })).rejects.toThrow(/CREATEROLE/)
  await owner.query(`drop owned by ${name}; drop role ${name}`)
  await owner.end()
  await drop()
})

test.each([1, 3])('a transaction pooler with %d sessions is refused', async (count) => {
  const { ownerUrl, drop } = await createTestDatabase()
  const pooler = await startTransactionPooler(ownerUrl, count)
  await expect(openStore({ ownerUrl: pooler.url, secretKey: 'key' })).rejects.toThrow(
    "DATABASE_URL refers to a transaction pooler, which doesn't support LISTEN and session locks. " +
      'Use PostgreSQL itself, or a pooler in session mode.',
  )
  await pooler.close()
  await drop()
})
