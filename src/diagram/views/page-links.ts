/** Leads from boxes to the pages that show more: from networks, and from what stands for several resources. */
import type { Diagram, DiagramElement } from '../diagram.ts'
import { resourceKey } from './graph-index.ts'
import { flattened } from './group.ts'

/** Between a page and a box on it. */
export const pageSeparator = ' > '

/** `focusCount`: the resources that the page is about; a box that stands for all of them leads nowhere new. */
export function withLinks(diagram: Diagram, focusCount: number): Diagram {
  return { ...diagram, elements: diagram.elements.map((element) => linked(element, diagram.page, focusCount)) }
}

function linked(element: DiagramElement, page: string, focusCount: number): DiagramElement {
  if (element.kind === 'group') {
    const opens = opensGroup(element)
      ? focusOf(element, page, focusCount, flattened([element]).flatMap(({ members }) => members).length)
      : null
    return { ...element, opens, children: element.children.map((child) => linked(child, page, focusCount)) }
  }
  const opens = element.form === 'stack' ? focusOf(element, page, focusCount, element.members.length) : null
  return { ...element, opens }
}

/** Networks and headings under which not every resource has a box of its own. */
function opensGroup(element: Extract<DiagramElement, { kind: 'group' }>): boolean {
  const isPage = element.form === 'network' || element.form === 'category' || element.form === 'subnet'
  return (
    isPage &&
    flattened(element.children).some(
      (child) => child.kind === 'node' && child.form === 'stack' && child.members.length > 1,
    )
  )
}

function focusOf(element: DiagramElement, page: string, focusCount: number, memberCount: number): string | null {
  if (memberCount < 2 || memberCount >= focusCount) return null
  const network = element.members.find(({ type }) => type === 'AWS::EC2::VPC')
  if (element.type === 'AWS::EC2::VPC' && network !== undefined && element.id === resourceKey(network)) {
    return element.id === page ? null : element.id
  }
  return page === '' ? element.id : `${page}${pageSeparator}${element.id}`
}
