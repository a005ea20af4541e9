/** Queries scan runs: scans of several regions of an account connection that were started together. */
import { sql } from 'kysely'
import { storableText } from '../graph/storable.ts'
import type { DatabaseTransaction } from './database.ts'
import { newId } from './new-id.ts'
import type { Page, PageRequest } from './page.ts'
import { readPage } from './page.ts'
import type { ScanStatus } from './scan-status.ts'
import { isUuid } from './uuid.ts'

export type ScanRunRecord = {
  readonly id: string
  readonly connectionId: string
  /** The 12-digit ID of the account at the time of the run. */
  readonly accountNumber: string
  /** `null` if it was requested without a schedule, or if the schedule was deleted. */
  readonly scheduleId: string | null
  /** As requested: region codes, or only `all`. */
  readonly regions: readonly string[]
  /** The requester for the audit log. */
  readonly actor: string
  readonly status: ScanStatus
  readonly errorMessage: string | null
  /** The time of the schedule, without jitter. `null` for a run that was requested. */
  readonly dueAt: Date | null
  /** Whether its regions are known. */
  readonly hasRegions: boolean
  /** How often its regions were looked up. */
  readonly lookUps: number
  /** The earliest time of the next look-up. */
  readonly lookUpAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewScanRun = Pick<
  ScanRunRecord,
  'connectionId' | 'accountNumber' | 'scheduleId' | 'regions' | 'actor' | 'dueAt'
>

export type RunRegionStatus = 'waiting' | 'skipped' | ScanStatus

export type RunRegionRecord = {
  readonly runId: string
  readonly region: string
  /** Of its scan, once it has started. */
  readonly status: RunRegionStatus
  /** Whether the run has recorded that its scan ended, or that it is skipped. */
  readonly isOver: boolean
  /** `null` before it starts, if it is skipped, and after the scan was deleted. */
  readonly scanId: string | null
  /** Whether the scan was already running. */
  readonly joined: boolean
  /** Why it failed or was skipped, or how it was joined. */
  readonly note: string | null
}

export type RunRegion = {
  readonly region: string
  /** Given for a region that is skipped. */
  readonly skippedBecause?: string
}

export type ScanRunFilter = {
  readonly connectionId?: string
  readonly scheduleId?: string
  readonly status?: ScanStatus
}

export type ScanRuns = {
  insert(run: NewScanRun): Promise<ScanRunRecord>
  find(id: string): Promise<ScanRunRecord | null>
  /** Returns the run, unless it has ended or another transaction holds it. No other transaction can change it. */
  tryHold(id: string): Promise<ScanRunRecord | null>
  list(filter: ScanRunFilter, page: PageRequest): Promise<Page<ScanRunRecord>>
  /** The number of runs of an account connection that haven't ended. */
  countOpen(connectionId: string): Promise<number>
  /** The run of a schedule that hasn't ended. */
  openOfSchedule(scheduleId: string): Promise<ScanRunRecord | null>
  /** The IDs of the newest run of each of these schedules that has any. */
  newestOfSchedules(scheduleIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The regions of these runs, sorted. */
  regions(runIds: readonly string[]): Promise<readonly RunRegionRecord[]>
  setRegions(id: string, regions: readonly RunRegion[]): Promise<void>
  /** Counts a look-up of its regions. The next one is allowed after `seconds`. */
  postpone(id: string, seconds: number): Promise<void>
  /** queued → scanning, with the scan of one region. */
  start(
    id: string,
    region: string,
    scan: { readonly scanId: string; readonly joinedNote: string | null },
  ): Promise<void>
  endRegion(
    id: string,
    region: string,
    end: { readonly status: 'completed' | 'failed' | 'skipped'; readonly note: string | null },
  ): Promise<void>
  /** queued or scanning → completed or failed. Regions that wait are skipped for the reason of the failure. */
  end(id: string, errorMessage: string | null): Promise<void>
  /** Removes a limited number of ended runs that are older than this number of days. Returns their number. */
  removeOlderThan(days: number): Promise<number>
}

/** The number of runs that one call removes, with their regions. */
const mostRemoved = 500

const open = ['queued', 'scanning'] as const

const columns = [
  'id',
  'connection_id as connectionId',
  'account_number as accountNumber',
  'schedule_id as scheduleId',
  'regions',
  'actor',
  'status',
  'error_message as errorMessage',
  'due_at as dueAt',
  'has_regions as hasRegions',
  'look_ups as lookUps',
  'look_up_at as lookUpAt',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export function scanRunQueries(transaction: DatabaseTransaction, organizationId: string): ScanRuns {
  const select = () => transaction.selectFrom('scan_runs').select(columns).where('organization_id', '=', organizationId)

  const update = (id: string) =>
    transaction
      .updateTable('scan_runs')
      .set({ updated_at: sql`now()` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('status', 'in', open)

  const updateRegion = (id: string) =>
    transaction.updateTable('scan_run_regions').where('organization_id', '=', organizationId).where('run_id', '=', id)

  return {
    insert: ({ connectionId, accountNumber, scheduleId, regions, actor, dueAt }) =>
      transaction
        .insertInto('scan_runs')
        .values({
          organization_id: organizationId,
          id: newId(),
          connection_id: connectionId,
          account_number: accountNumber,
          schedule_id: scheduleId,
          regions,
          actor,
          due_at: dueAt,
        })
        .returning(columns)
        .executeTakeFirstOrThrow(),

    find: async (id) => (isUuid(id) ? ((await select().where('id', '=', id).executeTakeFirst()) ?? null) : null),

    async tryHold(id) {
      const held = select().where('id', '=', id).where('status', 'in', open).forUpdate().skipLocked()
      return (await held.executeTakeFirst()) ?? null
    },

    async list({ connectionId, scheduleId, status }, page) {
      if ([connectionId, scheduleId].some((id) => id !== undefined && !isUuid(id))) return { items: [], hasMore: false }
      let query = select()
      if (connectionId !== undefined) query = query.where('connection_id', '=', connectionId)
      if (scheduleId !== undefined) query = query.where('schedule_id', '=', scheduleId)
      if (status !== undefined) query = query.where('status', '=', status)
      return readPage(query, page)
    },

    async countOpen(connectionId) {
      const { count } = await transaction
        .selectFrom('scan_runs')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('organization_id', '=', organizationId)
        .where('connection_id', '=', connectionId)
        .where('status', 'in', open)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async openOfSchedule(scheduleId) {
      const row = await select()
        .where('schedule_id', '=', scheduleId)
        .where('status', 'in', open)
        .limit(1)
        .executeTakeFirst()
      return row ?? null
    },

    async newestOfSchedules(scheduleIds) {
      if (scheduleIds.length === 0) return new Map()
      const rows = await transaction
        .selectFrom('scan_runs')
        .distinctOn('schedule_id')
        .select(['schedule_id as scheduleId', 'id'])
        .where('organization_id', '=', organizationId)
        .where('schedule_id', 'in', scheduleIds)
        .orderBy('schedule_id')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return new Map(rows.map(({ scheduleId, id }) => [scheduleId ?? '', id]))
    },

    async regions(runIds) {
      if (runIds.length === 0) return []
      return transaction
        .selectFrom('scan_run_regions as row')
        .leftJoin('scans', (join) =>
          join
            .onRef('scans.organization_id', '=', 'row.organization_id')
            .onRef('scans.id', '=', 'row.scan_id')
            .on('row.status', '=', 'started'),
        )
        .select([
          'row.run_id as runId',
          'row.region',
          'row.scan_id as scanId',
          'row.joined',
          sql<RunRegionStatus>`case row.status when 'started' then coalesce(scans.status, 'failed') else row.status end`.as(
            'status',
          ),
          sql<boolean>`row.status in ('completed', 'failed', 'skipped')`.as('isOver'),
          sql<string | null>`coalesce(scans.error_message, row.note)`.as('note'),
        ])
        .where('row.organization_id', '=', organizationId)
        .where('row.run_id', 'in', runIds)
        .orderBy('row.region')
        .execute()
    },

    async setRegions(id, regions) {
      await update(id).set({ has_regions: true }).execute()
      if (regions.length === 0) return
      const rows = regions.map(({ region, skippedBecause = null }) => ({
        organization_id: organizationId,
        run_id: id,
        region,
        status: skippedBecause === null ? ('waiting' as const) : ('skipped' as const),
        note: skippedBecause,
      }))
      await transaction.insertInto('scan_run_regions').values(rows).execute()
    },

    async postpone(id, seconds) {
      await update(id)
        .set(({ eb }) => ({
          look_ups: eb('look_ups', '+', 1),
          look_up_at: sql`now() + make_interval(secs => ${seconds})`,
        }))
        .execute()
    },

    async start(id, region, { scanId, joinedNote }) {
      await updateRegion(id)
        .set({ status: 'started', scan_id: scanId, joined: joinedNote !== null, note: joinedNote })
        .where('region', '=', region)
        .where('status', '=', 'waiting')
        .execute()
      await update(id).set({ status: 'scanning' }).execute()
    },

    async endRegion(id, region, { status, note }) {
      await updateRegion(id)
        .set({ status, note: note === null ? null : storableText(note) })
        .where('region', '=', region)
        .where('status', 'in', ['waiting', 'started'])
        .execute()
      await update(id).execute()
    },

    async end(id, errorMessage) {
      const message = errorMessage === null ? null : storableText(errorMessage)
      await updateRegion(id).set({ status: 'skipped', note: message }).where('status', '=', 'waiting').execute()
      await update(id)
        .set({ status: message === null ? 'completed' : 'failed', error_message: message })
        .execute()
    },

    async removeOlderThan(days) {
      const { numAffectedRows } = await sql`
        delete from scan_runs where organization_id = ${organizationId} and id in (
          select id from scan_runs
          where organization_id = ${organizationId} and status in ('completed', 'failed')
            and created_at < now() - make_interval(days => ${days}::integer)
          order by created_at limit ${mostRemoved} for update skip locked
        )
      `.execute(transaction)
      return Number(numAffectedRows)
    },
  }
}
