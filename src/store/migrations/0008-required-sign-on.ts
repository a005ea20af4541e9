/** Adds SSO enforcement of organizations, and marks sessions that began with SSO. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organizations add column sign_on_required boolean not null default false;
    alter table user_sessions add column signed_in_by text;

    drop function memberships_of(uuid);
    create function memberships_of(wanted uuid)
    returns table (organization_id uuid, name text, role text, sign_on_required boolean)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $function$
      select o.id, o.name, m.role, o.sign_on_required
        from public.memberships m join public.organizations o on o.id = m.organization_id
        where m.user_id = wanted order by o.name, o.id
    $function$;
    revoke all on function memberships_of(uuid) from public;
  `.execute(database)
}
