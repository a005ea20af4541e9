/** Cards with counts: of a type, of a service, and of resources of unsupported types. */
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import type { DiagramNode } from '../../diagram.ts'
import { capitalized, countedKind, countedResources, countedShort, formatCount } from '../../resource-kinds.ts'
import { compareReferences, compareText, displayName } from '../../../graph/graph-index.ts'
import { resourceNode, distinguishingDetail } from '../boxes/resource-node.ts'
import { shortList } from '../boxes/short-list.ts'

/** The number of lines in a tooltip. The rest is only counted. */
const namedMembers = 20

/** The resources of one type: a single one by itself, several as a count. */
export function typeCard(holder: string, resources: readonly Resource[]): readonly DiagramNode[] {
  const [only] = resources
  if (only === undefined) return []
  if (resources.length === 1) return [resourceNode(only)]
  const read = resources.filter(({ presence }) => presence === 'read')
  const elsewhere = resources.length - read.length
  const { type } = only
  const [first = only, ...others] = read.length === 0 ? resources : read
  const counted: readonly [Resource, ...Resource[]] = [first, ...others]
  const label = capitalized(countedShort(counted))
  const unread = only.presence === 'external' ? 'outside this scan' : "couldn't be read"
  const names = resources.map((resource) => `${displayName(resource)} (${resource.id})`)
  return [
    {
      kind: 'node',
      id: `stack:${holder}/${type}`,
      form: 'stack',
      type,
      members: sorted(resources),
      presence: read.length > 0 ? 'read' : only.presence,
      variant: '',
      label,
      detail:
        read.length === 0
          ? unread
          : [distinguishingDetail(read), elsewhere === 0 ? '' : `${formatCount(elsewhere)} only referenced`]
              .filter(Boolean)
              .join(' · '),
      description: [capitalized(countedKind(counted)), type, shortList(names, namedMembers)].join('\n'),
      opens: null,
    },
  ]
}

/** All resources of a service, with its gaps. */
export function serviceCard(
  service: string,
  resources: readonly Resource[],
  gaps: readonly DiagramNode[],
): DiagramNode {
  const byType = [...Map.groupBy(resources, ({ type }) => type)].sort(
    (left, right) => right[1].length - left[1].length || compareText(left[0], right[0]),
  )
  const label = `${formatCount(resources.length)} ${resources.length === 1 ? 'resource' : 'resources'}`
  const unread = gaps.length === 0 ? '' : `${formatCount(gaps.length)} not collected`
  const [largest] = byType
  const [only] = resources
  if (only !== undefined && resources.length === 1 && gaps.length === 0) return resourceNode(only)
  return {
    kind: 'node',
    id: `stack:${service}`,
    form: resources.length === 0 ? 'gap' : 'stack',
    type: largest?.[0] ?? gaps[0]?.type ?? null,
    members: sorted(resources),
    presence: resources.length === 0 ? 'unknown' : 'read',
    variant: '',
    label: resources.length === 0 ? service : label,
    detail: [
      byType.length === 0 ? '' : `${formatCount(byType.length)} ${byType.length === 1 ? 'type' : 'types'}`,
      unread,
    ]
      .filter(Boolean)
      .join(' · '),
    description: [
      label,
      shortList([...byType.map(([, ofType]) => countedKind(ofType)), ...gaps.map((gap) => gap.label)], namedMembers),
    ].join('\n'),
    opens: null,
  }
}

/** Resources that no collector reads, as far as AWS counts them. `null` without such resources. */
export function otherCard(graph: ResourceGraph): DiagramNode | null {
  const other = graph.coverage.find(({ type }) => type === 'other')
  if (other === undefined || other.status !== 'collected' || other.count === null || other.count === 0) return null
  const label = capitalized(countedResources('other', other.count))
  return {
    kind: 'node',
    id: 'other',
    form: 'stack',
    type: null,
    members: [],
    presence: 'read',
    variant: '',
    label,
    detail: 'counted only',
    description: [label, other.reason ?? ''].filter(Boolean).join('\n'),
    opens: null,
  }
}

function sorted(resources: readonly Resource[]): DiagramNode['members'] {
  return resources.map(({ type, id }) => ({ type, id })).sort((left, right) => compareReferences(left, right))
}
