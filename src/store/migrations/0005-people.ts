/** Adds users, their sessions and memberships, and settings of organizations. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Users and their sessions belong to no organization. Memberships and invitations do, and are isolated like all tenant
 * data.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // The sign-in library requires the columns of the first five tables.
  await sql`
    create table users (
      id uuid primary key,
      name text not null,
      email text not null unique check (email = lower(email)),
      email_verified boolean not null default false,
      image text,
      preferences jsonb not null default '{}',
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    );

    create table user_sessions (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      token text not null unique,
      expires_at timestamptz(3) not null,
      ip_address text,
      user_agent text,
      active_organization uuid references organizations on delete set null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    );
    create index on user_sessions (user_id);
    create index on user_sessions (expires_at);

    create table user_credentials (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      provider_id text not null,
      account_id text not null,
      password text,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz(3),
      refresh_token_expires_at timestamptz(3),
      scope text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      unique (provider_id, account_id)
    );
    create index on user_credentials (user_id);

    create table user_verifications (
      id text primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    );
    create index on user_verifications (identifier);
    create index on user_verifications (expires_at);

    create table user_rate_limits (
      id uuid primary key,
      key text not null unique,
      count integer not null,
      last_request bigint not null
    );

    create table memberships (
      organization_id uuid not null references organizations,
      user_id uuid not null references users on delete cascade,
      role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
      created_at timestamptz(3) not null default now(),
      primary key (organization_id, user_id)
    );
    create index on memberships (user_id);

    create table invitations (
      organization_id uuid not null references organizations,
      id uuid not null,
      email text check (email = lower(email)),
      role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
      token_hash bytea not null unique check (length(token_hash) = 32),
      invited_by uuid references users on delete set null,
      expires_at timestamptz(3) not null,
      accepted_at timestamptz(3),
      revoked_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      primary key (organization_id, id)
    );
    create index on invitations (organization_id, created_at desc, id desc);
    create index on invitations (email) where accepted_at is null and revoked_at is null;

    alter table organizations add column retention_days integer check (retention_days between 1 and 3650);
    alter table audit_events add column address text;
  `.execute(database)
  for (const table of ['memberships', 'invitations']) {
    const current = sql`organization_id = nullif(current_setting('app.organization', true), '')::uuid`
    await sql`
      alter table ${sql.table(table)} enable row level security, force row level security;
      create policy tenant on ${sql.table(table)} using (${current}) with check (${current});
      create policy look_up on ${sql.table(table)} for select to current_user using (true);
    `.execute(database)
  }
  await makeFunctions(database)
}

/** The functions are the runtime login's only access to memberships and invitations across organizations. */
async function makeFunctions(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function memberships_of(wanted uuid)
    returns table (organization_id uuid, name text, role text)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $function$
      select o.id, o.name, m.role
        from public.memberships m join public.organizations o on o.id = m.organization_id
        where m.user_id = wanted order by o.name, o.id
    $function$;

    create function find_invitation(wanted bytea)
    returns table (organization_id uuid, organization_name text, id uuid, email text, role text, expires_at timestamptz)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $function$
      select o.id, o.name, i.id, i.email, i.role, i.expires_at
        from public.invitations i join public.organizations o on o.id = i.organization_id
        where i.token_hash = wanted and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
    $function$;

    create function invitations_of(wanted text)
    returns table (organization_id uuid, id uuid, role text)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $function$
      select organization_id, id, role from public.invitations
        where email = wanted and accepted_at is null and revoked_at is null and expires_at > now()
        order by created_at, id
    $function$;

    revoke all on function memberships_of(uuid), find_invitation(bytea), invitations_of(text) from public;
  `.execute(database)
}
