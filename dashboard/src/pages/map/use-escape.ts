/** Calls `close` on Escape, wherever the focus is. Open dialogs and menus handle Escape themselves. */
import { useEffect } from 'react'

const ownEscape = '[role=dialog], [role=menu], [role=listbox], [aria-haspopup][aria-expanded=true]'

export function useEscape(isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(ownEscape) !== null) return
      close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen, close])
}
