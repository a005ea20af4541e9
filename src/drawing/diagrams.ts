/** The diagrams of a scan: drawn from its graph, kept as plain JSON, rendered when they are read. */
import type { ErrorDetail } from '../../contract/envelope.ts'
import type { PageSelection, PictureAnswer, PictureOptions, PictureRequest } from './picture-request.ts'
import { detailPages } from '../diagram/detail-pages.ts'
import type { Diagram, ViewName } from '../diagram/diagram.ts'
import { type DrawnPage, drawPage, overviewOptions, type PageOptions } from '../diagram/draw-page.ts'
import { type Format, formats, holdsManyPages, mayHaveParts, renderDiagram } from '../diagram/render-diagram.ts'
import { parseTagExpression } from '../diagram/select/tag-expression.ts'
import { parseTypeFilter } from '../diagram/select/type-filter.ts'
import { flattened } from '../diagram/views/boxes/group.ts'
import { viewNames } from '../diagram/views/draw-view.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { cacheLastGraph, type LastGraph } from './graph-cache.ts'
import type { NewDiagram } from '../store/diagrams.ts'
import type { Store } from '../store/store.ts'

/** Above that, an account is read from the overview on. */
const mostBoxes = 60

/** Every view, the first one to open first, each with the list of its detail pages, which are drawn when they are read. */
export function drawDiagrams(graph: ResourceGraph): Promise<readonly NewDiagram[]> {
  return Promise.resolve(
    firstToOpenFirst(viewNames.map((view) => diagramOf(drawPage(view, graph, overviewOptions)))).map((diagram) => ({
      type: diagram.view,
      title: diagram.title,
      content: diagram,
      pages: detailPages(diagram),
    })),
  )
}

/** What has a box in the architecture decides, also where it shares one. */
function firstToOpenFirst(diagrams: readonly Diagram[]): readonly Diagram[] {
  const boxes = flattened(diagrams.find(({ view }) => view === 'architecture')?.elements ?? [])
  const count = boxes.reduce((sum, { kind, members }) => sum + (kind === 'node' ? members.length : 0), 0)
  if (count <= mostBoxes) return diagrams
  return diagrams.toSorted((left, right) => Number(right.view === 'overview') - Number(left.view === 'overview'))
}

/** What is wrong with the texts of a selection, by parameter. */
export function checkPage({ tags, types }: PageSelection): readonly ErrorDetail[] {
  const expression = tags === '' ? null : parseTagExpression(tags)
  const filter = types === '' ? null : parseTypeFilter(types)
  return [
    ...(expression?.kind === 'error'
      ? [{ path: ['tags'], message: `${expression.message} (at character ${expression.position})` }]
      : []),
    ...(filter !== null && 'error' in filter ? [{ path: ['types'], message: filter.error }] : []),
  ]
}

/** Draws one stored picture after the other, and keeps what they have in common. */
export function openPictures(store: Pick<Store, 'tenant'>): (request: PictureRequest) => Promise<PictureAnswer> {
  const lastGraph = cacheLastGraph()
  return (request) => drawStoredPicture(store, request, lastGraph)
}

/** From what is stored to the bytes of a picture. */
export async function drawStoredPicture(
  store: Pick<Store, 'tenant'>,
  { organizationId, diagramId, options }: PictureRequest,
  lastGraph: LastGraph = (_, read) => read(),
): Promise<PictureAnswer> {
  const format = formats.find((known) => known === options.format)
  if (format === undefined) throw new Error(`${options.format} is not drawn`)
  if (options.part > 1 && !mayHaveParts(format)) return noSuchPart(1)
  const stored = await store.tenant(organizationId, async ({ diagrams, graphs }) => {
    const [diagram, content] = [await diagrams.find(diagramId), await diagrams.content(diagramId)]
    if (diagram === null || content === null) return null
    const page = pageOf(diagram.focus, options)
    const isStored = content.content !== null && isOverview(page)
    const { scanId } = diagram
    const isEnough = isStored && !holdsManyPages(format)
    const graph = isEnough ? null : await lastGraph(scanId, () => graphs.load(scanId))
    return { diagram, page, scanUpdatedAt: content.scanUpdatedAt, graph, content: isStored ? content.content : null }
  })
  if (stored === null) return { kind: 'refused', code: 'NOT_FOUND', message: 'The diagram does not exist.' }

  const { diagram, page, graph, content, scanUpdatedAt } = stored
  const view = viewOf(diagram.type)
  const drawn: DrawnPage =
    graph === null || content !== null ? { kind: 'drawn', diagram: content as Diagram } : drawPage(view, graph, page)
  if (drawn.kind === 'not found') return { kind: 'refused', code: 'NOT_FOUND', message: drawn.message }
  const { theme, scale, part, characterLimit } = options
  const { bytes, mediaType, parts } = await renderDiagram(drawn.diagram, {
    format,
    theme,
    scale,
    part,
    characterLimit,
    ...(options.stamp ? { stamp: scanUpdatedAt.toISOString() } : {}),
    ...(graph === null || !holdsManyPages(format)
      ? {}
      : { furtherPages: furtherPages(drawn.diagram, graph, page, format) }),
  })
  return part > parts ? noSuchPart(parts) : { kind: 'drawn', bytes, mediaType }
}

function noSuchPart(parts: number): PictureAnswer {
  const message = parts === 1 ? 'The picture has one part.' : `The picture has ${parts} parts.`
  return { kind: 'refused', code: 'NOT_FOUND', message }
}

/** A detail page is an overview of its own: options leave its focus as it is, unless they name another. */
function pageOf(focus: string, { page }: PictureOptions): PageOptions {
  return page.focus === '' ? { ...page, focus } : page
}

function isOverview(page: PageOptions): boolean {
  return Object.entries(overviewOptions).every(([name, usual]) => page[name as keyof PageOptions] === usual)
}

/** The pages that boxes lead to, and beside an overview the other views; in a file to browse, with theirs. */
export function furtherPages(
  diagram: Diagram,
  graph: ResourceGraph,
  page: PageOptions,
  format: Format,
): readonly Diagram[] {
  const closer = (of: Diagram): readonly Diagram[] =>
    detailPages(of).map(({ focus }) => diagramOf(drawPage(of.view, graph, { ...overviewOptions, focus })))
  const own = closer(diagram)
  if (!isOverview(page)) return own
  const others = viewNames
    .filter((view) => view !== diagram.view)
    .map((view) => diagramOf(drawPage(view, graph, overviewOptions)))
  return [...own, ...others, ...(format === 'html' ? others.flatMap(closer) : [])]
}

/** Of a page that is known to exist. */
function diagramOf(page: DrawnPage): Diagram {
  if (page.kind === 'drawn') return page.diagram
  throw new Error(page.message)
}

function viewOf(name: string): ViewName {
  const view = viewNames.find((known) => known === name)
  if (view === undefined) throw new Error(`There is no view ${name}`)
  return view
}
