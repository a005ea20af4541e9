/** Unconnected parts of a flow. Each has its own layout. */
import type { DiagramEdge, DiagramElement } from '../diagram.ts'

export type FlowPart = { readonly elements: readonly DiagramElement[]; readonly edges: readonly DiagramEdge[] }

export type FlowParts = {
  /** In the order of their first elements. */
  readonly connected: readonly FlowPart[]
  /** Elements without edges. Groups count with all their content. */
  readonly alone: readonly DiagramElement[]
}

export function flowParts(elements: readonly DiagramElement[], edges: readonly DiagramEdge[]): FlowParts {
  const topOf = new Map<string, number>()
  elements.forEach((element, position) => {
    for (const id of idsOf(element)) topOf.set(id, position)
  })
  const leader = elements.map((_, position) => position)
  const find = (position: number): number => {
    let found = position
    while (leader[found] !== found) found = leader[found] as number
    leader[position] = found
    return found
  }
  const hasEdge = new Set<number>()
  for (const { source, target } of edges) {
    const [from, to] = [topOf.get(source), topOf.get(target)]
    if (from === undefined || to === undefined) continue
    hasEdge.add(from).add(to)
    const [one, other] = [find(from), find(to)]
    leader[Math.max(one, other)] = Math.min(one, other)
  }
  const edgesOf = Map.groupBy(edges, ({ source }) => find(topOf.get(source) ?? -1))
  const positions = elements.map((_, position) => position)
  const byLeader = Map.groupBy(
    positions.filter((position) => hasEdge.has(position)),
    find,
  )
  return {
    connected: [...byLeader].map(([first, part]) => ({
      elements: part.map((position) => elements[position] as DiagramElement),
      edges: edgesOf.get(first) ?? [],
    })),
    alone: elements.filter((_, position) => !hasEdge.has(position)),
  }
}

function idsOf(element: DiagramElement): readonly string[] {
  return element.kind === 'node' ? [element.id] : [element.id, ...element.children.flatMap((child) => idsOf(child))]
}
