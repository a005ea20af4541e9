/** Draws the requested page of a view: the first page or a part of it, summarized and directed as requested. */
import { configuredPart } from '../graph/configured-part.ts'
import { indexGraph, resourceKey } from '../graph/graph-index.ts'
import type { ResourceGraph, ResourceReference } from '../graph/resource-graph.ts'
import { applicationsOf } from '../meaning/applications/applications.ts'
import type { Diagram, Direction, ViewName, ViewOptions } from './diagram.ts'
import { isContainmentLegible } from './layout/containment-layout.ts'
import { isFlowLegible } from './layout/flow-layout.ts'
import { arrowsAcross } from './select/arrows-across.ts'
import { findBox, findNamed, type Focus, type FocusSearch } from './select/find-focus.ts'
import { hasTag, noteMissingTag, noteNotGrouped } from './select/group-by-notes.ts'
import { noteEmptySelection, noteUndrawnFocus } from './select/empty-selection.ts'
import { searchLimit } from './search-limit.ts'
import { selectGraph } from './select/select-graph.ts'
import { parseTagExpression } from './select/tag-expression.ts'
import { parseTypeFilter } from './select/type-filter.ts'
import { measureInter } from './typeface/inter.ts'
import { elementCount } from './views/boxes/group.ts'
import { drawView } from './views/draw-view.ts'
import { withoutUnlinked } from './views/architecture/focused-resource.ts'
import { requestsTo, trafficAround } from './views/architecture/traffic-around.ts'
import { partnersOf, type Scanned } from './views/dataflow/dependencies.ts'
import { flowsAround } from './views/dataflow/flows-around.ts'
import { groupsAround, groupsOf } from './views/security/groups-around.ts'
import { mostNested, pageSeparator, withLinks } from './views/page-links.ts'
import { mostOfDetailPage, mostOfFirstPage } from './views/view-options.ts'

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

/** Permitted relations aren't drawn. `tags` and `types` must be well-formed: callers check them with their parsers. */
export function drawPage(view: ViewName, scanned: ResourceGraph, options: PageOptions): DrawnPage {
  const { focus } = options
  const graph = configuredPart(scanned)
  const scan = { graph, permitted: scanned }
  if (focus === '') return { kind: 'drawn', diagram: drawFirstPage(view, scan, options) }
  const found = findFocus(view, scan, focus)
  return isFound(found)
    ? { kind: 'drawn', diagram: drawFocused(view, scan, found, options) }
    : { kind: 'not found', message: notFoundMessage(focus, found) }
}

/** `graph`: without permitted relations. `permitted`: with them. */
type Scan = { readonly graph: ResourceGraph; readonly permitted: ResourceGraph }

/** Lower limits of a first page whose labels would be too small. The first one that makes them legible counts. */
const fewerElements = [74, 73, 72, 70, 68, 66, 63, 60, 57, 54, 51, 48]
/** A page that would keep a smaller share of its boxes keeps all. */
const leastShare = 2 / 3

function drawFirstPage(view: ViewName, scan: Scan, options: PageOptions): Diagram {
  const draw = (elementLimit: number): Diagram =>
    drawSelected(view, scan, null, options, { ...nothingAround, elementLimit })
  const diagram = draw(mostOfFirstPage)
  if (options.collapse !== null || isLegible(diagram)) return diagram
  const least = elementCount(diagram.elements) * leastShare
  const fewer = searchLimit(fewerElements, draw, (drawn) => {
    if (elementCount(drawn.elements) < least) return 'too little'
    return isLegible(drawn) ? 'fits' : 'too much'
  })
  return fewer ?? diagram
}

/** Whether its labels have their smallest size when it is fitted into the screen. */
function isLegible(diagram: Diagram): boolean {
  return diagram.layout === 'flow' ? isFlowLegible(diagram, measureInter) : isContainmentLegible(diagram)
}

/** Around resources, the architecture shows only what is connected to them. */
function drawFocused(view: ViewName, scan: Scan, focus: Focus, options: PageOptions): Diagram {
  const around = aroundIn(view, scan, focus, options.depth)
  const drawWithout = (except: ReadonlySet<string>): Diagram =>
    drawSelected(view, scan, focus, options, { ...around, except, elementLimit: mostOfDetailPage })
  const diagram = drawWithout(new Set())
  return around.focused !== null && (view === 'architecture' || view === 'overview')
    ? withoutUnlinked(diagram, scan.graph, around.focused.resources, drawWithout)
    : diagram
}

/** What a page shows around its focus. */
type Around = {
  /** The number of relations to what is shown with the focus. */
  readonly steps: number
  /** Keys of what is shown with the focus, however many steps away. */
  readonly partners: ReadonlySet<string>
  readonly focused: ViewOptions['focused']
}

/** `except`: keys of what is left out. `elementLimit`: without `collapse`. */
type Related = Around & { readonly except: ReadonlySet<string>; readonly elementLimit: number }

const nothingAround = { steps: 0, partners: new Set<string>(), focused: null, except: new Set<string>() }

function drawSelected(
  view: ViewName,
  scan: Scan,
  focus: Focus | null,
  options: PageOptions,
  { steps, partners, focused, except, elementLimit }: Related,
): Diagram {
  const { graph, permitted } = scan
  const { tags, types, groupBy, collapse, direction } = options
  const expression = tags === '' ? null : parseTagExpression(tags)
  const filter = types === '' ? null : parseTypeFilter(types)
  const { graph: selected, leftOut } = selectGraph(graph, {
    focus: focus === null ? null : { members: focus.members, steps, partners },
    matchesTags: expression?.kind === 'expression' ? expression.matches : null,
    types: filter === null || 'error' in filter ? null : filter,
    inPlace: view !== 'inventory',
    except,
  })
  const [resource = null] = focus?.kind === 'resource' ? focus.members : []
  const viewOptions: Partial<ViewOptions> = {
    elementLimit: collapse === null ? elementLimit : mostElements,
    collapse,
    direction,
    page: options.focus,
    pageTitle: focus?.title ?? '',
    focused,
    expanded: focus?.kind === 'group' || focus?.kind === 'place',
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
  return withLinks(noted, focus?.members ?? null)
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
      // Some cards of the overview have no box in the view.
      if (start === 0 && !isFound(next)) next = findBox(overviewOf('overview', scan), id)
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
  const overview = drawn.get(view) ?? drawFirstPage(view, scan, overviewOptions)
  drawn.set(view, overview)
  return overview
}

function isFound(search: FocusSearch): search is Focus {
  return search.kind !== 'none' && search.kind !== 'several'
}

/**
 * Resources and groups are drawn with related resources where a view has arrows, and a VPC with what its security groups
 * are attached to.
 */
function usualSteps(view: ViewName, { kind }: Focus): number {
  if (kind === 'resource' || view === 'security') return 1
  return kind === 'group' && viewsOfUses.has(view) ? 1 : 0
}

/** Views whose arrows come from the policies of roles and from security groups, too. */
const viewsOfUses: ReadonlySet<ViewName> = new Set<ViewName>(['overview', 'architecture', 'dataflow'])

/**
 * Around a resource or a group, these views show what uses it and what it uses. The security view shows the security
 * groups of a resource with those that rules connect with them.
 */
function aroundIn(view: ViewName, { graph, permitted }: Scan, focus: Focus, depth: number | null): Around {
  const { kind, members } = focus
  const steps = depth ?? usualSteps(view, focus)
  const around = { steps, partners: new Set<string>(), focused: { resources: members, steps } }
  const whole = indexGraph(graph)
  const scanned = { whole, permitted: indexGraph(permitted) }
  const own = new Set(members.map((each) => resourceKey(each)))
  const [resource] = kind === 'resource' ? members : []
  const isGroup = kind === 'group' && viewsOfUses.has(view)
  if (resource === undefined && !isGroup) return { ...around, focused: null }
  if (view === 'dataflow') {
    const partners = flowsAround(scanned, own, steps)
    return partners !== null ? { ...around, steps: 0, partners } : isGroup ? { ...around, focused: null } : around
  }
  if (isGroup) return { ...around, steps: 0, partners: usesAround(scanned, members, steps) }
  if (resource === undefined) return around
  if (view === 'security') return { ...around, partners: groupsAround(whole, resource, steps) }
  return viewsOfUses.has(view) && steps > 0 ? { ...around, partners: partnersOf(scanned, members) } : around
}

/** Keys of the resources up to `steps` arrows of the architecture away from these, with the requests that reach these. */
function usesAround(scanned: Scanned, of: readonly ResourceReference[], steps: number): ReadonlySet<string> {
  const { whole } = scanned
  const own = new Set(of.map((each) => resourceKey(each)))
  let reached: ReadonlySet<string> = own
  for (let step = 0; step < steps; step++) {
    const from = whole.graph.resources.filter((each) => reached.has(resourceKey(each)))
    reached = reached.union(trafficAround(whole, reached)).union(partnersOf(scanned, from))
  }
  return steps === 0 ? own : reached.union(requestsTo(whole, own))
}

function notFoundMessage(focus: string, search: Exclude<FocusSearch, Focus>): string {
  return search.kind === 'none'
    ? `No resource matches the focus ${focus}.`
    : `The focus ${focus} matches ${search.ids.length} ${search.what}; use one of: ${search.ids.slice(0, 5).join(', ')}.`
}
