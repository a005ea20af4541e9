/** How much arrows tell, for pages and text formats that have to leave some out. */
import type { DiagramEdge, DiagramElement } from '../../diagram.ts'
import { rolesOf } from '../../../resource-types/look-ups.ts'
import { internetId } from '../boxes/account-frame.ts'
import { flattened } from '../boxes/group.ts'
import { selfStartingTypes } from './connectors.ts'
import { failureLabels } from './flow-labels.ts'

const selfStarting: ReadonlySet<string> = new Set(selfStartingTypes)

function isStarting(type: string): boolean {
  return selfStarting.has(type) || rolesOf(type).flow === 'source'
}

/** Arrows to what handles failures. */
export function isFailure({ label }: DiagramEdge): boolean {
  return label !== '' && label.split(', ').every((each) => failureLabels.has(each))
}

/**
 * The entries from the internet first (0). Then what these lead to, such as the routes of an API, what schedules start, and
 * where messages and other events with a label go. Then what is behind them on the way of requests, such as the data of a
 * service and the steps of a state machine (2). Last (4), what handles failures, and what settings name without saying how it is
 * used.
 */
export function arrowRanks(
  edges: readonly DiagramEdge[],
  elements: readonly DiagramElement[],
): (edge: DiagramEdge) => number {
  const entries = new Set(edges.flatMap(({ source, target }) => (source === internetId ? [target] : [])))
  const starting = new Set(flattened(elements).flatMap(({ id, type }) => (isStarting(type ?? '') ? [id] : [])))
  const started = edges.flatMap(({ source, target }) => (starting.has(source) ? [target] : []))
  const behind = new Set([internetId, ...started].flatMap((each) => [each, ...requestedFrom(each, edges)]))
  const roles = new Map(flattened(elements).map(({ id, type }) => [id, rolesOf(type ?? '').flow]))
  const passesOn = new Set(
    flattened(elements)
      .filter(
        (each) =>
          each.kind === 'node' && [each, ...each.members].some(({ type }) => rolesOf(type ?? '').flow === 'messaging'),
      )
      .map(({ id }) => id),
  )
  return (edge) => {
    const { source, target, form, label } = edge
    if (source === internetId) return 0
    if (isFailure(edge)) return 4
    if (starting.has(source) || entries.has(source)) return 1
    if (form === 'event' && (label !== '' || passesOn.has(source))) return 1
    const isUse = roles.get(source) === 'caller' && ['messaging', 'store'].includes(roles.get(target) ?? '')
    if (isUse && label === '') return 4
    return behind.has(source) ? 2 : 3
  }
}

/** Where a way of requests leads to. */
export function requestedFrom(start: string, edges: readonly DiagramEdge[]): ReadonlySet<string> {
  const targets = Map.groupBy(
    edges.filter(({ form }) => form === 'request'),
    ({ source }) => source,
  )
  const reached = new Set<string>()
  const pending = [start]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const { target } of targets.get(id) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      pending.push(target)
    }
  }
  return reached
}
