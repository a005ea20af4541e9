/** Breadcrumbs: set by the page, rendered by the frame. */
import { createContext, useContext, useEffect } from 'react'

/** The last one is the page itself. */
export type Breadcrumb = { readonly text: string; readonly href: string }

export const BreadcrumbsContext = createContext<(breadcrumbs: readonly Breadcrumb[]) => void>(() => undefined)

export function useBreadcrumbs(breadcrumbs: readonly Breadcrumb[]): void {
  const show = useContext(BreadcrumbsContext)
  const text = JSON.stringify(breadcrumbs)
  useEffect(() => {
    show(JSON.parse(text) as readonly Breadcrumb[])
    return () => show([])
  }, [show, text])
}
