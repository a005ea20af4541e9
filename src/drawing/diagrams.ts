/** Creates the diagrams of a scan from its graph, stores them as JSON, and renders them on request. */
import type { ErrorDetail } from '../../contract/envelope.ts'
import type { PageSelection, PictureAnswer, PictureOptions, PictureRequest } from './picture-request.ts'
import { aloneDiagram } from '../diagram/alone-diagram.ts'
import { comparisonOf } from '../diagram/comparison/draw-comparison.ts'
import { detailPages } from '../diagram/detail-pages.ts'
import type { Diagram, ViewName } from '../diagram/diagram.ts'
import { type DrawnPage, drawPage, overviewOptions, type PageOptions } from '../diagram/draw-page.ts'
import { type Format, formats, holdsManyPages, mayHaveParts, renderDiagram } from '../diagram/render-diagram.ts'
import { parseTagExpression } from '../diagram/select/tag-expression.ts'
import { parseTypeFilter } from '../diagram/select/type-filter.ts'
import { shownPart } from '../diagram/shown-part.ts'
import { flattened } from '../diagram/views/boxes/group.ts'
import { viewNames } from '../diagram/views/draw-view.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { compactHeap } from './compact-heap.ts'
import { cacheLastGraph, type LastGraph } from './graph-cache.ts'
import type { NewDiagram } from '../store/diagrams.ts'
import type { Store } from '../store/store.ts'

/** Accounts with more boxes open with the overview. */
const mostBoxes = 60

/** Draws every view with the list of its detail pages, in the order in which they are listed. Detail pages are drawn on request. */
export function drawDiagrams(graph: ResourceGraph): Promise<readonly NewDiagram[]> {
  const drawn = viewNames.map((view) => {
    const diagram = diagramOf(drawPage(view, graph, overviewOptions))
    compactHeap(graph.resources.length)
    return diagram
  })
  return Promise.resolve(
    firstToOpenFirst(drawn).map((diagram) => ({
      type: diagram.view,
      title: diagram.title,
      content: diagram,
      pages: detailPages(diagram),
    })),
  )
}

/** Counts the resources with a box in the architecture, including those in summary boxes. */
function firstToOpenFirst(diagrams: readonly Diagram[]): readonly Diagram[] {
  const boxes = flattened(diagrams.find(({ view }) => view === 'architecture')?.elements ?? [])
  const count = boxes.reduce((sum, { kind, members }) => sum + (kind === 'node' ? members.length : 0), 0)
  if (count <= mostBoxes) return diagrams
  return diagrams.toSorted((left, right) => Number(right.view === 'overview') - Number(left.view === 'overview'))
}

/** Returns the errors in the texts of a selection, by parameter. */
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

/** Renders stored diagrams one after the other, and caches what they have in common. */
export function openPictures(store: Pick<Store, 'tenant'>): (request: PictureRequest) => Promise<PictureAnswer> {
  const lastGraph = cacheLastGraph()
  return (request) => drawStoredPicture(store, request, lastGraph)
}

/** Renders a stored diagram in the requested format. */
export async function drawStoredPicture(
  store: Pick<Store, 'tenant'>,
  { organizationId, diagramId, options }: PictureRequest,
  lastGraph: LastGraph = (_, read) => read(),
): Promise<PictureAnswer> {
  const format = formats.find((known) => known === options.format)
  if (format === undefined) throw new Error(`The format ${options.format} is not supported`)
  if (options.part > 1 && !mayHaveParts(format)) return noSuchPart(1)
  const stored = await store.tenant(organizationId, async ({ diagrams, graphs }) => {
    const [diagram, content] = [await diagrams.find(diagramId), await diagrams.content(diagramId)]
    if (diagram === null || content === null) return null
    const page = pageOf(diagram.focus, options)
    const isStored = content.content !== null && isOverview(page) && options.compare === null
    const { scanId } = diagram
    const isEnough = isStored && (!holdsManyPages(format) || options.alone !== null)
    const graph = isEnough ? null : await lastGraph(scanId, () => graphs.load(scanId))
    const base = options.compare === null ? null : ((await graphs.load(options.compare.baseId)) ?? unreadGraph)
    const { scanUpdatedAt } = content
    return { diagram, page, scanUpdatedAt, graph, base, content: isStored ? content.content : null }
  })
  if (stored === null) return { kind: 'refused', code: 'NOT_FOUND', message: 'The diagram does not exist.' }

  const { diagram, page, graph, base, content, scanUpdatedAt } = stored
  const view = viewOf(diagram.type)
  const draw = graph === null ? null : drawerOf(graph, base)
  const drawn: DrawnPage =
    draw === null || content !== null ? { kind: 'drawn', diagram: content as Diagram } : draw(view, page)
  if (drawn.kind === 'not found') return { kind: 'refused', code: 'NOT_FOUND', message: drawn.message }
  const { theme, scale, part, characterLimit, detail, compare, alone } = options
  const shown = (whole: Diagram): Diagram => {
    const left = shownPart(whole, options)
    return alone === null ? left : aloneDiagram(left, alone)
  }
  const { bytes, mediaType, parts } = await renderDiagram(shown(drawn.diagram), {
    format,
    theme,
    scale,
    part,
    characterLimit,
    detail,
    ...(options.stamp ? { stamp: scanUpdatedAt.toISOString() } : {}),
    ...(compare !== null && { compare: compare.name }),
    ...(draw === null || alone !== null || !holdsManyPages(format)
      ? {}
      : { furtherPages: furtherPages(drawn.diagram, draw, page, format).map(shown) }),
  })
  return part > parts ? noSuchPart(parts) : { kind: 'drawn', bytes, mediaType }
}

/** Draws pages of one scan, or of its comparison with another one. */
export type DrawPage = (view: ViewName, page: PageOptions) => DrawnPage

/** `base`: `null` without a comparison. */
export function drawerOf(graph: ResourceGraph, base: ResourceGraph | null): DrawPage {
  if (base === null) return (view, page) => drawPage(view, graph, page)
  const { accountId, accountAlias, region } = graph
  return comparisonOf({ ...base, accountId, accountAlias, region }, graph)
}

/** A base scan that hasn't completed has read nothing. */
const unreadGraph = { accountId: '', accountAlias: '', region: '', resources: [], relations: [], coverage: [] }

function noSuchPart(parts: number): PictureAnswer {
  const message = parts === 1 ? 'The diagram has one part.' : `The diagram has ${parts} parts.`
  return { kind: 'refused', code: 'NOT_FOUND', message }
}

/** Options don't change the focus of a detail page, unless they name another one. */
function pageOf(focus: string, { page }: PictureOptions): PageOptions {
  return page.focus === '' ? { ...page, focus } : page
}

function isOverview(page: PageOptions): boolean {
  return Object.entries(overviewOptions).every(([name, usual]) => page[name as keyof PageOptions] === usual)
}

/** The detail pages of the boxes and, on a first page, the other views. An HTML file also has their detail pages. */
export function furtherPages(diagram: Diagram, draw: DrawPage, page: PageOptions, format: Format): readonly Diagram[] {
  const closer = (of: Diagram): readonly Diagram[] =>
    detailPages(of).map(({ focus }) => diagramOf(draw(of.view, { ...overviewOptions, focus })))
  const own = closer(diagram)
  if (!isOverview(page)) return own
  const others = viewNames.filter((view) => view !== diagram.view).map((view) => diagramOf(draw(view, overviewOptions)))
  return [...own, ...others, ...(format === 'html' ? others.flatMap(closer) : [])]
}

/** Returns the diagram of a page that exists. */
function diagramOf(page: DrawnPage): Diagram {
  if (page.kind === 'drawn') return page.diagram
  throw new Error(page.message)
}

function viewOf(name: string): ViewName {
  const view = viewNames.find((known) => known === name)
  if (view === undefined) throw new Error(`Unknown view ${name}`)
  return view
}
