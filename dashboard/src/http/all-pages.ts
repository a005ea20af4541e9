/** Loads all pages of a list, for lists short enough to sort and search in the browser. */
import type { PageMeta } from '../../../contract/envelope.ts'
import { queryString, type QueryParameters } from './query-string.ts'
import { request } from './request.ts'

const pageSize = 100

export async function allPages<Item>(
  path: string,
  field: string,
  signal: AbortSignal,
  filters: QueryParameters = {},
): Promise<readonly Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await request<{ meta: PageMeta } & Readonly<Record<string, unknown>>>(
      'GET',
      `${path}${queryString({ ...filters, limit: pageSize, cursor })}`,
      { signal },
    )
    items.push(...(page[field] as readonly Item[]))
    cursor = page.meta.hasMore ? page.meta.cursor : undefined
  } while (cursor !== undefined)
  return items
}
