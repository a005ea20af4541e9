/** The audit log of each organization. Entries are only ever added. */
import { sql } from 'kysely'
import type { Json } from '../graph/resource-graph.ts'
import type { DatabaseTransaction } from './database.ts'
import { storableJson } from '../graph/storable.ts'

export type AuditEvent = {
  /** `operator`, `key:<id>`, `user:<id>`, or `anonymous`: somebody who is not signed in. */
  readonly actor: string
  /** E.g. `account.verify`. */
  readonly action: string
  /** The id of what was acted on. */
  readonly subject: string
  readonly details: Json
  /** The network address that it came from, where it came by one. */
  readonly address?: string | null
}

export type AuditRecord = Required<AuditEvent> & {
  /** Grows with time; a whole number in decimal. */
  readonly id: string
  readonly at: Date
  /** Of the person or the key, as of now. */
  readonly actorName: string | null
}

export type AuditEvents = {
  append(event: AuditEvent): Promise<void>
  /** Newest first; `before` is the id of the last event of the page before. */
  list(limit: number, before?: string): Promise<readonly AuditRecord[]>
}

export function auditEventQueries(transaction: DatabaseTransaction, organizationId: string): AuditEvents {
  return {
    async append({ actor, action, subject, details, address = null }) {
      await transaction
        .insertInto('audit_events')
        .values({ organization_id: organizationId, actor, action, subject, details: storableJson(details), address })
        .execute()
    },

    list(limit, before) {
      const query = transaction
        .selectFrom('audit_events')
        .select([
          'id',
          'actor',
          'action',
          'subject',
          'details',
          'address',
          'at',
          sql<string | null>`case
            when actor like 'user:%' then (select name from users where id::text = substring(actor from 6))
            when actor like 'key:%' then (
              select name from api_keys
              where organization_id = ${organizationId} and id::text = substring(actor from 5)
            )
          end`.as('actorName'),
        ])
        .where('organization_id', '=', organizationId)
        .orderBy('id', 'desc')
        .limit(limit)
      return (before === undefined ? query : query.where('id', '<', before)).execute()
    },
  }
}
