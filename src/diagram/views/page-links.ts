/** Links boxes to their detail pages: VPCs, and boxes with several resources. */
import { typePlaying } from '../../resource-types/look-ups.ts'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import type { Diagram, DiagramElement } from '../diagram.ts'
import { resourceKey } from '../../graph/graph-index.ts'
import { flattened } from './boxes/group.ts'

/** Separates a page from a box on it. */
export const pageSeparator = ' > '
/** Pages that are nested deeper don't exist. */
export const mostNested = 8

const networkType = typePlaying('VPC')

type Page = {
  readonly focus: string
  /** Keys of the resources that the page is about. A box with all of them has no page of its own. `null`: everything. */
  readonly focused: ReadonlySet<string> | null
  readonly isDeepest: boolean
  readonly hasNetworks: boolean
  /** Each of its cards has a page. */
  readonly isOverview: boolean
}

/** `focused`: the resources that the page is about. `null`: everything. */
export function withLinks(diagram: Diagram, focused: readonly ResourceReference[] | null): Diagram {
  const networks = flattened(diagram.elements).filter(
    ({ type, id }) => type === networkType && id.startsWith(networkType),
  )
  const page = {
    focus: diagram.page,
    focused: focused === null ? null : new Set(focused.map((each) => resourceKey(each))),
    isDeepest: diagram.page.split(pageSeparator).length >= mostNested,
    hasNetworks: networks.length > 1,
    isOverview: diagram.view === 'overview' && diagram.page === '',
  }
  return { ...diagram, elements: diagram.elements.map((element) => linked(element, page)) }
}

function linked(element: DiagramElement, page: Page): DiagramElement {
  if (element.kind === 'node') {
    return { ...element, opens: element.form === 'stack' ? focusOf(element, page, element.members) : null }
  }
  const within = flattened([element])
  const opens = opensGroup(element, within, page)
    ? focusOf(
        element,
        page,
        within.flatMap(({ members }) => members),
      )
    : null
  return { ...element, opens, children: element.children.map((child) => linked(child, page)) }
}

/** One of several VPCs, and groups with summary boxes. */
function opensGroup({ form }: DiagramElement, within: readonly DiagramElement[], page: Page): boolean {
  if (form === 'network' && page.hasNetworks) return true
  if (page.isOverview) return form === 'network' || form === 'category'
  const isPage = form === 'network' || form === 'category' || form === 'subnet'
  return isPage && within.some((each) => each.members.length > 1 && (each.form === 'stack' || each.form === 'subnet'))
}

function focusOf(
  element: DiagramElement,
  { focus, focused, isDeepest }: Page,
  members: readonly ResourceReference[],
): string | null {
  if (members.length < 2) return null
  const keys = new Set(members.map((each) => resourceKey(each)))
  if (focused !== null && focused.isSubsetOf(keys)) return null
  const isNetwork = element.members.some((member) => resourceKey(member) === element.id)
  if (element.type === networkType && isNetwork) return element.id === focus ? null : element.id
  if (isDeepest) return null
  return focus === '' ? element.id : `${focus}${pageSeparator}${element.id}`
}
