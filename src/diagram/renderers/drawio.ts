/** draw.io: one page for each diagram, uncompressed, with boxes inside their containers, so that users can edit it. */
import { visibleText } from '../../graph/visible-text.ts'
import { signed } from '../comparison/change-texts.ts'
import type { PlacedBox, PlacedDiagram, PlacedRoute, Point } from '../diagram.ts'
import type { Theme } from '../themes/theme.ts'
import { consoleUrl } from './console-links.ts'
import { legendCells, stampCell, textCell } from './drawio-captions.ts'
import { geometry, htmlLabel, layerId } from './drawio-cells.ts'
import { boxStyle, iconStyle, lineStyle } from './drawio-styles.ts'
import type { DiagramPage, Renderer, RenderOptions } from './renderer.ts'
import { isHatched } from './element-style.ts'
import { oneResource } from './svg-boxes.ts'
import { escapeXml, tag } from './xml.ts'

export const drawio: Renderer = {
  mediaType: 'application/vnd.jgraph.mxfile',
  fileExtension: 'drawio',
  needs: 'pages',
  render(pages, options) {
    const written = pages.map((page) => pageMarkup(page.placed, pages, options))
    return new TextEncoder().encode(
      `<?xml version="1.0" encoding="UTF-8"?>\n${tag('mxfile', { host: 'Surveyor', compressed: 'false' }, `\n${written.join('\n')}\n`)}\n`,
    )
  },
}

function pageMarkup(placed: PlacedDiagram, pages: readonly DiagramPage[], options: RenderOptions): string {
  const { theme } = options
  const boxesById = new Map(placed.boxes.map((box) => [box.element.id, box]))
  const cells = [
    ...placed.boxes.flatMap((box) => boxCells(box, boxesById, theme, linkOf(box, placed, pages))),
    ...placed.routes.map((route) => edgeCell(route, boxesById, theme)),
    ...placed.legend.flatMap((entry, position) => legendCells(entry, `legend-${position}`, theme)),
    ...placed.captions.map((text, position) => textCell(text, `caption-${position}`, theme)),
    ...stampCell(placed, options),
  ]
  const root = tag('root', {}, `<mxCell id="0"/><mxCell id="${layerId}" parent="0"/>\n${cells.join('\n')}\n`)
  const model = tag(
    'mxGraphModel',
    {
      grid: 0,
      gridSize: 10,
      guides: 1,
      tooltips: 1,
      connect: 1,
      arrows: 1,
      fold: 1,
      page: 0,
      pageScale: 1,
      pageWidth: placed.width,
      pageHeight: placed.height,
      background: theme.background,
      math: 0,
      shadow: 0,
    },
    root,
  )
  return tag('diagram', { id: pageId(placed), name: pageName(placed) }, model)
}

function pageId({ view, page }: PlacedDiagram): string {
  return page === '' ? view : `${view}:${encodeURIComponent(page.toWellFormed())}`
}

function pageName({ captions, view }: PlacedDiagram): string {
  return captions.find(({ role }) => role === 'title')?.text ?? view
}

/** Links to the page that the box opens if the file contains it, otherwise to the AWS console. */
function linkOf(box: PlacedBox, placed: PlacedDiagram, pages: readonly DiagramPage[]): string | null {
  const { opens, presence } = box.element
  const page = pages.find((each) => each.placed.view === placed.view && each.placed.page === opens)
  if (opens !== null && page !== undefined) return `data:page/id,${pageId(page.placed)}`
  const resource = oneResource(box)
  return resource === null || presence !== 'read' ? null : consoleUrl(placed.region, resource)
}

type Boxes = ReadonlyMap<string, PlacedBox>

/** The box, with its icon as a child. Content of groups that aren't drawn moves to the parent group. */
function boxCells(box: PlacedBox, boxes: Boxes, theme: Theme, link: string | null): readonly string[] {
  const { element } = box
  const style = boxStyle(box, theme)
  if (style === null) return []
  const parent = containerOf(box, boxes)
  const resource = oneResource(box)
  const cell = tag('mxCell', { style, vertex: 1, parent: parent?.id ?? layerId }, geometry(box, parent?.box ?? null))
  const about = {
    id: cellId(element.id),
    label: htmlLabel(
      signed(element.label, element.change),
      element.detail,
      element.kind === 'group' && box.icon === null ? ' &#160;' : '<br>',
    ),
    tooltip: escapeXml(element.description),
    link,
    resourceType: element.type,
    resourceId: resource === null ? null : visibleText(resource.id),
    resourceCount: element.kind === 'node' && element.form === 'stack' ? element.members.length : null,
    readable: isHatched(element) ? 'no' : null,
  }
  const icon = element.kind === 'group' ? null : iconStyle(box, theme)
  if (icon === null || box.icon === null) return [tag('UserObject', about, cell)]
  const { x, y, sizePx } = box.icon
  const place = { x, y, width: sizePx, height: sizePx }
  const attributes = { id: `${about.id}-icon`, style: icon, vertex: 1, connectable: 0, parent: about.id }
  return [tag('UserObject', about, cell), tag('mxCell', attributes, geometry(place, box))]
}

function containerOf(box: PlacedBox, boxes: Boxes): { readonly id: string; readonly box: PlacedBox } | null {
  const parent = box.parentId === null ? undefined : boxes.get(box.parentId)
  if (parent === undefined) return null
  const isDrawn = parent.element.kind !== 'group' || parent.element.form !== 'band'
  return isDrawn ? { id: cellId(parent.element.id), box: parent } : containerOf(parent, boxes)
}

function edgeCell({ edge, points }: PlacedRoute, boxes: Boxes, theme: Theme): string {
  const [start, end] = [points.at(0), points.at(-1)]
  const [source, target] = [boxes.get(edge.source), boxes.get(edge.target)]
  const fixed = [connection('exit', source, start), connection('entry', target, end)]
  const corners = points.slice(1, -1).map((point) => tag('mxPoint', { x: point.x, y: point.y }))
  const way = corners.length === 0 ? '' : tag('Array', { as: 'points' }, corners.join(''))
  const cell = tag(
    'mxCell',
    {
      style: [lineStyle(edge, theme), ...fixed].join(''),
      edge: 1,
      parent: layerId,
      source: cellId(edge.source),
      target: cellId(edge.target),
    },
    tag('mxGeometry', { relative: 1, as: 'geometry' }, way),
  )
  return tag(
    'UserObject',
    {
      id: cellId(`edge ${edge.id}`),
      label: htmlLabel(signed(edge.label, edge.change), ''),
      tooltip: escapeXml(edge.description),
    },
    cell,
  )
}

/** The point where an edge is attached to a box, as a fraction of its sides. */
function connection(side: 'exit' | 'entry', box: PlacedBox | undefined, point: Point | undefined): string {
  if (box === undefined || point === undefined) return ''
  const [x, y] = [share(point.x - box.x, box.width), share(point.y - box.y, box.height)]
  return `${side}X=${x};${side}Y=${y};${side}Dx=0;${side}Dy=0;${side}Perimeter=0;`
}

function share(offset: number, length: number): number {
  return Math.round((offset / length) * 10_000) / 10_000
}

/** Cells `0` and `1` are reserved by draw.io. */
function cellId(elementId: string): string {
  return `cell ${elementId}`
}
