/** Creating scans and waiting for their end, as the HTTP interface offers them. */
import type { ConnectionStatus } from '../store/account-connections.ts'
import type { ScanRecord } from '../store/scans.ts'

export type CreateScanRequest = {
  readonly connectionId: string
  readonly region: string
  readonly idempotencyKey: string | null
  /** Who asks, for the audit log: `key:<id>`. */
  readonly actor: string
}

export type CreateScanOutcome =
  | { readonly kind: 'created'; readonly scan: ScanRecord }
  /** The idempotency key already stands for this scan. */
  | { readonly kind: 'replayed'; readonly scan: ScanRecord }
  | { readonly kind: 'account not found' }
  | { readonly kind: 'account not connected'; readonly status: ConnectionStatus }
  | { readonly kind: 'region of another partition'; readonly partition: string }
  | { readonly kind: 'idempotency key reused' }

export type ScanService = {
  create(organizationId: string, request: CreateScanRequest): Promise<CreateScanOutcome>
  /** Resolves with the scan once it is completed or failed, in whatever process it ran; rejects when `signal` aborts. */
  waitUntilFinished(organizationId: string, scanId: string, signal: AbortSignal): Promise<ScanRecord>
}
