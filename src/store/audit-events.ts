/** Who did what, per organization. Entries are only ever added. */
import type { Json } from '../graph/resource-graph.ts'
import type { DatabaseTransaction } from './database.ts'
import { storableJson } from '../graph/storable.ts'

export type AuditEvent = {
  /** `operator`, or `key:<id>`. */
  readonly actor: string
  /** E.g. `account.verify`. */
  readonly action: string
  /** The id of what was acted on. */
  readonly subject: string
  readonly details: Json
}

export type AuditEvents = {
  append(event: AuditEvent): Promise<void>
  list(limit: number): Promise<readonly (AuditEvent & { readonly at: Date })[]>
}

export function auditEventQueries(transaction: DatabaseTransaction, organizationId: string): AuditEvents {
  return {
    async append({ actor, action, subject, details }) {
      await transaction
        .insertInto('audit_events')
        .values({ organization_id: organizationId, actor, action, subject, details: storableJson(details) })
        .execute()
    },

    list: (limit) =>
      transaction
        .selectFrom('audit_events')
        .select(['actor', 'action', 'subject', 'details', 'at'])
        .where('organization_id', '=', organizationId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  }
}
