/** Lets Escape close something wherever the focus is, but not while a dialog or a menu is open, which it closes itself. */
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
