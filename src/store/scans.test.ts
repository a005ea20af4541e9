/** Tests which scans the queries find among those of several accounts, regions, and statuses. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type TestTenant, createTestTenant } from '../../test/support/test-tenant.ts'
import type { ScanFilter, ScanRecord } from './scans.ts'

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
