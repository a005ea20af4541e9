/** Prepares a database as its owner: creates the tables, the runtime login, and its privileges. */
import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Client } from 'pg'
import type { ConnectionPool } from './connection-pool.ts'
import { databaseClient } from './database-client.ts'
import type { Database } from './database.ts'
import * as firstTables from './migrations/0001-first-tables.ts'
import * as resourceVersions from './migrations/0002-resource-versions.ts'
import * as diagramContents from './migrations/0003-diagram-contents.ts'
import * as partialResources from './migrations/0004-partial-resources.ts'
import * as people from './migrations/0005-people.ts'
import * as diagramPages from './migrations/0006-diagram-pages.ts'
import * as removedOrganizations from './migrations/0007-removed-organizations.ts'
import * as requiredSignOn from './migrations/0008-required-sign-on.ts'
import * as secretKeyFingerprint from './migrations/0009-secret-key-fingerprint.ts'
import { explainPermission } from './missing-permission.ts'
import { refuseForeignDatabase } from './foreign-database.ts'
import * as issuersAndNames from './migrations/0011-issuers-and-names.ts'
import * as roleRefusals from './migrations/0012-role-refusals.ts'
import * as reportingViews from './migrations/0013-reporting-views.ts'
import * as basisOfRelations from './migrations/0014-basis-of-relations.ts'
import * as baselines from './migrations/0015-baselines.ts'
import * as exposuresOfScans from './migrations/0016-exposures-of-scans.ts'
import * as schedules from './migrations/0017-schedules.ts'
import * as alerts from './migrations/0018-alerts.ts'
import * as sharing from './migrations/0019-sharing.ts'
import * as snapshots from './migrations/0020-snapshots.ts'
import * as digestHour from './migrations/0021-digest-hour.ts'
import type { RuntimeLogin } from './runtime-login.ts'
import { ensureRuntimeLogin, grantPrivileges, tablesOfPrivileges } from './runtime-login.ts'
import { keepFingerprint, refuseAnotherKey, refuseWhileUsed } from './secret-key-fingerprint.ts'

/** In order. A released migration never changes. */
const migrations = {
  '0001-first-tables': firstTables,
  '0002-resource-versions': resourceVersions,
  '0003-diagram-contents': diagramContents,
  '0004-partial-resources': partialResources,
  '0005-people': people,
  '0006-diagram-pages': diagramPages,
  '0007-removed-organizations': removedOrganizations,
  '0008-required-sign-on': requiredSignOn,
  '0009-secret-key-fingerprint': secretKeyFingerprint,
  '0011-issuers-and-names': issuersAndNames,
  '0012-role-refusals': roleRefusals,
  '0013-reporting-views': reportingViews,
  '0014-basis-of-relations': basisOfRelations,
  '0015-baselines': baselines,
  '0016-exposures-of-scans': exposuresOfScans,
  '0017-schedules': schedules,
  '0018-alerts': alerts,
  '0019-sharing': sharing,
  '0020-snapshots': snapshots,
  '0021-digest-hour': digestHour,
}

/** Serializes the preparation between processes that start at the same time. */
const preparationLock = 1_937_078_650

const oldestVersion = 15

export type Preparation = {
  readonly ownerUrl: string
  readonly login: RuntimeLogin
  /** The password of the runtime login is derived from it. */
  readonly secretKey: string
  /** Whether the key replaces the one that the database was set up with. */
  readonly changesKey: boolean
}

export async function prepareDatabase(ownerPool: ConnectionPool, preparation: Preparation): Promise<void> {
  const { ownerUrl, login, secretKey, changesKey } = preparation
  const owner = databaseClient(ownerUrl, { application_name: 'surveyor preparation' })
  await owner.connect()
  try {
    await refuseOldServer(owner)
    await refuseTransactionPooler(owner, ownerUrl)
    await owner.query(`set lock_timeout = '60s'`)
    await owner.query('select pg_advisory_lock($1)', [preparationLock])
    await refuseForeignDatabase(owner, {
      migrations: Object.keys(migrations),
      tables: tablesOfPrivileges,
      schemas: ['jobs'],
    })
    if (changesKey) await refuseWhileUsed(owner, login.role)
    else await refuseAnotherKey(owner, secretKey, login.role, () => canLogIn(login))
    await migrate(ownerPool)
    await keepFingerprint(owner, secretKey, changesKey)
    // The next snapshot gets a new key. The public keys stay known.
    if (changesKey) await owner.query('update snapshot_keys set sealed_private_key = null')
    if (!(await canLogIn(login))) await ensureRuntimeLogin(owner, login)
    await grantPrivileges(owner, login.role)
    await refusePrivilegedLogin(owner, login)
  } catch (error) {
    throw explainPermission(error, ownerUrl)
  } finally {
    await owner.end()
  }
}

async function migrate(ownerPool: ConnectionPool): Promise<void> {
  // Not destroyed, because that would end the caller's pool.
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool: ownerPool }) })
  const migrator = new Migrator({ db: database, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'the list of migrations'
  throw new Error(`The database migration failed (${failed}): ${messageOf(error)}`, { cause: error })
}

async function refuseOldServer(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ version: number }>(
    `select current_setting('server_version_num')::integer / 10000 as version`,
  )
  const version = rows[0]?.version ?? 0
  if (version < oldestVersion) {
    throw new Error(`PostgreSQL ${oldestVersion} or later is required; DATABASE_URL has version ${version}`)
  }
}

/** With a transaction pooler, two idle clients share one server session, or one client switches between several. */
async function refuseTransactionPooler(first: Client, ownerUrl: string): Promise<void> {
  const second = databaseClient(ownerUrl)
  await second.connect()
  try {
    const before = await backendOf(first)
    await second.query('begin')
    const other = await backendOf(second)
    // A pooler with one session would let this query wait for the transaction.
    const isSwitched = before === other || before !== (await backendOf(first))
    await second.query('rollback')
    if (isSwitched) {
      throw new Error(
        "DATABASE_URL refers to a transaction pooler, which doesn't support LISTEN and session locks. " +
          'Use PostgreSQL itself, or a pooler in session mode.',
      )
    }
  } finally {
    await second.end()
  }
}

async function backendOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

async function canLogIn({ url }: RuntimeLogin): Promise<boolean> {
  const client = databaseClient(url)
  try {
    await client.connect()
    return true
  } catch (error) {
    // invalid_authorization_specification and invalid_password. The caller handles other errors.
    if (error instanceof Error && 'code' in error && (error.code === '28000' || error.code === '28P01')) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function refusePrivilegedLogin(owner: Client, { role }: RuntimeLogin): Promise<void> {
  const { rows } = await owner.query<{ privileged: boolean }>(
    `select rolsuper or rolbypassrls or pg_has_role(rolname, current_user, 'member') as privileged
     from pg_roles where rolname = $1`,
    [role],
  )
  if (rows[0]?.privileged !== false) {
    throw new Error(
      `The role ${role} must not be a superuser, have BYPASSRLS, or be a member of the database's owner: otherwise row-level security can't isolate tenants`,
    )
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
