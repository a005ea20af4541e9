/** Creates scans and waits for their end. */
import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { partitionOf } from '../../contract/regions.ts'
import type { ScanJobs } from '../jobs/scan-jobs.ts'
import type { ConnectionRecord } from '../store/account-connections.ts'
import type { ConnectionStatus } from '../store/connection-status.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Store, Tenant } from '../store/store.ts'

export type CreateScanRequest = {
  readonly connectionId: string
  readonly region: string
  readonly idempotencyKey: string | null
  /** The requester for the audit log: `key:<id>` or `user:<id>`. */
  readonly actor: string
  readonly address?: string
  /** Called in the writing transaction. Throws if the requester isn't allowed, or isn't allowed any longer. */
  readonly authorize?: (tenant: Tenant) => Promise<void>
}

export type CreateScanOutcome =
  | { readonly kind: 'created'; readonly scan: ScanRecord }
  /** The idempotency key already belongs to this scan. */
  | { readonly kind: 'replayed'; readonly scan: ScanRecord }
  | { readonly kind: 'account not found' }
  | {
      readonly kind: 'account not connected'
      readonly status: ConnectionStatus
      /** Why it failed, for users who may see the external ID. */
      readonly reason: string | null
      readonly externalId: string
      /** Its scans were imported. It can't be scanned. */
      readonly isImported: boolean
    }
  | { readonly kind: 'region of another partition'; readonly partition: string }
  | { readonly kind: 'idempotency key reused' }
  /** The organization has reached its limit of queued scans. */
  | { readonly kind: 'too many queued'; readonly most: number }

export type ScanService = {
  create(organizationId: string, request: CreateScanRequest): Promise<CreateScanOutcome>
  /**
   * Resolves with the scan once it is completed or failed, in any process. Resolves with the unfinished scan when
   * `enough` aborts. Rejects when `signal` aborts.
   */
  waitUntilFinished(
    organizationId: string,
    scanId: string,
    until: { readonly signal: AbortSignal; readonly enough: AbortSignal },
  ): Promise<ScanRecord>
  /**
   * Yields the current scan, then again after each possible change, and last when it has ended. Yields `null` if the
   * scan doesn't exist or was deleted. Throws when `signal` aborts.
   */
  watch(organizationId: string, scanId: string, signal: AbortSignal): AsyncIterable<ScanRecord | null>
  /** Stops listening for changes of scans. */
  close(): Promise<void>
}

export type ScanLimits = {
  /** The maximum number of queued scans of an organization. */
  readonly queuedScans: number
}

/** How often a waiting request polls, because notifications may be lost during a database outage. */
const lookAgainMs = 2_000
/** How long a waiting request tolerates a database outage. */
const databaseAwayMs = 60_000

/** `recheck` checks the role of a failed connection, so that a pipeline continues as soon as the role is fixed. */
export async function openScanService(
  store: Store,
  jobs: Pick<ScanJobs, 'send'>,
  limits: ScanLimits,
  recheck: (connection: { readonly organizationId: string; readonly connectionId: string }) => Promise<void>,
): Promise<ScanService> {
  // Events by scan ID. Any number of requests may wait for one scan.
  const ends = new EventEmitter().setMaxListeners(0)
  const changes = new EventEmitter().setMaxListeners(0)
  const stopListening = await store.listenForScans({
    onProgress: (scanId) => void changes.emit(scanId),
    onFinished(scanId) {
      ends.emit(scanId)
      changes.emit(scanId)
    },
  })

  return {
    async create(organizationId, request) {
      const attempt = () => store.tenant(organizationId, (tenant) => create(tenant, jobs, limits, request))
      const outcome = await attempt()
      if (outcome.kind !== 'account not connected' || outcome.status !== 'failed') return outcome
      await recheck({ organizationId, connectionId: request.connectionId })
      return attempt()
    },

    async waitUntilFinished(organizationId, scanId, { signal, enough }) {
      const wake = AbortSignal.any([signal, enough])
      let seenAt = performance.now()
      for (;;) {
        signal.throwIfAborted()
        const isEnough = enough.aborted
        // Starts listening before the query, so that an end in between isn't missed.
        const sign = nextSign(ends, scanId, isEnough ? signal : wake)
        const scan = await store
          .tenant(organizationId, ({ scans }) => scans.find(scanId))
          .catch((error: unknown) => {
            // The scan continues during a short database outage, and its end can still be reported.
            if (performance.now() - seenAt > databaseAwayMs) throw error
            return undefined
          })
        if (scan === undefined) {
          await sign
          continue
        }
        seenAt = performance.now()
        if (scan === null) throw new Error(`Scan ${scanId} no longer exists`)
        if (isEnough || scan.status === 'completed' || scan.status === 'failed') return scan
        await sign
      }
    },

    async *watch(organizationId, scanId, signal) {
      for (;;) {
        signal.throwIfAborted()
        const sign = nextSign(changes, scanId, signal)
        const scan = await store.tenant(organizationId, ({ scans }) => scans.find(scanId))
        yield scan
        if (scan === null || scan.status === 'completed' || scan.status === 'failed') return
        await sign
      }
    },

    close: stopListening,
  }
}

/** Resolves at the scan's next event, after a timeout, or when `signal` aborts. */
async function nextSign(signs: EventEmitter, scanId: string, signal: AbortSignal): Promise<void> {
  const enough = AbortSignal.any([signal, AbortSignal.timeout(lookAgainMs)])
  await once(signs, scanId, { signal: enough }).catch(() => undefined)
}

async function create(
  tenant: Tenant,
  jobs: Pick<ScanJobs, 'send'>,
  limits: ScanLimits,
  request: CreateScanRequest,
): Promise<CreateScanOutcome> {
  await request.authorize?.(tenant)
  const { connectionId, region, idempotencyKey } = request
  const fingerprint = createHash('sha256').update(JSON.stringify({ connectionId, region })).digest()
  const known = idempotencyKey === null ? null : await tenant.idempotencyKeys.claim(idempotencyKey)
  if (known !== null && known.scanId !== null && fingerprint.equals(known.fingerprint)) {
    const scan = await tenant.scans.find(known.scanId)
    if (scan !== null) return { kind: 'replayed', scan }
  }
  const connection = await tenant.accounts.find(connectionId)
  if (connection === null) return { kind: 'account not found' }
  if (partitionOf(region) !== connection.partition) {
    return { kind: 'region of another partition', partition: connection.partition }
  }
  if (known !== null) return { kind: 'idempotency key reused' }
  const { status, errorMessage: reason, externalId } = connection
  if (status !== 'connected') {
    return { kind: 'account not connected', status, reason, externalId, isImported: connection.importedFrom !== null }
  }
  if ((await tenant.scans.countQueued()) >= limits.queuedScans)
    return { kind: 'too many queued', most: limits.queuedScans }

  const scan = await insertScan(tenant, jobs, connection, region, request)
  if (idempotencyKey !== null) await tenant.idempotencyKeys.remember(idempotencyKey, { scanId: scan.id, fingerprint })
  return { kind: 'created', scan }
}

/** Creates a scan and its job. The caller has checked the connection and the limits. */
export async function insertScan(
  tenant: Tenant,
  jobs: Pick<ScanJobs, 'send'>,
  { id: connectionId, accountNumber }: Pick<ConnectionRecord, 'id' | 'accountNumber'>,
  region: string,
  { actor, address = null }: { readonly actor: string; readonly address?: string | null },
): Promise<ScanRecord> {
  const scan = await tenant.scans.insert({ connectionId, accountNumber, region })
  await tenant.auditEvents.append({
    actor,
    action: 'scan.create',
    subject: scan.id,
    details: { connectionId, region },
    address,
  })
  await jobs.send(
    tenant.transaction,
    { organizationId: tenant.organizationId, scanId: scan.id },
    // Scans of the same account and region run one after the other, other scans at the same time.
    `${tenant.organizationId}:${accountNumber}:${region}`,
  )
  return scan
}
