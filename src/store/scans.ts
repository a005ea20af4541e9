/** Queries scans. Their status changes by compare-and-set. */
import { sql } from 'kysely'
import { appendAlertEvent, type NewAlertEvent } from './alert-events.ts'
import type { DatabaseTransaction } from './database.ts'
import { newId } from './new-id.ts'
import type { Page, PageRequest } from './page.ts'
import { isAfter, readPage } from './page.ts'
import { storableText } from '../graph/storable.ts'
import { isUuid } from './uuid.ts'
import type { Progress, ScanStatus } from './scan-status.ts'

export type ScanRecord = {
  readonly id: string
  readonly organizationId: string
  readonly connectionId: string
  /** The 12-digit ID of the account at the time of the scan. */
  readonly accountNumber: string
  readonly region: string
  readonly status: ScanStatus
  readonly progress: Progress | null
  readonly errorMessage: string | null
  /** 0 while queued. Each worker that takes up the scan increments it, and writes only while it is unchanged. */
  readonly attempt: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewScan = {
  readonly connectionId: string
  readonly accountNumber: string
  readonly region: string
}

export type ScanFilter = {
  readonly connectionId?: string
  readonly region?: string
  readonly status?: ScanStatus
}

/** The stored scans of a connection. */
export type ScansOfConnection = { readonly connectionId: string; readonly count: number; readonly newest: ScanRecord }

export type OverdueScan = { readonly organizationId: string; readonly scanId: string }

export type Scans = {
  insert(scan: NewScan): Promise<ScanRecord>
  /** Inserts a completed scan of a snapshot, with the times of the original scan. */
  insertImported(
    scan: NewScan & Pick<ScanRecord, 'createdAt' | 'updatedAt'> & { readonly progress: Progress },
  ): Promise<ScanRecord>
  /** Counts queued scans. Concurrent calls wait until this transaction has ended, so that a limit is never exceeded. */
  countQueued(): Promise<number>
  find(id: string): Promise<ScanRecord | null>
  /** Like `find`. The scan can't be removed before this transaction has ended. */
  hold(id: string): Promise<ScanRecord | null>
  list(filter: ScanFilter, page: PageRequest): Promise<Page<ScanRecord>>
  /** The last completed scan of the same account connection and region that was created before this one, and before `time` if given. */
  previousCompleted(scan: ScanRecord, time?: Date): Promise<ScanRecord | null>
  /** The newest scan of a connection's region that is queued or scanning. */
  newestOpen(connectionId: string, region: string): Promise<ScanRecord | null>
  /** The newest completed scan of an account and region. */
  newestOfAccount(accountNumber: string, region: string): Promise<ScanRecord | null>
  /** The scans of those of these connections that have any. */
  ofConnections(connectionIds: readonly string[]): Promise<readonly ScansOfConnection[]>
  /**
   * Removes a limited number of ended scans that are older than this number of days, with their diagrams. The last
   * completed scan of each account connection and region stays, and so do scans of baselines, and for now those that
   * another transaction holds. Returns the number of removed scans.
   */
  removeOlderThan(days: number): Promise<number>
  /**
   * queued or scanning → scanning with the next attempt. Returns `null` if the scan has already ended. Sets its first
   * `progress` and notifies listeners.
   */
  begin(id: string, progress: Progress): Promise<ScanRecord | null>
  /** Writes counts of a running attempt and notifies listeners. Returns false if the attempt is no longer current. */
  recordProgress(id: string, attempt: number, progress: Progress): Promise<boolean>
  /** scanning → completed, only for the current attempt. Notifies listeners and alerts. */
  complete(id: string, attempt: number, progress: Progress): Promise<boolean>
  /**
   * `from` → failed. Notifies listeners and alerts. With `attempt`, only if that attempt is current. `progress`: the counts from
   * its coverage; `null` for a scan that never started.
   */
  fail(
    id: string,
    from: readonly ('queued' | 'scanning')[],
    errorMessage: string,
    end: { readonly attempt?: number; readonly progress: Progress | null },
  ): Promise<boolean>
}

/** The channel for the IDs of ended scans. */
export const scanFinishedChannel = 'scan_finished'
/** The channel for the IDs of scans with new progress. */
export const scanProgressChannel = 'scan_progress'

/** The number of scans that one call removes, with their coverage and diagrams. */
const mostRemoved = 500

const columns = [
  'id',
  'organization_id as organizationId',
  'connection_id as connectionId',
  'account_number as accountNumber',
  'region',
  'status',
  'progress',
  'error_message as errorMessage',
  'attempt',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export function scanQueries(transaction: DatabaseTransaction, organizationId: string): Scans {
  const select = () => transaction.selectFrom('scans').select(columns).where('organization_id', '=', organizationId)

  const update = (id: string) =>
    transaction
      .updateTable('scans')
      .set({ updated_at: sql`now()` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)

  const announce = async (channel: string, id: string) => {
    await sql`select pg_notify(${channel}, ${id})`.execute(transaction)
  }

  const alert = (event: NewAlertEvent) => appendAlertEvent(transaction, organizationId, event)

  return {
    insert: ({ connectionId, accountNumber, region }) =>
      transaction
        .insertInto('scans')
        .values({
          organization_id: organizationId,
          id: newId(),
          connection_id: connectionId,
          account_number: accountNumber,
          region,
        })
        .returning(columns)
        .executeTakeFirstOrThrow(),

    insertImported: ({ connectionId, accountNumber, region, createdAt, updatedAt, progress }) =>
      transaction
        .insertInto('scans')
        .values({
          organization_id: organizationId,
          id: newId(),
          connection_id: connectionId,
          account_number: accountNumber,
          region,
          status: 'completed',
          attempt: 1,
          progress: JSON.stringify(progress),
          created_at: createdAt,
          updated_at: updatedAt,
        })
        .returning(columns)
        .executeTakeFirstOrThrow(),

    async countQueued() {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} queued scans`}, 0))`.execute(
        transaction,
      )
      const { count } = await transaction
        .selectFrom('scans')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('organization_id', '=', organizationId)
        .where('status', '=', 'queued')
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async find(id) {
      if (!isUuid(id)) return null
      return (await select().where('id', '=', id).executeTakeFirst()) ?? null
    },

    async hold(id) {
      return (await select().where('id', '=', id).forKeyShare().executeTakeFirst()) ?? null
    },

    async list({ connectionId, region, status }, page) {
      if (connectionId !== undefined && !isUuid(connectionId)) return { items: [], hasMore: false }
      let query = select()
      if (connectionId !== undefined) query = query.where('connection_id', '=', connectionId)
      if (region !== undefined) query = query.where('region', '=', region)
      if (status !== undefined) query = query.where('status', '=', status)
      return readPage(query, page)
    },

    async previousCompleted({ id, connectionId, region, createdAt }, time) {
      const earlier = select()
        .where('connection_id', '=', connectionId)
        .where('region', '=', region)
        .where('status', '=', 'completed')
        .where(isAfter({ createdAt, id }))
      const row = await (time === undefined ? earlier : earlier.where('created_at', '<', time))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ?? null
    },

    async newestOpen(connectionId, region) {
      const row = await select()
        .where('connection_id', '=', connectionId)
        .where('region', '=', region)
        .where('status', 'in', ['queued', 'scanning'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ?? null
    },

    async newestOfAccount(accountNumber, region) {
      const row = await select()
        .where('account_number', '=', accountNumber)
        .where('region', '=', region)
        .where('status', '=', 'completed')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ?? null
    },

    async ofConnections(connectionIds) {
      const found: ScansOfConnection[] = []
      for (const connectionId of connectionIds) {
        const newest = await select()
          .where('connection_id', '=', connectionId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (newest === undefined) continue
        const { count } = await transaction
          .selectFrom('scans')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('organization_id', '=', organizationId)
          .where('connection_id', '=', connectionId)
          .executeTakeFirstOrThrow()
        found.push({ connectionId, count: Number(count), newest })
      }
      return found
    },

    async removeOlderThan(days) {
      const { numAffectedRows } = await sql`
        delete from scans where organization_id = ${organizationId} and id in (
          select id from scans as old
          where organization_id = ${organizationId} and status in ('completed', 'failed')
            and created_at < now() - make_interval(days => ${days}::integer)
            and (status = 'failed' or exists (
              select from scans as newer
              where newer.organization_id = ${organizationId} and newer.connection_id = old.connection_id
                and newer.region = old.region and newer.status = 'completed'
                and (newer.created_at, newer.id) > (old.created_at, old.id)
            ))
            and not exists (
              select from baselines where organization_id = ${organizationId} and scan_id = old.id
            )
          order by created_at limit ${mostRemoved} for update of old skip locked
        )
      `.execute(transaction)
      return Number(numAffectedRows)
    },

    async begin(id, progress) {
      const row = await update(id)
        .set(({ eb }) => ({ status: 'scanning', attempt: eb('attempt', '+', 1), progress: JSON.stringify(progress) }))
        .where('status', 'in', ['queued', 'scanning'])
        .returning(columns)
        .executeTakeFirst()
      if (row === undefined) return null
      await announce(scanProgressChannel, id)
      return row
    },

    async recordProgress(id, attempt, progress) {
      const { numUpdatedRows } = await update(id)
        .set({ progress: JSON.stringify(progress) })
        .where('status', '=', 'scanning')
        .where('attempt', '=', attempt)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await announce(scanProgressChannel, id)
      return true
    },

    async complete(id, attempt, progress) {
      const row = await update(id)
        .set({ status: 'completed', progress: JSON.stringify(progress) })
        .where('status', '=', 'scanning')
        .where('attempt', '=', attempt)
        .returning('connection_id as connectionId')
        .executeTakeFirst()
      if (row === undefined) return false
      await announce(scanFinishedChannel, id)
      await alert({ kind: 'scan.completed', connectionId: row.connectionId, subjectId: id, reason: null })
      return true
    },

    async fail(id, from, errorMessage, { attempt, progress }) {
      let query = update(id)
        .set({
          status: 'failed',
          error_message: storableText(errorMessage),
          progress: progress === null ? null : JSON.stringify(progress),
        })
        .where('status', 'in', from)
      if (attempt !== undefined) query = query.where('attempt', '=', attempt)
      const row = await query.returning('connection_id as connectionId').executeTakeFirst()
      if (row === undefined) return false
      await announce(scanFinishedChannel, id)
      await alert({ kind: 'scan.failed', connectionId: row.connectionId, subjectId: id, reason: errorMessage })
      return true
    },
  }
}
