/** Adds the issuers of SSO users, and the form of names for comparisons. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await bindPeopleToIssuers(database)
  await compareNamesByLook(database)
}

async function bindPeopleToIssuers(database: Kysely<unknown>): Promise<void> {
  // For SSO, account_id is then the issuer, "#", and the subject. Older rows have only a subject and match no user. The
  // service binds them to their issuer once the issuer has identified itself.
  await sql`
    alter table user_credentials
      add column issuer text,
      add check (issuer is null or starts_with(account_id, issuer || '#'))
  `.execute(database)
}

async function compareNamesByLook(database: Kysely<unknown>): Promise<void> {
  // Removes invisible characters (Default_Ignorable_Code_Point) and normalizes to one form. It normalizes once more at
  // the end, because an invisible character may have separated an accent from its letter. Letter case is visible and
  // stays.
  await sql`
    create function look_of(name text) returns text
    language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $function$
      select btrim(regexp_replace(normalize(regexp_replace(
        normalize(name, NFKC),
        '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f'
          '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]',
        '', 'g'), NFKC), ' +', ' ', 'g'))
    $function$;

    -- Forced, row-level security would show the owner none of the rows to be told apart.
    alter table account_connections no force row level security;
    alter table account_connections
      add column alias_look text generated always as (look_of(alias)) stored,
      add column looks_alike boolean not null default false;
    alter table organizations
      add column name_look text generated always as (look_of(name)) stored,
      add column looks_alike boolean not null default false;

    -- Those that look like an older one from before keep their names.
    update account_connections as later set looks_alike = true where exists (
      select from account_connections as older
        where older.organization_id = later.organization_id and older.alias_look = later.alias_look
          and (older.created_at, older.id) < (later.created_at, later.id)
    );
    update organizations as later set looks_alike = true where removed_at is null and exists (
      select from organizations as older
        where older.removed_at is null and older.name_look = later.name_look
          and (older.created_at, older.id) < (later.created_at, later.id)
    );
    create unique index on account_connections (organization_id, alias_look) where not looks_alike;
    create unique index on organizations (name_look) where removed_at is null and not looks_alike;
    alter table account_connections force row level security;
  `.execute(database)
}
