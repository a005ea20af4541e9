/**
 * Places a flow: each connected part in layers, the parts beside and below each other, and boxes without lines at the
 * end. A part that would take too long becomes a grid, and the diagram has a note about it.
 */
import type { Diagram, DiagramElement, Direction, Point } from '../diagram.ts'
import { formatCount } from '../resource-kinds.ts'
import type { Measure } from '../typeface/inter.ts'
import { arrange, positioned } from './arrange.ts'
import { card, page } from './dimensions.ts'
import { type FlowBox, type PlacedPart, preparePart, type PreparedPart } from './flow-part.ts'
import { flowParts } from './flow-parts.ts'
import { gridPart } from './grid-part.ts'
import type { LayerShape } from './layered-layout.ts'
import { packShelves } from './pack-shelves.ts'

export type FlowLayout = PlacedPart & {
  /** `''` if all parts are in layers. */
  readonly simplified: string
}

/** About two seconds of layout. Twice as many lines between the same boxes take many times as long. */
const mostWeight = 900
/** Up to this weight, other shapes are tried too. */
const mostWeightForShapes = 450
const gapBetweenParts = 32
/** Slightly less than the limits of a page, because title and legend need space too. */
const widest = 2.6
const tallest = 1 / 2.6

export async function flowLayout(diagram: Diagram, measure: Measure): Promise<FlowLayout> {
  const { connected, alone } = flowParts(diagram.elements, diagram.edges)
  const prepared = connected.map((part) => ({ part, prepared: preparePart(part, measure) }))
  const simple = prepared.filter((each) => each.prepared.weight > mostWeight)
  const parts: PlacedPart[] = []
  for (const each of prepared) {
    const isOnly = prepared.length === 1
    parts.push(
      simple.includes(each) ? gridPart(each.part, measure) : await wellShaped(each.prepared, diagram.direction, isOnly),
    )
  }
  const arrowCount = simple.reduce((sum, { part }) => sum + part.edges.length, 0)
  return {
    ...together(parts, alonePart(alone, parts)),
    simplified:
      simple.length === 0
        ? ''
        : `Simplified: too many arrows (${formatCount(arrowCount)}) to arrange by flow direction.`,
  }
}

/** Default layers if their proportions are good, otherwise the candidate with the best proportions. */
async function wellShaped(part: PreparedPart, direction: Direction, isOnly: boolean): Promise<PlacedPart> {
  const natural = await part.layOut({ kind: 'natural' }, direction)
  if (distanceToPage(natural, isOnly) === 0 || part.weight > mostWeightForShapes) return natural
  let best = natural
  for (const shape of otherShapes(part, natural, direction)) {
    const placed = await part.layOut(shape, direction)
    if (distanceToPage(placed, isOnly) < distanceToPage(best, isOnly)) best = placed
    if (distanceToPage(best, isOnly) === 0) return best
  }
  const turned = await part.layOut({ kind: 'natural' }, direction === 'down' ? 'right' : 'down')
  return distanceToPage(turned, isOnly) < distanceToPage(best, isOnly) ? turned : best
}

/** 0 for acceptable proportions. A part that isn't alone on its page can be a strip if it is short. */
function distanceToPage({ width, height }: PlacedPart, isOnly: boolean): number {
  const longestSide = Math.max(width, height)
  if (longestSide <= page.minWidth || (!isOnly && longestSide < 2 * page.minWidth)) return 0
  const aspect = width / Math.max(1, height)
  return Math.max(0, Math.log(aspect / widest), Math.log(tallest / aspect))
}

function otherShapes(part: PreparedPart, { width, height }: PlacedPart, direction: Direction): readonly LayerShape[] {
  const isTooLong = direction === 'right' ? width > height : height > width
  if (isTooLong) return part.hasGroups ? [] : [{ kind: 'wrapped' }]
  // With this number of boxes in a layer, layers are about as long as all of them together are deep.
  const pitch = {
    along: direction === 'right' ? card.width + 48 : card.height + 48,
    across: direction === 'right' ? card.height + 20 : card.width + 20,
  }
  const even = Math.sqrt((part.boxCount * pitch.along) / pitch.across)
  return [1, 0.7].map((factor) => ({ kind: 'bounded', perLayer: Math.max(2, Math.round(even * factor)) }))
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
