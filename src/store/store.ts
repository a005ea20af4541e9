/** What the rest of the service may ask of the database, in domain words. Only this folder knows SQL. */
import type { AccountConnections } from './account-connections.ts'
import type { ApiKeys, AuthenticatedKey } from './api-keys.ts'
import type { AuditEvents } from './audit-events.ts'
import type { Diagrams } from './diagrams.ts'
import type { Graphs } from './graphs.ts'
import type { IdempotencyKeys } from './idempotency-keys.ts'
import type { Organizations } from './organizations.ts'
import type { OverdueScan, Scans } from './scans.ts'
import type { DatabaseTransaction } from './database.ts'

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
  readonly scans: Scans
}

export type Store = {
  /** Runs `work` in one transaction fenced to the organization. */
  tenant<Result>(organizationId: string, work: (tenant: Tenant) => Promise<Result>): Promise<Result>
  /** The operator's view: making and naming organizations. */
  readonly organizations: Organizations
  /** The key with this SHA-256 hash, whatever its state; marks it as used (at most once a minute). */
  findKeyByHash(hash: Uint8Array): Promise<AuthenticatedKey | null>
  /** Queued scans that have waited for longer than `queueTimeoutSeconds`, over all organizations. */
  overdueScans(queueTimeoutSeconds: number): Promise<readonly OverdueScan[]>
  /** Calls `listener` with the id of each scan that ends, in whatever process it ended. Returns the way to stop. */
  onScanFinished(listener: (scanId: string) => void): Promise<() => Promise<void>>
  isReady(): Promise<boolean>
  close(): Promise<void>
}
