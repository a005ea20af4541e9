/** What people call resources that a page knows by their ids alone. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResourceNames } from '../../../contract/session/resources.ts'
import { request } from '../http/request.ts'

type Reference = { readonly type: string; readonly id: string }

/** Of each resource its name, or null where it has none or is not known yet. At most 200 resources are asked for. */
export function useResourceNames(
  scanId: string,
  resources: readonly Reference[],
): (resource: Reference) => string | null {
  const asked = resources.map(({ type, id }) => ({ type, id }))
  const { data } = useQuery({
    queryKey: ['resource-names', scanId, asked],
    queryFn: ({ signal }) =>
      request<ResourceNames>('POST', `/session/scans/${scanId}/resource-names`, {
        body: { resources: asked },
        signal,
      }),
    enabled: asked.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  return ({ type, id }) => data?.resources.find((known) => known.type === type && known.id === id)?.name ?? null
}
