/**
 * Invisible lines from the internet into groups whose lines all stay inside. Mermaid lays out such a group by itself, and
 * then places it in a single column, which becomes as wide as the whole group.
 */
import type { DiagramEdge, DiagramElement } from '../diagram.ts'
import { flattened } from '../views/boxes/group.ts'
import type { RowLinks } from './row-links.ts'

export function columnLinks(elements: readonly DiagramElement[], edges: readonly DiagramEdge[]): RowLinks {
  const internet = elements.find((element) => element.kind === 'node' && element.form === 'internet')
  if (internet === undefined) return []
  const links: [string, string][] = []
  const visit = (element: DiagramElement): void => {
    if (element.kind === 'node') return
    element.children.forEach(visit)
    const inside = new Set(flattened(element.children).map(({ id }) => id))
    const crosses = ([source, target]: readonly [string, string]): boolean => inside.has(source) !== inside.has(target)
    const lines = [...edges.map(({ source, target }) => [source, target] as const), ...links]
    const first = lines.find(([source, target]) => inside.has(source) && inside.has(target))
    if (first !== undefined && !lines.some(crosses)) links.push([internet.id, firstOf(first[0], edges)])
  }
  elements.forEach(visit)
  return links
}

/** The start of the path to a box. */
function firstOf(id: string, edges: readonly DiagramEdge[], seen = new Set<string>()): string {
  seen.add(id)
  const before = edges.find(({ source, target }) => target === id && !seen.has(source))
  return before === undefined ? id : firstOf(before.source, edges, seen)
}
