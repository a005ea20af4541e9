/** The column beside the VPCs: types that could not be read, and resources outside VPCs, by service. */
import type { ResourceGraph } from '../../../graph/resource-graph.ts'
import type { DiagramGroup, DiagramNode } from '../../diagram.ts'
import { capitalized, formatCount, resourceKind } from '../../resource-kinds.ts'
import { type DetailLevel, stackingOf } from '../boxes/detail-level.ts'
import { categories } from '../boxes/shelves.ts'
import { gapNodes, unavailableNode } from '../boxes/gap-nodes.ts'
import { band, group } from '../boxes/group.ts'
import { summarized } from '../boxes/nodes-by-type.ts'
import type { Placement } from '../placement/placement.ts'

/** What was not collected, what is known of it all the same, then what stands in no network, service by service. */
export function sideColumn(graph: ResourceGraph, placement: Placement, level: DetailLevel): DiagramGroup | null {
  const gaps = gapNodes(graph.coverage)
  const unavailable = unavailableNode(graph.coverage)
  const notCollected = unavailable === null ? gaps : [...gaps, unavailable]
  const typeCount = graph.coverage.filter(({ status }) => status !== 'collected').length
  const byType = Map.groupBy(placement.outside, ({ type }) => type)
  const shelves = categories.flatMap(({ name, types }) => {
    const resources = types.flatMap((type) => byType.get(type) ?? [])
    if (resources.length === 0) return []
    const title =
      types.length > 1 && byType.get(resources[0]?.type ?? '')?.length === resources.length
        ? capitalized(resourceKind(resources[0]?.type ?? '').plural)
        : name
    return [
      category(
        name,
        `${title} (${formatCount(resources.length)})`,
        summarized(name, resources, stackingOf(level, level.serviceStackAbove)),
      ),
    ]
  })
  const outsideNetworks = group({
    id: 'services',
    form: 'services',
    arrangement: 'columns',
    label: 'Outside VPCs',
    description: 'Resources outside any VPC',
    children: shelves,
  })
  const unread = summarized('unread', placement.unread, stackingOf(level, level.serviceStackAbove))
  return band('side', 'column', [
    ...(notCollected.length === 0
      ? []
      : [
          category(
            'gaps',
            `Not collected (${formatCount(typeCount)} ${typeCount === 1 ? 'type' : 'types'})`,
            notCollected,
          ),
        ]),
    ...(unread.length === 0
      ? []
      : [category('unread', `Couldn't be read, but referenced (${formatCount(placement.unread.length)})`, unread)]),
    ...(shelves.length === 0 ? [] : [outsideNetworks]),
  ])
}

function category(name: string, label: string, children: readonly DiagramNode[]): DiagramGroup {
  return group({ id: `category:${name}`, form: 'category', arrangement: 'grid', label, description: label, children })
}
