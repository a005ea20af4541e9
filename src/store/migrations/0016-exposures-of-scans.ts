/** Stores the exposures of scans, equal lists once, so that comparisons need not compute them from whole graphs. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Without a foreign key: a missing list is computed again, and must never keep a process of the earlier version from removing it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table scan_graphs
      add column exposures_key bytea check (length(exposures_key) = 32)
  `.execute(database)
}
