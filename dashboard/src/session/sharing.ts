/** Saved views and share links of the organization. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CreateViewRequest, SavedView } from '../../../contract/saved-view.ts'
import type { CreatedShareLink, CreateShareLinkRequest, ShareLink } from '../../../contract/share-link.ts'
import { allPages } from '../http/all-pages.ts'
import { queryString } from '../http/query-string.ts'
import { request } from '../http/request.ts'

export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: ({ signal }) => allPages<SavedView>('/session/views', 'views', signal),
})

/** The views of an account and region. */
export const viewsOfQuery = ({
  cloudAccountId,
  region,
}: {
  readonly cloudAccountId: string
  readonly region: string
}) =>
  queryOptions({
    queryKey: ['views', cloudAccountId, region],
    queryFn: ({ signal }) =>
      allPages<SavedView>('/session/views', 'views', signal, { accountId: cloudAccountId, region }),
  })

export const viewQuery = (id: string) =>
  queryOptions({
    queryKey: ['view', id],
    queryFn: ({ signal }) => request<SavedView>('GET', `/session/views/${id}`, { signal }),
  })

export const shareLinksQuery = queryOptions({
  queryKey: ['share-links'],
  queryFn: ({ signal }) => allPages<ShareLink>('/session/share-links', 'shareLinks', signal),
})

export const createView = (body: CreateViewRequest) => request<SavedView>('POST', '/session/views', { body })
export const renameView = (id: string, name: string) =>
  request<SavedView>('PUT', `/session/views/${id}`, { body: { name } })
export const removeView = (id: string) => request<SavedView>('DELETE', `/session/views/${id}`)
export const createShareLink = (body: CreateShareLinkRequest) =>
  request<CreatedShareLink>('POST', '/session/share-links', { body })
export const revokeShareLink = (id: string) => request<ShareLink>('DELETE', `/session/share-links/${id}`)

/** The map as it was saved, in the scan that the view shows now. `null` after that scan was deleted. */
export function viewAddress({ scanId, diagramId, options, place }: SavedView): string | null {
  if (scanId === null || diagramId === null) return null
  const { hide, fold, compare, ...drawn } = options
  return `/scans/${scanId}/map/${diagramId}${queryString({ ...drawn, hide, collapsed: fold, base: compare, at: place })}`
}

/** For after a change. A new link may also have a new view. */
export function useReloadSharing(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    for (const key of ['views', 'view', 'share-links']) await queries.invalidateQueries({ queryKey: [key] })
  }
}
