/** Pages through a list by cursor, for tables. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageMeta } from '../../../contract/envelope.ts'
import { cursorPageQuery } from './cursor-list.ts'
import type { CursorList } from './cursor-list.ts'

/** The first page is 1. */
export function useCursorPages<Page extends { readonly meta: PageMeta }>(
  list: CursorList & { readonly refetchIntervalMs?: number | false },
) {
  const filter = JSON.stringify([list.parameters, list.pageSize])
  const [state, setState] = useState<{ filter: string; page: number; cursors: readonly (string | undefined)[] }>({
    filter,
    page: 1,
    cursors: [undefined],
  })
  // A changed filter starts again at the first page.
  const { page, cursors } = state.filter === filter ? state : { page: 1, cursors: [undefined] }

  const query = useQuery({
    ...cursorPageQuery<Page>(list, cursors[page - 1]),
    placeholderData: keepPreviousData,
    refetchInterval: list.refetchIntervalMs ?? false,
    // A polled list shows its failure immediately: the next poll is the retry.
    ...(typeof list.refetchIntervalMs === 'number' && { retry: false }),
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
