/** Adds saved views of diagrams, and links that show one to callers without a session. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_views (
      organization_id uuid not null references organizations,
      id uuid not null,
      name text not null,
      name_look text generated always as (look_of(name)) stored,
      owner_id uuid references users on delete cascade,
      actor text not null,
      connection_id uuid not null,
      region text not null,
      pinned boolean not null,
      scan_id uuid,
      type text not null,
      options jsonb not null,
      place text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      primary key (organization_id, id),
      unique nulls not distinct (organization_id, owner_id, name_look),
      foreign key (organization_id, connection_id) references account_connections on delete cascade,
      foreign key (organization_id, scan_id) references scans on delete set null (scan_id),
      check (pinned or scan_id is null)
    );
    create index on saved_views (organization_id, created_at desc, id desc);
    create index on saved_views (organization_id, connection_id, region);
    create index on saved_views (organization_id, scan_id);
    create index on saved_views (owner_id);

    create table share_links (
      organization_id uuid not null,
      id uuid not null,
      token_hash bytea not null unique check (length(token_hash) = 32),
      view_id uuid not null,
      actor text not null,
      hide_account_ids boolean not null,
      frame_ancestors text[] not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      uses integer not null default 0,
      last_used_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      primary key (organization_id, id),
      foreign key (organization_id, view_id) references saved_views on delete cascade
    );
    create index on share_links (organization_id, created_at desc, id desc);
    create index on share_links (organization_id, view_id);
  `.execute(database)
  await fenceTenants(database)
  await makeFunctions(database)
}

async function fenceTenants(database: Kysely<unknown>): Promise<void> {
  const current = sql`organization_id = nullif(current_setting('app.organization', true), '')::uuid`
  for (const table of ['saved_views', 'share_links']) {
    await sql`
      alter table ${sql.table(table)} enable row level security, force row level security;
      create policy tenant on ${sql.table(table)} using (${current}) with check (${current});
    `.execute(database)
  }
  await sql`create policy look_up on share_links for select to current_user using (true)`.execute(database)
}

async function makeFunctions(database: Kysely<unknown>): Promise<void> {
  await sql`
    -- Whether the user or API key that created a link may still share. Without the owner's rights, so that the runtime
    -- login gets no answer about other organizations.
    create function may_share(organization uuid, actor text) returns boolean
    language sql stable set search_path = pg_catalog, pg_temp as $function$
      select case split_part(actor, ':', 1)
        when 'user' then exists (
          select from public.memberships m
            where m.organization_id = organization and m.user_id::text = split_part(actor, ':', 2) and m.role <> 'viewer'
        )
        when 'key' then exists (
          select from public.api_keys k
            where k.organization_id = organization and k.id::text = split_part(actor, ':', 2) and k.revoked_at is null
        )
        else false
      end
    $function$;

    create function find_share_link(wanted bytea)
    returns table (organization_id uuid, id uuid)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $function$
      select l.organization_id, l.id
        from public.share_links l join public.organizations o on o.id = l.organization_id
        where l.token_hash = wanted and l.revoked_at is null and l.expires_at > now() and o.removed_at is null
          and public.may_share(l.organization_id, l.actor)
    $function$;

    revoke all on function may_share(uuid, text), find_share_link(bytea) from public;
  `.execute(database)
}
