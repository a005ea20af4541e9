/** Lays a diagram out: boxes packed, texts fitted, edges routed, captions around. The same diagram gives the same places. */
import type { Diagram, DiagramElement, PlacedBox, PlacedDiagram, Rectangle } from '../diagram.ts'
import { notDrawnLines } from '../not-drawn-lines.ts'
import { formatCount } from '../resource-kinds.ts'
import type { Measure } from '../typeface/inter.ts'
import { type Arranged, arrange, positioned } from './arrange.ts'
import { boxContent } from './box-texts.ts'
import { footerTexts, legendEntries, titleTexts } from './captions.ts'
import { page } from './dimensions.ts'
import { routeEdges } from './route-edges.ts'

export function placeDiagram(diagram: Diagram, measure: Measure): PlacedDiagram {
  const boxes = placeBoxes(diagram, measure)
  const right = Math.max(page.margin + page.minWidth, ...boxes.map(({ x, width }) => x + width))
  const bottom = Math.max(page.margin + page.headerHeight, ...boxes.map(({ y, height }) => y + height))
  const canvas: Rectangle = { x: 0, y: 0, width: right + page.margin, height: bottom + page.margin }
  const { routes, unrouted } = routeEdges(diagram.edges, boxes, canvas)

  const textWidth = right - page.margin
  const legend = legendEntries(boxes, routes, bottom + 24, textWidth, measure)
  const footerTop = Math.max(bottom + 24, ...legend.map(({ y }) => y + 28))
  const footer = footerTexts(diagram, unrouted.length, footerTop, textWidth, measure)
  const end = Math.max(footerTop, ...footer.map(({ y }) => y + 6)) + page.margin
  return {
    view: diagram.view,
    page: diagram.page,
    title: `${diagram.title} of ${diagram.accountAlias || diagram.accountId}, ${diagram.region}`,
    accountId: diagram.accountId,
    accountAlias: diagram.accountAlias,
    region: diagram.region,
    direction: diagram.direction,
    notDrawn: diagram.notDrawn,
    simplified: diagram.simplified,
    description: describe(diagram, boxes),
    width: Math.max(canvas.width, Math.ceil(end / page.maxAspect)),
    height: Math.ceil(Math.max(end, canvas.width / page.maxAspect)),
    boxes,
    routes,
    captions: [...titleTexts(diagram, textWidth, measure), ...footer],
    legend,
    stampAt: { x: right, y: page.margin + 44 },
  }
}

function placeBoxes(diagram: Diagram, measure: Measure): readonly PlacedBox[] {
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
  const centre = middles.length === 0 ? page.margin : middles.reduce((sum, x) => sum + x, 0) / middles.length
  const above = internet.flatMap((box) =>
    positioned(box, Math.max(page.margin, Math.round(centre - box.width / 2)), top, null),
  )
  return [...above, ...placed].map(({ element, parentId, rectangle }) => ({
    ...rectangle,
    element: element.kind === 'node' ? element : withoutChildren(element),
    parentId,
    ...boxContent(element, rectangle, measure),
  }))
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

function withoutChildren(
  element: Extract<DiagramElement, { kind: 'group' }>,
): Exclude<PlacedBox['element'], { kind: 'node' }> {
  const { children: _, ...rest } = element
  return rest
}

/** What a reader who cannot see the picture is told of it. */
function describe(diagram: Diagram, boxes: readonly PlacedBox[]): string {
  const networks = boxes.filter(({ element }) => element.type === 'AWS::EC2::VPC').length
  const gaps = boxes.filter(({ element }) => element.kind === 'node' && element.form === 'gap')
  const missing = notDrawnLines(diagram.notDrawn)
  return [
    `${formatCount(boxes.length)} boxes in ${formatCount(networks)} ${networks === 1 ? 'network' : 'networks'}, ${formatCount(diagram.edges.length)} arrows.`,
    ...(gaps.length === 0 ? [] : [`Could not be read: ${gaps.map(({ element }) => element.label).join(', ')}.`]),
    ...(missing.length === 0 ? [] : [`Not drawn: ${missing.join(', ')}.`]),
  ].join(' ')
}
