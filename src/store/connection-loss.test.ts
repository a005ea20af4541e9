/** Tests transactions whose connection is lost: nothing is written twice, and everything that can be repeated is. */
import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStore, type TestStore } from '../../test/support/test-store.ts'
import { ConnectionLostError, DatabaseUnreachableError } from './connection-loss.ts'
import { openTenants, type Tenant } from './store.ts'

let testStore: TestStore
let owner: Client
let organizationId: string
let counted = 0

beforeAll(async () => {
  testStore = await createTestStore()
  organizationId = (await testStore.store.organizations.insert('Acme'))?.id ?? ''
  owner = new Client({ connectionString: testStore.ownerUrl })
  await owner.connect()
  // The commit of an event called "cut" ends its own session until no cuts are left.
  await owner.query(`
    create sequence cuts_left increment -1 minvalue -1000 maxvalue 1000 start 1;
    grant usage on sequence cuts_left to public;
    create function cut() returns trigger language plpgsql as $$ begin
      if nextval('cuts_left') > 0 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return null;
    end $$;
    create constraint trigger cut after insert on audit_events deferrable initially deferred
      for each row when (new.action = 'cut') execute function cut();
  `)
})
afterAll(async () => {
  await owner.end()
  await testStore.close()
})

/** The number of events since the last call. */
async function newEvents(): Promise<number> {
  const { rows } = await testStore.store.tenant(organizationId, ({ transaction }) =>
    sql<{ count: number }>`select count(*)::integer as count from audit_events`.execute(transaction),
  )
  const before = counted
  counted = rows[0]?.count ?? -1
  return counted - before
}

function append({ auditEvents }: Tenant, action: string): Promise<void> {
  return auditEvents.append({ actor: 'operator', action, subject: organizationId, details: null })
}

/** Appends an event. Its connection is lost before and after, the given number of times. */
async function work(tenant: Tenant, runs: number[], cuts: number): Promise<void> {
  runs.push(runs.length + 1)
  await append(tenant, 'test')
  if (runs.length <= cuts) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tenant.transaction)
}

test('a transaction that loses its connection before its commit is repeated, and takes effect once', async () => {
  const runs: number[] = []
  await testStore.store.tenant(organizationId, (tenant) => work(tenant, runs, 2))
  expect(runs).toEqual([1, 2, 3])
  expect(await newEvents()).toBe(1)
})

test('it is repeated twice, then it fails', async () => {
  const runs: number[] = []
  await expect(testStore.store.tenant(organizationId, (tenant) => work(tenant, runs, 3))).rejects.toThrow(
    ConnectionLostError,
  )
  expect(runs).toEqual([1, 2, 3])
  expect(await newEvents()).toBe(0)
})

test('a statement that PostgreSQL rejects is not a lost connection', async () => {
  let runs = 0
  const refused = testStore.store.tenant(organizationId, async ({ transaction }) => {
    runs++
    await sql`select 1 / 0`.execute(transaction)
  })
  await expect(refused).rejects.toThrow('division by zero')
  expect(runs).toBe(1)
})

test.each([
  ['a commit that loses its connection is not repeated, since it may have taken effect', 'tenant', 1, 0],
  ['a commit of idempotent work is repeated', 'idempotentTenant', 2, 1],
] as const)('%s', async (_, tenant, expectedRuns, expectedEvents) => {
  await owner.query(`select setval('cuts_left', 1, false)`)
  let runs = 0
  const outcome = await testStore.store[tenant](organizationId, async (tenant) => {
    runs++
    await append(tenant, 'cut')
  }).catch((error: unknown) => error)
  expect(runs).toBe(expectedRuns)
  expect(await newEvents()).toBe(expectedEvents)
  expect(outcome instanceof ConnectionLostError).toBe(expectedEvents === 0)
})

test('connections that were lost while this thread was blocked cause no failures', async () => {
  const tenants = openTenants({ runtimeUrl: testStore.runtimeUrl, poolSize: 1 })
  await tenants.tenant(organizationId, () => Promise.resolve())
  await testStore.store.findKeyByHash(Buffer.alloc(32))
  const terminateAll = `
    import { Client } from 'pg'
    const client = new Client({ connectionString: process.argv[1] })
    await client.connect()
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()')
    await client.end()`
  execFileSync(process.execPath, ['--input-type=module', '--eval', terminateAll, testStore.runtimeUrl])
  const [key, answer] = await Promise.all([
    testStore.store.findKeyByHash(Buffer.alloc(32)),
    tenants.tenant(organizationId, () => Promise.resolve('an answer')),
  ])
  expect([key, answer]).toEqual([null, 'an answer'])
  await tenants.close()
})

test.each([new Error('gone'), 'gone'])('both errors say why: %s', (cause) => {
  expect(new ConnectionLostError(cause)).toMatchObject({
    name: 'ConnectionLostError',
    message: 'The connection to PostgreSQL was lost: gone',
    cause,
  })
  expect(new DatabaseUnreachableError(cause)).toMatchObject({
    name: 'DatabaseUnreachableError',
    message: 'PostgreSQL was not reachable: gone',
    cause,
  })
})
