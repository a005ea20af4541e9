/**
 * Adds schedules of scans, and scan runs: scans of several regions of an account connection that were started together.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await makeTables(database)
  await fenceTenants(database)
  await makeFunctions(database)
}

async function makeTables(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table schedules (
      organization_id uuid not null,
      id uuid not null,
      connection_id uuid not null,
      regions text[] not null check (cardinality(regions) > 0),
      every_hours integer check (every_hours > 0),
      cron text,
      time_zone text not null,
      jitter_minutes integer not null check (jitter_minutes >= 0),
      pause_reason text check (pause_reason in ('requested', 'connection')),
      anchor_at timestamptz(3) not null,
      due_at timestamptz(3) not null,
      run_at timestamptz(3) not null,
      skipped_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (organization_id, id),
      foreign key (organization_id, connection_id) references account_connections,
      check ((every_hours is null) <> (cron is null))
    );
    create index on schedules (organization_id, created_at desc, id desc);
    create index on schedules (organization_id, connection_id, created_at desc, id desc);
    create index on schedules (run_at) where pause_reason is null;

    create table scan_runs (
      organization_id uuid not null,
      id uuid not null,
      connection_id uuid not null,
      account_number text not null,
      schedule_id uuid,
      regions text[] not null check (cardinality(regions) > 0),
      actor text not null,
      status text not null default 'queued' check (status in ('queued', 'scanning', 'completed', 'failed')),
      error_message text,
      due_at timestamptz(3),
      has_regions boolean not null default false,
      look_ups integer not null default 0,
      look_up_at timestamptz(3) not null default now(),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (organization_id, id),
      foreign key (organization_id, connection_id) references account_connections,
      foreign key (organization_id, schedule_id) references schedules on delete set null (schedule_id),
      check ((status = 'failed') = (error_message is not null))
    );
    create index on scan_runs (organization_id, created_at desc, id desc);
    create index on scan_runs (organization_id, connection_id, created_at desc, id desc);
    create index on scan_runs (organization_id, schedule_id, created_at desc, id desc);
    create index on scan_runs (created_at) where status in ('queued', 'scanning');
    -- A schedule never overlaps with itself.
    create unique index on scan_runs (organization_id, schedule_id) where status in ('queued', 'scanning');

    create table scan_run_regions (
      organization_id uuid not null,
      run_id uuid not null,
      region text collate "C" not null,
      status text not null default 'waiting'
        check (status in ('waiting', 'started', 'completed', 'failed', 'skipped')),
      scan_id uuid,
      joined boolean not null default false,
      note text,
      primary key (organization_id, run_id, region),
      foreign key (organization_id, run_id) references scan_runs on delete cascade,
      foreign key (organization_id, scan_id) references scans on delete set null (scan_id)
    );
    create index on scan_run_regions (organization_id, scan_id);
    create index on scan_run_regions (organization_id, run_id) where status in ('waiting', 'started');

    alter table idempotency_keys
      alter column scan_id drop not null,
      add column run_id uuid,
      add foreign key (organization_id, run_id) references scan_runs on delete cascade,
      add check ((scan_id is null) <> (run_id is null));
    create index on idempotency_keys (organization_id, run_id);
  `.execute(database)
}

/** The owner's functions see schedules and runs of all organizations, and the connections that they belong to. */
async function fenceTenants(database: Kysely<unknown>): Promise<void> {
  for (const table of ['schedules', 'scan_runs', 'scan_run_regions']) {
    const current = sql`organization_id = nullif(current_setting('app.organization', true), '')::uuid`
    await sql`
      alter table ${sql.table(table)} enable row level security, force row level security;
      create policy tenant on ${sql.table(table)} using (${current}) with check (${current});
      create policy watch_due on ${sql.table(table)} for select to current_user using (true);
    `.execute(database)
  }
  await sql`
    create policy watch_schedules on account_connections for select to current_user using (true)
  `.execute(database)
}

async function makeFunctions(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function due_schedules(most integer)
    returns table (organization_id uuid, schedule_id uuid, connection_id uuid)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $function$
      select s.organization_id, s.id, s.connection_id
        from public.schedules s
          join public.account_connections c on c.organization_id = s.organization_id and c.id = s.connection_id
          join public.organizations o on o.id = s.organization_id
        where o.removed_at is null and case
          when s.pause_reason is null then s.run_at <= now() or c.status <> 'connected'
          else s.pause_reason = 'connection' and c.status = 'connected'
        end
        order by s.run_at limit most
    $function$;

    -- Runs with something to do. may_start: how many of a run's regions may start before it has too many.
    create function due_scan_runs(most_at_once integer, most integer)
    returns table (organization_id uuid, run_id uuid, connection_id uuid, has_regions boolean, has_ended boolean, may_start integer)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $function$
      select organization_id, id, connection_id, has_regions, ended > 0 or waiting + open = 0, may_start from (
        select r.organization_id, r.id, r.connection_id, r.created_at, r.has_regions, r.look_up_at, rows.waiting,
            rows.open, rows.ended,
            least(rows.waiting, greatest(0, most_at_once - rows.open + rows.ended))::integer as may_start,
            sum(rows.open - rows.ended) over (partition by r.organization_id) as of_organization
          from public.scan_runs r join public.organizations o on o.id = r.organization_id
            cross join lateral (
              select count(*) filter (where g.status = 'waiting') as waiting,
                  count(*) filter (where g.status = 'started') as open,
                  count(*) filter (
                    where g.status = 'started' and (s.id is null or s.status in ('completed', 'failed'))
                  ) as ended
                from public.scan_run_regions g left join public.scans s
                  on s.organization_id = g.organization_id and s.id = g.scan_id
                where g.organization_id = r.organization_id and g.run_id = r.id and g.status in ('waiting', 'started')
            ) as rows
          where r.status in ('queued', 'scanning') and o.removed_at is null
      ) as open_runs
      where case
        when has_regions then ended > 0 or may_start > 0 or waiting + open = 0
        else look_up_at <= now()
      end
      -- Organizations with fewer running scans come first, so that a large one doesn't delay the others.
      order by of_organization, created_at limit most
    $function$;

    create function queued_scans_of_runs() returns integer
    language sql stable security definer set search_path = pg_catalog, pg_temp as $function$
      select count(*)::integer from public.scans s
        where s.status = 'queued' and exists (
          select from public.scan_run_regions g
            where g.organization_id = s.organization_id and g.scan_id = s.id and g.status = 'started'
        )
    $function$;

    revoke all on function due_schedules(integer) from public;
    revoke all on function due_scan_runs(integer, integer) from public;
    revoke all on function queued_scans_of_runs() from public;
  `.execute(database)
}
