/** Queries deliveries of alerts, and the log of attempts to send them. */
import { sql } from 'kysely'
import { storableJson, storableText } from '../graph/storable.ts'
import type { Json } from '../graph/resource-graph.ts'
import type { DeliveryStatus } from './alert-values.ts'
import type { DatabaseTransaction } from './database.ts'
import { newId } from './new-id.ts'
import type { Page, PageRequest } from './page.ts'
import { readPage } from './page.ts'
import { isUuid } from './uuid.ts'

export type DeliveryRecord = {
  readonly id: string
  readonly alertId: string
  /** The same for a delivery and its replays. */
  readonly messageId: string
  readonly event: string
  /** What is told, independent of the format of the destination. */
  readonly content: Json
  readonly status: DeliveryStatus
  readonly attempts: number
  /** `null` unless pending. */
  readonly nextAttemptAt: Date | null
  readonly error: string | null
  readonly replayOf: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewDelivery = {
  readonly alertId: string
  readonly event: string
  readonly content: Json
  /** `held`: for the next digest. */
  readonly status: 'pending' | 'held'
  readonly replay?: { readonly of: string; readonly messageId: string }
}

export type AttemptRecord = {
  readonly number: number
  readonly startedAt: Date
  readonly durationMs: number
  /** The HTTP status, if there was a response. */
  readonly status: number | null
  /** `null` if it succeeded. */
  readonly error: string | null
  readonly request: string
  readonly response: string | null
}

export type AlertDeliveries = {
  insert(delivery: NewDelivery): Promise<DeliveryRecord>
  find(id: string): Promise<DeliveryRecord | null>
  /** Like `find`. No other transaction can change it before this one has ended. */
  hold(id: string): Promise<DeliveryRecord | null>
  list(
    filter: { readonly alertId?: string; readonly status?: DeliveryStatus },
    page: PageRequest,
  ): Promise<Page<DeliveryRecord>>
  countPending(alertId: string): Promise<number>
  /**
   * Removes the held deliveries of an alert. Returns at most `most` of them, the oldest first but completed scans last, and
   * the number of all.
   */
  takeHeld(
    alertId: string,
    most: number,
  ): Promise<{ readonly deliveries: readonly DeliveryRecord[]; readonly count: number }>
  /** Ends the held deliveries of an alert. They can be replayed. */
  failHeld(alertId: string, error: string): Promise<void>
  recordAttempt(
    id: string,
    attempt: AttemptRecord,
    /** `retryInSeconds`: `null` without a further attempt. */
    outcome: { readonly status: DeliveryStatus; readonly retryInSeconds: number | null },
  ): Promise<void>
  /** Ends a pending delivery without another attempt. */
  fail(id: string, error: string): Promise<void>
  attempts(deliveryId: string): Promise<readonly AttemptRecord[]>
  /** Removes a limited number of ended deliveries that are older than this. Returns their number. */
  removeOlderThan(days: number): Promise<number>
}

/** The number of deliveries that one call removes, with their attempts. */
const mostRemoved = 1_000

const columns = [
  'id',
  'alert_id as alertId',
  'message_id as messageId',
  'event',
  'content',
  'status',
  'attempts',
  'next_attempt_at as nextAttemptAt',
  'error',
  'replay_of as replayOf',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

export function alertDeliveryQueries(transaction: DatabaseTransaction, organizationId: string): AlertDeliveries {
  const select = () =>
    transaction.selectFrom('alert_deliveries').select(columns).where('organization_id', '=', organizationId)
  const byId = (id: string) => select().where('id', '=', id)
  const update = (id: string) =>
    transaction
      .updateTable('alert_deliveries')
      .set({ updated_at: sql`now()` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)

  return {
    insert({ alertId, event, content, status, replay }) {
      const id = newId()
      return transaction
        .insertInto('alert_deliveries')
        .values({
          organization_id: organizationId,
          id,
          alert_id: alertId,
          message_id: replay?.messageId ?? id,
          event,
          content: storableJson(content),
          status,
          next_attempt_at: status === 'pending' ? sql<Date>`now()` : null,
          replay_of: replay?.of ?? null,
        })
        .returning(columns)
        .executeTakeFirstOrThrow()
    },

    find: async (id) => (isUuid(id) ? ((await byId(id).executeTakeFirst()) ?? null) : null),
    hold: async (id) => (await byId(id).forUpdate().executeTakeFirst()) ?? null,

    list({ alertId, status }, page) {
      let query = select()
      if (alertId !== undefined) query = query.where('alert_id', '=', alertId)
      if (status !== undefined) query = query.where('status', '=', status)
      return readPage(query, page)
    },

    async countPending(alertId) {
      const { count } = await transaction
        .selectFrom('alert_deliveries')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('organization_id', '=', organizationId)
        .where('alert_id', '=', alertId)
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async takeHeld(alertId, most) {
      // One statement, so that a delivery that is added meanwhile is neither removed nor counted.
      const rows = await transaction
        .with('removed', (query) =>
          query
            .deleteFrom('alert_deliveries')
            .where('organization_id', '=', organizationId)
            .where('alert_id', '=', alertId)
            .where('status', '=', 'held')
            .returning('id'),
        )
        .selectFrom('alert_deliveries')
        .select(columns)
        .select((query) =>
          query
            .selectFrom('removed')
            .select(({ fn }) => fn.countAll<string>().as('count'))
            .as('count'),
        )
        .where('organization_id', '=', organizationId)
        .where('alert_id', '=', alertId)
        .where('status', '=', 'held')
        // The ends of many scans would leave no room for what they found.
        .orderBy(sql`event = 'scan.completed'`)
        .orderBy('created_at')
        .orderBy('id')
        .limit(most)
        .execute()
      return { deliveries: rows, count: Number(rows[0]?.count ?? 0) }
    },

    async failHeld(alertId, error) {
      await transaction
        .updateTable('alert_deliveries')
        .set({ status: 'failed', error: storableText(error), updated_at: sql`now()` })
        .where('organization_id', '=', organizationId)
        .where('alert_id', '=', alertId)
        .where('status', '=', 'held')
        .execute()
    },

    async recordAttempt(id, attempt, { status, retryInSeconds }) {
      await transaction
        .insertInto('alert_attempts')
        .values({
          organization_id: organizationId,
          delivery_id: id,
          number: attempt.number,
          started_at: attempt.startedAt,
          duration_ms: attempt.durationMs,
          status: attempt.status,
          error: attempt.error === null ? null : storableText(attempt.error),
          request: storableText(attempt.request),
          response: attempt.response === null ? null : storableText(attempt.response),
        })
        .execute()
      await update(id)
        .set({
          status,
          attempts: attempt.number,
          error: attempt.error === null ? null : storableText(attempt.error),
          next_attempt_at: retryInSeconds === null ? null : sql<Date>`now() + make_interval(secs => ${retryInSeconds})`,
        })
        .execute()
    },

    async fail(id, error) {
      await update(id)
        .set({ status: 'failed', error: storableText(error), next_attempt_at: null })
        .where('status', '=', 'pending')
        .execute()
    },

    attempts: (deliveryId) =>
      transaction
        .selectFrom('alert_attempts')
        .select([
          'number',
          'started_at as startedAt',
          'duration_ms as durationMs',
          'status',
          'error',
          'request',
          'response',
        ])
        .where('organization_id', '=', organizationId)
        .where('delivery_id', '=', deliveryId)
        .orderBy('number')
        .execute(),

    async removeOlderThan(days) {
      const { numAffectedRows } = await sql`
        delete from alert_deliveries where organization_id = ${organizationId} and id in (
          select id from alert_deliveries
          where organization_id = ${organizationId} and status in ('delivered', 'failed')
            and created_at < now() - make_interval(days => ${days}::integer)
          order by created_at limit ${mostRemoved} for update skip locked
        )
      `.execute(transaction)
      return Number(numAffectedRows)
    },
  }
}
