import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveGraph } from '../../test/support/save-graph.ts'
import type { TestStore } from '../../test/support/test-store.ts'
import { createTestStore } from '../../test/support/test-store.ts'
import { newId } from './new-id.ts'
import type { ScanRecord } from './scans.ts'
import type { Tenant } from './store.ts'

/** Inserts one row in every table of the organization. */
async function fill(
  {
    accounts,
    alertDeliveries,
    alertEvents,
    alerts,
    apiKeys,
    auditEvents,
    baselines,
    diagrams,
    graphs,
    idempotencyKeys,
    importedSnapshots,
    invitations,
    memberships,
    savedViews,
    scans,
    scanRuns,
    schedules,
    shareLinks,
  }: Tenant,
  hash: Buffer,
) {
  await apiKeys.insert({ name: 'ci', scopes: ['read'], version: '2026-02-01', expiresAt: null, hash })
  const connection = await accounts.insert({
    alias: 'production',
    accountNumber: '123456789012',
    partition: 'aws',
    roleArn: 'arn:aws:iam::123456789012:role/surveyor',
    externalId: 'external',
  })
  if (connection === null) throw new Error('the alias is taken')
  const scan = await scans.insert({ connectionId: connection.id, accountNumber: '123456789012', region: 'us-east-1' })
  const vpc = { type: 'AWS::EC2::VPC', id: 'vpc-1' }
  const subnet = { type: 'AWS::EC2::Subnet', id: 'subnet-1' }
  await saveGraph(graphs, scan.id, {
    accountId: '123456789012',
    accountAlias: 'production',
    region: 'us-east-1',
    resources: [subnet, vpc].map((reference) => ({
      ...reference,
      arn: null,
      name: null,
      presence: 'read',
      tags: {},
      properties: {},
    })),
    relations: [{ source: subnet, verb: 'contained in', target: vpc, evidence: 'VpcId' }],
    coverage: [
      {
        type: vpc.type,
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
      },
    ],
  })
  await diagrams.insert(scan.id, [{ type: 'architecture', title: 'Architecture', content: {} }])
  await baselines.set('release', scan)
  const view = await savedViews.insert({
    name: 'production',
    ownerId: null,
    actor: 'key:1',
    connectionId: connection.id,
    region: scan.region,
    pinnedScanId: scan.id,
    type: 'architecture',
    options: {},
    place: null,
  })
  await shareLinks.insert({
    viewId: view?.id ?? '',
    tokenHash: hash,
    actor: 'key:1',
    hideAccountIds: false,
    frameAncestors: [],
    expiresAt: new Date('2100-01-01'),
  })
  const at = new Date('2100-01-01')
  const schedule = await schedules.insert(newId(), connection.id, {
    regions: ['all'],
    everyHours: 6,
    cron: null,
    timeZone: 'UTC',
    jitterMinutes: 0,
    pauseReason: null,
    anchorAt: at,
    dueAt: at,
    runAt: at,
  })
  const run = await scanRuns.insert({
    connectionId: connection.id,
    accountNumber: '123456789012',
    scheduleId: schedule.id,
    regions: ['all'],
    actor: 'test',
    dueAt: null,
  })
  await scanRuns.setRegions(run.id, [{ region: 'us-east-1' }])
  const alert = await alerts.insert(newId(), {
    name: 'production',
    events: ['scan.failed'],
    connectionIds: [],
    leastRank: 9,
    destinationType: 'webhook',
    destinationShown: { host: 'example.com', lastCharacters: null, to: [] },
    destinationSealed: Buffer.from('sealed'),
    frequency: 'immediate',
    digestHour: 7,
    nextDigestAt: null,
    paused: false,
  })
  const { id: connectionId } = connection
  await alertEvents.append({ kind: 'scan.failed', connectionId, subjectId: scan.id, reason: null })
  const { id: deliveryId } = await alertDeliveries.insert({
    alertId: alert.id,
    event: 'scan.failed',
    content: {},
    status: 'pending',
  })
  const attempt = { number: 1, startedAt: at, durationMs: 1, status: 204, error: null, request: '', response: '' }
  await alertDeliveries.recordAttempt(deliveryId, attempt, { status: 'delivered', retryInSeconds: null })
  await importedSnapshots.insert({ digest: hash.toString('hex'), scanId: scan.id, signedBy: 'SHA256:key' })
  await idempotencyKeys.claim('key')
  await idempotencyKeys.remember('key', { scanId: scan.id, fingerprint: Buffer.alloc(32) })
  await auditEvents.append({ actor: 'operator', action: 'test', subject: scan.id, details: null })
  const email = `${hash.toString('hex', 0, 2)}@example.com`
  const invited = {
    email,
    role: 'viewer',
    tokenHash: hash,
    invitedBy: null,
    expiresAt: new Date('2100-01-01'),
  } as const
  await invitations.insert(invited)
  const person = await invitations.insertPerson({ name: 'Somebody', email, passwordHash: 'none' })
  await memberships.add(person ?? '', 'owner')
  return scan
}

let testStore: TestStore
let owner: Client
let runtime: Client
let tables: readonly string[]
let ours: string
let theirs: string
let theirScan: ScanRecord

beforeAll(async () => {
  testStore = await createTestStore()
  const { store } = testStore
  ours = (await store.organizations.insert('ours'))?.id ?? ''
  theirs = (await store.organizations.insert('theirs'))?.id ?? ''
  await store.tenant(ours, (tenant) => fill(tenant, Buffer.alloc(32, 1)))
  theirScan = await store.tenant(theirs, (tenant) => fill(tenant, Buffer.alloc(32, 2)))
  owner = new Client({ connectionString: testStore.ownerUrl })
  runtime = new Client({ connectionString: testStore.runtimeUrl })
  await owner.connect()
  await runtime.connect()
  const { rows } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'organization_id' order by 1`,
  )
  tables = rows.map(({ name }) => name)
})
afterAll(async () => {
  await owner.end()
  await runtime.end()
  await testStore.close()
})

async function count(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${table}`)
  return rows[0]?.count ?? -1
}

async function within(organizationId: string | null, work: () => Promise<void>): Promise<void> {
  await runtime.query('begin')
  try {
    if (organizationId !== null)
      await runtime.query(`select set_config('app.organization', $1, true)`, [organizationId])
    await work()
  } finally {
    await runtime.query('rollback')
  }
}

test('every table except those of migrations and users has forced row-level security', async () => {
  const { rows } = await owner.query<{ name: string; fenced: boolean }>(
    `select relname as name, relrowsecurity and relforcerowsecurity as fenced from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
  )
  expect(rows.filter(({ fenced }) => !fenced).map(({ name }) => name)).toEqual([
    'kysely_migration',
    'kysely_migration_lock',
    'secret_key_fingerprint',
    'snapshot_keys',
    'user_credentials',
    'user_rate_limits',
    'user_sessions',
    'user_verifications',
    'users',
  ])
  expect(tables.length).toBe(rows.length - 10)
})

test('the runtime login owns nothing and has no privilege that bypasses row-level security', async () => {
  const { rows } = await runtime.query(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
       (select count(*)::integer from pg_class where relowner = pg_roles.oid) as owned,
       (select count(*)::integer from pg_auth_members where member = pg_roles.oid) as memberships
     from pg_roles where rolname = current_user`,
  )
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      owned: 0,
      memberships: 0,
    },
  ])
})

test('no rows are visible without an organization, also after one was set in the same session', async () => {
  await within(ours, async () => undefined)
  for (const organizationId of [null, '']) {
    await within(organizationId, async () => {
      for (const table of [...tables, 'organizations']) expect([table, await count(runtime, table)]).toEqual([table, 0])
    })
  }
})

test('only rows of the current organization are visible', async () => {
  await within(ours, async () => {
    for (const table of tables) {
      expect(await count(runtime, table)).toBeGreaterThan(0)
      const { rowCount } = await runtime.query(`select from ${table} where organization_id <> $1`, [ours])
      expect([table, rowCount]).toEqual([table, 0])
    }
    const { rows } = await runtime.query('select id from organizations')
    expect(rows).toEqual([{ id: ours }])
  })
})

test('rows of another organization cannot be inserted, changed, or deleted', async () => {
  const refused = /row-level security|permission denied/
  for (const table of tables) {
    const columns = await owner.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'`,
      [table],
    )
    const names = columns.rows.map(({ name }) => name)
    const values = names.map((name) => (name === 'organization_id' ? `'${theirs}'::uuid` : name))
    await within(ours, async () => {
      await expect(
        runtime.query(`insert into ${table} (${names.join()}) select ${values.join()} from ${table} limit 1`),
      ).rejects.toThrow(refused)
    })
    for (const statement of [
      `update ${table} set organization_id = organization_id where organization_id = '${theirs}'`,
      `delete from ${table} where organization_id = '${theirs}'`,
    ]) {
      await within(ours, async () => {
        const affected = await runtime.query(statement).then(
          ({ rowCount }) => rowCount,
          (error: Error) => (error.message.includes('permission denied') ? 0 : error.message),
        )
        expect([statement, affected]).toEqual([statement, 0])
      })
    }
  }
})

test('a reference cannot point to another organization’s rows', async () => {
  await within(ours, async () => {
    await expect(
      runtime.query(
        `insert into scans (organization_id, id, connection_id, account_number, region)
         values ($1, gen_random_uuid(), $2, '123456789012', 'us-east-1')`,
        [ours, theirScan.connectionId],
      ),
    ).rejects.toThrow(/foreign key/)
  })
})

test('another organization’s scan behaves like one that does not exist', async () => {
  await testStore.store.tenant(ours, async ({ scans, graphs }) => {
    expect(await scans.find(theirScan.id)).toBeNull()
    expect(await scans.begin(theirScan.id, {})).toBeNull()
    expect(await graphs.load(theirScan.id)).toBeNull()
    expect(await graphs.coverage(theirScan.id)).toEqual([])
  })
})

test('only the runtime login can call the owner’s functions', async () => {
  const { rows } = await owner.query<{ name: string; grantees: string[]; pinned: boolean }>(
    `select proname as name, proconfig::text like '%search_path=%' as pinned,
       array(select distinct coalesce(grantee::regrole::text, 'public') from aclexplode(proacl)
             where grantee <> proowner) as grantees
     from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
  )
  const role = new URL(testStore.runtimeUrl).username
  expect(rows).toEqual([
    { name: 'claim_failed_connections', grantees: [role], pinned: true },
    ...['due_alert_digests', 'due_alert_events'].map((name) => ({ name, grantees: [role], pinned: true })),
    { name: 'due_scan_runs', grantees: [role], pinned: true },
    { name: 'due_schedules', grantees: [role], pinned: true },
    { name: 'find_api_key', grantees: [role], pinned: true },
    ...['find_invitation', 'find_share_link', 'invitations_of', 'memberships_of'].map((name) => ({
      name,
      grantees: [role],
      pinned: true,
    })),
    { name: 'overdue_scans', grantees: [role], pinned: true },
    { name: 'queued_scans_of_runs', grantees: [role], pinned: true },
  ])
})

test('finds a key of any organization by its hash, and marks it as used', async () => {
  const { store } = testStore
  expect(await store.findKeyByHash(Buffer.alloc(32, 9))).toBeNull()
  expect(await store.findKeyByHash(Buffer.alloc(32, 2))).toMatchObject({ organizationId: theirs, scopes: ['read'] })
  const [key] = await store.tenant(theirs, ({ apiKeys }) => apiKeys.list())
  expect(key?.lastUsedAt).toBeInstanceOf(Date)
  await store.findKeyByHash(Buffer.alloc(32, 2))
  const [again] = await store.tenant(theirs, ({ apiKeys }) => apiKeys.list())
  expect(again?.lastUsedAt).toEqual(key?.lastUsedAt)
})

test('finds overdue scans of all organizations', async () => {
  expect(await testStore.store.overdueScans(3600)).toEqual([])
  const overdue = await testStore.store.overdueScans(-1)
  expect(overdue.map(({ organizationId }) => organizationId).sort()).toEqual([ours, theirs].sort())
})
