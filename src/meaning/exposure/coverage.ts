/** What a scan couldn't read, as far as verdicts depend on it. */
import type { GraphIndex } from '../../graph/graph-index.ts'
import type { Unread } from './exposure.ts'

/**
 * Why some resources of a type may be unknown. `null` if all are known. A service that isn't available in the region
 * has no resources there.
 */
export function unreadType(index: GraphIndex, type: string): Unread | null {
  const coverage = index.coverage(type)
  if (coverage === null)
    return index.ofType(type).some(({ presence }) => presence === 'read') ? null : { type, action: null }
  if (coverage.status === 'unavailable') return null
  if (coverage.status === 'collected' && coverage.uncertain !== true) return null
  return { type, action: coverage.action }
}

/** For a referenced resource: its type was denied, or it is in another account. */
export function unreadResource(index: GraphIndex, type: string): Unread {
  return unreadType(index, type) ?? { type, action: null }
}

export function distinctUnread(unread: readonly Unread[]): readonly Unread[] {
  const byText = new Map(unread.map((each) => [`${each.type} ${each.action ?? ''}`, each]))
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, each]) => each)
}
