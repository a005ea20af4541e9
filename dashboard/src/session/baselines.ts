/** The baselines of an account’s region: names for scans to compare with. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Baseline } from '../../../contract/baseline.ts'
import { allPages } from '../http/all-pages.ts'
import { queryString } from '../http/query-string.ts'
import { request } from '../http/request.ts'

type Place = { readonly cloudAccountId: string; readonly region: string }

export const baselinesQuery = ({ cloudAccountId, region }: Place) =>
  queryOptions({
    queryKey: ['baselines', cloudAccountId, region],
    queryFn: ({ signal }) =>
      allPages<Baseline>(`/session/accounts/${cloudAccountId}/baselines`, 'baselines', signal, { region }),
  })

/** `name` must have the form of a name, because it is a part of the URL. */
export const setBaseline = ({ cloudAccountId, id: scanId }: Place & { readonly id: string }, name: string) =>
  request<Baseline>('PUT', `/session/accounts/${cloudAccountId}/baselines/${name}`, { body: { scanId } })

export const removeBaseline = ({ cloudAccountId, region }: Place, name: string) =>
  request<Baseline>('DELETE', `/session/accounts/${cloudAccountId}/baselines/${name}${queryString({ region })}`)

/** For after a change: comparisons may be with another scan. */
export function useReloadBaselines(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: ['baselines'] })
    await queries.invalidateQueries({ queryKey: ['comparison'] })
  }
}
