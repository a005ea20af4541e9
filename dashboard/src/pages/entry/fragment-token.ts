/** The token of a link: it stands behind `#`, and goes from the address bar as soon as it is read. */
import { useState } from 'react'

export function useFragmentToken(): string | null {
  const [token] = useState(() => {
    const fragment = globalThis.location.hash.slice(1)
    const named = new URLSearchParams(fragment).get('token')
    return named ?? (fragment === '' ? null : fragment)
  })
  return token
}
