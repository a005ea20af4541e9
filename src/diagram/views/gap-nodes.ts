/** What could not be read, as placeholders: type by type as long as these are few, else service by service. */
import type { TypeCoverage } from '../../graph/resource-graph.ts'
import type { DiagramNode } from '../diagram.ts'
import { capitalized, formatCount, resourceKind } from '../resource-kinds.ts'
import { compareText } from './graph-index.ts'
import { shortList } from './short-list.ts'

const mostCards = 8
/** Lines of a tooltip before the rest is only counted. */
const namedTypes = 20

const reasons: Readonly<Record<Exclude<TypeCoverage['status'], 'collected'>, readonly [type: string, types: string]>> =
  {
    denied: ['not readable: access denied', 'access denied'],
    unavailable: ['not available in this region', 'not available here'],
    failed: ['not readable: reading failed', 'reading failed'],
  }

export function isGap({ status }: TypeCoverage): boolean {
  return status !== 'collected'
}

export function gapNodes(coverage: readonly TypeCoverage[]): readonly DiagramNode[] {
  const gaps = coverage.filter((type) => isGap(type)).toSorted((left, right) => compareText(left.type, right.type))
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

function serviceNode(name: string, gaps: readonly TypeCoverage[]): DiagramNode {
  const [only] = gaps
  if (gaps.length === 1 && only !== undefined) return typeNode(only)
  // The type that is pictured by the icon of its service, where there is one.
  const pictured = gaps.find(({ type }) => resourceKind(type).icon.startsWith('architecture-service/')) ?? only
  return gapNode(`gap:service ${name}`, pictured?.type ?? null, name, gaps)
}

function typeNode(gap: TypeCoverage): DiagramNode {
  const label = capitalized(resourceKind(gap.type).plural)
  const detail = gap.status === 'collected' ? '' : reasons[gap.status][0]
  return {
    ...gapNode(`gap:${gap.type}`, gap.type, label, [gap]),
    detail,
    description: [`${label}: ${detail}`, gap.reason ?? '', gap.action ?? ''].filter((line) => line !== '').join('\n'),
  }
}

function gapNode(id: string, type: string | null, label: string, gaps: readonly TypeCoverage[]): DiagramNode {
  const words = new Set(gaps.map(({ status }) => (status === 'collected' ? '' : reasons[status][1])))
  const [word = ''] = words
  const detail = `${formatCount(gaps.length)} types, ${words.size > 1 ? 'not readable' : word}`
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
