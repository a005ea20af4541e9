/**
 * Lays out a part of a flow that takes too much room in layers: in columns in the order of the flow, with bundled lines in
 * the gaps between boxes.
 */
import type { DiagramEdge, DiagramElement, DiagramGroup, Direction } from '../diagram.ts'
import type { Measure } from '../typeface/inter.ts'
import { arrange } from './arrange.ts'
import { type Arranged, type ArrangedChild, enclose, positioned } from './arranged.ts'
import { detailStyle } from './box-texts.ts'
import { card, fittedScale, page, screen, type Size } from './dimensions.ts'
import type { PlacedPart, UnroutedPart } from './flow-part.ts'
import type { FlowPart } from './flow-parts.ts'
import { flowRanks, type Link } from './flow-ranks.ts'
import { placedBox } from './placed-box.ts'
import { routeEdges } from './route-edges.ts'
import { labelHeight, labeledRoutes } from './route-labels.ts'

/** More lines are unreadable, and take long to route. */
export const mostLines = 400
/** Between columns: lines run there, with their labels. */
const gapAlong = { right: 100, down: 60 } as const
/** Between columns without lines from one to the next. */
const plainGap = 48
/** Between the boxes of a column, or of a row, where labels need more room. */
const gapAcross = { right: 28, down: 64 } as const
const mostColumns = 16
/** How much longer than the average a column may be, so that it can end where a step of the flow ends. */
const slacks = [1, 1.15, 1.3]
const fullEnough = 0.7
const sweeps = 4

/**
 * `down`: rows from the top in place of columns from the left. `room`: what the part is fitted into. Elements without
 * lines come last.
 */
export function flowColumns(
  { elements, edges }: FlowPart,
  direction: Direction,
  measure: Measure,
  room: Size,
): UnroutedPart {
  const arranged = elements.map((element) =>
    element.kind === 'node' ? arrange(element) : groupColumns(element, edges, direction),
  )
  const links = linksBetween(elements, edges)
  const ranks = flowRanks(idsOfBoxes(arranged), links)
  const linked = new Set(links.flatMap(({ source, target }) => [source, target]))
  const rankOf: RankOf = ({ element: { id } }) => (linked.has(id) ? (ranks.get(id) ?? 0) : elements.length)
  const { children, width, height } = inColumns(arranged, links, { direction, room, rankOf }, () => 0)
  const boxes = children.flatMap(({ x, y, box }) => positioned(box, x, y, null))
  const placedPart = { width, height, boxes, routes: [] }
  return { ...placedPart, routed: () => ({ ...placedPart, routes: routesOf(placedPart, edges, direction, measure) }) }
}

function routesOf(
  { width, height, boxes }: PlacedPart,
  edges: readonly DiagramEdge[],
  direction: Direction,
  measure: Measure,
): PlacedPart['routes'] {
  const boxesWithTexts = boxes.map(({ element, parentId, rectangle }) =>
    placedBox(element, parentId, rectangle, measure),
  )
  const margin = card.gap
  const canvas = {
    x: -margin,
    y: -page.aboveContent,
    width: width + 2 * margin,
    height: height + page.aboveContent + margin,
  }
  const { routes } = routeEdges(edges.length > mostLines ? [] : edges, boxesWithTexts, canvas, direction)
  return labeledRoutes(routes, boxesWithTexts, canvas, measure).map(flowRoute)
}

function flowRoute({ edge, points, label }: ReturnType<typeof labeledRoutes>[number]): PlacedPart['routes'][number] {
  if (label === null) return { edge, points, label }
  const { text, x, y, widthPx } = label
  return { edge, points, label: { text, x, y: y - detailStyle.sizePx, width: widthPx, height: labelHeight } }
}

/** Boxes with arrows from outside the group come first, boxes with arrows to the outside last. */
function groupColumns(element: DiagramGroup, edges: readonly DiagramEdge[], direction: Direction): Arranged {
  const inside = new Set(idsOf(element))
  const enters = new Set(edges.filter(({ source }) => !inside.has(source)).map(({ target }) => target))
  const leaves = new Set(edges.filter(({ target }) => !inside.has(target)).map(({ source }) => source))
  const boxes = element.children.map((child) => arrange(child))
  const links = linksBetween(element.children, edges)
  const ranks = flowRanks(idsOfBoxes(boxes), links)
  const { children } = inColumns(
    boxes,
    links,
    { direction, room: screen, rankOf: (box) => ranks.get(box.element.id) ?? 0 },
    ({ id }) => Number(leaves.has(id)) - Number(enters.has(id)),
  )
  return enclose(element, children)
}

/** Arrows between elements or what is in them. */
function linksBetween(elements: readonly DiagramElement[], edges: readonly DiagramEdge[]): readonly Link[] {
  const holder = new Map(elements.flatMap((element) => idsOf(element).map((id) => [id, element.id] as const)))
  return edges.flatMap(({ source, target }) => {
    const [from, to] = [holder.get(source), holder.get(target)]
    return from === undefined || to === undefined || from === to ? [] : [{ source: from, target: to }]
  })
}

function idsOf(element: DiagramElement): readonly string[] {
  return element.kind === 'node' ? [element.id] : [element.id, ...element.children.flatMap((child) => idsOf(child))]
}

function idsOfBoxes(boxes: readonly Arranged[]): readonly string[] {
  return boxes.map(({ element }) => element.id)
}

type Columns = { readonly children: readonly ArrangedChild[]; readonly width: number; readonly height: number }
type RankOf = (box: Arranged) => number

/** As many columns as let people see the boxes largest when they are fitted into the room. */
function inColumns(
  boxes: readonly Arranged[],
  links: readonly Link[],
  { direction, room, rankOf }: { readonly direction: Direction; readonly room: Size; readonly rankOf: RankOf },
  orderOf: (element: DiagramElement) => number,
): Columns {
  const ordered = boxes.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || orderOf(one.element) - orderOf(other.element),
  )
  const shape: Shape = { direction, gap: links.length === 0 ? plainGap : gapAlong[direction] }
  const lengths = ordered.map((box) => across(box, direction))
  const total = lengths.reduce((sum, length) => sum + length + gapAcross[direction], 0)
  const longest = Math.max(0, ...lengths)
  let best: readonly (readonly Arranged[])[] = []
  let bestScale = 0
  for (let count = 1; count <= Math.min(mostColumns, boxes.length); count++) {
    for (const slack of slacks) {
      const columns = filledColumns(ordered, Math.max(longest, (slack * total) / count), direction, rankOf)
      const scale = fittedScale(placed(columns, shape), room)
      if (scale > bestScale) [best, bestScale] = [columns, scale]
    }
  }
  return untangled(best, links, shape, rankOf)
}

function filledColumns(
  ordered: readonly Arranged[],
  lengthPx: number,
  direction: Direction,
  rankOf: RankOf,
): readonly (readonly Arranged[])[] {
  const columns: Arranged[][] = []
  let used = Infinity
  for (const box of ordered) {
    const before = columns.at(-1)?.at(-1)
    const isNextStep = before !== undefined && rankOf(before) !== rankOf(box)
    const length = across(box, direction)
    if (used + length > lengthPx || (isNextStep && used > fullEnough * lengthPx)) {
      columns.push([])
      used = 0
    }
    columns.at(-1)?.push(box)
    used += length + gapAcross[direction]
  }
  return columns
}

type Shape = { readonly direction: Direction; readonly gap: number }

function placed(columns: readonly (readonly Arranged[])[], { direction, gap }: Shape): Columns {
  const children: ArrangedChild[] = []
  let [start, longest] = [0, 0]
  for (const column of columns) {
    const deepest = Math.max(...column.map((box) => along(box, direction)))
    // Narrow boxes stand beside each other where a wide one leaves room.
    let [at, inRow, rowLength] = [0, 0, 0]
    for (const box of column) {
      if (inRow + along(box, direction) > deepest)
        [at, inRow, rowLength] = [at + rowLength + gapAcross[direction], 0, 0]
      const from = start + inRow
      children.push(direction === 'right' ? { x: from, y: at, box } : { x: at, y: from, box })
      inRow += along(box, direction) + gap
      rowLength = Math.max(rowLength, across(box, direction))
    }
    longest = Math.max(longest, at + rowLength)
    start += deepest + gap
  }
  const deep = Math.max(0, start - gap)
  return direction === 'right' ? { children, width: deep, height: longest } : { children, width: longest, height: deep }
}

/** Orders the boxes of each step in a column by where their neighbors are. */
function untangled(
  columns: readonly (readonly Arranged[])[],
  links: readonly Link[],
  shape: Shape,
  rankOf: RankOf,
): Columns {
  const { direction } = shape
  const neighbors = Map.groupBy(
    links.flatMap(({ source, target }) => [
      { of: source, id: target },
      { of: target, id: source },
    ]),
    ({ of }) => of,
  )
  let ordered = columns
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const middles = new Map(
      placed(ordered, shape).children.map(({ x, y, box }) => [
        box.element.id,
        (direction === 'right' ? y : x) + across(box, direction) / 2,
      ]),
    )
    const pullOn = ({ element: { id } }: Arranged): number => {
      const others = (neighbors.get(id) ?? []).flatMap((each) => middles.get(each.id) ?? [])
      return others.length === 0 ? (middles.get(id) ?? 0) : others.reduce((sum, each) => sum + each, 0) / others.length
    }
    ordered = ordered.map((column) =>
      column
        .map((box) => ({ box, rank: rankOf(box), pull: pullOn(box) }))
        .toSorted((one, other) => one.rank - other.rank || one.pull - other.pull)
        .map(({ box }) => box),
    )
  }
  return placed(ordered, shape)
}

function along({ width, height }: Arranged, direction: Direction): number {
  return direction === 'right' ? width : height
}

function across({ width, height }: Arranged, direction: Direction): number {
  return direction === 'right' ? height : width
}
