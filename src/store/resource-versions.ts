/**
 * Queries versions of resources. Equal versions are stored once for all scans. `lateral` with `limit` finds each with
 * one index lookup. With missing or stale statistics, a plain join would read the whole organization.
 */
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Relation, Resource } from '../graph/resource-graph.ts'
import type { ResourceContent, StoredRow } from '../graph/resource-version.ts'
import type { DatabaseTransaction } from './database.ts'
import { versionsIn } from './graph-chunks.ts'

/**
 * Stores the missing versions. A transaction must call it only once, because concurrent transactions lock rows in the
 * order of keys.
 */
export async function keepVersions(
  transaction: DatabaseTransaction,
  organizationId: string,
  contents: readonly ResourceContent[],
): Promise<void> {
  const rows = new Map(contents.map(({ version, row }) => [version, row]))
  const missing = await withoutKept(transaction, organizationId, [...rows.keys()])
  if (missing.length === 0) return
  // Each row is already JSON. Parsing and writing it again would take most of the time of storing.
  const json = missing.map((version) => `{"version":"${version}",${rows.get(version)?.slice(1)}`).join(',')
  await sql`
    insert into resource_versions
      (organization_id, version, type, id, arn, name, presence, partial, tags, properties, relations)
    select ${organizationId}, decode(version, 'hex'), type, id, arn, name, presence, partial, tags, properties, relations
    from json_to_recordset(${`[${json}]`}::json) as kept (
      version text, type text, id text, arn text, name text, presence text, partial boolean,
      tags json, properties json, relations json
    )
    order by version collate "C"
    on conflict (organization_id, version) do update set unused_since = null
  `.execute(transaction)
}

/** Returns the keys that aren't stored, or are marked for removal. */
async function withoutKept(
  transaction: DatabaseTransaction,
  organizationId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ version: string }>`
    select wanted.version
    from string_to_table(${keys.join(',')}, ',') as wanted (version)
    left join lateral (
      select true as is_kept from resource_versions
      where organization_id = ${organizationId} and resource_versions.version = decode(wanted.version, 'hex')
        and unused_since is null
      limit 1
    ) as kept on true
    where is_kept is null
  `.execute(transaction)
  return rows.map(({ version }) => version)
}

export type KeptResource = {
  readonly resource: Resource
  readonly relations: readonly Relation[]
}

/**
 * Returns the resources of these concatenated version keys, in their order. With `where`, only those that match, up to
 * `limit`.
 */
export async function readVersions(
  transaction: DatabaseTransaction,
  organizationId: string,
  packed: Buffer,
  filter: { readonly where: RawBuilder<SqlBool>; readonly limit: number } | null = null,
): Promise<readonly KeptResource[]> {
  const keys = versionsIn(packed)
  const { rows } = await sql<StoredRow>`
    select type, id, arn, name, presence, partial, tags, properties, relations
    from unnest(${keys}::bytea[]) with ordinality as wanted (version, position)
    cross join lateral (
      select * from resource_versions
      where organization_id = ${organizationId} and resource_versions.version = wanted.version
      limit 1
    ) as kept
    where ${filter?.where ?? sql<SqlBool>`true`}
    order by position
    limit ${filter?.limit ?? null}
  `.execute(transaction)
  if (filter === null && rows.length !== keys.length) {
    throw new Error(`Only ${rows.length} of ${keys.length} resource versions are stored`)
  }
  return rows.map(({ relations, partial, ...resource }) => ({
    resource: { ...resource, ...(partial && { partial }) },
    relations: relations.map(([verb, type, id, evidence, basis]) => ({
      source: { type: resource.type, id: resource.id },
      verb,
      target: { type, id },
      evidence,
      ...(basis && { basis }),
    })),
  }))
}
