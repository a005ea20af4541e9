/**
 * Adds detail pages of diagrams: rows that store their focus. They are drawn from the stored graph when they are
 * requested.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table diagrams
      add column focus text not null default '',
      alter content_key drop not null,
      add check (content_key is not null or (parent_id is not null and focus <> ''));
  `.execute(database)
}
