/** One card for all types that couldn't be read. Detail pages list them. */
import type { TypeCoverage } from '../../../graph/resource-graph.ts'
import type { DiagramNode } from '../../diagram.ts'
import { capitalized, formatCount, resourceKind } from '../../resource-kinds.ts'
import { isGap } from '../boxes/gap-nodes.ts'
import { shortList } from '../boxes/short-list.ts'

/** The number of lines in a tooltip. The rest is only counted. */
const namedTypes = 20

/** `null` if all types were read. */
export function foldedGap(coverage: readonly TypeCoverage[]): DiagramNode | null {
  const gaps = coverage.filter(isGap)
  const [first] = gaps
  if (first === undefined) return null
  const isDenied = gaps.every(({ status }) => status === 'denied')
  const isOne = gaps.length === 1
  const label = isOne ? capitalized(resourceKind(first.type).plural) : `${formatCount(gaps.length)} resource types`
  const detail = isDenied ? 'access denied' : "couldn't be read"
  const names = gaps.map(({ type, action }) =>
    [capitalized(resourceKind(type).plural), action ?? ''].filter(Boolean).join(': '),
  )
  return {
    kind: 'node',
    id: 'gap:all',
    form: 'gap',
    type: isOne ? first.type : null,
    members: [],
    presence: 'unknown',
    variant: '',
    label,
    detail,
    description: [`${label}: ${detail}`, shortList(names.toSorted(), namedTypes)].join('\n'),
    opens: null,
  }
}
