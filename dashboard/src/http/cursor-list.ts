/** A list of the service that is read page by page, each by the cursor of the one before. */
import { queryOptions } from '@tanstack/react-query'
import type { PageMeta } from '../../../contract/envelope.ts'
import { type QueryParameters, queryString } from './query-string.ts'
import { request } from './request.ts'

export type CursorList = {
  /** Of the cache. */
  readonly key: readonly string[]
  readonly path: string
  readonly parameters: QueryParameters
  readonly pageSize: number
}

/** The page behind a cursor; the first one without. */
export function cursorPageQuery<Page extends { readonly meta: PageMeta }>(list: CursorList, cursor?: string) {
  const { key, path, parameters, pageSize } = list
  return queryOptions({
    queryKey: [...key, parameters, pageSize, cursor ?? null],
    queryFn: ({ signal }) =>
      request<Page>('GET', `${path}${queryString({ ...parameters, limit: pageSize, cursor })}`, { signal }),
  })
}
