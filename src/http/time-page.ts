/** Reads one page of a list by time, with the cursor of the next page. */
import type { PageMeta } from '../../contract/envelope.ts'
import type { Page, PagePosition, PageRequest } from '../store/page.ts'
import { decodePosition, encodePosition } from './cursor.ts'

export async function timePage<Item extends PagePosition>(
  list: string,
  query: { readonly limit: number; readonly cursor?: string },
  read: (page: PageRequest) => Promise<Page<Item>>,
): Promise<{ readonly items: readonly Item[]; readonly meta: PageMeta }> {
  const { items, hasMore } = await read({ limit: query.limit, after: decodePosition(list, query.cursor) })
  const last = items.at(-1)
  if (!hasMore || last === undefined) return { items, meta: { hasMore: false } }
  return { items, meta: { hasMore: true, cursor: encodePosition(list, last) } }
}
