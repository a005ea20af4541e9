/** Queries the outbox of alerts: events that were committed with their cause, and whose deliveries don't exist yet. */
import { sql } from 'kysely'
import { storableText } from '../graph/storable.ts'
import type { AlertEventKind } from './alert-values.ts'
import type { DatabaseTransaction } from './database.ts'
import { newId } from './new-id.ts'

export type NewAlertEvent = {
  readonly kind: AlertEventKind
  readonly connectionId: string
  /** The ID of the scan, the account connection, or the schedule. */
  readonly subjectId: string
  /** Why it happened, for users. */
  readonly reason: string | null
}

export type AlertEventRecord = NewAlertEvent & {
  readonly id: string
  /** How often creating its deliveries has failed. */
  readonly failures: number
  readonly createdAt: Date
}

export type AlertEvents = {
  /** Has no effect if no alert of the organization waits for the event. */
  append(event: NewAlertEvent): Promise<void>
  /** Returns `null` if it is done, not due, or if another transaction holds it. */
  tryHold(id: string): Promise<AlertEventRecord | null>
  remove(id: string): Promise<void>
  /** After a failure: hides the event for this time. */
  postpone(id: string, seconds: number): Promise<void>
}

/** The events of alerts that follow from the kind. A comparison with the previous scan finds those of a completed scan. */
const alertEventsOf: Readonly<Record<AlertEventKind, readonly string[]>> = {
  'scan.completed': ['scan.completed', 'changes.found', 'exposure.opened', 'exposure.closed'],
  'scan.failed': ['scan.failed'],
  'connection.failed': ['connection.failed'],
  // PagerDuty ends the incident of the failure.
  'connection.restored': ['connection.failed'],
  'schedule.paused': ['schedule.paused'],
}

export function alertEventQueries(transaction: DatabaseTransaction, organizationId: string): AlertEvents {
  const byId = (id: string) => sql`organization_id = ${organizationId} and id = ${id}`

  return {
    append: (event) => appendAlertEvent(transaction, organizationId, event),

    async tryHold(id) {
      const { rows } = await sql<AlertEventRecord>`
        select id, kind, connection_id as "connectionId", subject_id as "subjectId", reason, failures,
          created_at as "createdAt"
        from alert_events where ${byId(id)} and due_at <= now() for update skip locked
      `.execute(transaction)
      return rows[0] ?? null
    },

    async remove(id) {
      await sql`delete from alert_events where ${byId(id)}`.execute(transaction)
    },

    async postpone(id, seconds) {
      await sql`
        update alert_events set failures = failures + 1, due_at = now() + make_interval(secs => ${seconds})
        where ${byId(id)}
      `.execute(transaction)
    },
  }
}

/** For queries that change the state of which the event tells. */
export async function appendAlertEvent(
  transaction: DatabaseTransaction,
  organizationId: string,
  { kind, connectionId, subjectId, reason }: NewAlertEvent,
): Promise<void> {
  await sql`
    insert into alert_events (organization_id, id, kind, connection_id, subject_id, reason)
    select ${organizationId}, ${newId()}, ${kind}, ${connectionId}, ${subjectId},
      ${reason === null ? null : storableText(reason)}
    where exists (
      select from alerts
      where organization_id = ${organizationId} and not paused and events && ${[...alertEventsOf[kind]]}::text[]
        and (connection_ids = '{}' or ${connectionId}::uuid = any (connection_ids))
    )
  `.execute(transaction)
}
