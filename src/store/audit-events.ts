/** Queries the audit log of each organization. It is append-only. */
import { sql } from 'kysely'
import type { Json } from '../graph/resource-graph.ts'
import type { DatabaseTransaction } from './database.ts'
import { storableJson } from '../graph/storable.ts'

export type AuditEvent = {
  /** `operator`, `key:<id>`, `user:<id>`, or `anonymous` for a visitor who isn't signed in. */
  readonly actor: string
  /** For example `account.verify`. */
  readonly action: string
  /** The ID of the object of the action. */
  readonly subject: string
  readonly details: Json
  /** The network address of the request, if it has one. */
  readonly address?: string | null
}

export type AuditRecord = Required<AuditEvent> & {
  /** Increases with time. A whole number in decimal. */
  readonly id: string
  readonly at: Date
  /** The current name of the user or the key. */
  readonly actorName: string | null
}

export type AuditEvents = {
  append(event: AuditEvent): Promise<void>
  /** Newest first. `before`: the ID of the last event of the previous page. */
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
