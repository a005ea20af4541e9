/** Goes through a list of the service page by page, as tables show it, by the cursor of each page. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageMeta } from '../../../contract/envelope.ts'
import { queryString } from './query-string.ts'
import { request } from './request.ts'

type Parameters = Readonly<Record<string, string | number | boolean | null | undefined>>

/** `key`: of the cache. Pages count from 1. */
export function useCursorPages<Page extends { readonly meta: PageMeta }>(options: {
  readonly key: readonly string[]
  readonly path: string
  readonly parameters: Parameters
  readonly pageSize: number
  readonly refetchIntervalMs?: number | false
}) {
  const { key, path, parameters, pageSize } = options
  const filter = JSON.stringify([parameters, pageSize])
  const [state, setState] = useState<{ filter: string; page: number; cursors: readonly (string | undefined)[] }>({
    filter,
    page: 1,
    cursors: [undefined],
  })
  // Another filter starts from the first page again.
  const { page, cursors } = state.filter === filter ? state : { page: 1, cursors: [undefined] }

  const query = useQuery({
    queryKey: [...key, parameters, pageSize, cursors[page - 1] ?? null],
    queryFn: ({ signal }) =>
      request<Page>('GET', `${path}${queryString({ ...parameters, limit: pageSize, cursor: cursors[page - 1] })}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: options.refetchIntervalMs ?? false,
  })
  const meta = query.data?.meta

  return {
    query,
    page,
    pageCount: meta?.hasMore === true ? Math.max(cursors.length, page + 1) : Math.max(page, cursors.length),
    hasMore: meta?.hasMore ?? false,
    goTo: (next: number) => {
      const known = next > cursors.length && meta?.cursor !== undefined ? [...cursors, meta.cursor] : cursors
      setState({ filter, page: Math.min(next, known.length), cursors: known })
    },
  }
}
