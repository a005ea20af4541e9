import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import { waitingLocks } from '../../test/support/waiting-locks.ts'

let testTenant: TestTenant
let owner: Client

beforeAll(async () => {
  testTenant = await createTestTenant()
  owner = new Client({ connectionString: testTenant.ownerUrl })
  await owner.connect()
  await owner.query(`select set_config('app.organization', $1, false)`, [testTenant.organizationId])
})
afterAll(async () => {
  await owner.end()
  await testTenant.close()
})

/** Creates a scan and returns its ID. */
async function scanOf(days: number, end: 'completed' | 'failed' | 'scanning', region = 'us-east-1'): Promise<string> {
  const { connectionId } = testTenant
  const { id } = await testTenant.tenant(async ({ scans, diagrams }) => {
    const scan = await scans.insert({ connectionId, accountNumber: '123456789012', region })
    await scans.begin(scan.id, {})
    if (end === 'completed') {
      await diagrams.insert(scan.id, [{ type: 'architecture', title: 'Architecture', content: { days, region } }])
      await scans.complete(scan.id, 1, {})
    }
    if (end === 'failed') await scans.fail(scan.id, ['scanning'], 'It failed.', { progress: {} })
    return scan
  })
  await owner.query('update scans set created_at = now() - make_interval(days => $1) where id = $2', [days, id])
  return id
}

const kept = async () =>
  (await testTenant.tenant(({ scans }) => scans.list({}, { limit: 100, after: null }))).items.map(({ id }) => id)

test('removes old scans with their diagrams, but not running ones and the last completed one of an account and region', async () => {
  const oldest = await scanOf(90, 'completed')
  const failed = await scanOf(80, 'failed')
  const running = await scanOf(70, 'scanning')
  const last = await scanOf(60, 'completed')
  const failedSince = await scanOf(50, 'failed')
  const elsewhere = await scanOf(90, 'completed', 'eu-west-1')
  const recent = await scanOf(10, 'failed')

  expect(await testTenant.tenant(({ scans }) => scans.removeOlderThan(30))).toBe(3)
  const left = await kept()
  expect(left).toEqual(expect.arrayContaining([running, last, elsewhere, recent]))
  for (const gone of [oldest, failed, failedSince]) expect(left).not.toContain(gone)
  const diagrams = await testTenant.tenant((tenant) =>
    tenant.diagrams.list({ scanId: oldest }, { limit: 1, after: null }),
  )
  expect(diagrams.items).toEqual([])
  expect(await testTenant.tenant(({ scans }) => scans.removeOlderThan(30))).toBe(0)
})

test('keeps scans of baselines until the baseline is removed', async () => {
  const region = 'ap-south-1'
  const { connectionId } = testTenant
  const [named, other] = [await scanOf(90, 'completed', region), await scanOf(80, 'completed', region)]
  const last = await scanOf(60, 'completed', region)
  const found = await testTenant.tenant(({ scans }) => scans.find(named))
  await testTenant.tenant(async ({ baselines }) => found && baselines.set('release', found))
  expect(await testTenant.tenant(({ scans }) => scans.removeOlderThan(30))).toBe(1)
  const left = await kept()
  expect(left).toEqual(expect.arrayContaining([named, last]))
  expect(left).not.toContain(other)
  await testTenant.tenant(({ baselines }) => baselines.remove({ connectionId, region, name: 'release' }))
  expect(await testTenant.tenant(({ scans }) => scans.removeOlderThan(30))).toBe(1)
  expect(await kept()).not.toContain(named)
  // The last one still has a name when the connection is removed below.
  const lastScan = await testTenant.tenant(({ scans }) => scans.find(last))
  await testTenant.tenant(async ({ baselines }) => lastScan && baselines.set('release', lastScan))
})

test('does not remove a scan while it gets its first name', async () => {
  const region = 'eu-central-1'
  const old = await scanOf(90, 'completed', region)
  await scanOf(60, 'completed', region)
  await testTenant.tenant(async ({ baselines, scans }) => {
    const held = await scans.hold(old)
    expect(held?.id).toBe(old)
    expect(await testTenant.tenant((other) => other.scans.removeOlderThan(30))).toBe(0)
    if (held !== null) await baselines.set('release', held)
  })
  expect(await testTenant.tenant(({ scans }) => scans.removeOlderThan(30))).toBe(0)
  expect(await kept()).toContain(old)
})

test('a connection is removed with all its scans and baselines, but not while one runs', async () => {
  const { connectionId } = testTenant
  expect(await testTenant.tenant(({ accounts }) => accounts.remove(connectionId))).toBeNull()
  const running = (
    await testTenant.tenant(({ scans }) => scans.list({ status: 'scanning' }, { limit: 1, after: null }))
  ).items[0]
  await testTenant.tenant(({ scans }) => scans.fail(running?.id ?? '', ['scanning'], 'It failed.', { progress: {} }))
  const count = (await kept()).length
  const last = (await kept()).at(-1) ?? ''
  let removal: Promise<number | null> | undefined
  await testTenant.tenant(async ({ accounts, baselines, scans }) => {
    await accounts.hold(connectionId)
    removal = testTenant.tenant((other) => other.accounts.remove(connectionId))
    // The removal waits, and then removes this baseline too.
    await expect.poll(() => waitingLocks(owner)).toBe(1)
    const scan = await scans.hold(last)
    if (scan !== null) await baselines.set('last', scan)
  })
  expect(await removal).toBe(count)
  expect(await kept()).toEqual([])
  const baselines = await testTenant.tenant((tenant) =>
    tenant.baselines.list(connectionId, undefined, { limit: 1, after: null }),
  )
  expect(baselines.items).toEqual([])
  expect(await testTenant.tenant(({ accounts }) => accounts.find(connectionId))).toBeNull()
})
