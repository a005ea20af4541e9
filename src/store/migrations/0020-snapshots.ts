/**
 * Adds the keys that sign snapshots, the snapshots that were imported, and the account connections of imported scans.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table snapshot_keys (
      public_key bytea primary key,
      -- Null after SECRET_KEY was changed, because it can't be decrypted anymore.
      sealed_private_key bytea,
      created_at timestamptz(3) not null default now()
    );
    create unique index snapshot_keys_current on snapshot_keys ((true)) where sealed_private_key is not null;

    alter table account_connections
      -- The fingerprint of the key that signed the snapshots. Null for connections with an IAM role.
      add column imported_from text,
      add check (imported_from is null or status <> 'connected');
    create unique index account_connections_imported on account_connections
      (organization_id, account_number, imported_from) where imported_from is not null;

    create table imported_snapshots (
      organization_id uuid not null,
      digest bytea not null check (length(digest) = 32),
      scan_id uuid not null,
      signed_by text not null,
      created_at timestamptz(3) not null default now(),
      primary key (organization_id, digest),
      foreign key (organization_id, scan_id) references scans on delete cascade
    );
    create unique index on imported_snapshots (organization_id, scan_id);
    alter table imported_snapshots enable row level security, force row level security;
    create policy tenant on imported_snapshots
      using (organization_id = nullif(current_setting('app.organization', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
  `.execute(database)
}
