/** Reads pages by keyset: newest first, ties broken by ID. */
import type { RawBuilder, SelectQueryBuilder, Simplify, SqlBool } from 'kysely'
import { sql } from 'kysely'

/** The last row of the previous page. */
export type PagePosition = { readonly createdAt: Date; readonly id: string }

export type PageRequest = { readonly limit: number; readonly after: PagePosition | null }

export type Page<Item> = { readonly items: readonly Item[]; readonly hasMore: boolean }

/** A condition for rows after the position, in any table with `created_at` and `id`. */
export function isAfter({ createdAt, id }: PagePosition): RawBuilder<SqlBool> {
  return sql<SqlBool>`(created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`
}

/** Reads a page of a table with `created_at` and `id`. */
export async function readPage<Database, Table extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Table, Row>,
  { limit, after }: PageRequest,
): Promise<Page<Simplify<Row>>> {
  const rows = await (after === null ? query : query.where(isAfter(after)))
    .orderBy(sql`created_at`, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit)
}

/** Removes the extra row, which was read to detect whether there are more. */
export function pageOf<Item>(rows: readonly Item[], limit: number): Page<Item> {
  return { items: rows.slice(0, limit), hasMore: rows.length > limit }
}
