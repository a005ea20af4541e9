/** Queries schedules: when regions of an account connection are scanned. */
import { sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'
import type { Page, PageRequest } from './page.ts'
import { readPage } from './page.ts'
import type { PauseReason } from './pause-reason.ts'
import { isUuid } from './uuid.ts'

export type ScheduleRecord = {
  readonly id: string
  readonly connectionId: string
  /** Region codes, or only `all`. */
  readonly regions: readonly string[]
  /** Exactly one of `everyHours` and `cron` is set. */
  readonly everyHours: number | null
  readonly cron: string | null
  /** An IANA time zone. */
  readonly timeZone: string
  readonly jitterMinutes: number
  /** `null` while it is active. */
  readonly pauseReason: PauseReason | null
  /** "Every N hours" counts from here. */
  readonly anchorAt: Date
  /** The next time, without jitter. */
  readonly dueAt: Date
  /** The next time, with jitter. */
  readonly runAt: Date
  /** The last time that was skipped, because the previous run hadn't ended. */
  readonly skippedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What a user or caller chooses, and the times that follow from it. */
export type ScheduleChoice = Pick<
  ScheduleRecord,
  'regions' | 'everyHours' | 'cron' | 'timeZone' | 'jitterMinutes' | 'pauseReason' | 'anchorAt' | 'dueAt' | 'runAt'
>

export type Schedules = {
  /** `id`: from `newId`, because the jitter depends on it. */
  insert(id: string, connectionId: string, choice: ScheduleChoice): Promise<ScheduleRecord>
  find(id: string): Promise<ScheduleRecord | null>
  /** Like `find`. No other transaction can change it before this one has ended. */
  hold(id: string): Promise<ScheduleRecord | null>
  /** Like `hold`, but returns `null` if another transaction holds it. */
  tryHold(id: string): Promise<ScheduleRecord | null>
  count(connectionId: string): Promise<number>
  list(filter: { readonly connectionId?: string }, page: PageRequest): Promise<Page<ScheduleRecord>>
  update(
    id: string,
    change: Partial<ScheduleChoice & Pick<ScheduleRecord, 'skippedAt'>>,
  ): Promise<ScheduleRecord | null>
  remove(id: string): Promise<ScheduleRecord | null>
}

const columns = [
  'id',
  'connection_id as connectionId',
  'regions',
  'every_hours as everyHours',
  'cron',
  'time_zone as timeZone',
  'jitter_minutes as jitterMinutes',
  'pause_reason as pauseReason',
  'anchor_at as anchorAt',
  'due_at as dueAt',
  'run_at as runAt',
  'skipped_at as skippedAt',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export function scheduleQueries(transaction: DatabaseTransaction, organizationId: string): Schedules {
  const select = () => transaction.selectFrom('schedules').select(columns).where('organization_id', '=', organizationId)
  const byId = (id: string) => select().where('id', '=', id)

  return {
    insert: (id, connectionId, choice) =>
      transaction
        .insertInto('schedules')
        .values({
          organization_id: organizationId,
          id,
          connection_id: connectionId,
          regions: choice.regions,
          every_hours: choice.everyHours,
          cron: choice.cron,
          time_zone: choice.timeZone,
          jitter_minutes: choice.jitterMinutes,
          pause_reason: choice.pauseReason,
          anchor_at: choice.anchorAt,
          due_at: choice.dueAt,
          run_at: choice.runAt,
        })
        .returning(columns)
        .executeTakeFirstOrThrow(),

    find: async (id) => (isUuid(id) ? ((await byId(id).executeTakeFirst()) ?? null) : null),
    hold: async (id) => (await byId(id).forUpdate().executeTakeFirst()) ?? null,
    tryHold: async (id) => (await byId(id).forUpdate().skipLocked().executeTakeFirst()) ?? null,

    async count(connectionId) {
      const { count } = await transaction
        .selectFrom('schedules')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('organization_id', '=', organizationId)
        .where('connection_id', '=', connectionId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async list({ connectionId }, page) {
      if (connectionId === undefined) return readPage(select(), page)
      if (!isUuid(connectionId)) return { items: [], hasMore: false }
      return readPage(select().where('connection_id', '=', connectionId), page)
    },

    async update(id, change) {
      const row = await transaction
        .updateTable('schedules')
        .set({
          ...(change.regions !== undefined && { regions: change.regions }),
          ...(change.everyHours !== undefined && { every_hours: change.everyHours }),
          ...(change.cron !== undefined && { cron: change.cron }),
          ...(change.timeZone !== undefined && { time_zone: change.timeZone }),
          ...(change.jitterMinutes !== undefined && { jitter_minutes: change.jitterMinutes }),
          ...(change.pauseReason !== undefined && { pause_reason: change.pauseReason }),
          ...(change.anchorAt !== undefined && { anchor_at: change.anchorAt }),
          ...(change.dueAt !== undefined && { due_at: change.dueAt }),
          ...(change.runAt !== undefined && { run_at: change.runAt }),
          ...(change.skippedAt !== undefined && { skipped_at: change.skippedAt }),
          updated_at: sql`now()`,
        })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
      return row ?? null
    },

    async remove(id) {
      const row = await transaction
        .deleteFrom('schedules')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
      return row ?? null
    },
  }
}
