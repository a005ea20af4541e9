/**
 * Places a flow: each connected part in layers or columns, the parts beside and below each other, and boxes without lines
 * at the end.
 */
import type { Diagram, DiagramElement, Direction, Point } from '../diagram.ts'
import { formatCount } from '../resource-kinds.ts'
import type { Measure } from '../typeface/inter.ts'
import { arrange } from './arrange.ts'
import { positioned } from './arranged.ts'
import { card, fittedScale, page, readableScale } from './dimensions.ts'
import { type FlowBox, type PlacedPart, preparePart } from './flow-part.ts'
import { flowColumns, mostLines } from './flow-columns.ts'
import { type FlowPart, flowParts } from './flow-parts.ts'
import { packShelves } from './pack-shelves.ts'

/** Denser parts would not be readable in layers, and take long to lay out. */
const mostWeight = 250
const gapBetweenParts = 32
/** Times the room of columns. */
const mostRoomForLayers = 2

export type FlowLayout = PlacedPart & {
  /** `''` unless lines are missing. */
  readonly simplified: string
}

export async function flowLayout(diagram: Diagram, measure: Measure): Promise<FlowLayout> {
  const { connected, alone } = flowParts(diagram.elements, diagram.edges)
  const columns = connected.map((part) => flowColumns(part, diagram.direction, measure))
  const layers = await Promise.all(connected.map((part) => inLayers(part, diagram.direction, measure)))
  const mixed = columns.map((part, position) => smallEnough(layers[position] ?? null, part) ?? part)
  const pages = [mixed, columns].map((parts) => together(parts, alonePart(alone, parts)))
  const tooMany = connected.filter(({ edges }) => edges.length > mostLines)
  const arrowCount = tooMany.reduce((sum, { edges }) => sum + edges.length, 0)
  return {
    ...(pages.find(isReadable) ?? together(columns, alonePart(alone, columns))),
    simplified: arrowCount === 0 ? '' : `Simplified: too many arrows (${formatCount(arrowCount)}) to draw.`,
  }
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

function smallEnough(layers: PlacedPart | null, columns: PlacedPart): PlacedPart | null {
  return layers !== null && areaOf(layers) <= mostRoomForLayers * areaOf(columns) ? layers : null
}

function areaOf({ width, height }: PlacedPart): number {
  return width * height
}

function isReadable(content: PlacedPart): boolean {
  return fittedScale(pageAround(content)) >= readableScale
}

/** Short strips are clear enough. */
function isWellShaped(content: PlacedPart): boolean {
  const { width, height } = pageAround(content)
  const isShort = Math.max(content.width, content.height) <= page.minWidth
  return isReadable(content) && (isShort || (width <= page.widest * height && height <= page.tallest * width))
}

/** With title, legend, and notes. */
function pageAround({ width, height }: PlacedPart): { readonly width: number; readonly height: number } {
  return { width: width + 2 * page.margin, height: height + 2 * page.margin + page.headerHeight + 72 }
}

/** Boxes without lines, in rows as wide as the rest of the page. */
function alonePart(elements: readonly DiagramElement[], parts: readonly PlacedPart[]): readonly PlacedPart[] {
  if (elements.length === 0) return []
  const arranged = elements.map((element) => arrange(element))
  const width = Math.max(
    page.minWidth,
    packShelves(parts, gapBetweenParts).width,
    Math.round(Math.sqrt(1.5 * arranged.reduce((sum, box) => sum + box.width * box.height, 0))),
    ...arranged.map((box) => box.width),
  )
  const boxes: FlowBox[] = []
  let [x, y, rowHeight, right] = [0, 0, 0, 0]
  for (const box of arranged) {
    if (x > 0 && x + box.width > width) [x, y, rowHeight] = [0, y + rowHeight + card.gap, 0]
    boxes.push(...positioned(box, x, y, null))
    right = Math.max(right, x + box.width)
    x += box.width + card.gap
    rowHeight = Math.max(rowHeight, box.height)
  }
  return [{ width: right, height: y + rowHeight, boxes, routes: [] }]
}

/** Connected parts beside and below each other, then the boxes without lines. */
function together(parts: readonly PlacedPart[], alone: readonly PlacedPart[]): PlacedPart {
  const { width, height, places } = packShelves(parts, gapBetweenParts)
  const below = parts.length === 0 ? 0 : height + gapBetweenParts
  const moved = [
    ...parts.map((part, position) => movedBy(part, places[position] ?? { x: 0, y: 0 })),
    ...alone.map((part) => movedBy(part, { x: 0, y: below })),
  ]
  return {
    width: Math.max(width, ...alone.map((part) => part.width)),
    height: Math.max(height, ...alone.map((part) => below + part.height)),
    boxes: moved.flatMap(({ boxes }) => boxes),
    routes: moved.flatMap(({ routes }) => routes),
  }
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
