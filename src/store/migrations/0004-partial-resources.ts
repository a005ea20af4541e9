/** Marks resources whose describe call was denied, to distinguish them from resources without properties. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // The mark is part of a version's key only if set, so existing keys stay valid.
  await sql`alter table resource_versions add column partial boolean not null default false`.execute(database)
}
