/** Creates the first tables. Row-level security isolates all tables with tenant data. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

const tenantTables = [
  'api_keys',
  'account_connections',
  'scans',
  'scan_coverage',
  'scan_graphs',
  'scan_resources',
  'scan_relations',
  'diagrams',
  'idempotency_keys',
  'audit_events',
] as const

export async function up(database: Kysely<unknown>): Promise<void> {
  await makeTables(database)
  await fenceTenants(database)
  await makeFunctions(database)
}

async function makeTables(database: Kysely<unknown>): Promise<void> {
  // Cursors have millisecond precision, like JavaScript dates, so all columns are timestamptz(3). Resource types and
  // IDs are compared by code unit, like the graph's order, so they have collate "C".
  await sql`
    create table organizations (
      id uuid primary key,
      name text not null unique,
      created_at timestamptz(3) not null default now()
    );

    create table api_keys (
      organization_id uuid not null references organizations,
      id uuid not null,
      name text not null,
      hash bytea not null unique check (length(hash) = 32),
      scopes text[] not null check (scopes <@ array['read', 'write'] and cardinality(scopes) > 0),
      version text not null,
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      last_used_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      primary key (organization_id, id)
    );

    create table account_connections (
      organization_id uuid not null references organizations,
      id uuid not null,
      alias text not null,
      account_number text not null check (account_number ~ '^[0-9]{12}$'),
      partition text not null,
      status text not null default 'pending' check (status in ('pending', 'connected', 'failed')),
      role_arn text not null,
      external_id text not null,
      error_message text,
      open_role_allowed boolean not null default false,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (organization_id, id),
      unique (organization_id, alias)
    );
    create index on account_connections (organization_id, created_at desc, id desc);

    create table scans (
      organization_id uuid not null,
      id uuid not null,
      connection_id uuid not null,
      account_number text not null,
      region text not null,
      status text not null default 'queued' check (status in ('queued', 'scanning', 'completed', 'failed')),
      progress jsonb,
      error_message text,
      attempt integer not null default 0,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (organization_id, id),
      foreign key (organization_id, connection_id) references account_connections,
      check ((status = 'failed') = (error_message is not null)),
      check ((status = 'queued') = (attempt = 0) or status = 'failed')
    );
    create index on scans (organization_id, created_at desc, id desc);
    create index on scans (organization_id, status, created_at desc, id desc);
    create index on scans (organization_id, connection_id, created_at desc, id desc);
    create index scans_queued on scans (created_at) where status = 'queued';

    create table scan_coverage (
      organization_id uuid not null,
      scan_id uuid not null,
      type text collate "C" not null,
      entry jsonb not null,
      primary key (organization_id, scan_id, type),
      foreign key (organization_id, scan_id) references scans on delete cascade
    );

    create table scan_graphs (
      organization_id uuid not null,
      scan_id uuid not null,
      account_id text not null,
      account_alias text not null,
      region text not null,
      primary key (organization_id, scan_id),
      foreign key (organization_id, scan_id) references scans on delete cascade
    );

    create table scan_resources (
      organization_id uuid not null,
      scan_id uuid not null,
      type text collate "C" not null,
      id text collate "C" not null,
      arn text,
      name text,
      presence text not null check (presence in ('read', 'external', 'unknown')),
      tags jsonb not null,
      properties jsonb not null,
      primary key (organization_id, scan_id, type, id),
      foreign key (organization_id, scan_id) references scan_graphs on delete cascade
    );

    create table scan_relations (
      organization_id uuid not null,
      scan_id uuid not null,
      position integer not null,
      source_type text collate "C" not null,
      source_id text collate "C" not null,
      verb text not null,
      target_type text not null,
      target_id text not null,
      evidence text not null,
      primary key (organization_id, scan_id, position),
      foreign key (organization_id, scan_id) references scan_graphs on delete cascade
    );
    create index on scan_relations (organization_id, scan_id, source_type, source_id);

    create table diagrams (
      organization_id uuid not null,
      id uuid not null,
      scan_id uuid not null,
      connection_id uuid not null,
      type text not null,
      title text not null,
      parent_id uuid,
      content text not null,
      created_at timestamptz(3) not null default now(),
      primary key (organization_id, id),
      foreign key (organization_id, scan_id) references scans on delete cascade,
      foreign key (organization_id, connection_id) references account_connections,
      foreign key (organization_id, parent_id) references diagrams on delete cascade
    );
    create index on diagrams (organization_id, created_at desc, id desc);
    create index on diagrams (organization_id, scan_id, created_at desc, id desc);
    create index on diagrams (organization_id, connection_id, created_at desc, id desc);
    create index on diagrams (organization_id, parent_id);

    create table idempotency_keys (
      organization_id uuid not null,
      key text not null,
      scan_id uuid not null,
      fingerprint bytea not null,
      created_at timestamptz(3) not null default now(),
      primary key (organization_id, key),
      foreign key (organization_id, scan_id) references scans on delete cascade
    );
    create index on idempotency_keys (organization_id, created_at);
    create index on idempotency_keys (organization_id, scan_id);

    create table audit_events (
      organization_id uuid not null references organizations,
      id bigint generated always as identity,
      actor text not null,
      action text not null,
      subject text not null,
      details jsonb not null,
      at timestamptz(3) not null default now(),
      primary key (organization_id, id)
    );
  `.execute(database)
}

/** `force` applies to the owner too. Single policies grant the owner access across organizations. */
async function fenceTenants(database: Kysely<unknown>): Promise<void> {
  for (const table of ['organizations', ...tenantTables]) {
    const column = sql.ref(table === 'organizations' ? 'id' : 'organization_id')
    // The setting is '' in a session that had it before. Without nullif the cast would fail.
    const current = sql`${column} = nullif(current_setting('app.organization', true), '')::uuid`
    await sql`
      alter table ${sql.table(table)} enable row level security, force row level security;
      create policy tenant on ${sql.table(table)} using (${current}) with check (${current});
    `.execute(database)
  }
  await sql`
    create policy operator on organizations to current_user using (true) with check (true);
    create policy look_up on api_keys for select to current_user using (true);
    create policy mark_used on api_keys for update to current_user using (true) with check (true);
    create policy watch_queue on scans for select to current_user using (true);
  `.execute(database)
}

/** The functions are the runtime login's only access across organizations. */
async function makeFunctions(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function find_api_key(wanted bytea)
    returns table (id uuid, organization_id uuid, scopes text[], version text, expires_at timestamptz, revoked_at timestamptz)
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $function$
    #variable_conflict use_column
    begin
      update public.api_keys set last_used_at = now()
        where hash = wanted and (last_used_at is null or last_used_at < now() - interval '1 minute');
      return query
        select id, organization_id, scopes, version, expires_at, revoked_at from public.api_keys where hash = wanted;
    end
    $function$;

    create function overdue_scans(queue_timeout_seconds double precision)
    returns table (organization_id uuid, scan_id uuid)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $function$
      select organization_id, id from public.scans
        where status = 'queued' and created_at < now() - make_interval(secs => queue_timeout_seconds)
        order by created_at limit 1000
    $function$;

    revoke all on function find_api_key(bytea) from public;
    revoke all on function overdue_scans(double precision) from public;
  `.execute(database)
}
