/** Whether the window is as narrow as a phone, where a table shows its first columns only. */
import { useSyncExternalStore } from 'react'

const narrow = () => globalThis.matchMedia('(max-width: 700px)')

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow().matches)
}

function subscribe(onChange: () => void): () => void {
  const query = narrow()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
