/**
 * Places a flow: each connected part in layers or columns, the parts beside and below each other, and boxes without lines
 * at the end.
 */
import type { Diagram, DiagramElement, Direction, Point } from '../diagram.ts'
import { formatCount } from '../resource-kinds.ts'
import type { Measure } from '../typeface/inter.ts'
import { arrange, positioned } from './arrange.ts'
import { card, fittedScale, page, readableScale } from './dimensions.ts'
import { type FlowBox, type PlacedPart, preparePart } from './flow-part.ts'
import { flowColumns, mostLines } from './flow-columns.ts'
import { type FlowPart, flowParts } from './flow-parts.ts'
import { packShelves } from './pack-shelves.ts'

/** Denser parts would not be readable in layers, and take long to lay out. */
const mostWeight = 250
const gapBetweenParts = 32
/** Title, legend, and notes. */
const aroundParts = { width: 2 * page.margin, height: 2 * page.margin + page.headerHeight + 72 }

export type FlowLayout = PlacedPart & {
  /** `''` unless lines are missing. */
  readonly simplified: string
}

/** In layers where these are readable on a screen, because their lines cross least, otherwise in columns. */
export async function flowLayout(diagram: Diagram, measure: Measure): Promise<FlowLayout> {
  const { connected, alone } = flowParts(diagram.elements, diagram.edges)
  const layered = await inLayers(connected, diagram.direction, measure)
  const parts =
    layered !== null && isReadable(together(layered, alonePart(alone, layered)))
      ? layered
      : connected.map((part, position) => {
          const columns = flowColumns(part, diagram.direction, measure)
          const layers = layered?.[position]
          return layers === undefined || areaOf(columns) < areaOf(layers) ? columns : layers
        })
  const tooMany = connected.filter(({ edges }) => edges.length > mostLines)
  const arrowCount = tooMany.reduce((sum, { edges }) => sum + edges.length, 0)
  return {
    ...together(parts, alonePart(alone, parts)),
    simplified: arrowCount === 0 ? '' : `Simplified: too many arrows (${formatCount(arrowCount)}) to draw.`,
  }
}

function isReadable({ width, height }: PlacedPart): boolean {
  const around = { width: width + aroundParts.width, height: height + aroundParts.height }
  return fittedScale(around) >= readableScale
}

function areaOf({ width, height }: PlacedPart): number {
  return width * height
}

/** `null` if a part has too many lines for layers. A strip runs in the other direction if it is readable so. */
async function inLayers(
  parts: readonly FlowPart[],
  direction: Direction,
  measure: Measure,
): Promise<readonly PlacedPart[] | null> {
  const prepared = parts.map((part) => preparePart(part, measure))
  if (prepared.some(({ weight }) => weight > mostWeight)) return null
  const placed: PlacedPart[] = []
  for (const part of prepared) {
    const natural = await part.layOut(direction)
    if (isReadable(natural)) placed.push(natural)
    else {
      const turned = await part.layOut(direction === 'down' ? 'right' : 'down')
      placed.push(isReadable(turned) ? turned : natural)
    }
  }
  return placed
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
