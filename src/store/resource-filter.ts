/** Converts resource filters to conditions on resource versions. */
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ResourceReference } from '../graph/resource-graph.ts'
import { storableText } from '../graph/storable.ts'

export type ResourceFilter = {
  readonly type?: string
  /** `key` or `key=value`. */
  readonly tag?: string
  /** Part of an ID, ARN, or name, in any letter case. */
  readonly q?: string
}

type Condition = RawBuilder<SqlBool>

export function conditionsOf({ tag, q }: ResourceFilter): Condition {
  const conditions = [
    sql<SqlBool>`true`,
    ...(tag === undefined ? [] : [hasTag(tag)]),
    ...(q === undefined ? [] : [mentions(q)]),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** A key may include `=`, so every way to split the filter counts. */
function hasTag(tag: string): Condition {
  const wanted = storableText(tag)
  const readings = Array.from(wanted.matchAll(/=/g), ({ index }) =>
    JSON.stringify({ [wanted.slice(0, index)]: wanted.slice(index + 1) }),
  )
  return sql<SqlBool>`(tags::jsonb ? ${wanted} or tags::jsonb @> any (${readings}::jsonb[]))`
}

function mentions(text: string): Condition {
  const pattern = `%${storableText(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<SqlBool>`(id ilike ${pattern} or arn ilike ${pattern} or name ilike ${pattern})`
}

export function isOneOf(references: readonly ResourceReference[]): Condition {
  return sql<SqlBool>`(type, id) in (
    select type collate "C", id collate "C" from ${listed(references)} as listed (type, id)
  )`
}

/** Matches resources with a relation to one of these. */
export function pointsTo(targets: readonly ResourceReference[]): Condition {
  return sql<SqlBool>`exists (
    select from json_array_elements(relations) as relation
    join ${listed(targets)} as target (type, id) on relation ->> 1 = target.type and relation ->> 2 = target.id
  )`
}

function listed(references: readonly ResourceReference[]) {
  const types = references.map(({ type }) => storableText(type))
  const ids = references.map(({ id }) => storableText(id))
  return sql`unnest(${types}::text[], ${ids}::text[])`
}
