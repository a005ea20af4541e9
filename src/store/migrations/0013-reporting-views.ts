/**
 * Adds views for operators' own queries: scans, coverage, resources, and relations of all organizations, without
 * secrets.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** `lateral` with `limit` finds a version with one index lookup, regardless of the planner's statistics. */
export const versionsOfScans = sql`
  public.scan_graphs as graph
    join public.organizations as organization on organization.id = graph.organization_id and organization.removed_at is null
    cross join lateral json_to_recordset(graph.chunks) as entry (chunk text, type text)
    join public.resource_chunks as content on content.organization_id = graph.organization_id
      and content.chunk = decode(translate(entry.chunk, '-_', '+/') || '=', 'base64')
    cross join lateral generate_series(1, length(content.versions), 32) as start
    cross join lateral (
      select * from public.resource_versions as kept
      where kept.organization_id = graph.organization_id and kept.version = substring(content.versions from start for 32)
      limit 1
    ) as resource
`

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create schema if not exists reporting`.execute(database)
  // Views read as their owner. Forced row-level security would show the owner nothing.
  for (const table of ['account_connections', 'scan_coverage', 'scan_graphs', 'resource_chunks', 'resource_versions']) {
    await sql`create policy report on ${sql.table(table)} for select to current_user using (true)`.execute(database)
  }
  await sql`
    create view reporting.scans as
      select scan.organization_id, organization.name as organization, scan.id as scan_id,
        scan.connection_id as account_connection_id, connection.alias as account_alias,
        scan.account_number as account_id, scan.region, scan.status, scan.progress, scan.error_message,
        scan.created_at, scan.updated_at,
        scan.status = 'completed' and not exists (
          select from public.scans as newer
          where newer.organization_id = scan.organization_id and newer.connection_id = scan.connection_id
            and newer.region = scan.region and newer.status = 'completed'
            and (newer.created_at, newer.id) > (scan.created_at, scan.id)
        ) as is_latest
      from public.scans as scan
        join public.organizations as organization on organization.id = scan.organization_id and organization.removed_at is null
        join public.account_connections as connection
          on connection.organization_id = scan.organization_id and connection.id = scan.connection_id;

    create view reporting.coverage as
      select coverage.organization_id, organization.name as organization, coverage.scan_id, coverage.type,
        coverage.entry ->> 'countKey' as count_key, coverage.entry ->> 'status' as status,
        (coverage.entry ->> 'count')::integer as count, (coverage.entry ->> 'calls')::integer as calls, (coverage.entry ->> 'retries')::integer as retries,
        round((coverage.entry ->> 'durationMs')::numeric)::integer as duration_ms,
        coverage.entry ->> 'reason' as reason, coverage.entry ->> 'action' as action,
        coverage.entry ->> 'deniedBy' as denied_by, nullif((coverage.entry -> 'statement')::jsonb, 'null') as statement
      from public.scan_coverage as coverage
        join public.organizations as organization
          on organization.id = coverage.organization_id and organization.removed_at is null;

    create view reporting.resources as
      select graph.organization_id, organization.name as organization, graph.scan_id, entry.type, resource.id,
        resource.arn, resource.name,
        case resource.presence when 'read' then false when 'external' then true end as external,
        resource.partial, resource.tags::jsonb as tags, resource.properties::jsonb as properties
      from ${versionsOfScans};

    create view reporting.relations as
      select graph.organization_id, organization.name as organization, graph.scan_id,
        entry.type as source_type, resource.id as source_id, relation ->> 0 as verb,
        relation ->> 1 as target_type, relation ->> 2 as target_id, relation ->> 3 as evidence
      from ${versionsOfScans} cross join lateral json_array_elements(resource.relations) as relation;
  `.execute(database)
}
