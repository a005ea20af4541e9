/** Provides all database access in domain terms. Only this folder contains SQL. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { AccountConnections, ClaimedConnection } from './account-connections.ts'
import { accountConnectionQueries } from './account-connections.ts'
import type { AlertDeliveries } from './alert-deliveries.ts'
import { alertDeliveryQueries } from './alert-deliveries.ts'
import type { AlertEvents } from './alert-events.ts'
import { alertEventQueries } from './alert-events.ts'
import type { Alerts } from './alerts.ts'
import { alertQueries } from './alerts.ts'
import type { ApiKeys, AuthenticatedKey } from './api-keys.ts'
import { apiKeyQueries } from './api-keys.ts'
import type { Attempts } from './attempts.ts'
import { attemptQueries } from './attempts.ts'
import type { AuditEvents } from './audit-events.ts'
import { auditEventQueries } from './audit-events.ts'
import type { Baselines } from './baselines.ts'
import { baselineQueries } from './baselines.ts'
import { ConnectionLostError } from './connection-loss.ts'
import { openPool } from './connection-pool.ts'
import type { Database, DatabaseTransaction } from './database.ts'
import type { Diagrams } from './diagrams.ts'
import { diagramQueries } from './diagrams.ts'
import type { Graphs } from './graphs.ts'
import { graphQueries } from './graphs.ts'
import type { IdempotencyKeys } from './idempotency-keys.ts'
import { idempotencyKeyQueries } from './idempotency-keys.ts'
import type { ImportedSnapshots } from './imported-snapshots.ts'
import { importedSnapshotQueries } from './imported-snapshots.ts'
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
import { readinessOf } from './readiness.ts'
import { runtimeLogin } from './runtime-login.ts'
import { listenForScans, type ScanListener } from './scan-listener.ts'
import type { OverdueScan, Scans } from './scans.ts'
import { scanQueries } from './scans.ts'
import type { ScanRuns } from './scan-runs.ts'
import { scanRunQueries } from './scan-runs.ts'
import type { SavedViews } from './saved-views.ts'
import { savedViewQueries } from './saved-views.ts'
import type { Schedules } from './schedules.ts'
import { scheduleQueries } from './schedules.ts'
import type { ShareLinks } from './share-links.ts'
import { shareLinkQueries } from './share-links.ts'
import type { SnapshotKeys } from './snapshot-keys.ts'
import { snapshotKeyQueries } from './snapshot-keys.ts'
import type { SignOnCredentials } from './sign-on-credentials.ts'
import { signOnCredentialQueries } from './sign-on-credentials.ts'
import type { UserSessions } from './user-sessions.ts'
import { userSessionQueries } from './user-sessions.ts'

/** One organization's data in a transaction that can't access other data. */
export type Tenant = {
  readonly organizationId: string
  /** For the job engine, which writes its job in the same transaction. */
  readonly transaction: DatabaseTransaction
  readonly accounts: AccountConnections
  readonly alertDeliveries: AlertDeliveries
  readonly alertEvents: AlertEvents
  readonly alerts: Alerts
  readonly apiKeys: ApiKeys
  readonly auditEvents: AuditEvents
  readonly baselines: Baselines
  readonly diagrams: Diagrams
  readonly graphs: Graphs
  readonly idempotencyKeys: IdempotencyKeys
  readonly importedSnapshots: ImportedSnapshots
  readonly invitations: Invitations
  readonly memberships: Memberships
  readonly removal: OrganizationRemoval
  readonly savedViews: SavedViews
  readonly scanRuns: ScanRuns
  readonly scans: Scans
  readonly schedules: Schedules
  readonly settings: OrganizationSettings
  readonly shareLinks: ShareLinks
}

export type DueSchedule = {
  readonly organizationId: string
  readonly scheduleId: string
  readonly connectionId: string
}

export type DueScanRun = {
  readonly organizationId: string
  readonly runId: string
  readonly connectionId: string
  /** Whether its regions are known. If not, they have to be looked up. */
  readonly hasRegions: boolean
  /** Whether the end of a scan, or of the run, has to be recorded. */
  readonly hasEnded: boolean
  /** How many of its regions may start. */
  readonly mayStart: number
}

export type DueAlertEvent = { readonly organizationId: string; readonly eventId: string }

export type DueDigest = { readonly organizationId: string; readonly alertId: string }

/** For the sign-in library, which queries its own tables. */
export type SignInDatabase = Kysely<Database>

export type Store = {
  /**
   * Runs `work` in a transaction that is restricted to the organization. If the connection is lost, `work` runs again
   * on another one, so it must have no other effects. It isn't repeated if the connection was lost during the commit,
   * because that may have succeeded.
   */
  tenant<Result>(organizationId: string, work: (tenant: Tenant) => Promise<Result>): Promise<Result>
  /** For work that can run twice without harm. It is also repeated after a connection loss during the commit. */
  readonly idempotentTenant: Store['tenant']
  /** The operator's view: creates and finds organizations. */
  readonly organizations: Organizations
  /** Users across organizations. */
  readonly people: People
  readonly signOnCredentials: SignOnCredentials
  readonly userSessions: UserSessions
  readonly attempts: Attempts
  /** Of this installation. */
  readonly snapshotKeys: SnapshotKeys
  readonly signInDatabase: SignInDatabase
  /** Finds a key in any state by its SHA-256 hash, and marks it as used (at most once a minute). */
  findKeyByHash(hash: Uint8Array): Promise<AuthenticatedKey | null>
  /** Finds an active share link of any organization by the SHA-256 hash of its token. */
  findShareLink(hash: Uint8Array): Promise<{ readonly organizationId: string; readonly id: string } | null>
  /** The scans of all organizations that were queued for longer than `queueTimeoutSeconds`. */
  overdueScans(queueTimeoutSeconds: number): Promise<readonly OverdueScan[]>
  /**
   * Claims failed connections of all organizations that were not checked for `pauseSeconds`, up to a limit. No other
   * caller can claim them until that time has passed again.
   */
  claimFailedConnections(pauseSeconds: number, most: number): Promise<readonly ClaimedConnection[]>
  /**
   * Schedules of all organizations with something to do: their time has come, their connection isn't connected, or it is
   * connected again.
   */
  dueSchedules(most: number): Promise<readonly DueSchedule[]>
  /**
   * Scan runs of all organizations with something to do. `mostAtOnce`: how many scans of one run may run at the same
   * time. Organizations with fewer running scans come first.
   */
  dueScanRuns(mostAtOnce: number, most: number): Promise<readonly DueScanRun[]>
  /** The number of queued scans of all organizations that belong to scan runs. */
  queuedScansOfRuns(): Promise<number>
  /** Events of all organizations whose deliveries have to be created. */
  dueAlertEvents(most: number): Promise<readonly DueAlertEvent[]>
  /** Alerts of all organizations whose digest has to be sent. */
  dueDigests(most: number): Promise<readonly DueDigest[]>
  /** Calls `listener` with the ID of each scan that progresses or ends, in any process. Returns a stop function. */
  listenForScans(listener: ScanListener): Promise<() => Promise<void>>
  /** Whether the database responds and has disk space. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}

/** Connections besides its pool: one for the operator's view, one that listens for scans. */
export const storeConnections = 2

/** The number of repeats after a lost connection, each on another connection. */
const mostRepeats = 2

/** Migrates the database as its owner, then works as the runtime login, which is subject to row-level security. */
export async function openStore(options: {
  readonly ownerUrl: string
  /** The password of the runtime login is derived from it. */
  readonly secretKey: string
  /** `secretKey` replaces the key that the database was set up with. Otherwise another key is rejected. */
  readonly changesKey?: boolean
  /** The number of connections for requests and scans, in addition to `storeConnections`. */
  readonly poolSize?: number
}): Promise<Store> {
  const { ownerUrl, secretKey, changesKey = false, poolSize = 10 } = options
  const login = runtimeLogin(ownerUrl, secretKey)
  const ownerPool = openPool({ connectionString: ownerUrl, max: 1, application_name: 'surveyor operator' })
  try {
    await prepareDatabase(ownerPool, { ownerUrl, login, secretKey, changesKey })
  } catch (error) {
    await ownerPool.end()
    throw error
  }
  const owner = new Kysely<Database>({ dialect: new PostgresDialect({ pool: ownerPool }) })
  const runtimePool = openPool({ connectionString: login.url, max: poolSize, application_name: 'surveyor' })
  const runtime = new Kysely<Database>({ dialect: new PostgresDialect({ pool: runtimePool }) })
  const listeners = new Set<() => Promise<void>>()

  return {
    tenant: tenantsOf(runtime, { isIdempotent: false }),
    idempotentTenant: tenantsOf(runtime, { isIdempotent: true }),

    organizations: organizationQueries(owner),

    people: peopleQueries(runtime),
    signOnCredentials: signOnCredentialQueries(runtime),
    userSessions: userSessionQueries(runtime),
    attempts: attemptQueries(runtime),
    snapshotKeys: snapshotKeyQueries(runtime, secretKey),

    signInDatabase: runtime,

    async findKeyByHash(hash) {
      const find = sql<AuthenticatedKey>`
        select id, organization_id as "organizationId", scopes, version, expires_at as "expiresAt", revoked_at as "revokedAt"
        from find_api_key(${hash})
      `
      const { rows } = await repeatedly(() => find.execute(runtime))
      return rows[0] ?? null
    },

    async findShareLink(hash) {
      const find = sql<{ organizationId: string; id: string }>`
        select organization_id as "organizationId", id from find_share_link(${hash})
      `
      const { rows } = await repeatedly(() => find.execute(runtime))
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

    async dueSchedules(most) {
      const { rows } = await sql<DueSchedule>`
        select organization_id as "organizationId", schedule_id as "scheduleId", connection_id as "connectionId"
        from due_schedules(${most})
      `.execute(runtime)
      return rows
    },

    async dueScanRuns(mostAtOnce, most) {
      const { rows } = await sql<DueScanRun>`
        select organization_id as "organizationId", run_id as "runId", connection_id as "connectionId",
          has_regions as "hasRegions", has_ended as "hasEnded", may_start as "mayStart"
        from due_scan_runs(${mostAtOnce}, ${most})
      `.execute(runtime)
      return rows
    },

    async queuedScansOfRuns() {
      const { rows } = await sql<{ count: number }>`select queued_scans_of_runs() as count`.execute(runtime)
      return rows[0]?.count ?? 0
    },

    async dueAlertEvents(most) {
      const { rows } = await sql<DueAlertEvent>`
        select organization_id as "organizationId", event_id as "eventId" from due_alert_events(${most})
      `.execute(runtime)
      return rows
    },

    async dueDigests(most) {
      const { rows } = await sql<DueDigest>`
        select organization_id as "organizationId", alert_id as "alertId" from due_alert_digests(${most})
      `.execute(runtime)
      return rows
    },

    async listenForScans(listener) {
      const stop = await listenForScans(login.url, listener)
      listeners.add(stop)
      return stop
    },

    isReady: readinessOf(runtimePool),

    async close() {
      await Promise.all([...listeners].map((stop) => stop()))
      // Kysely ends only pools that it has used.
      await Promise.all([runtimePool.end(), ownerPool.end()])
    },
  }
}

/**
 * For additional threads after the database was migrated. Gives access only to organizations' data, for idempotent
 * work.
 */
export function openTenants(options: {
  /** The URL of the runtime login. */
  readonly runtimeUrl: string
  readonly poolSize: number
}): Pick<Store, 'tenant' | 'close'> {
  const pool = openPool({
    connectionString: options.runtimeUrl,
    max: options.poolSize,
    application_name: 'surveyor drawing',
  })
  const runtime = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { tenant: tenantsOf(runtime, { isIdempotent: true }), close: () => pool.end() }
}

function tenantsOf(runtime: Kysely<Database>, { isIdempotent }: { readonly isIdempotent: boolean }): Store['tenant'] {
  return (organizationId, work) =>
    repeatedly((commits) =>
      runtime.transaction().execute(async (transaction) => {
        await sql`select set_config('app.organization', ${organizationId}, true)`.execute(transaction)
        const result = await work(tenantOf(transaction, organizationId))
        if (!isIdempotent) commits()
        return result
      }),
    )
}

/**
 * Repeats `work` if the connection is lost, unless it has called `commits`. The lost connection rolled back all earlier
 * statements.
 */
async function repeatedly<Result>(work: (commits: () => void) => Promise<Result>): Promise<Result> {
  for (let repeats = 0; ; repeats++) {
    let mayRepeat = repeats < mostRepeats
    try {
      return await work(() => (mayRepeat = false))
    } catch (error) {
      if (!(error instanceof ConnectionLostError) || !mayRepeat) throw error
    }
  }
}

function tenantOf(transaction: DatabaseTransaction, organizationId: string): Tenant {
  return {
    organizationId,
    transaction,
    accounts: accountConnectionQueries(transaction, organizationId),
    alertDeliveries: alertDeliveryQueries(transaction, organizationId),
    alertEvents: alertEventQueries(transaction, organizationId),
    alerts: alertQueries(transaction, organizationId),
    apiKeys: apiKeyQueries(transaction, organizationId),
    auditEvents: auditEventQueries(transaction, organizationId),
    baselines: baselineQueries(transaction, organizationId),
    diagrams: diagramQueries(transaction, organizationId),
    graphs: graphQueries(transaction, organizationId),
    idempotencyKeys: idempotencyKeyQueries(transaction, organizationId),
    importedSnapshots: importedSnapshotQueries(transaction, organizationId),
    invitations: invitationQueries(transaction, organizationId),
    memberships: membershipQueries(transaction, organizationId),
    removal: organizationRemovalQueries(transaction, organizationId),
    savedViews: savedViewQueries(transaction, organizationId),
    settings: organizationSettingsQueries(transaction, organizationId),
    shareLinks: shareLinkQueries(transaction, organizationId),
    scanRuns: scanRunQueries(transaction, organizationId),
    scans: scanQueries(transaction, organizationId),
    schedules: scheduleQueries(transaction, organizationId),
  }
}
