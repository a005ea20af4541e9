/** Reads the token of a link from the URL fragment. */
import { useState } from 'react'

export function useFragmentToken(): string | null {
  const [token] = useState(() => {
    const fragment = globalThis.location.hash.slice(1)
    const named = new URLSearchParams(fragment).get('token')
    return named ?? (fragment === '' ? null : fragment)
  })
  return token
}
