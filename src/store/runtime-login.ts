/**
 * Creates the login for requests and jobs. It owns nothing, isn't a superuser, and is subject to row-level security.
 */
import { createHash, createHmac } from 'node:crypto'
import type { Client } from 'pg'
import { databaseClient } from './database-client.ts'
import { scramVerifier } from './scram-verifier.ts'

export type RuntimeLogin = { readonly role: string; readonly url: string }

/** Every process with the same database and key derives the same login, so it isn't stored. */
export function runtimeLogin(ownerUrl: string, secretKey: string): RuntimeLogin {
  const url = new URL(ownerUrl)
  const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username)
  const role = roleName(database)
  url.username = encodeURIComponent(role)
  url.password = createHmac('sha256', secretKey).update(`runtime login ${role}`).digest('base64url')
  return { role, url: url.href }
}

/** PostgreSQL cuts names after 63 bytes. Longer names stay distinct by a hash. */
function roleName(database: string): string {
  const name = `surveyor_${database}_runtime`
  if (Buffer.byteLength(name) <= 63) return name
  return `surveyor_${createHash('sha256').update(database).digest('hex').slice(0, 32)}_runtime`
}

/** Creates the login or sets its password, as the owner. */
export async function ensureRuntimeLogin(owner: Client, login: RuntimeLogin): Promise<void> {
  const role = owner.escapeIdentifier(login.role)
  const verifier = owner.escapeLiteral(scramVerifier(new URL(login.url).password))
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [login.role])
  try {
    await owner.query(
      rowCount === 0
        ? `create role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole noinherit password ${verifier}`
        : `alter role ${role} login password ${verifier}`,
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') {
      throw new Error(
        `The login of DATABASE_URL may not ${rowCount === 0 ? 'create' : 'change'} the role ${login.role}, which Surveyor runs as. ` +
          'A database administrator has to run: ALTER ROLE <that login> CREATEROLE' +
          (rowCount === 0 ? '' : `, and: GRANT ${role} TO <that login> WITH ADMIN OPTION`),
        { cause: error },
      )
    }
    throw error
  }
}

/** The privileges of the runtime login by table. It has no access to other tables. */
const privileges = {
  organizations: 'select, update (name, looks_alike, retention_days, sign_on_required, removed_at, emptied_at)',
  api_keys: 'select, insert, update, delete',
  account_connections: 'select, insert, update, delete',
  scans: 'select, insert, update, delete',
  baselines: 'select, insert, update (scan_id, created_at), delete',
  schedules: 'select, insert, update, delete',
  scan_runs: 'select, insert, update, delete',
  scan_run_regions: 'select, insert, update, delete',
  alerts: 'select, insert, update, delete',
  alert_events: 'select, insert, update, delete',
  alert_deliveries: 'select, insert, update, delete',
  alert_attempts: 'select, insert, delete',
  saved_views: 'select, insert, update (name, updated_at), delete',
  share_links: 'select, insert, update (revoked_at, uses, last_used_at), delete',
  scan_coverage: 'select, insert, update, delete',
  scan_graphs: 'select, insert, delete',
  resource_chunks: 'select, insert, update (unused_since), delete',
  resource_versions: 'select, insert, update (unused_since), delete',
  diagram_contents: 'select, insert, update (unused_since), delete',
  diagrams: 'select, insert',
  idempotency_keys: 'select, insert, update, delete',
  audit_events: 'select, insert',
  snapshot_keys: 'select, insert',
  imported_snapshots: 'select, insert',
  users: 'select, insert, update',
  user_sessions: 'select, insert, update, delete',
  user_credentials: 'select, insert, update, delete',
  user_verifications: 'select, insert, update, delete',
  user_rate_limits: 'select, insert, update, delete',
  memberships: 'select, insert, update (role), delete',
  invitations: 'select, insert, update (accepted_at, revoked_at), delete',
} as const

export const tablesOfPrivileges: readonly string[] = Object.keys(privileges)

/** Without the lock, two processes that grant on the same object at the same time would fail. */
const privilegeLock = 1_937_078_651

export async function grantPrivileges(owner: Client, role: string): Promise<void> {
  const grantee = owner.escapeIdentifier(role)
  const statements = [
    `grant usage on schema public to ${grantee}`,
    ...Object.entries(privileges).map(([table, allowed]) => `grant ${allowed} on ${table} to ${grantee}`),
    `grant execute on function find_api_key(bytea), overdue_scans(double precision), memberships_of(uuid),
      find_invitation(bytea), invitations_of(text), claim_failed_connections(double precision, integer), due_schedules(integer),
      due_scan_runs(integer, integer), queued_scans_of_runs(), due_alert_events(integer), due_alert_digests(integer),
      may_share(uuid, text), find_share_link(bytea) to ${grantee}`,
  ]
  await owner.query(statements.join(';\n'))
}

/** Gives the runtime login access to a schema of another library in the same database. */
export async function grantSchema(ownerUrl: string, schema: string, role: string): Promise<void> {
  const owner = databaseClient(ownerUrl, { statement_timeout: 30_000 })
  await owner.connect()
  try {
    const [grantee, within] = [owner.escapeIdentifier(role), owner.escapeIdentifier(schema)]
    await owner.query(`
      begin;
      select pg_advisory_xact_lock(${privilegeLock});
      grant usage on schema ${within} to ${grantee};
      grant select, insert, update, delete on all tables in schema ${within} to ${grantee};
      grant usage, select on all sequences in schema ${within} to ${grantee};
      grant execute on all functions in schema ${within} to ${grantee};
      commit
    `)
  } finally {
    await owner.end()
  }
}
