/** Queries names of resources, for pages that only have their IDs. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ResourceNames } from '../../../contract/session/resources.ts'
import { request } from '../http/request.ts'

type Reference = { readonly type: string; readonly id: string }

/** Returns the name of a resource, or null without a name or while it loads. At most 200 resources. */
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
