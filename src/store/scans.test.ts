/** Tests which scans the queries find among those of several accounts, regions, and statuses, and how these change. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { type TestTenant, createTestTenant } from '../../test/support/test-tenant.ts'
import type { ScanStatus } from './scan-status.ts'
import type { ScanFilter, ScanRecord, Scans } from './scans.ts'

let testTenant: TestTenant
let production: string
let staging: string
/** In the order in which they were created. */
let made: {
  readonly first: ScanRecord
  readonly elsewhere: ScanRecord
  readonly second: ScanRecord
  readonly failed: ScanRecord
  readonly ofStaging: ScanRecord
  readonly third: ScanRecord
  readonly queued: ScanRecord
}

const tenant: TestTenant['tenant'] = (work) => testTenant.tenant(work)

const [productionNumber, stagingNumber] = ['123456789012', '210987654321']

/** `end`: how the scan ends; `null` leaves it queued. */
async function newScan(connectionId: string, region: string, end: 'completed' | 'failed' | null) {
  const accountNumber = connectionId === production ? productionNumber : stagingNumber
  const { id } = await tenant(({ scans }) => scans.insert({ connectionId, accountNumber, region }))
  return tenant(async ({ scans }) => {
    if (end !== null) await scans.begin(id, {})
    if (end === 'completed') await scans.complete(id, 1, {})
    if (end === 'failed') await scans.fail(id, ['scanning'], 'It failed.', { progress: {} })
    return (await scans.find(id)) as ScanRecord
  })
}

beforeAll(async () => {
  testTenant = await createTestTenant()
  production = testTenant.connectionId
  const roleArn = `arn:aws:iam::${stagingNumber}:role/surveyor`
  const account = { alias: 'staging', accountNumber: stagingNumber, partition: 'aws', roleArn, externalId: 'svy-1' }
  staging = (await tenant(({ accounts }) => accounts.insert(account)))?.id ?? ''
  made = {
    first: await newScan(production, 'us-east-1', 'completed'),
    elsewhere: await newScan(production, 'eu-west-1', 'completed'),
    second: await newScan(production, 'us-east-1', 'completed'),
    failed: await newScan(production, 'us-east-1', 'failed'),
    ofStaging: await newScan(staging, 'us-east-1', 'completed'),
    third: await newScan(production, 'us-east-1', 'completed'),
    queued: await newScan(production, 'us-east-1', null),
  }
  return () => testTenant.close()
})

const newestOf = (accountNumber: string, region: string) =>
  tenant(async ({ scans }) => (await scans.newestOfAccount(accountNumber, region))?.id)

const lastBefore = (scan: ScanRecord, time?: Date) =>
  tenant(async ({ scans }) => (await scans.previousCompleted(scan, time))?.id)

test('the newest completed scan of an account and region', async () => {
  expect(await newestOf(productionNumber, 'us-east-1')).toBe(made.third.id)
  expect(await newestOf(productionNumber, 'eu-west-1')).toBe(made.elsewhere.id)
  expect(await newestOf(stagingNumber, 'us-east-1')).toBe(made.ofStaging.id)
  expect(await newestOf(stagingNumber, 'eu-west-1')).toBeUndefined()
})

test('the last completed scan before another one of the same connection and region', async () => {
  expect(await lastBefore(made.queued)).toBe(made.third.id)
  expect(await lastBefore(made.third)).toBe(made.second.id)
  expect(await lastBefore(made.first)).toBeUndefined()
  expect(await lastBefore(made.ofStaging)).toBeUndefined()
  expect(await lastBefore(made.queued, made.second.createdAt)).toBe(made.first.id)
})

test('the count and the newest scan of each connection that has any', async () => {
  const found = await tenant(({ scans }) => scans.ofConnections([staging, production, randomUUID()]))
  expect(found).toEqual([
    { connectionId: staging, count: 1, newest: made.ofStaging },
    { connectionId: production, count: 6, newest: made.queued },
  ])
})

test('lists by connection, region, and status, newest first', async () => {
  const listed = async (filter: ScanFilter) => {
    const { items } = await tenant(({ scans }) => scans.list(filter, { limit: 10, after: null }))
    return items.map(({ id }) => Object.entries(made).find(([, scan]) => scan.id === id)?.[0])
  }
  expect(await listed({})).toEqual(['queued', 'third', 'ofStaging', 'failed', 'second', 'elsewhere', 'first'])
  expect(await listed({ connectionId: staging })).toEqual(['ofStaging'])
  expect(await listed({ region: 'eu-west-1' })).toEqual(['elsewhere'])
  expect(await listed({ status: 'completed', connectionId: production, region: 'us-east-1' })).toEqual([
    'third',
    'second',
    'first',
  ])
  expect(await tenant(({ scans }) => scans.countQueued())).toBe(1)
})

test('the newest scan of a region that is queued or scanning', async () => {
  const newestOpen = (connectionId: string, region = 'us-east-1') =>
    tenant(async ({ scans }) => (await scans.newestOpen(connectionId, region))?.id)
  expect(await newestOpen(production)).toBe(made.queued.id)
  expect(await newestOpen(production, 'eu-west-1')).toBeUndefined()
  expect(await newestOpen(staging)).toBeUndefined()
  const later = await newScan(staging, 'us-east-1', null)
  await tenant(({ scans }) => scans.begin(later.id, {}))
  expect(await newestOpen(staging)).toBe(later.id)
  expect(await newestOpen(production)).toBe(made.queued.id)
  await tenant(({ scans }) => scans.fail(later.id, ['scanning'], 'It failed.', { progress: {} }))
  expect(await newestOpen(staging)).toBeUndefined()
})

/** What changes a scan that one worker has taken up, if it has been taken up. */
const changes = {
  begin: async (scans: Scans, id: string) => (await scans.begin(id, {})) !== null,
  progress: (scans: Scans, id: string) => scans.recordProgress(id, 1, { things: 2 }),
  'progress of a replaced worker': (scans: Scans, id: string) => scans.recordProgress(id, 0, { things: 2 }),
  complete: (scans: Scans, id: string) => scans.complete(id, 1, { things: 2 }),
  'completion by a replaced worker': (scans: Scans, id: string) => scans.complete(id, 0, { things: 2 }),
  fail: (scans: Scans, id: string) => scans.fail(id, ['queued', 'scanning'], 'It failed.', { progress: null }),
  'failure while queued': (scans: Scans, id: string) => scans.fail(id, ['queued'], 'It failed.', { progress: null }),
  'failure of a replaced worker': (scans: Scans, id: string) =>
    scans.fail(id, ['queued', 'scanning'], 'It failed.', { attempt: 7, progress: null }),
} satisfies Record<string, (scans: Scans, id: string) => Promise<boolean>>

const allowed: Record<ScanStatus, Partial<Record<keyof typeof changes, { status: ScanStatus; channel: string }>>> = {
  queued: {
    begin: { status: 'scanning', channel: 'scan_progress' },
    fail: { status: 'failed', channel: 'scan_finished' },
    'failure while queued': { status: 'failed', channel: 'scan_finished' },
  },
  scanning: {
    begin: { status: 'scanning', channel: 'scan_progress' },
    progress: { status: 'scanning', channel: 'scan_progress' },
    complete: { status: 'completed', channel: 'scan_finished' },
    fail: { status: 'failed', channel: 'scan_finished' },
  },
  completed: {},
  failed: {},
}

const statuses = ['queued', 'scanning', 'completed', 'failed'] as const
const attempts = statuses.flatMap((status) =>
  Object.entries(changes).map(([name, change]) => ({
    status,
    name,
    change,
    expected: allowed[status][name as keyof typeof changes] ?? null,
  })),
)

test.each(attempts)('$status, $name: $expected', async ({ status, change, expected }) => {
  const { id } = await newScan(staging, 'us-east-1', status === 'completed' || status === 'failed' ? status : null)
  if (status === 'scanning') await tenant(({ scans }) => scans.begin(id, {}))
  const before = await tenant(({ scans }) => scans.find(id))
  const announced: (readonly [channel: string, scanId: string | undefined])[] = []
  const listener = new Client({ connectionString: testTenant.ownerUrl })
  await listener.connect()
  listener.on('notification', ({ channel, payload }) => announced.push([channel, payload]))
  await listener.query('listen scan_progress; listen scan_finished')
  expect(await tenant(({ scans }) => change(scans, id))).toBe(expected !== null)
  // Notifications arrive before the result of a later statement.
  await listener.query('select 1')
  await listener.end()
  const after = await tenant(({ scans }) => scans.find(id))
  expect(announced).toEqual(expected === null ? [] : [[expected.channel, id]])
  expect(after?.status).toBe(expected?.status ?? before?.status)
  expect(expected === null ? after : before).toEqual(before)
})
