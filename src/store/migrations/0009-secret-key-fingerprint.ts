/**
 * Stores a fingerprint of the SECRET_KEY that the database was set up with, so that a process with another key is
 * rejected before it locks the others out.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table secret_key_fingerprint (
      is_single boolean primary key default true check (is_single),
      salt bytea not null,
      fingerprint bytea not null
    )
  `.execute(database)
}
