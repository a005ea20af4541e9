/** Lays out one connected part of a flow: similar boxes form blocks, the rest is layered, then every line is routed. */
import type { DiagramEdge, DiagramElement, DiagramNode, Direction, Point, Rectangle } from '../diagram.ts'
import type { Measure } from '../typeface/inter.ts'
import { detailStyle } from './box-texts.ts'
import { card, groupDimensions } from './dimensions.ts'
import { fitStatement } from './fit-text.ts'
import { findParallelNodes, type FlowNode } from './flow-blocks.ts'
import type { FlowPart } from './flow-parts.ts'
import {
  layeredLayout,
  type LayeredBox,
  type LayeredEdge,
  type LayeredGraph,
  type LayeredGroup,
} from './layered-layout.ts'
import { parallelBlock, type BlockWay, type ParallelBlock } from './parallel-block.ts'

export type FlowBox = {
  readonly element: DiagramElement
  readonly parentId: string | null
  readonly rectangle: Rectangle
}

export type FlowLabel = Point & { readonly text: string; readonly width: number; readonly height: number }

export type FlowRoute = {
  readonly edge: DiagramEdge
  readonly points: readonly Point[]
  /** `x` and `y` of the top left corner. */
  readonly label: FlowLabel | null
}

export type PlacedPart = {
  readonly width: number
  readonly height: number
  /** Groups come before their content. */
  readonly boxes: readonly FlowBox[]
  readonly routes: readonly FlowRoute[]
}

/** A part that may have no routes yet. Routing takes longest, so only the parts that are drawn are routed. */
export type UnroutedPart = PlacedPart & { routed(): PlacedPart }

/** A part that is ready for layout. */
export type PreparedPart = {
  /** Grows with the time that the layout takes. */
  readonly weight: number
  layOut(direction: Direction): Promise<PlacedPart>
}

const labelHeight = 14
/** Longer labels are shortened. Boxes stand as far apart as what remains needs. */
const longestLabel = { right: 200, down: 170 } as const

type Block = { readonly id: string; readonly parallelNodes: readonly FlowNode[] }

export function preparePart(part: FlowPart, measure: Measure): PreparedPart {
  const nodes = part.elements.flatMap((element): readonly FlowNode[] =>
    element.kind === 'node'
      ? [{ node: element, groupId: null }]
      : nodesIn(element).map((node) => ({ node, groupId: element.id })),
  )
  const groupIds = new Set(part.elements.filter(({ kind }) => kind === 'group').map(({ id }) => id))
  const groupOf = new Map(nodes.map(({ node, groupId }) => [node.id, groupId]))
  // A line between a group and its own content can't be drawn.
  const drawable = part.edges.filter(
    ({ source, target }) =>
      groupOf.get(source) !== target &&
      groupOf.get(target) !== source &&
      [source, target].every((end) => groupOf.has(end) || groupIds.has(end)),
  )
  const blocks = findParallelNodes(nodes, drawable).map((parallelNodes): Block => ({
    id: `block ${parallelNodes[0]?.node.id ?? ''}`,
    parallelNodes,
  }))
  const inBlocks = blocks.reduce((sum, { parallelNodes }) => sum + parallelNodes.length - 1, 0)
  const boxCount = nodes.length - inBlocks
  const edgeCount = coreEdges(drawable, blocks).size
  const labelCount = [...coreEdges(drawable, blocks).values()].filter(([edge]) => edge?.label !== '').length
  return {
    weight: (boxCount + edgeCount + labelCount) * (groupIds.size > 0 ? 2 : 1) + 2 * Math.max(0, edgeCount - boxCount),
    layOut: (direction) => layOut({ part, nodes, edges: drawable, blocks }, direction, measure),
  }
}

type Prepared = {
  readonly part: FlowPart
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly DiagramEdge[]
  readonly blocks: readonly Block[]
}

async function layOut(
  { part, nodes, edges, blocks }: Prepared,
  direction: Direction,
  measure: Measure,
): Promise<PlacedPart> {
  const labels = new Map(edges.map((edge) => [edge.id, labelOf(edge, direction, measure)]))
  const drawn = blocks.map((block) => ({ ...block, ...drawBlock(block, edges, labels, direction) }))
  const blockOfNode = new Map(
    drawn.flatMap((block) => block.parallelNodes.map(({ node }) => [node.id, block] as const)),
  )
  const core = coreEdges(edges, blocks)
  const boxOf = ({ node }: FlowNode): readonly LayeredBox[] => {
    const block = blockOfNode.get(node.id)
    if (block === undefined) return [{ id: node.id, width: card.width, height: card.height, ports: null }]
    if (block.parallelNodes[0]?.node !== node) return []
    const { id, drawing } = block
    const [entry = null, exit = null] = [drawing.waysIn[0]?.points[0], drawing.waysOut[0]?.points.at(-1)]
    return [{ id, width: drawing.width, height: drawing.height, ports: { entry, exit } }]
  }
  const graph: LayeredGraph = {
    items: part.elements.flatMap((element): readonly (LayeredBox | LayeredGroup)[] => {
      const inside = nodes.filter(({ node, groupId }) =>
        element.kind === 'node' ? node === element : groupId === element.id,
      )
      const boxes = inside.flatMap(boxOf)
      if (element.kind === 'node') return boxes
      const { header, padding } = groupDimensions[element.form]
      return [{ id: element.id, boxes, padding: { top: header, side: padding }, minWidth: card.width + 2 * padding }]
    }),
    edges: [...core].map(([id, [edge]]): LayeredEdge => {
      const { source, target } = edge as DiagramEdge
      const [from, to] = [blockOfNode.get(source), blockOfNode.get(target)]
      const ownLabel = from?.labelsOut !== true && to?.labelsIn !== true ? labels.get((edge as DiagramEdge).id) : null
      return {
        id,
        source: from?.id ?? source,
        target: to?.id ?? target,
        bundle: (edge as DiagramEdge).form,
        label: ownLabel ?? null,
      }
    }),
  }
  const { width, height, places, lines } = await layeredLayout(graph, direction)

  const placeOf = ({ node }: FlowNode): Rectangle => {
    const block = blockOfNode.get(node.id)
    const place = places.get(block?.id ?? node.id) ?? { x: 0, y: 0, width: card.width, height: card.height }
    if (block === undefined) return place
    const offset = block.drawing.cards[block.positions.get(node.id) ?? 0] ?? { x: 0, y: 0 }
    return { x: place.x + offset.x, y: place.y + offset.y, width: card.width, height: card.height }
  }
  const boxes = part.elements.flatMap((element): readonly FlowBox[] => {
    if (element.kind === 'node')
      return nodes
        .filter(({ node }) => node === element)
        .map((each) => ({ element, parentId: null, rectangle: placeOf(each) }))
    const rectangle = places.get(element.id)
    if (rectangle === undefined) return []
    return [
      { element, parentId: null, rectangle },
      ...nodes
        .filter(({ groupId }) => groupId === element.id)
        .map((each) => ({ element: each.node, parentId: element.id, rectangle: placeOf(each) })),
    ]
  })

  const routes = [...core].flatMap(([id, bundle]) => {
    const line = lines.get(id)
    if (line === undefined || line.points.length < 2) return []
    return bundle.map((edge, position): FlowRoute => {
      const from = blockOfNode.get(edge.source)
      const to = blockOfNode.get(edge.target)
      const wayOut = from && shifted(from.drawing.waysOut[from.positions.get(edge.source) ?? 0], places.get(from.id))
      const wayIn = to && shifted(to.drawing.waysIn[to.positions.get(edge.target) ?? 0], places.get(to.id))
      const points = cleaned([...(wayOut?.points ?? []), ...line.points, ...(wayIn?.points ?? [])])
      const size = labels.get(edge.id) ?? null
      const labelAt =
        to?.labelsIn === true
          ? wayIn?.labelAt
          : from?.labelsOut === true
            ? wayOut?.labelAt
            : position === 0
              ? line.labelAt
              : null
      return { edge, points, label: size === null || !labelAt ? null : { ...size, ...labelAt } }
    })
  })
  return { width, height, boxes, routes }
}

function nodesIn(element: DiagramElement): readonly DiagramNode[] {
  return element.kind === 'node' ? [element] : element.children.flatMap((child) => nodesIn(child))
}

/** Lines between boxes and blocks, with IDs of their own, and the edges that each of them draws. */
function coreEdges(
  edges: readonly DiagramEdge[],
  blocks: readonly Block[],
): ReadonlyMap<string, readonly DiagramEdge[]> {
  const blockOf = new Map(
    blocks.flatMap(({ id, parallelNodes }) => parallelNodes.map(({ node }) => [node.id, id] as const)),
  )
  return Map.groupBy(edges, (edge) => {
    const [from, to] = [blockOf.get(edge.source), blockOf.get(edge.target)]
    return from === undefined && to === undefined
      ? `edge ${edge.id}`
      : JSON.stringify([from ?? edge.source, to ?? edge.target, edge.form])
  })
}

type DrawnBlock = {
  readonly drawing: ParallelBlock
  readonly positions: ReadonlyMap<string, number>
  /** Whether each line has its label within the block, on that side. */
  readonly labelsIn: boolean
  readonly labelsOut: boolean
}

function drawBlock(
  { parallelNodes }: Block,
  edges: readonly DiagramEdge[],
  labels: ReadonlyMap<string, FlowLabel | null>,
  direction: Direction,
): DrawnBlock {
  const ids = new Set(parallelNodes.map(({ node }) => node.id))
  const incoming = edges.filter(({ target }) => ids.has(target))
  const outgoing = edges.filter(({ source }) => ids.has(source))
  const [labelsIn, labelsOut] = [labelsDiffer(incoming), labelsDiffer(outgoing)]
  const drawing = parallelBlock({
    count: parallelNodes.length,
    direction,
    comesIn: incoming.length > 0,
    goesOut: outgoing.length > 0,
    labelIn: labelsIn ? largest(incoming, labels) : noLabel,
    labelOut: labelsOut ? largest(outgoing, labels) : noLabel,
  })
  return {
    drawing,
    labelsIn,
    labelsOut,
    positions: new Map(parallelNodes.map(({ node }, position) => [node.id, position])),
  }
}

function labelsDiffer(edges: readonly DiagramEdge[]): boolean {
  return new Set(edges.map(({ label }) => label)).size > 1
}

const noLabel = { width: 0, height: 0 }

function largest(
  edges: readonly DiagramEdge[],
  labels: ReadonlyMap<string, FlowLabel | null>,
): { readonly width: number; readonly height: number } {
  const widths = edges.map(({ id }) => labels.get(id)?.width ?? 0)
  return { width: Math.max(0, ...widths), height: labelHeight }
}

function labelOf({ label }: DiagramEdge, direction: Direction, measure: Measure): FlowLabel | null {
  const text = fitStatement(label, detailStyle.sizePx, detailStyle.weight, longestLabel[direction], measure)
  if (text === '') return null
  const width = Math.ceil(measure(text, detailStyle.sizePx, detailStyle.weight))
  return { x: 0, y: 0, text, width, height: labelHeight }
}

function shifted(way: BlockWay | undefined, by: Point | undefined): BlockWay | null {
  if (way === undefined || by === undefined) return null
  const move = ({ x, y }: Point): Point => ({ x: x + by.x, y: y + by.y })
  return { points: way.points.map(move), labelAt: move(way.labelAt) }
}

/** Removes points at which a line doesn't turn. */
function cleaned(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const [last, before] = [kept.at(-1), kept.at(-2)]
    if (last !== undefined && last.x === point.x && last.y === point.y) continue
    const straight =
      last !== undefined &&
      before !== undefined &&
      ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y))
    if (straight) kept[kept.length - 1] = point
    else kept.push(point)
  }
  return kept
}
