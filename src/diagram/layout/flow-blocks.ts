/**
 * Merges boxes of a flow with the same sources and targets into blocks. This saves boxes and lines, and avoids rows of
 * boxes that are longer than a page.
 */
import type { DiagramEdge, DiagramNode } from '../diagram.ts'

/** A node with the group that contains it. `null` for nodes at the top level. */
export type FlowNode = { readonly node: DiagramNode; readonly groupId: string | null }

/** Fewer boxes are clear without a block. */
const fewestParallelNodes = 4

/** In the order of their first members. Each has at least four nodes, all of the same group. */
export function findParallelNodes(
  nodes: readonly FlowNode[],
  edges: readonly DiagramEdge[],
): readonly (readonly FlowNode[])[] {
  const ids = new Set(nodes.map(({ node }) => node.id))
  const into = Map.groupBy(edges, ({ target }) => target)
  const outOf = Map.groupBy(edges, ({ source }) => source)
  const keyOf = ({ node, groupId }: FlowNode): string | null => {
    const [incoming, outgoing] = [into.get(node.id) ?? [], outOf.get(node.id) ?? []]
    // Already side by side, in a group that is the end of the lines as a whole.
    if (incoming.length + outgoing.length === 0 && groupId === null) return null
    const sides = [
      incoming.map((edge) => [edge.source, edge] as const),
      outgoing.map((edge) => [edge.target, edge] as const),
    ]
    for (const side of sides) {
      // Lines of several forms, or with labels at several ends, can't share a path.
      if (new Set(side.map(([, { form }]) => form)).size > 1) return null
      if (side.length > 1 && side.some(([, { label }]) => label !== '')) return null
      if (side.some(([end]) => end === node.id || !ids.has(end))) return null
    }
    const parts = sides.map((side) => [side[0]?.[1].form ?? '', side.map(([end]) => end).toSorted()])
    return JSON.stringify([groupId, ...parts])
  }
  const byKey = Map.groupBy(nodes, keyOf)
  return [...byKey].flatMap(([key, parallelNodes]) =>
    key === null || parallelNodes.length < fewestParallelNodes ? [] : [parallelNodes],
  )
}
