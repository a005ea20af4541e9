/**
 * Places a flow: each connected part in layers or columns, the parts beside and below each other, and boxes without lines
 * at the end.
 */
import type { Diagram, DiagramElement, Direction, Point } from '../diagram.ts'
import { formatCount } from '../resource-kinds.ts'
import type { Measure } from '../typeface/inter.ts'
import { arrange } from './arrange.ts'
import { positioned } from './arranged.ts'
import { card, fittedScale, page, readableScale, screen, type Size, smallestScale } from './dimensions.ts'
import { type FlowBox, type PlacedPart, preparePart, type UnroutedPart } from './flow-part.ts'
import { flowColumns, mostLines } from './flow-columns.ts'
import { type FlowPart, flowParts } from './flow-parts.ts'
import { packShelves } from './pack-shelves.ts'

/** Denser parts would not be readable in layers, and take long to lay out. */
const mostWeight = 60
const gapBetweenParts = 32
/** The height of the legend and the notes of most flows. */
const usualFoot = 72
/** Times the room of columns. */
const mostRoomForLayers = 2

export type FlowLayout = PlacedPart & {
  /** `''` unless lines are missing. */
  readonly simplified: string
}

export async function flowLayout(diagram: Diagram, measure: Measure): Promise<FlowLayout> {
  const { connected, alone } = flowParts(diagram.elements, diagram.edges)
  const flow = await unroutedFlow({ connected, alone }, diagram.direction, measure)
  const parts = flow.parts.map((part) => part.routed())
  const tooMany = connected.filter(({ edges }) => edges.length > mostLines)
  const arrowCount = tooMany.reduce((sum, { edges }) => sum + edges.length, 0)
  return {
    ...together(parts, flow.alone),
    simplified: arrowCount === 0 ? '' : `Simplified: too many arrows (${formatCount(arrowCount)}) to draw.`,
  }
}

/** The boxes where {@link flowLayout} places them, without the time that routing takes. */
export async function flowBoxes(diagram: Diagram, measure: Measure): Promise<readonly FlowBox[]> {
  const flow = await unroutedFlow(flowParts(diagram.elements, diagram.edges), diagram.direction, measure)
  return together(flow.parts, flow.alone).boxes
}

/** `alone`: boxes without lines that aren't in a part. */
type UnroutedFlow = { readonly parts: readonly UnroutedPart[]; readonly alone: readonly DiagramElement[] }

async function unroutedFlow(
  { connected, alone }: ReturnType<typeof flowParts>,
  direction: Direction,
  measure: Measure,
): Promise<UnroutedFlow> {
  const columns = inColumns(connected, direction, measure, screen)
  const layers = await Promise.all(connected.map((part) => inLayers(part, direction, measure)))
  const mixed = columns.map((part, position) => smallEnough(layers[position] ?? null, part) ?? part)
  const readable = [mixed, columns].find((parts) => isReadable(together(parts, alone)))
  if (readable !== undefined) return { parts: readable, alone }
  return shownLargest([{ parts: columns, alone }, ...otherColumns({ connected, alone }, direction, measure)])
}

/**
 * Whether the labels of a flow in columns have their smallest size when it is fitted into the screen. Layers are left out:
 * they take long, and are seldom readable where columns are smaller than that.
 */
export function isFlowLegible(diagram: Diagram, measure: Measure): boolean {
  const { connected, alone } = flowParts(diagram.elements, diagram.edges)
  const columns = inColumns(connected, diagram.direction, measure, screen)
  return (
    isLegible({ parts: columns, alone }) ||
    otherColumns({ connected, alone }, diagram.direction, measure).some((flow) => isLegible(flow))
  )
}

function isLegible({ parts, alone }: UnroutedFlow): boolean {
  const { width, height } = together(parts, alone)
  return fittedScale(pageAround({ width, height: height + page.footHeight - usualFoot })) >= smallestScale
}

function inColumns(
  parts: readonly FlowPart[],
  direction: Direction,
  measure: Measure,
  room: Size,
): readonly UnroutedPart[] {
  return parts.map((part) => flowColumns(part, direction, measure, room))
}

/** For parts that are too small to read when each of them is laid out for the whole screen. */
function otherColumns(
  parts: ReturnType<typeof flowParts>,
  direction: Direction,
  measure: Measure,
): readonly UnroutedFlow[] {
  const forRooms = roomsOfParts.map((room) => inColumns(parts.connected, direction, measure, room))
  return [...forRooms.map((each) => ({ parts: each, alone: parts.alone })), ...allInColumns(parts, direction, measure)]
}

/** All parts as one, with the boxes without lines in its last columns. */
function allInColumns(
  { connected, alone }: ReturnType<typeof flowParts>,
  direction: Direction,
  measure: Measure,
): readonly UnroutedFlow[] {
  if (connected.length === 0) return []
  const elements = [...connected.flatMap((part) => part.elements), ...alone]
  const edges = connected.flatMap((part) => part.edges)
  return [{ parts: [flowColumns({ elements, edges }, direction, measure, screen)], alone: [] }]
}

/** If all parts together would be too small to read, each is laid out for half a screen, so that they fill one together. */
const roomsOfParts: readonly Size[] = [
  { width: screen.width, height: screen.height / 2 },
  { width: screen.width / 2, height: screen.height },
]

/** The first of those that are shown as large as the largest. */
function shownLargest(candidates: readonly UnroutedFlow[]): UnroutedFlow {
  return candidates
    .map((flow) => ({ flow, scale: scaleOf(together(flow.parts, flow.alone)) }))
    .reduce((one, other) => (other.scale > one.scale ? other : one)).flow
}

/** In layers, lines cross least. `null` for a part with too many lines for that, or if the layers are a strip. */
async function inLayers(part: FlowPart, direction: Direction, measure: Measure): Promise<PlacedPart | null> {
  const prepared = preparePart(part, measure)
  if (prepared.weight > mostWeight) return null
  const natural = await prepared.layOut(direction)
  if (isWellShaped(natural)) return natural
  const turned = await prepared.layOut(direction === 'down' ? 'right' : 'down')
  return isWellShaped(turned) ? turned : null
}

function smallEnough(layers: PlacedPart | null, columns: PlacedPart): UnroutedPart | null {
  if (layers === null || areaOf(layers) > mostRoomForLayers * areaOf(columns)) return null
  return { ...layers, routed: () => layers }
}

function areaOf({ width, height }: PlacedPart): number {
  return width * height
}

function isReadable(content: PlacedPart): boolean {
  return scaleOf(content) >= readableScale
}

function scaleOf(content: PlacedPart): number {
  return fittedScale(pageAround(content))
}

/** Short strips are clear enough. */
function isWellShaped(content: PlacedPart): boolean {
  const { width, height } = pageAround(content)
  const isShort = Math.max(content.width, content.height) <= page.minWidth
  return isReadable(content) && (isShort || (width <= page.widest * height && height <= page.tallest * width))
}

/** With title, legend, and notes. */
function pageAround({ width, height }: Size): Size {
  return { width: width + 2 * page.margin, height: height + 2 * page.margin + page.headerHeight + usualFoot }
}

/** Boxes without lines, in rows of at least this width. */
function rowsOfBoxes(elements: readonly DiagramElement[], widthPx: number): PlacedPart {
  const arranged = elements.map((element) => arrange(element))
  const boxes: FlowBox[] = []
  let [x, y, rowHeight, right] = [0, 0, 0, 0]
  for (const box of arranged) {
    if (x > 0 && x + box.width > widthPx) [x, y, rowHeight] = [0, y + rowHeight + card.gap, 0]
    boxes.push(...positioned(box, x, y, null))
    right = Math.max(right, x + box.width)
    x += box.width + card.gap
    rowHeight = Math.max(rowHeight, box.height)
  }
  return { width: right, height: y + rowHeight, boxes, routes: [] }
}

/** As wide as the rest of the page, and wide enough for a page of good proportions. */
function usualWidth(elements: readonly DiagramElement[], widthPx: number): number {
  const arranged = elements.map((element) => arrange(element))
  const area = arranged.reduce((sum, box) => sum + box.width * box.height, 0)
  return Math.max(page.minWidth, widthPx, Math.round(Math.sqrt(1.5 * area)), ...arranged.map((box) => box.width))
}

/** Connected parts beside and below each other, then the boxes without lines: below them, or beside them where the page is too high. */
function together(parts: readonly PlacedPart[], alone: readonly DiagramElement[]): PlacedPart {
  const { width, height, places } = packShelves(parts, gapBetweenParts)
  const moved = parts.map((part, position) => movedBy(part, places[position] ?? { x: 0, y: 0 }))
  const content = { width, height, ...joined(moved) }
  if (alone.length === 0) return content
  const rows = rowsOfBoxes(alone, usualWidth(alone, width))
  if (parts.length === 0) return rows
  const below = added(content, rows, { x: 0, y: height + gapBetweenParts })
  if (scaleOf(below) >= smallestScale) return below
  const beside = added(content, rowsOfBoxes(alone, 0), { x: width + gapBetweenParts, y: 0 })
  return scaleOf(beside) > scaleOf(below) ? beside : below
}

function added(content: PlacedPart, more: PlacedPart, at: Point): PlacedPart {
  return {
    width: Math.max(content.width, at.x + more.width),
    height: Math.max(content.height, at.y + more.height),
    ...joined([content, movedBy(more, at)]),
  }
}

function joined(parts: readonly PlacedPart[]): Pick<PlacedPart, 'boxes' | 'routes'> {
  return { boxes: parts.flatMap(({ boxes }) => boxes), routes: parts.flatMap(({ routes }) => routes) }
}

export function movedBy(part: PlacedPart, by: Point): PlacedPart {
  const moved = <At extends Point>(at: At): At => ({ ...at, x: at.x + by.x, y: at.y + by.y })
  return {
    ...part,
    boxes: part.boxes.map((box) => ({ ...box, rectangle: moved(box.rectangle) })),
    routes: part.routes.map((route) => ({
      ...route,
      points: route.points.map(moved),
      label: route.label && moved(route.label),
    })),
  }
}
