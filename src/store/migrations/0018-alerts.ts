/** Adds alerts, the events that they wait for, their deliveries, and the attempts at each delivery. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await makeTables(database)
  await fenceTenants(database)
  await makeFunctions(database)
}

async function makeTables(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table alerts (
      organization_id uuid not null references organizations,
      id uuid not null,
      name text not null,
      events text[] not null check (cardinality(events) > 0),
      connection_ids uuid[] not null,
      least_rank integer not null check (least_rank between 1 and 9),
      destination_type text not null check (destination_type in ('webhook', 'slack', 'teams', 'pagerduty', 'mail')),
      -- What users may see: the host and last characters of the address, or the email addresses.
      destination_shown jsonb not null,
      -- The address and secrets, encrypted with the secret key.
      destination_sealed bytea not null,
      frequency text not null check (frequency in ('immediate', 'daily', 'weekly')),
      next_digest_at timestamptz(3),
      paused boolean not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (organization_id, id),
      check (frequency = 'immediate' or destination_type = 'mail'),
      check ((frequency = 'immediate') = (next_digest_at is null))
    );
    create index on alerts (organization_id, created_at desc, id desc);
    create index on alerts (next_digest_at) where next_digest_at is not null;

    -- Written in the transaction of the cause, and removed in the transaction that creates the deliveries.
    create table alert_events (
      organization_id uuid not null,
      id uuid not null,
      kind text not null check (kind in ('scan.completed', 'scan.failed', 'connection.failed', 'schedule.paused')),
      connection_id uuid not null,
      subject_id uuid not null,
      -- Why it happened, for users.
      reason text,
      failures integer not null default 0,
      due_at timestamptz(3) not null default now(),
      created_at timestamptz(3) not null default now(),
      primary key (organization_id, id),
      foreign key (organization_id, connection_id) references account_connections on delete cascade
    );
    create index on alert_events (due_at);
    create index on alert_events (organization_id, connection_id);

    create table alert_deliveries (
      organization_id uuid not null,
      id uuid not null,
      alert_id uuid not null,
      -- The same for a delivery and its replays, so that receivers recognize them.
      message_id uuid not null,
      event text not null,
      content jsonb not null,
      status text not null check (status in ('pending', 'delivered', 'failed', 'held')),
      attempts integer not null default 0,
      next_attempt_at timestamptz(3),
      error text,
      replay_of uuid,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (organization_id, id),
      foreign key (organization_id, alert_id) references alerts on delete cascade,
      check ((status = 'pending') = (next_attempt_at is not null))
    );
    create index on alert_deliveries (organization_id, created_at desc, id desc);
    create index on alert_deliveries (organization_id, alert_id, created_at desc, id desc);

    create table alert_attempts (
      organization_id uuid not null,
      delivery_id uuid not null,
      number integer not null check (number > 0),
      started_at timestamptz(3) not null,
      duration_ms integer not null,
      status integer,
      error text,
      request text not null,
      response text,
      primary key (organization_id, delivery_id, number),
      foreign key (organization_id, delivery_id) references alert_deliveries on delete cascade
    );
  `.execute(database)
}

/** The owner's functions see events and digests of all organizations. */
async function fenceTenants(database: Kysely<unknown>): Promise<void> {
  const current = sql`organization_id = nullif(current_setting('app.organization', true), '')::uuid`
  for (const table of ['alerts', 'alert_events', 'alert_deliveries', 'alert_attempts']) {
    await sql`
      alter table ${sql.table(table)} enable row level security, force row level security;
      create policy tenant on ${sql.table(table)} using (${current}) with check (${current});
    `.execute(database)
  }
  for (const table of ['alerts', 'alert_events']) {
    await sql`create policy watch_due on ${sql.table(table)} for select to current_user using (true)`.execute(database)
  }
}

async function makeFunctions(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function due_alert_events(most integer)
    returns table (organization_id uuid, event_id uuid)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $function$
      select e.organization_id, e.id
        from public.alert_events e join public.organizations o on o.id = e.organization_id
        where e.due_at <= now() and o.removed_at is null
        order by e.due_at limit most
    $function$;

    create function due_alert_digests(most integer)
    returns table (organization_id uuid, alert_id uuid)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $function$
      select a.organization_id, a.id
        from public.alerts a join public.organizations o on o.id = a.organization_id
        where a.next_digest_at <= now() and o.removed_at is null
        order by a.next_digest_at limit most
    $function$;

    revoke all on function due_alert_events(integer) from public;
    revoke all on function due_alert_digests(integer) from public;
  `.execute(database)
}
