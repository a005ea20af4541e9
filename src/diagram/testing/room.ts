/** Measures of how well a placed page uses its room, and how much of it can be read. */
import type { PlacedDiagram, PlacedRoute, Point, Rectangle } from '../diagram.ts'
import { fittedScale } from '../layout/dimensions.ts'
import { endsOf, isSaidBeside, labelsByEnd } from '../layout/route-labels.ts'
import { hasMistakenArrowhead, isCramped } from '../layout/used-lines.ts'
import { offState } from '../off-state.ts'

/** Of nodes and subnets. */
export function boxCount({ boxes }: PlacedDiagram): number {
  return boxes.filter(({ element }) => element.kind === 'node' || element.form === 'subnet').length
}

/** Pixels of canvas. */
export function areaPerBox(placed: PlacedDiagram): number {
  return (placed.width * placed.height) / Math.max(1, boxCount(placed))
}

/** The size of the smallest label of a box, in pixels, when the page is fitted into the screen; never above 100 %. */
export function fittedLabelPx(placed: PlacedDiagram): number {
  const scale = Math.min(1, fittedScale(placed))
  const labels = placed.boxes.flatMap(({ texts }) => texts.filter(({ role }) => role === 'label'))
  return scale * Math.min(...labels.map(({ sizePx }) => sizePx))
}

/** Names that boxes don't show in full, on any number of lines. */
export function clippedNames({ boxes }: PlacedDiagram): readonly string[] {
  return boxes.flatMap(({ element, texts }) => {
    if (element.kind === 'group') return []
    const said = texts.filter(({ role }) => role === 'label').map(({ text }) => text)
    return letters(said.join('')) === letters(element.label) ? [] : [element.label]
  })
}

function letters(text: string): string {
  return text.replaceAll(/\s/gu, '')
}

/** Lines without a label, unless a line that starts or ends with them has one, or one that says the same beside them. */
function linesWithoutLabel({ routes }: PlacedDiagram): readonly string[] {
  const labelsAt = labelsByEnd(routes)
  const said = new Set(
    routes
      .filter(({ label }) => label !== null)
      .flatMap((route) => endsOf(route).filter((end) => labelsAt.get(end)?.size === 1)),
  )
  const labels = routes.flatMap((route) => (route.label === null ? [] : [[route, route.label] as const]))
  const isSaid = (route: PlacedRoute): boolean =>
    route.label !== null ||
    (route.edge.label !== '' && (endsOf(route).some((end) => said.has(end)) || isSaidBeside(route, labels)))
  return routes.filter((route) => !isSaid(route)).map(({ edge }) => edge.id)
}

/** Lines of which nothing is known beyond their form. */
export function linesWithoutDetails(placed: PlacedDiagram): readonly string[] {
  const known = new Set(placed.routes.filter(({ edge }) => edge.label !== '').map(({ edge }) => edge.id))
  return linesWithoutLabel(placed).filter((id) => !known.has(id))
}

/** Lines with a label for which there is no room. */
export function crowdedLines(placed: PlacedDiagram): readonly string[] {
  const unknown = new Set(linesWithoutDetails(placed))
  return linesWithoutLabel(placed).filter((id) => !unknown.has(id))
}

/** Lines that aren't in use, and of which no label says so. */
export function unsaidStates(placed: PlacedDiagram): readonly string[] {
  const unsaid = new Set(linesWithoutLabel(placed))
  return placed.routes
    .filter(({ edge }) => offState(edge.label) !== '')
    .filter(({ edge, label }) => unsaid.has(edge.id) || (label !== null && offState(label.text) === ''))
    .map(({ edge }) => edge.id)
}

/** Lines that begin where another one ends, so that both look like one. */
export function facingLines({ routes }: Pick<PlacedDiagram, 'routes'>): readonly string[] {
  const ends = new Set(routes.map(({ edge, points }) => placeAt(edge.target, points.at(-1))))
  return routes.filter(({ edge, points }) => ends.has(placeAt(edge.source, points[0]))).map(({ edge }) => edge.id)
}

function placeAt(id: string, at: Point | undefined): string {
  return `${id} ${at?.x} ${at?.y}`
}

/**
 * Arrowheads that another line touches, or near which it turns or begins, so that both look like one. Lines of one bundle,
 * and those to the same box, are meant to.
 */
export function mistakenArrowheads({ routes }: Pick<PlacedDiagram, 'routes'>): readonly string[] {
  return routes.filter((route) => hasMistakenArrowhead(route, routes)).map(({ edge }) => edge.id)
}

/** Lines that turn so shortly before their end that the turn covers the arrowhead. */
export function crampedArrows({ routes }: Pick<PlacedDiagram, 'routes'>): readonly string[] {
  return routes.filter((route) => isCramped(route)).map(({ edge }) => edge.id)
}

/** The largest part of a quarter of the page that nothing is drawn in, 1 where a quarter is blank. Groups are what stands in them. */
export function blankestQuarter(placed: PlacedDiagram): number {
  const cells = 12
  const quarters = [0, 1, 2, 3].map((quarter) => ({
    x: ((quarter % 2) * placed.width) / 2,
    y: (Math.floor(quarter / 2) * placed.height) / 2,
    width: placed.width / 2,
    height: placed.height / 2,
  }))
  const drawn: readonly Rectangle[] = [
    ...placed.boxes.filter(({ element }) => element.kind === 'node' || element.form === 'subnet'),
    ...placed.captions.map(({ x, y, widthPx, sizePx }) => ({ x, y: y - sizePx, width: widthPx, height: sizePx })),
  ]
  const isBlank = (cell: Rectangle): boolean =>
    !drawn.some(
      (each) =>
        each.x < cell.x + cell.width &&
        cell.x < each.x + each.width &&
        each.y < cell.y + cell.height &&
        cell.y < each.y + each.height,
    )
  const blankOf = ({ x, y, width, height }: Rectangle): number =>
    Array.from({ length: cells * cells }, (_, at) => ({
      x: x + ((at % cells) * width) / cells,
      y: y + (Math.floor(at / cells) * height) / cells,
      width: width / cells,
      height: height / cells,
    })).filter(isBlank).length /
    cells ** 2
  return Math.max(...quarters.map(blankOf))
}
