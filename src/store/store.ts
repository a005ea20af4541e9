/** What the rest of the service may ask of the database, in domain words. Only this folder knows SQL. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import type { AccountConnections, ClaimedConnection } from './account-connections.ts'
import { accountConnectionQueries } from './account-connections.ts'
import type { ApiKeys, AuthenticatedKey } from './api-keys.ts'
import { apiKeyQueries } from './api-keys.ts'
import type { Attempts } from './attempts.ts'
import { attemptQueries } from './attempts.ts'
import type { AuditEvents } from './audit-events.ts'
import { auditEventQueries } from './audit-events.ts'
import type { Database, DatabaseTransaction } from './database.ts'
import type { Diagrams } from './diagrams.ts'
import { diagramQueries } from './diagrams.ts'
import type { Graphs } from './graphs.ts'
import { graphQueries } from './graphs.ts'
import type { IdempotencyKeys } from './idempotency-keys.ts'
import { idempotencyKeyQueries } from './idempotency-keys.ts'
import type { Invitations } from './invitations.ts'
import { invitationQueries } from './invitations.ts'
import type { Memberships } from './memberships.ts'
import { membershipQueries } from './memberships.ts'
import type { OrganizationRemoval } from './organization-removal.ts'
import { organizationRemovalQueries } from './organization-removal.ts'
import type { OrganizationSettings } from './organization-settings.ts'
import { organizationSettingsQueries } from './organization-settings.ts'
import type { Organizations } from './organizations.ts'
import { organizationQueries } from './organizations.ts'
import type { People } from './people.ts'
import { peopleQueries } from './people.ts'
import { prepareDatabase } from './prepare-database.ts'
import { runtimeLogin } from './runtime-login.ts'
import { listenForScans, type ScanListener } from './scan-listener.ts'
import type { OverdueScan, Scans } from './scans.ts'
import { scanQueries } from './scans.ts'
import type { UserSessions } from './user-sessions.ts'
import { userSessionQueries } from './user-sessions.ts'

/** One organization's data, inside one transaction that can see nothing else. */
export type Tenant = {
  readonly organizationId: string
  /** For the job engine, which writes its job in the same transaction. */
  readonly transaction: DatabaseTransaction
  readonly accounts: AccountConnections
  readonly apiKeys: ApiKeys
  readonly auditEvents: AuditEvents
  readonly diagrams: Diagrams
  readonly graphs: Graphs
  readonly idempotencyKeys: IdempotencyKeys
  readonly invitations: Invitations
  readonly memberships: Memberships
  readonly removal: OrganizationRemoval
  readonly scans: Scans
  readonly settings: OrganizationSettings
}

/** For the library that signs people in, which keeps its own tables by its own queries. */
export type SignInDatabase = Kysely<Database>

export type Store = {
  /** Runs `work` in one transaction fenced to the organization. */
  tenant<Result>(organizationId: string, work: (tenant: Tenant) => Promise<Result>): Promise<Result>
  /** The operator's view: making and naming organizations. */
  readonly organizations: Organizations
  /** Who signs in, across organizations. */
  readonly people: People
  readonly userSessions: UserSessions
  readonly attempts: Attempts
  readonly signInDatabase: SignInDatabase
  /** The key with this SHA-256 hash, whatever its state; marks it as used (at most once a minute). */
  findKeyByHash(hash: Uint8Array): Promise<AuthenticatedKey | null>
  /** Queued scans that have waited for longer than `queueTimeoutSeconds`, over all organizations. */
  overdueScans(queueTimeoutSeconds: number): Promise<readonly OverdueScan[]>
  /**
   * Failed connections that nobody has checked for `pauseSeconds`, over all organizations, at most so many: from now on the caller's
   * alone, until that time is over again.
   */
  claimFailedConnections(pauseSeconds: number, most: number): Promise<readonly ClaimedConnection[]>
  /** Calls `listener` with the id of each scan that comes further or ends, in whatever process. Returns the way to stop. */
  listenForScans(listener: ScanListener): Promise<() => Promise<void>>
  isReady(): Promise<boolean>
  close(): Promise<void>
}

const timeouts = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  /** For a server that has gone away without closing the connection. */
  query_timeout: 40_000,
  idle_in_transaction_session_timeout: 60_000,
  keepAlive: true,
} as const

/** Brings the database up to date as its owner, then works as the runtime login, which row-level security fences. */
export async function openStore(options: {
  readonly ownerUrl: string
  /** The runtime login's password derives from it. */
  readonly secretKey: string
  readonly poolSize?: number
}): Promise<Store> {
  const { ownerUrl, secretKey, poolSize = 10 } = options
  const login = runtimeLogin(ownerUrl, secretKey)
  const ownerPool = openPool({ connectionString: ownerUrl, max: 2, application_name: 'surveyor operator' })
  try {
    await prepareDatabase(ownerUrl, ownerPool, login)
  } catch (error) {
    await ownerPool.end()
    throw error
  }
  const owner = new Kysely<Database>({ dialect: new PostgresDialect({ pool: ownerPool }) })
  const runtimePool = openPool({ connectionString: login.url, max: poolSize, application_name: 'surveyor' })
  const runtime = new Kysely<Database>({ dialect: new PostgresDialect({ pool: runtimePool }) })
  const listeners = new Set<() => Promise<void>>()

  return {
    tenant: tenantsOf(runtime),

    organizations: organizationQueries(owner),

    people: peopleQueries(runtime),
    userSessions: userSessionQueries(runtime),
    attempts: attemptQueries(runtime),

    signInDatabase: runtime,

    async findKeyByHash(hash) {
      const { rows } = await sql<AuthenticatedKey>`
        select id, organization_id as "organizationId", scopes, version, expires_at as "expiresAt", revoked_at as "revokedAt"
        from find_api_key(${hash})
      `.execute(runtime)
      return rows[0] ?? null
    },

    async overdueScans(queueTimeoutSeconds) {
      const { rows } = await sql<OverdueScan>`
        select organization_id as "organizationId", scan_id as "scanId" from overdue_scans(${queueTimeoutSeconds})
      `.execute(runtime)
      return rows
    },

    async claimFailedConnections(pauseSeconds, most) {
      const { rows } = await sql<ClaimedConnection>`
        select organization_id as "organizationId", connection_id as "connectionId"
        from claim_failed_connections(${pauseSeconds}, ${most})
      `.execute(runtime)
      return rows
    },

    async listenForScans(listener) {
      const stop = await listenForScans(login.url, listener)
      listeners.add(stop)
      return async () => {
        listeners.delete(stop)
        await stop()
      }
    },

    async isReady() {
      try {
        await sql`select from organizations limit 1`.execute(runtime)
        return true
      } catch {
        return false
      }
    },

    async close() {
      await Promise.all([...listeners].map((stop) => stop()))
      // Kysely ends only pools that it has used.
      await Promise.all([runtimePool.end(), ownerPool.end()])
    },
  }
}

/** For threads beside the one that has brought the database up to date: organizations' data, and nothing else. */
export function openTenants(options: {
  /** Of the runtime login. */
  readonly runtimeUrl: string
  readonly poolSize: number
}): Pick<Store, 'tenant' | 'close'> {
  const pool = openPool({
    connectionString: options.runtimeUrl,
    max: options.poolSize,
    application_name: 'surveyor drawing',
  })
  const runtime = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { tenant: tenantsOf(runtime), close: () => pool.end() }
}

function tenantsOf(runtime: Kysely<Database>): Store['tenant'] {
  return (organizationId, work) =>
    runtime.transaction().execute(async (transaction) => {
      await sql`select set_config('app.organization', ${organizationId}, true)`.execute(transaction)
      return work(tenantOf(transaction, organizationId))
    })
}

function tenantOf(transaction: DatabaseTransaction, organizationId: string): Tenant {
  return {
    organizationId,
    transaction,
    accounts: accountConnectionQueries(transaction, organizationId),
    apiKeys: apiKeyQueries(transaction, organizationId),
    auditEvents: auditEventQueries(transaction, organizationId),
    diagrams: diagramQueries(transaction, organizationId),
    graphs: graphQueries(transaction, organizationId),
    idempotencyKeys: idempotencyKeyQueries(transaction, organizationId),
    invitations: invitationQueries(transaction, organizationId),
    memberships: membershipQueries(transaction, organizationId),
    removal: organizationRemovalQueries(transaction, organizationId),
    settings: organizationSettingsQueries(transaction, organizationId),
    scans: scanQueries(transaction, organizationId),
  }
}

function openPool(options: {
  readonly connectionString: string
  readonly max: number
  readonly application_name: string
}): Pool {
  const pool = new Pool({ ...timeouts, idleTimeoutMillis: 30_000, ...options })
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  return pool
}
