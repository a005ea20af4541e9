/** Sorts lists that AWS returns in no documented order, so that equal responses make equal resources. */
import { compareText } from '../../graph/compare-text.ts'
import type { Json } from '../../graph/resource-graph.ts'

/** Sorts parts by their JSON text, for lists whose order has no meaning. */
export function inStableOrder<Part extends Json>(parts: readonly Part[]): Part[] {
  if (parts.length < 2) return [...parts]
  return parts
    .map((part) => ({ part, text: JSON.stringify(part) }))
    .toSorted((a, b) => compareText(a.text, b.text))
    .map(({ part }) => part)
}
