/** Who vouches for people of single sign-on, and in which form names are compared. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    -- Of single sign-on: account_id then is the issuer, "#" and the subject. Rows from before hold a subject alone and match
    -- nobody; the service binds them to its issuer, once the provider has said that it is that.
    alter table user_credentials
      add column issuer text,
      add check (issuer is null or starts_with(account_id, issuer || '#'));
  `.execute(database)
}
