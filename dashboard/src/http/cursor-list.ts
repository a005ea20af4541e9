/** Lists that are loaded page by page, each page by the cursor of the previous one. */
import { queryOptions } from '@tanstack/react-query'
import type { PageMeta } from '../../../contract/envelope.ts'
import { type QueryParameters, queryString } from './query-string.ts'
import { request } from './request.ts'

export type CursorList = {
  /** Cache key. */
  readonly key: readonly string[]
  readonly path: string
  readonly parameters: QueryParameters
  readonly pageSize: number
}

/** The page at a cursor; without a cursor, the first page. */
export function cursorPageQuery<Page extends { readonly meta: PageMeta }>(list: CursorList, cursor?: string) {
  const { key, path, parameters, pageSize } = list
  return queryOptions({
    queryKey: [...key, parameters, pageSize, cursor ?? null],
    queryFn: ({ signal }) =>
      request<Page>('GET', `${path}${queryString({ ...parameters, limit: pageSize, cursor })}`, { signal }),
  })
}
