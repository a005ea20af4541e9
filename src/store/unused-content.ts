/** Removes content that no scan uses: leftovers of failed scans, lost attempts, and excluded resources. */
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from './database.ts'

/** The number of rows that a call marked as unused, and of rows that it removed. */
export type UnusedRemoval = { readonly marked: number; readonly removed: number }

/** Longer than any scan takes. Content that a running scan found unmarked stays until it ends. */
const unusedFor = '1 day'

/** The maximum number of rows that one call changes, for each kind. */
const mostRows = 5_000

/**
 * Marks rows first and removes them a day later. A running scan relies on versions that no graph uses yet. Storing a
 * version again removes its mark.
 */
export async function removeUnused(transaction: DatabaseTransaction, organizationId: string): Promise<UnusedRemoval> {
  const kinds = [
    {
      table: sql.table('diagram_contents'),
      key: sql.ref('content_key'),
      named: sql`
        select content_key from diagrams where organization_id = ${organizationId}
        union all select exposures_key from scan_graphs where organization_id = ${organizationId}`,
    },
    {
      table: sql.table('resource_chunks'),
      key: sql.ref('chunk'),
      named: sql`
        select decode(translate(entry ->> 'chunk', '-_', '+/') || '=', 'base64')
        from scan_graphs, json_array_elements(chunks) as entry
        where organization_id = ${organizationId}`,
    },
    {
      table: sql.table('resource_versions'),
      key: sql.ref('version'),
      named: sql`
        select substring(versions from number * 32 + 1 for 32)
        from resource_chunks, generate_series(0, length(versions) / 32 - 1) as number
        where organization_id = ${organizationId}`,
    },
  ]
  let [marked, removed] = [0, 0]
  for (const { table, key, named } of kinds) {
    const unnamed = (condition: RawBuilder<unknown>) => sql`
      select ${key} from ${table}
      where organization_id = ${organizationId} and ${condition} and not exists (
        select from (${named}) as named (key) where named.key = ${table}.${key}
      )
      limit ${mostRows}`
    const expired = sql`unused_since < now() - ${unusedFor}::interval`
    // Repeats the condition, for a row that another transaction has just unmarked.
    const deleted = await sql`
      delete from ${table}
      where organization_id = ${organizationId} and ${expired} and ${key} in (${unnamed(expired)})
    `.execute(transaction)
    const updated = await sql`
      update ${table} set unused_since = now()
      where organization_id = ${organizationId} and unused_since is null
        and ${key} in (${unnamed(sql`unused_since is null`)})
    `.execute(transaction)
    removed += Number(deleted.numAffectedRows)
    marked += Number(updated.numAffectedRows)
  }
  return { marked, removed }
}
