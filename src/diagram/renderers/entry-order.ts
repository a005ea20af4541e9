/**
 * Orders siblings by distance from the entry points: the internet, its targets, and so on. Unconnected ones come last.
 */
import type { DiagramEdge, DiagramElement } from '../diagram.ts'

/** The distance of what no entry point leads to: larger than any other. */
export const unreached = 1_000

export function sortedByEntry(
  elements: readonly DiagramElement[],
  edges: readonly DiagramEdge[],
): readonly DiagramElement[] {
  const steps = stepsFromEntries(elements, edges)
  const sorted = (siblings: readonly DiagramElement[]): readonly DiagramElement[] =>
    siblings
      .map((element): DiagramElement =>
        element.kind === 'node' ? element : { ...element, children: sorted(element.children) },
      )
      .toSorted((one, other) => nearest(one, steps) - nearest(other, steps))
  return sorted(elements)
}

/**
 * Steps to elements by ID: from the internet, then from elements with only outgoing edges, which come after all that the
 * internet leads to.
 */
export function stepsFromEntries(
  elements: readonly DiagramElement[],
  edges: readonly DiagramEdge[],
): ReadonlyMap<string, number> {
  const targets = new Map<string, string[]>()
  for (const { source, target } of edges) targets.set(source, [...(targets.get(source) ?? []), target])
  const reached = new Set(edges.map(({ target }) => target))
  const internet = leavesOf(elements).filter((element) => element.kind === 'node' && element.form === 'internet')
  const steps = new Map(internet.map(({ id }) => [id, 0]))
  const follow = (): void => {
    for (const [id, step] of steps)
      for (const target of targets.get(id) ?? []) if (!steps.has(target)) steps.set(target, step + 1)
  }
  follow()
  const inside = Math.max(0, ...steps.values()) + 1
  for (const id of targets.keys()) if (!reached.has(id) && !steps.has(id)) steps.set(id, inside)
  follow()
  return steps
}

function nearest(element: DiagramElement, steps: ReadonlyMap<string, number>): number {
  const own = steps.get(element.id) ?? unreached
  return element.kind === 'node' ? own : Math.min(own, ...element.children.map((child) => nearest(child, steps)))
}

function leavesOf(elements: readonly DiagramElement[]): readonly DiagramElement[] {
  return elements.flatMap((element) => (element.kind === 'node' ? [element] : leavesOf(element.children)))
}
