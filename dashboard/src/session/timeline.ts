/** The completed scans of an account’s region, and what changed in each since the one before. */
import { queryOptions } from '@tanstack/react-query'
import type { ChangeSummary } from '../../../contract/session/change-summary.ts'
import type { SessionScan } from '../../../contract/session/scans.ts'
import type { CursorList } from '../http/cursor-list.ts'
import { request } from '../http/request.ts'

export function timelineList({ cloudAccountId, region }: SessionScan): CursorList {
  const parameters = { accountId: cloudAccountId, region, status: 'completed' }
  return { key: ['scans'], path: '/session/scans', parameters, pageSize: 20 }
}

export const changeSummaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['change summary', id],
    queryFn: ({ signal }) => request<ChangeSummary>('GET', `/session/scans/${id}/changes`, { signal }),
    // Completed scans don’t change.
    staleTime: Infinity,
  })
