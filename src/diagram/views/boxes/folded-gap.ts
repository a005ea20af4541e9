/** What couldn't be read: one box for all types on first pages, and a line at the foot of detail pages. */
import type { TypeCoverage } from '../../../graph/resource-graph.ts'
import type { DiagramGroup, DiagramNode, NotDrawn, ViewOptions } from '../../diagram.ts'
import { band } from './group.ts'
import { capitalized, formatCount, resourceKind } from '../../resource-kinds.ts'
import { isGap } from './gap-nodes.ts'
import { shortList } from './short-list.ts'

/** The number of lines in a tooltip. The rest is only counted. */
const namedTypes = 20
const namedAtFoot = 6

export type Gaps = {
  readonly boxes: readonly DiagramNode[]
  readonly notDrawn: readonly NotDrawn[]
}

export function foldedGaps(coverage: readonly TypeCoverage[], { page }: Pick<ViewOptions, 'page'>): Gaps {
  const gaps = coverage.filter(isGap)
  const [first] = gaps
  if (first === undefined) return { boxes: [], notDrawn: [] }
  const names = gaps.map(({ type }) => capitalized(resourceKind(type).plural)).toSorted()
  if (page !== '') {
    const more = names.length - namedAtFoot
    const named = [...names.slice(0, namedAtFoot), ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(', ')
    const what = `${names.length === 1 ? 'type' : 'types'} that couldn't be read (${named})`
    return { boxes: [], notDrawn: [{ what, count: names.length }] }
  }
  const isOne = gaps.length === 1
  const isDenied = gaps.every(({ status }) => status === 'denied')
  const reason = isDenied ? 'access denied' : "couldn't be read"
  const ofSeveral = `${formatCount(gaps.length)} types${isDenied ? ':' : ''} ${reason}`
  const lines = gaps.map(({ type, action }) =>
    [capitalized(resourceKind(type).plural), action ?? ''].filter(Boolean).join(': '),
  )
  const box: DiagramNode = {
    kind: 'node',
    id: 'gap:all',
    form: 'gap',
    type: isOne ? first.type : null,
    members: [],
    presence: 'unknown',
    variant: '',
    label: isOne ? names.join('') : ofSeveral,
    detail: isOne ? reason : names.join(', '),
    description: [isOne ? `${names.join('')}: ${reason}` : ofSeveral, shortList(lines.toSorted(), namedTypes)].join(
      '\n',
    ),
    opens: null,
  }
  return { boxes: [box], notDrawn: [] }
}

/** The box is last in the column beside the VPCs. Without such a column, it has a row below them, which takes less room. */
export function withGapBox(
  side: DiagramGroup | null,
  { boxes }: Gaps,
): { readonly side: DiagramGroup | null; readonly row: readonly DiagramGroup[] } {
  if (side !== null) return { side: band('side', 'column', [...side.children, ...boxes]), row: [] }
  const row = band('gaps', 'row', boxes)
  return { side, row: row === null ? [] : [row] }
}
