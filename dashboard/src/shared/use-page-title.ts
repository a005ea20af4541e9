/** The title of the browser's tab, which a screen reader says first. */
import { useEffect } from 'react'

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Surveyor`
  }, [title])
}
