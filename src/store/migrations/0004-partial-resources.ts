/** Tells what was refused its description apart from what has nothing to describe. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // The mark is part of a version's key where it is set: what is kept already was kept without it.
  await sql`alter table resource_versions add column partial boolean not null default false`.execute(database)
}
