import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/test-store.ts'
import { runtimeLogin } from './runtime-login.ts'
import { openStore } from './store.ts'

const [first, second] = ['first'.repeat(8), 'second'.repeat(8)] as const

let ownerUrl: string
let owner: Client
let drop: () => Promise<void>

beforeEach(async () => {
  const database = await createTestDatabase()
  ;({ ownerUrl, drop } = database)
  owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
})
afterEach(async () => {
  await owner.end()
  await drop()
})

async function startWith(secretKey: string, changesKey = false): Promise<void> {
  const store = await openStore({ ownerUrl, secretKey, changesKey })
  expect(await store.isReady()).toBe(true)
  await store.close()
}

async function canLogIn(secretKey: string): Promise<boolean> {
  const client = new Client({ connectionString: runtimeLogin(ownerUrl, secretKey).url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

test('rejects a process with another key, and the running one continues', async () => {
  const running = await openStore({ ownerUrl, secretKey: first })
  await expect(startWith(second)).rejects.toThrow(/^SECRET_KEY is not the one .* surveyor secret-key change$/)
  expect(await canLogIn(first)).toBe(true)
  expect(await running.isReady()).toBe(true)
  await running.close()
  await startWith(first)
})

test('changes the key on request once no process is running', async () => {
  const running = await openStore({ ownerUrl, secretKey: first })
  await running.isReady()
  await expect(startWith(second, true)).rejects.toThrow(/cannot be changed while Surveyor runs/)
  expect(await canLogIn(first)).toBe(true)
  await running.close()

  // A connection that was just closed may still be counted for a moment.
  await expect.poll(() => startWith(second, true).then(() => 'changed', String)).toBe('changed')
  await startWith(second)
  expect(await canLogIn(first)).toBe(false)
  await expect(startWith(first)).rejects.toThrow(/^SECRET_KEY is not the one/)
})

test('the fingerprint does not reveal the key', async () => {
  await startWith(first)
  const { rows } = await owner.query<{ salt: Buffer; fingerprint: Buffer }>('select * from secret_key_fingerprint')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.fingerprint).toHaveLength(32)
  expect(rows[0]?.salt).toHaveLength(32)
  for (const value of [rows[0]?.fingerprint, rows[0]?.salt]) expect(value?.toString()).not.toContain('first')
})

/** Restores the state before fingerprints were stored. */
async function forgetFingerprints(): Promise<void> {
  await owner.query(`
    drop table imported_snapshots, snapshot_keys;
    alter table account_connections drop column imported_from;
    drop function find_share_link;
    drop table share_links, saved_views;
    drop function may_share;
    drop function due_alert_events, due_alert_digests;
    drop table alert_attempts, alert_deliveries, alert_events, alerts;
    drop function due_schedules, due_scan_runs, queued_scans_of_runs;
    drop policy watch_schedules on account_connections;
    alter table idempotency_keys drop column run_id, alter column scan_id set not null;
    drop table scan_run_regions, scan_runs, schedules;
    drop table baselines;
    alter table scan_graphs drop column exposures_key;
    drop schema reporting cascade;
    drop policy report on account_connections;
    drop policy report on scan_coverage;
    drop policy report on scan_graphs;
    drop policy report on resource_chunks;
    drop policy report on resource_versions;
    drop table secret_key_fingerprint;
    drop function claim_failed_connections;
    drop policy find_failed on account_connections;
    drop policy claim_failed on account_connections;
    alter table account_connections drop column role_refusals, drop column checked_at;
    alter table account_connections drop column alias_look, drop column looks_alike;
    alter table organizations drop column name_look, drop column looks_alike;
    drop function look_of;
    alter table user_credentials drop column issuer;
    delete from kysely_migration where name >= '0009'
  `)
}

test('recognizes the key of an older database without fingerprint by the password of its login', async () => {
  await startWith(first)
  await forgetFingerprints()
  await expect(startWith(second)).rejects.toThrow(/^SECRET_KEY is not the one/)
  expect(await canLogIn(first)).toBe(true)
  await startWith(first)
  await expect(startWith(second)).rejects.toThrow(/^SECRET_KEY is not the one/)
})

test('does the same if the process ended before it wrote the fingerprint', async () => {
  await startWith(first)
  await owner.query('delete from secret_key_fingerprint')
  await expect(startWith(second)).rejects.toThrow(/^SECRET_KEY is not the one/)
  expect(await canLogIn(first)).toBe(true)
  await startWith(first)
  await expect(startWith(second)).rejects.toThrow(/^SECRET_KEY is not the one/)
})

test('a database that was restored on a server without its login takes the key', async () => {
  await startWith(first)
  await forgetFingerprints()
  const { role } = runtimeLogin(ownerUrl, first)
  await owner.query(`
    revoke all on all tables in schema public from ${role};
    revoke all on all functions in schema public from ${role};
    revoke all on schema public from ${role};
    drop role ${role}
  `)
  await startWith(second)
  expect(await canLogIn(second)).toBe(true)
})
