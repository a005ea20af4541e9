/**
 * Marks deleted organizations: their row and audit log stay for the operator, their name is free again, and their data
 * is removed in batches.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organizations
      add column removed_at timestamptz(3),
      add column emptied_at timestamptz(3),
      add check (emptied_at is null or removed_at is not null),
      drop constraint organizations_name_key;
    create unique index on organizations (name) where removed_at is null;
  `.execute(database)
}
