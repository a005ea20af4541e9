/**
 * Counts consecutive refusals of a connection's role by STS, and lets workers claim failed connections for another
 * check.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_connections
      add column role_refusals integer not null default 0,
      add column checked_at timestamptz(3);
    create index on account_connections (checked_at) where status = 'failed';

    create policy find_failed on account_connections for select to current_user using (status = 'failed');
    create policy claim_failed on account_connections for update to current_user
      using (status = 'failed') with check (status = 'failed');

    create function claim_failed_connections(pause_seconds double precision, most integer)
    returns table (organization_id uuid, connection_id uuid)
    language sql volatile security definer set search_path = pg_catalog, pg_temp as $function$
      -- Materialized: joined as a subquery it could run, and lock, more than once.
      with due as materialized (
        select c.organization_id, c.id
          from public.account_connections c join public.organizations o on o.id = c.organization_id
          where c.status = 'failed' and o.removed_at is null
            and (c.checked_at is null or c.checked_at < now() - make_interval(secs => pause_seconds))
          order by c.checked_at nulls first limit most
          for update of c skip locked
      )
      update public.account_connections as claimed set checked_at = now() from due
        where claimed.organization_id = due.organization_id and claimed.id = due.id
        returning claimed.organization_id, claimed.id
    $function$;
    revoke all on function claim_failed_connections(double precision, integer) from public;
  `.execute(database)
}
