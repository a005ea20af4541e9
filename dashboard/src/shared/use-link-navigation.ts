/** Follows links of components to other pages without reloading the dashboard. */
import { useCallback } from 'react'
import { useLocation } from 'wouter'

type FollowEvent = {
  readonly detail: { readonly href?: string | undefined; readonly external?: boolean | undefined }
  preventDefault(): void
}

export function useLinkNavigation(): (event: FollowEvent) => void {
  const [, navigate] = useLocation()
  return useCallback(
    (event) => {
      const { href, external } = event.detail
      if (href === undefined || external === true || !href.startsWith('/') || href === '/docs') return
      event.preventDefault()
      navigate(href)
    },
    [navigate],
  )
}
