/**
 * Merges boxes of a flow with the same sources and targets into blocks: fewer boxes to lay out, fewer lines to follow, and no row of
 * boxes that is longer than a page.
 */
import type { DiagramEdge, DiagramNode } from '../diagram.ts'

/** A node in the group that holds it, `null` for those at the top. */
export type FlowNode = { readonly node: DiagramNode; readonly groupId: string | null }

/** Fewer read as well one by one. */
const fewestTwins = 4

/** In the order of their first members; at least four nodes each, all of one group. */
export function findParallelNodes(
  nodes: readonly FlowNode[],
  edges: readonly DiagramEdge[],
): readonly (readonly FlowNode[])[] {
  const ids = new Set(nodes.map(({ node }) => node.id))
  const into = Map.groupBy(edges, ({ target }) => target)
  const outOf = Map.groupBy(edges, ({ source }) => source)
  const keyOf = ({ node, groupId }: FlowNode): string | null => {
    const [incoming, outgoing] = [into.get(node.id) ?? [], outOf.get(node.id) ?? []]
    // Beside each other in the group that lines lead to as a whole.
    if (incoming.length + outgoing.length === 0 && groupId === null) return null
    const sides = [
      incoming.map((edge) => [edge.source, edge] as const),
      outgoing.map((edge) => [edge.target, edge] as const),
    ]
    for (const side of sides) {
      // Lines of several forms, or with labels of several ends, cannot share a way.
      if (new Set(side.map(([, { form }]) => form)).size > 1) return null
      if (side.length > 1 && side.some(([, { label }]) => label !== '')) return null
      if (side.some(([end]) => end === node.id || !ids.has(end))) return null
    }
    const parts = sides.map((side) => [side[0]?.[1].form ?? '', side.map(([end]) => end).toSorted()])
    return JSON.stringify([groupId, ...parts])
  }
  const byKey = Map.groupBy(nodes, keyOf)
  return [...byKey].flatMap(([key, twins]) => (key === null || twins.length < fewestTwins ? [] : [twins]))
}
