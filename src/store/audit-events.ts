/** Who did what, per organization. Entries are only ever added. */
import type { Json } from '../graph/resource-graph.ts'

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
