/**
 * Versions of resources: each kept once by its content, whichever scans name it. They are looked up by `lateral` with `limit`: one
 * step down the index for each, where a plain join would read the whole organization once statistics are missing or stale.
 */
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Relation, Resource } from '../graph/resource-graph.ts'
import type { ResourceContent, StoredRow } from '../graph/resource-version.ts'
import type { DatabaseTransaction } from './database.ts'
import { versionsIn } from './graph-chunks.ts'

/**
 * Keeps those that are not kept yet. A transaction that calls it must do so once, since concurrent ones take their rows in the
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
  // Each row is JSON already: parsed and written again, it would cost most of what storing costs.
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

/** The keys without those that are kept and not about to be removed. */
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

/** The resources of these versions, whose keys stand in a row, in their order; with `where`, those of them that it is true of, at most `limit`. */
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
    throw new Error(`Of ${keys.length} resource versions only ${rows.length} are kept`)
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
