/** Stores each resource once by its content, shared between the scans of an organization. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * A scan has chunks, a chunk has versions, a version is a resource with its relations. Unused rows are marked with the
 * time and removed a day later, so that a running scan can rely on rows that it found unmarked.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Resources of earlier scans aren't migrated: their relations are ambiguous, and no release wrote any. Their scans,
  // coverage, and diagrams stay.
  await sql`
    drop table scan_relations;
    drop table scan_resources;
    drop table scan_graphs;

    create table resource_versions (
      organization_id uuid not null references organizations,
      version bytea not null check (length(version) = 32),
      type text collate "C" not null,
      id text collate "C" not null,
      arn text,
      name text,
      presence text not null check (presence in ('read', 'external', 'unknown')),
      tags json not null,
      properties json not null,
      relations json not null,
      unused_since timestamptz(3),
      primary key (organization_id, version)
    );
    create index on resource_versions (organization_id, unused_since) where unused_since is not null;

    create table resource_chunks (
      organization_id uuid not null references organizations,
      chunk bytea not null check (length(chunk) = 32),
      versions bytea not null check (length(versions) > 0 and length(versions) % 32 = 0),
      unused_since timestamptz(3),
      primary key (organization_id, chunk)
    );
    alter table resource_chunks alter versions set storage external;
    create index on resource_chunks (organization_id, unused_since) where unused_since is not null;

    create table scan_graphs (
      organization_id uuid not null,
      scan_id uuid not null,
      account_id text not null,
      account_alias text not null,
      region text not null,
      chunks json not null,
      primary key (organization_id, scan_id),
      foreign key (organization_id, scan_id) references scans on delete cascade
    );

    -- As json keeps it, a graph is read back with its keys in their order.
    alter table scan_coverage alter entry type json;
  `.execute(database)
  for (const table of ['resource_versions', 'resource_chunks', 'scan_graphs']) {
    const current = sql`organization_id = nullif(current_setting('app.organization', true), '')::uuid`
    await sql`
      alter table ${sql.table(table)} enable row level security, force row level security;
      create policy tenant on ${sql.table(table)} using (${current}) with check (${current});
    `.execute(database)
  }
}
