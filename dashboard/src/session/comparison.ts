/** Queries for the changes between two scans, and for the scans to compare with. */
import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { comparison } from '../../../contract/comparison.ts'
import type { SessionScan } from '../../../contract/session/scans.ts'
import { queryString } from '../http/query-string.ts'
import { request } from '../http/request.ts'

export type Comparison = Static<typeof comparison>

const maxEarlierScans = 100

/** `base`: ID of the base scan, `previous`, a date, an age, or the name of a baseline. */
export const comparisonQuery = (scanId: string, base: string) =>
  queryOptions({
    queryKey: ['comparison', scanId, base],
    queryFn: ({ signal }) =>
      request<Comparison>('GET', `/session/scans/${scanId}/compare${queryString({ base })}`, { signal }),
  })

/** Completed scans of the same account and region before this one, newest first. */
export const earlierScansQuery = ({ id, cloudAccountId, region }: SessionScan) =>
  queryOptions({
    queryKey: ['scans', 'before', id],
    queryFn: async ({ signal }) => {
      const filters = { accountId: cloudAccountId, region, status: 'completed', before: id, limit: maxEarlierScans }
      const path = `/session/scans${queryString(filters)}`
      return (await request<{ scans: readonly SessionScan[] }>('GET', path, { signal })).scans
    },
  })
