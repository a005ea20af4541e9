/** Adds to the reporting views whether a setting or only a policy creates a relation. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { versionsOfScans } from './0013-reporting-views.ts'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace view reporting.relations as
      select graph.organization_id, organization.name as organization, graph.scan_id,
        entry.type as source_type, resource.id as source_id, relation ->> 0 as verb,
        relation ->> 1 as target_type, relation ->> 2 as target_id, relation ->> 3 as evidence,
        coalesce(relation ->> 4, 'configured') as basis
      from ${versionsOfScans} cross join lateral json_array_elements(resource.relations) as relation
  `.execute(database)
}
