/** Draws the requested page of a view: the first page or a part of it, summarized and directed as requested. */
import { configuredPart } from '../graph/configured-part.ts'
import { indexGraph } from '../graph/graph-index.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { applicationsOf } from '../meaning/applications/applications.ts'
import type { Diagram, Direction, ViewName, ViewOptions } from './diagram.ts'
import { arrowsAcross } from './select/arrows-across.ts'
import { findBox, findNamed, type Focus, type FocusSearch } from './select/find-focus.ts'
import { hasTag, noteMissingTag, noteNotGrouped } from './select/group-by-notes.ts'
import { noteEmptySelection, noteUndrawnFocus } from './select/empty-selection.ts'
import { selectGraph } from './select/select-graph.ts'
import { parseTagExpression } from './select/tag-expression.ts'
import { parseTypeFilter } from './select/type-filter.ts'
import { drawView } from './views/draw-view.ts'
import { withoutUnlinked } from './views/architecture/focused-resource.ts'
import { partnersOf } from './views/dataflow/dependencies.ts'
import { groupsAround, groupsOf } from './views/security/groups-around.ts'
import { pageSeparator, withLinks } from './views/page-links.ts'
import { mostOfDetailPage } from './views/view-options.ts'

export type PageOptions = {
  /** `''`: the first page. */
  readonly focus: string
  /** Steps around the focus. `null`: the default for the kind of focus. */
  readonly depth: number | null
  /** A tag expression. `''`: no filter. */
  readonly tags: string
  /** A list of types. `''`: all types. */
  readonly types: string
  readonly groupBy: string | null
  readonly collapse: number | null
  readonly direction: Direction | null
}

export const overviewOptions: PageOptions = {
  focus: '',
  depth: null,
  tags: '',
  types: '',
  groupBy: null,
  collapse: null,
  direction: null,
}

/** `not found`: the focus matches nothing in the scan, or several resources. The message is for API callers. */
export type DrawnPage =
  | { readonly kind: 'drawn'; readonly diagram: Diagram }
  | { readonly kind: 'not found'; readonly message: string }

/** The limit of boxes if the caller sets `collapse`. */
const mostElements = 600
/** Longer paths of nested pages aren't resolved. */
const mostNested = 8

/** Permitted relations aren't drawn. `tags` and `types` must be well-formed: callers check them with their parsers. */
export function drawPage(view: ViewName, scanned: ResourceGraph, options: PageOptions): DrawnPage {
  const { focus } = options
  const graph = configuredPart(scanned)
  const scan = { graph, permitted: scanned }
  if (focus === '') return { kind: 'drawn', diagram: drawFocused(view, scan, null, options) }
  const found = findFocus(view, scan, focus)
  return isFound(found)
    ? { kind: 'drawn', diagram: drawFocused(view, scan, found, options) }
    : { kind: 'not found', message: notFoundMessage(focus, found) }
}

/** `graph`: without permitted relations. `permitted`: with them. */
type Scan = { readonly graph: ResourceGraph; readonly permitted: ResourceGraph }

/** Around a single resource, the architecture shows only what is connected to it. */
function drawFocused(view: ViewName, scan: Scan, focus: Focus | null, options: PageOptions): Diagram {
  const [resource] = focus?.kind === 'resource' ? focus.members : []
  const partners = focus === null ? new Set<string>() : partnersIn(view, scan, focus, options.depth)
  const drawWithout = (except: ReadonlySet<string>): Diagram =>
    drawSelected(view, scan, focus, options, { partners, except })
  const diagram = drawWithout(new Set())
  return resource !== undefined && (view === 'architecture' || view === 'overview')
    ? withoutUnlinked(diagram, scan.graph, resource, drawWithout)
    : diagram
}

type Related = {
  /** Keys of what is shown with the focus, however many steps away. */
  readonly partners: ReadonlySet<string>
  /** Keys of what is left out. */
  readonly except: ReadonlySet<string>
}

function drawSelected(
  view: ViewName,
  scan: Scan,
  focus: Focus | null,
  options: PageOptions,
  { partners, except }: Related,
): Diagram {
  const { graph, permitted } = scan
  const { depth, tags, types, groupBy, collapse, direction } = options
  const expression = tags === '' ? null : parseTagExpression(tags)
  const filter = types === '' ? null : parseTypeFilter(types)
  const steps = focus === null ? 0 : (depth ?? usualSteps(view, focus))
  const { graph: selected, leftOut } = selectGraph(graph, {
    focus: focus === null ? null : { members: focus.members, steps, partners },
    matchesTags: expression?.kind === 'expression' ? expression.matches : null,
    types: filter === null || 'error' in filter ? null : filter,
    inPlace: view !== 'inventory',
    except,
  })
  const [resource = null] = focus?.kind === 'resource' ? focus.members : []
  const viewOptions: Partial<ViewOptions> = {
    ...(focus !== null && { elementLimit: mostOfDetailPage }),
    ...(collapse !== null && { elementLimit: mostElements }),
    collapse,
    direction,
    page: options.focus,
    pageTitle: focus?.title ?? '',
    focused: resource === null ? null : { resource, steps },
    expanded: focus?.kind === 'group',
    scanned: selected === graph ? null : graph,
    permitted,
  }
  const diagram = groupedBy(view, selected, viewOptions, groupBy)
  const index = indexGraph(selected)
  const scanned = { whole: indexGraph(graph), permitted: indexGraph(permitted) }
  const across =
    focus?.kind === 'network' && viewsOfUses.has(view) ? arrowsAcross(view, scanned, focus.members, index) : []
  const told = noteEmptySelection({ ...diagram, notDrawn: [...diagram.notDrawn, ...leftOut, ...across] }, options)
  const isSelected = resource !== null && index.find(resource) !== null
  const inBoxes = isSelected && view === 'security' ? groupsOf(index, resource) : []
  const noted = isSelected ? noteUndrawnFocus(told, resource, focus?.title ?? '', inBoxes) : told
  return withLinks(noted, focus?.members.length ?? Infinity)
}

/** Without grouping if no resource has the tag. Adds a note if grouping changes nothing. */
function groupedBy(
  view: ViewName,
  graph: ResourceGraph,
  options: Partial<ViewOptions>,
  groupBy: string | null,
): Diagram {
  const plain = (): Diagram => drawView(view, graph, options)
  if (groupBy === null) return plain()
  if (!hasTag(graph.resources, groupBy)) return noteMissingTag(plain(), groupBy)
  const diagram = drawView(view, graph, { ...options, groupBy })
  return view === 'architecture' || view === 'network' ? noteNotGrouped(diagram, plain(), groupBy) : diagram
}

/** A box is looked up on the page that shows it, which is drawn for this. The same graph always has the same boxes. */
function findFocus(view: ViewName, scan: Scan, text: string): FocusSearch {
  const applications = applicationsOf(indexGraph(scan.permitted))
  const find = (name: string): FocusSearch => findNamed(scan.graph, applications, name)
  const whole = find(text)
  const parts = text.split(pageSeparator)
  if (whole.kind !== 'none' || parts.length > mostNested) return whole
  let found: FocusSearch = whole
  let page = ''
  for (let start = 0; start < parts.length;) {
    const diagram: Diagram = isFound(found)
      ? drawFocused(view, scan, found, { ...overviewOptions, focus: page })
      : overviewOf(view, scan)
    let next: FocusSearch = { kind: 'none' }
    // The ID of a box may contain the separator.
    let end = start
    while (!isFound(next) && end < parts.length) {
      const id = parts.slice(start, ++end).join(pageSeparator)
      const resource: FocusSearch = start === 0 ? find(id) : next
      next = isFound(resource) ? resource : findBox(diagram, id)
    }
    if (!isFound(next)) return next
    found = next
    page = parts.slice(0, end).join(pageSeparator)
    start = end
  }
  return found
}

/** Cached with the graph, because files with many pages look up a box for each of them. */
const overviews = new WeakMap<ResourceGraph, Map<ViewName, Diagram>>()

function overviewOf(view: ViewName, scan: Scan): Diagram {
  const drawn = overviews.get(scan.permitted) ?? new Map<ViewName, Diagram>()
  overviews.set(scan.permitted, drawn)
  const overview = drawn.get(view) ?? drawFocused(view, scan, null, overviewOptions)
  drawn.set(view, overview)
  return overview
}

function isFound(search: FocusSearch): search is Focus {
  return search.kind !== 'none' && search.kind !== 'several'
}

/**
 * A resource is drawn with its related resources, also a group in a flow. Security groups are drawn with the resources
 * they are attached to.
 */
function usualSteps(view: ViewName, { kind }: Focus): number {
  if (kind === 'network') return view === 'security' ? 1 : 0
  return kind === 'resource' || view === 'dataflow' || view === 'security' ? 1 : 0
}

/** Views whose arrows come from the policies of roles and from security groups, too. */
const viewsOfUses: ReadonlySet<ViewName> = new Set<ViewName>(['overview', 'architecture', 'dataflow'])

/**
 * Around a single resource, these views also show what uses it and what it uses. The security view shows its security
 * groups with those that rules connect with them.
 */
function partnersIn(
  view: ViewName,
  { graph, permitted }: Scan,
  { kind, members }: Focus,
  depth: number | null,
): ReadonlySet<string> {
  const [resource] = kind === 'resource' ? members : []
  if (resource !== undefined && view === 'security') return groupsAround(indexGraph(graph), resource, depth ?? 1)
  if (resource === undefined || !viewsOfUses.has(view) || depth === 0) return new Set()
  return partnersOf({ whole: indexGraph(graph), permitted: indexGraph(permitted) }, members)
}

function notFoundMessage(focus: string, search: Exclude<FocusSearch, Focus>): string {
  return search.kind === 'none'
    ? `No resource matches the focus ${focus}.`
    : `The focus ${focus} matches ${search.ids.length} resources; use one of: ${search.ids.slice(0, 5).join(', ')}.`
}
