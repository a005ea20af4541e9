/**
 * Places nested boxes: packs the tree, puts the internet above its targets, and routes lines around unrelated boxes.
 */
import type { Diagram, DiagramElement, PlacedBox, PlacedRoute } from '../diagram.ts'
import { formatCount } from '../resource-kinds.ts'
import type { Measure } from '../typeface/inter.ts'
import { arrange } from './arrange.ts'
import { type Arranged, positioned } from './arranged.ts'
import { fittedScale, page, smallestScale } from './dimensions.ts'
import { placedBox } from './placed-box.ts'
import { routeEdges } from './route-edges.ts'
import { labeledRoutes } from './route-labels.ts'

/** About two seconds of routing. More arrows would be unreadable anyway. */
const mostArrows = 800

export type PlacedContent = {
  /** Parents come before their children. */
  readonly boxes: readonly PlacedBox[]
  readonly routes: readonly PlacedRoute[]
  readonly simplified: string
}

export function containmentLayout(diagram: Diagram, measure: Measure): PlacedContent {
  const boxes = containedBoxes(diagram, measure)
  const right = Math.max(page.margin + page.minWidth, ...boxes.map(({ x, width }) => x + width))
  const bottom = Math.max(page.margin + page.headerHeight, ...boxes.map(({ y, height }) => y + height))
  const top = page.margin + page.headerHeight - page.aboveContent
  const canvas = { x: 0, y: top, width: right + page.margin, height: bottom + page.margin - top }
  const undirected = diagram.direction === 'right' ? 'The direction option has no effect on this view.' : ''
  if (diagram.edges.length > mostArrows) {
    const tooMany = `Simplified: ${formatCount(diagram.edges.length)} arrows not drawn.`
    return { boxes, routes: [], simplified: [tooMany, undirected].filter(Boolean).join(' ') }
  }
  const { routes } = routeEdges(diagram.edges, boxes, canvas)
  return { boxes, routes: labeledRoutes(routes, boxes, canvas, measure), simplified: undirected }
}

export function containedBoxes(diagram: Diagram, measure: Measure): readonly PlacedBox[] {
  return contained(diagram).map(({ element, parentId, rectangle }) => placedBox(element, parentId, rectangle, measure))
}

/** Whether the labels of a page have their smallest size when it is fitted into the screen. Lines rarely need more room. */
export function isContainmentLegible(diagram: Diagram): boolean {
  const rectangles = contained(diagram).map(({ rectangle }) => rectangle)
  const right = Math.max(0, ...rectangles.map(({ x, width }) => x + width))
  const bottom = Math.max(0, ...rectangles.map(({ y, height }) => y + height))
  const size = { width: right + page.margin, height: bottom + page.footHeight + page.margin }
  return fittedScale(size) >= smallestScale
}

function contained(diagram: Diagram): ReturnType<typeof positioned> {
  const top = page.margin + page.headerHeight
  const main = diagram.elements.filter((element) => !isInternet(element)).map((element) => arrange(element))
  const internet = diagram.elements.filter(isInternet).map((element) => arrange(element))
  const mainTop = top + (internet.length === 0 ? 0 : (internet[0]?.height ?? 0) + page.gapToInternet)
  const placed = stackDown(main, page.margin, mainTop)
  const entries = new Set(
    diagram.edges.filter(({ source }) => internet.some((box) => box.element.id === source)).map(({ target }) => target),
  )
  const middles = placed
    .filter(({ element }) => entries.has(element.id))
    .map(({ rectangle }) => rectangle.x + rectangle.width / 2)
    .toSorted((one, other) => one - other)
  // Straight above one of them, so that only what moves this one moves it.
  const center = middles[Math.floor((middles.length - 1) / 2)] ?? page.margin
  const above = internet.flatMap((box) =>
    positioned(box, Math.max(page.margin, Math.round(center - box.width / 2)), top, null),
  )
  return [...above, ...placed]
}

function stackDown(arranged: readonly Arranged[], x: number, top: number): ReturnType<typeof positioned> {
  let y = top
  return arranged.flatMap((box) => {
    const placed = positioned(box, x, y, null)
    y += box.height + page.gapToInternet
    return placed
  })
}

function isInternet(element: DiagramElement): boolean {
  return element.kind === 'node' && element.form === 'internet'
}
