/** How much arrows tell, for pages and text formats that have to leave some out. */
import type { DiagramEdge, DiagramElement } from '../../diagram.ts'
import { rolesOf } from '../../../resource-types/look-ups.ts'
import { internetId } from '../boxes/account-frame.ts'
import { flattened } from '../boxes/group.ts'
import { failureLabels } from './flow-labels.ts'

/** Arrows to what handles failures. */
export function isFailure({ label }: DiagramEdge): boolean {
  return label !== '' && label.split(', ').every((each) => failureLabels.has(each))
}

/**
 * The entries from the internet first (0). Then what these lead to, such as the routes of an API, and where messages and
 * other events with a label go. Last (3), what handles failures, and what settings name without saying how it is used.
 */
export function arrowRanks(
  edges: readonly DiagramEdge[],
  elements: readonly DiagramElement[],
): (edge: DiagramEdge) => number {
  const entries = new Set(edges.flatMap(({ source, target }) => (source === internetId ? [target] : [])))
  const roles = new Map(flattened(elements).map(({ id, type }) => [id, rolesOf(type ?? '').flow]))
  return (edge) => {
    const { source, target, form, label } = edge
    if (source === internetId) return 0
    if (isFailure(edge)) return 3
    if (entries.has(source)) return 1
    if (form === 'event' && (label !== '' || roles.get(source) === 'messaging')) return 1
    const isUse = roles.get(source) === 'caller' && ['messaging', 'store'].includes(roles.get(target) ?? '')
    return isUse && label === '' ? 3 : 2
  }
}
