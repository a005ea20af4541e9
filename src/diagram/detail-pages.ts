/** The detail pages of a diagram: one for each VPC, and for each summary box. */
import { typePlaying } from '../resource-types/look-ups.ts'
import type { Diagram, DiagramElement } from './diagram.ts'
import { membersWithin } from './select/find-focus.ts'
import { compareText } from '../graph/graph-index.ts'
import { flattened } from './views/boxes/group.ts'

export type DetailPage = { readonly title: string; readonly focus: string }

/** The maximum number of pages listed for one diagram. Other boxes still open their pages. */
const mostPages = 20

/** VPCs first, then pages by number of resources. */
export function detailPages(diagram: Diagram): readonly DetailPage[] {
  const byFocus = new Map(
    flattened(diagram.elements).flatMap((element): readonly [string, DiagramElement][] =>
      element.opens === null ? [] : [[element.opens, element]],
    ),
  )
  return [...byFocus]
    .map(([focus, element]) => ({
      focus,
      title: `${diagram.title}: ${element.label}`,
      isNetwork: element.type === typePlaying('VPC') && focus.startsWith(`${typePlaying('VPC')}/`),
      count: membersWithin(element).length,
    }))
    .sort(
      (left, right) =>
        Number(right.isNetwork) - Number(left.isNetwork) ||
        right.count - left.count ||
        compareText(left.focus, right.focus),
    )
    .slice(0, mostPages)
    .map(({ focus, title }) => ({ focus, title }))
}
