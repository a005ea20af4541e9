/** Lets a page, such as the map, take the whole space of the frame while it is shown. */
import { createContext, useContext, useEffect } from 'react'

export const FullPageContext = createContext<(isFullPage: boolean) => void>(() => undefined)

export function useFullPage(): void {
  const setFullPage = useContext(FullPageContext)
  useEffect(() => {
    setFullPage(true)
    return () => setFullPage(false)
  }, [setFullPage])
}
