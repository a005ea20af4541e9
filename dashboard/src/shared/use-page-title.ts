/** Sets the title of the browser tab, which screen readers announce first. */
import { useEffect } from 'react'

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Surveyor`
  }, [title])
}
