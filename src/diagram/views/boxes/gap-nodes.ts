/** Placeholders for types that couldn't be read. A few have a box each, many are grouped by service. */
import type { TypeCoverage } from '../../../graph/resource-graph.ts'
import type { DiagramNode } from '../../diagram.ts'
import { capitalized, formatCount, resourceKind } from '../../resource-kinds.ts'
import { compareText } from '../../../graph/graph-index.ts'
import { shortList } from './short-list.ts'

const mostCards = 8
/** The number of lines in a tooltip. The rest is only counted. */
const namedTypes = 20

const reasons = { denied: 'access denied', failed: "couldn't be read" } as const

type Gap = TypeCoverage & { readonly status: keyof typeof reasons }

/** Resources may be missing. For types that aren't available in the region, nothing is missing. */
export function isGap(coverage: TypeCoverage): coverage is Gap {
  return coverage.status === 'denied' || coverage.status === 'failed'
}

export function gapNodes(coverage: readonly TypeCoverage[]): readonly DiagramNode[] {
  const gaps = coverage.filter(isGap).toSorted((left, right) => compareText(left.type, right.type))
  if (gaps.length <= mostCards) return gaps.map((gap) => typeNode(gap))
  const services = [...Map.groupBy(gaps, ({ type }) => resourceKind(type).service)].toSorted(
    (left, right) => right[1].length - left[1].length || compareText(left[0], right[0]),
  )
  if (services.length <= mostCards) return services.map(([name, ofService]) => serviceNode(name, ofService))
  const shown = services.slice(0, mostCards - 1)
  const rest = services.slice(mostCards - 1)
  return [
    ...shown.map(([name, ofService]) => serviceNode(name, ofService)),
    gapNode(
      'gap:more services',
      null,
      `${formatCount(rest.length)} more services`,
      rest.flatMap(([, ofService]) => ofService),
    ),
  ]
}

function serviceNode(name: string, gaps: readonly Gap[]): DiagramNode {
  const [only] = gaps
  if (gaps.length === 1 && only !== undefined) return typeNode(only)
  // Prefers a type with the icon of its service.
  const pictured = gaps.find(({ type }) => resourceKind(type).icon.startsWith('architecture-service/')) ?? only
  return gapNode(`gap:service ${name}`, pictured?.type ?? null, name, gaps)
}

function typeNode(gap: Gap): DiagramNode {
  const label = capitalized(resourceKind(gap.type).plural)
  const detail = reasons[gap.status]
  return {
    ...gapNode(`gap:${gap.type}`, gap.type, label, [gap]),
    detail,
    description: [`${label}: ${detail}`, gap.reason ?? '', gap.action ?? ''].filter((line) => line !== '').join('\n'),
  }
}

function gapNode(id: string, type: string | null, label: string, gaps: readonly Gap[]): DiagramNode {
  const isDenied = gaps.every(({ status }) => status === 'denied')
  const detail = `${formatCount(gaps.length)} types, ${isDenied ? reasons.denied : reasons.failed}`
  const lines = gaps.map((gap) =>
    [capitalized(resourceKind(gap.type).plural), gap.action ?? gap.reason ?? ''].filter(Boolean).join(': '),
  )
  return {
    kind: 'node',
    id,
    form: 'gap',
    type,
    members: [],
    presence: 'unknown',
    variant: '',
    label,
    detail,
    description: [`${label}: ${detail}`, shortList(lines, namedTypes)].join('\n'),
    opens: null,
  }
}
