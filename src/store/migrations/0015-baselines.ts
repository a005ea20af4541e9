/**
 * Adds baselines: names for completed scans of an account connection and region. The scan of a baseline can't be
 * deleted.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table baselines (
      organization_id uuid not null,
      id uuid not null,
      connection_id uuid not null,
      region text not null,
      name text collate "C" not null check (name ~ '^[A-Za-z0-9._-]{1,64}$'),
      scan_id uuid not null,
      created_at timestamptz(3) not null default now(),
      primary key (organization_id, id),
      unique (organization_id, connection_id, region, name),
      foreign key (organization_id, connection_id) references account_connections,
      foreign key (organization_id, scan_id) references scans
    );
    create index on baselines (organization_id, connection_id, created_at desc, id desc);
    create index on baselines (organization_id, scan_id);

    alter table baselines enable row level security, force row level security;
    create policy tenant on baselines
      using (organization_id = nullif(current_setting('app.organization', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
  `.execute(database)
}
