/**
 * Versions of resources: each kept once by its content, whichever scans name it. They are looked up by `lateral` with `limit`: one
 * step down the index for each, where a plain join would read the whole organization once statistics are missing or stale.
 */
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Relation, Resource } from '../graph/resource-graph.ts'
import type { CompactRelation, ResourceVersion } from '../graph/resource-version.ts'
import type { DatabaseTransaction } from './database.ts'

/** Rows of one statement: large enough that round trips do not count, small enough for the statement time-out. */
const batchSize = 1_000

/**
 * Keeps those that are not kept yet. A transaction that calls it must do so once, since concurrent ones take their rows in the
 * order of keys.
 */
export async function keepVersions(
  transaction: DatabaseTransaction,
  organizationId: string,
  versions: readonly ResourceVersion[],
): Promise<void> {
  const byKey = new Map(versions.map((version) => [version.version, version]))
  const missing = await withoutKept(transaction, organizationId, [...byKey.keys()].sort())
  for (let start = 0; start < missing.length; start += batchSize) {
    const batch = missing.slice(start, start + batchSize).flatMap((key) => byKey.get(key) ?? [])
    await sql`
      insert into resource_versions
        (organization_id, version, type, id, arn, name, presence, partial, tags, properties, relations)
      select ${organizationId}, version, type, id, arn, name, presence, partial, tags::json, properties::json, relations::json
      from unnest(
        ${batch.map(({ version }) => bytea(version))}::bytea[],
        ${batch.map(({ type }) => type)}::text[],
        ${batch.map(({ id }) => id)}::text[],
        ${batch.map(({ arn }) => arn)}::text[],
        ${batch.map(({ name }) => name)}::text[],
        ${batch.map(({ presence }) => presence)}::text[],
        ${batch.map(({ partial = false }) => partial)}::boolean[],
        ${batch.map(({ tags }) => tags)}::text[],
        ${batch.map(({ properties }) => properties)}::text[],
        ${batch.map(({ relations }) => relations)}::text[]
      ) as kept (version, type, id, arn, name, presence, partial, tags, properties, relations)
      on conflict (organization_id, version) do update set unused_since = null
    `.execute(transaction)
  }
}

/** The keys, in the same order, without those that are kept and not about to be removed. */
async function withoutKept(
  transaction: DatabaseTransaction,
  organizationId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const missing: string[] = []
  for (let start = 0; start < keys.length; start += batchSize) {
    const batch = keys.slice(start, start + batchSize)
    const { rows } = await sql<{ version: string }>`
      select encode(wanted.version, 'hex') as version
      from unnest(${batch.map(bytea)}::bytea[]) with ordinality as wanted (version, position)
      left join lateral (
        select true as is_kept from resource_versions
        where organization_id = ${organizationId} and resource_versions.version = wanted.version
          and unused_since is null
        limit 1
      ) as kept on true
      where is_kept is null
      order by position
    `.execute(transaction)
    for (const { version } of rows) missing.push(version)
  }
  return missing
}

type StoredRow = Omit<Resource, 'partial'> & { readonly partial: boolean; readonly stored: readonly CompactRelation[] }

export type KeptResource = {
  readonly resource: Resource
  readonly relations: readonly Relation[]
}

/** The resources of these versions, in their order; with `where`, those of them that it is true of, at most `limit`. */
export async function readVersions(
  transaction: DatabaseTransaction,
  organizationId: string,
  keys: readonly Buffer[],
  filter: { readonly where: RawBuilder<SqlBool>; readonly limit: number } | null = null,
): Promise<readonly KeptResource[]> {
  const { rows } = await sql<StoredRow>`
    select type, id, arn, name, presence, partial, tags, properties, relations as stored
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
  return rows.map(({ stored, partial, ...resource }) => ({
    resource: { ...resource, ...(partial && { partial }) },
    relations: stored.map(([verb, type, id, evidence]) => ({
      source: { type: resource.type, id: resource.id },
      verb,
      target: { type, id },
      evidence,
    })),
  }))
}

/** As PostgreSQL reads it. */
function bytea(hex: string): string {
  return `\\x${hex}`
}
