/** Links boxes to their detail pages: VPCs, and boxes with several resources. */
import { typePlaying } from '../../resource-types/look-ups.ts'
import type { Diagram, DiagramElement } from '../diagram.ts'
import { resourceKey } from '../../graph/graph-index.ts'
import { flattened } from './boxes/group.ts'

/** Separates a page from a box on it. */
export const pageSeparator = ' > '

const networkType = typePlaying('VPC')

type Page = {
  readonly focus: string
  /** The number of resources of the page. A box with all of them has no page of its own. */
  readonly focusCount: number
  readonly hasNetworks: boolean
  /** Each of its cards has a page. */
  readonly isOverview: boolean
}

export function withLinks(diagram: Diagram, focusCount: number): Diagram {
  const networks = flattened(diagram.elements).filter(
    ({ type, id }) => type === networkType && id.startsWith(networkType),
  )
  const page = {
    focus: diagram.page,
    focusCount,
    hasNetworks: networks.length > 1,
    isOverview: diagram.view === 'overview' && diagram.page === '',
  }
  return { ...diagram, elements: diagram.elements.map((element) => linked(element, page)) }
}

function linked(element: DiagramElement, page: Page): DiagramElement {
  if (element.kind === 'node') {
    return { ...element, opens: element.form === 'stack' ? focusOf(element, page, element.members.length) : null }
  }
  const within = flattened([element])
  const memberCount = within.reduce((sum, { members }) => sum + members.length, 0)
  const opens = opensGroup(element, within, page) ? focusOf(element, page, memberCount) : null
  return { ...element, opens, children: element.children.map((child) => linked(child, page)) }
}

/** One of several VPCs, and groups with summary boxes. */
function opensGroup({ form }: DiagramElement, within: readonly DiagramElement[], page: Page): boolean {
  if (form === 'network' && page.hasNetworks) return true
  if (page.isOverview) return form === 'network' || form === 'category'
  const isPage = form === 'network' || form === 'category' || form === 'subnet'
  return isPage && within.some((each) => each.members.length > 1 && (each.form === 'stack' || each.form === 'subnet'))
}

function focusOf(element: DiagramElement, { focus, focusCount }: Page, memberCount: number): string | null {
  if (memberCount < 2 || memberCount >= focusCount) return null
  const isNetwork = element.members.some((member) => resourceKey(member) === element.id)
  if (element.type === networkType && isNetwork) return element.id === focus ? null : element.id
  return focus === '' ? element.id : `${focus}${pageSeparator}${element.id}`
}
