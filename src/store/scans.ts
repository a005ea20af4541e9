/** Scans: one row each, moved along by compare-and-set on their status. */
import type { Page, PageRequest } from './page.ts'

export const scanStatuses = ['queued', 'scanning', 'completed', 'failed'] as const
export type ScanStatus = (typeof scanStatuses)[number]

/** Counts by progress key, e.g. `{ networks: 1 }`. */
export type Progress = Readonly<Record<string, number>>

export type ScanRecord = {
  readonly id: string
  readonly organizationId: string
  readonly connectionId: string
  /** The 12-digit number of the account at the time of the scan. */
  readonly accountNumber: string
  readonly region: string
  readonly status: ScanStatus
  readonly progress: Progress | null
  readonly errorMessage: string | null
  /** 0 while queued; each worker that takes the scan up raises it, and writes only while it is still its own. */
  readonly attempt: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewScan = {
  readonly connectionId: string
  readonly accountNumber: string
  readonly region: string
}

export type ScanFilter = { readonly connectionId?: string; readonly status?: ScanStatus }

export type OverdueScan = { readonly organizationId: string; readonly scanId: string }

export type Scans = {
  insert(scan: NewScan): Promise<ScanRecord>
  find(id: string): Promise<ScanRecord | null>
  list(filter: ScanFilter, page: PageRequest): Promise<Page<ScanRecord>>
  /** The last completed scan of the same account connection and region that was made before this one. */
  previousCompleted(scan: ScanRecord): Promise<ScanRecord | null>
  /** queued or scanning → scanning with the next attempt; `null` when the scan has already ended. Sets `progress` to `{}`. */
  begin(id: string): Promise<ScanRecord | null>
  /** Writes counts of a running attempt; false when the attempt is no longer the current one. */
  recordProgress(id: string, attempt: number, progress: Progress): Promise<boolean>
  /** scanning → completed, only by the current attempt; announces the end. */
  complete(id: string, attempt: number, progress: Progress): Promise<boolean>
  /** `from` → failed, announces the end. With `attempt`, only while that attempt is the current one. */
  fail(
    id: string,
    from: readonly ('queued' | 'scanning')[],
    errorMessage: string,
    options?: { readonly attempt?: number; readonly progress?: Progress },
  ): Promise<boolean>
}
