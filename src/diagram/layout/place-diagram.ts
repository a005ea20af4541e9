/** Lays out a diagram: places boxes, fits texts, routes lines, and adds captions. The result is deterministic. */
import { typePlaying } from '../../resource-types/look-ups.ts'
import type { Diagram, PlacedBox, PlacedDiagram, PlacedRoute, Point, Rectangle } from '../diagram.ts'
import { notDrawnLines } from '../not-drawn-lines.ts'
import { formatCount } from '../resource-kinds.ts'
import type { Measure } from '../typeface/inter.ts'
import { footerTexts, legendEntries, titleTexts } from './captions.ts'
import { clearHeader } from './clear-headers.ts'
import { containedBoxes, containmentLayout, type PlacedContent } from './containment-layout.ts'
import { page } from './dimensions.ts'
import { flowBoxes, flowLayout, movedBy } from './flow-layout.ts'
import { placedBox } from './placed-box.ts'
import { labelText } from './route-labels.ts'

/** Where the content of a flow begins. */
const contentAt: Point = { x: page.margin, y: page.margin + page.headerHeight }

type UnroutedBox = Rectangle & {
  readonly element: { readonly id: string }
  readonly parentId: string | null
}

export async function placeDiagram(diagram: Diagram, measure: Measure): Promise<PlacedDiagram> {
  const { boxes, routes, simplified } =
    diagram.layout === 'flow' ? await placeFlow(diagram, measure) : containmentLayout(diagram, measure)
  const lineEnds = routes.flatMap(({ points }) => points)
  const labels = routes.flatMap(({ label }) => label ?? [])
  const right = Math.max(
    page.margin + page.minWidth,
    ...boxes.map(({ x, width }) => x + width),
    ...lineEnds.map(({ x }) => x),
    ...labels.map(({ x, widthPx }) => x + widthPx),
  )
  const bottom = Math.max(
    page.margin + page.headerHeight,
    ...boxes.map(({ y, height }) => y + height),
    ...lineEnds.map(({ y }) => y),
    ...labels.map(({ y }) => y),
  )
  const said = [diagram.simplified, simplified].filter((text) => text !== '').join(' ')

  const textWidth = right - page.margin
  const legend = legendEntries(boxes, routes, bottom + 24, textWidth, measure)
  const footerTop = Math.max(bottom + 24, ...legend.map(({ y }) => y + 28))
  const unrouted = diagram.edges.length - routes.length
  const footer = footerTexts(said, withUnrouted(diagram, unrouted), footerTop, textWidth, measure)
  const end = Math.max(footerTop, ...footer.map(({ y }) => y + 6)) + page.margin
  const width = right + page.margin
  return {
    view: diagram.view,
    page: diagram.page,
    title: `${diagram.title} of ${diagram.accountAlias || diagram.accountId}, ${diagram.region}`,
    accountId: diagram.accountId,
    accountAlias: diagram.accountAlias,
    region: diagram.region,
    direction: diagram.direction,
    notDrawn: withUnrouted(diagram, unrouted),
    ...(diagram.comparison !== undefined && { comparison: diagram.comparison }),
    simplified: said,
    description: describe(diagram, boxes, said),
    width: Math.max(width, Math.ceil(end / page.tallest)),
    height: Math.ceil(Math.max(end, width / page.widest)),
    boxes,
    routes: routes.toSorted((one, other) => (one.edge.id < other.edge.id ? -1 : 1)),
    captions: [...titleTexts(diagram, textWidth, measure), ...footer],
    legend,
    stampAt: { x: right, y: page.margin + 44 },
  }
}

/** Where {@link placeDiagram} places the boxes, without the time that routing takes. Sizes in px. */
export async function placeBoxes(diagram: Diagram, measure: Measure): Promise<readonly UnroutedBox[]> {
  if (diagram.layout !== 'flow') return containedBoxes(diagram, measure)
  return (await flowBoxes(diagram, measure)).map(({ rectangle: { x, y, width, height }, ...box }) => ({
    ...box,
    x: x + contentAt.x,
    y: y + contentAt.y,
    width,
    height,
  }))
}

async function placeFlow(diagram: Diagram, measure: Measure): Promise<PlacedContent> {
  const laidOut = await flowLayout(diagram, measure)
  const { boxes, routes } = movedBy(laidOut, contentAt)
  const lines = routes.map(({ points }) => points)
  return {
    boxes: boxes.map(({ element, parentId, rectangle }) =>
      clearHeader(placedBox(element, parentId, rectangle, measure), lines, measure),
    ),
    routes: routes.map(({ edge, points, label }): PlacedRoute => ({
      edge,
      points,
      label: label === null ? null : labelText(label),
    })),
    simplified: laidOut.simplified,
  }
}

/** Lines without room also count as not drawn. */
function withUnrouted({ notDrawn }: Diagram, count: number): Diagram['notDrawn'] {
  return count === 0 ? notDrawn : [...notDrawn, { what: count === 1 ? 'arrow' : 'arrows', count }]
}

function counted(count: number, singular: string, plural: string): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}

/** The description for screen readers. */
function describe(diagram: Diagram, boxes: readonly PlacedBox[], simplified: string): string {
  const networks = boxes.filter(({ element }) => element.type === typePlaying('VPC')).length
  const gaps = boxes.filter(({ element }) => element.kind === 'node' && element.form === 'gap')
  const missing = notDrawnLines(diagram.notDrawn)
  return [
    `${counted(boxes.length, 'box', 'boxes')}${networks === 0 ? '' : ` in ${counted(networks, 'VPC', 'VPCs')}`}${diagram.edges.length === 0 ? '' : `, ${counted(diagram.edges.length, 'arrow', 'arrows')}`}.`,
    ...(gaps.length === 0
      ? []
      : [`Couldn't be read: ${gaps.map(({ element }) => `${element.label} (${element.detail})`).join(', ')}.`]),
    ...(missing.length === 0 ? [] : [`Not drawn: ${missing.join(', ')}.`]),
    ...(diagram.comparison === undefined ? [] : [`Changes: ${diagram.comparison}.`]),
    ...(simplified === '' ? [] : [simplified]),
  ].join(' ')
}
