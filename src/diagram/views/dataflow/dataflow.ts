/** The data flow view: event sources, queues and topics, consumers, and data stores. */
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import type { Diagram, DiagramElement, DiagramGroup, NotDrawn, ViewOptions } from '../../diagram.ts'
import { countedResources, formatCount, resourceKind } from '../../resource-kinds.ts'
import { titleOf } from '../boxes/account-frame.ts'
import {
  alarms,
  dataFlowConnectors,
  dataFlowEdges,
  dataFlowEvidence,
  dataFlowTypes,
  linkedResources,
} from './data-flows.ts'
import { type DrawnFlow, drawnFlow } from '../flows/flow-graph.ts'
import { gapNodes } from '../boxes/gap-nodes.ts'
import { type GraphIndex, compareText, indexGraph, resourceKey } from '../../../graph/graph-index.ts'
import { emptyFlow, group } from '../boxes/group.ts'
import { outsideNotDrawn, restNotDrawn } from '../placement/not-drawn.ts'
import { gatherShared } from './shared-targets.ts'
import { tagValue } from '../boxes/tag-value.ts'
import { defaultViewOptions } from '../view-options.ts'

const outside = 'Outside this scan'
/** Kinds without a flow that are named. */
const mostNamed = 4

export function dataFlowView(graph: ResourceGraph, options: ViewOptions = defaultViewOptions): Diagram {
  const index = indexGraph(graph)
  const edges = dataFlowEdges(index)
  const resources = linkedResources(index, edges)
  const evidence = new Set(dataFlowEvidence)
  const gaps = gapNodes(graph.coverage.filter(({ type }) => evidence.has(type)))
  const { groupBy } = options
  const groupOf = (resource: Resource): string =>
    resource.presence === 'external' ? outside : groupBy === null ? '' : tagValue(resource, groupBy)
  const drawn = drawnFlow(
    {
      resources,
      others: [],
      edges,
      groupOf,
      joined: alarms,
    },
    options.elementLimit - gaps.length,
    options,
  )
  const { groups, edges: arrows } = gatherShared(
    drawn.nodes.filter(({ group }) => group === '').map(({ node }) => node),
    drawn.edges,
  )
  const elements: readonly DiagramElement[] = [
    ...(drawn.nodes.length === 0 ? [emptyFlow('No data flow found')] : grouped(drawn, groups)),
    ...(gaps.length === 0
      ? []
      : [
          group({
            id: 'category:gaps',
            form: 'category',
            arrangement: 'grid',
            label: "Couldn't be read",
            children: gaps,
          }),
        ]),
  ]
  const isBox = new Set(dataFlowTypes)
  const idle = dataFlowTypes.flatMap((type) => index.ofType(type)).map((resource) => resourceKey(resource))
  return {
    view: 'dataflow',
    page: options.page,
    title: titleOf('Data flow', options),
    accountId: graph.accountId,
    accountAlias: graph.accountAlias,
    region: graph.region,
    layout: 'flow',
    direction: options.direction ?? 'right',
    elements,
    edges: arrows,
    notDrawn: [
      ...withoutFlow(index, resources),
      ...restNotDrawn(index, elements, new Set(idle), ({ type }) =>
        evidence.has(type) && !isBox.has(type) ? 'shown as arrows' : null,
      ),
      ...outsideNotDrawn(index, elements),
    ],
    simplified: drawn.nodes.length === 0 ? lookedThrough(index) : '',
  }
}

/** Boxes of no group first, what is shared among them, then the groups, what is outside last. */
function grouped({ nodes }: DrawnFlow, shared: readonly DiagramGroup[]): readonly DiagramElement[] {
  const isShared = new Set(shared.flatMap(({ children }) => children.map(({ id }) => id)))
  const others = nodes.filter(({ node }) => !isShared.has(node.id))
  const byGroup = [...Map.groupBy(others, (each) => each.group)].sort(
    (left, right) => Number(left[0] === outside) - Number(right[0] === outside) || compareText(left[0], right[0]),
  )
  return byGroup.flatMap(([name, inGroup]): readonly DiagramElement[] => {
    const children = inGroup.map(({ node }) => node)
    if (name === '') return [...children, ...shared]
    const form = name === outside ? 'outside' : 'category'
    return [group({ id: `category:${name}`, form, arrangement: 'grid', label: name, description: name, children })]
  })
}

/** Why there is nothing to draw: what could have a flow, and what was looked through for one. */
function lookedThrough(index: GraphIndex): string {
  const count = dataFlowTypes.flatMap((type) => index.ofType(type)).filter(({ presence }) => presence === 'read').length
  if (count === 0) return 'The scan found no data sources or targets.'
  const byName = dataFlowConnectors.toSorted((left, right) =>
    compareText(resourceKind(left).plural, resourceKind(right).plural),
  )
  const connectors = byName.flatMap((type): readonly string[] => {
    const { status } = index.coverage(type) ?? { status: 'unavailable' }
    if (status === 'unavailable') return []
    const found = index.ofType(type).length
    const words = status !== 'collected' ? "couldn't be read" : found === 0 ? 'none' : formatCount(found)
    return [`${resourceKind(type).plural} (${words})`]
  })
  const whose =
    count === 1
      ? "The only possible source or target isn't connected"
      : `None of the ${formatCount(count)} possible sources and targets are connected`
  return `${whose}. Checked: settings of ${count === 1 ? 'its' : 'their'} own, ${connectors.join(', ')}.`
}

/** What could be part of a flow and is part of none that is known. */
function withoutFlow(index: GraphIndex, drawn: readonly Resource[]): readonly NotDrawn[] {
  const keys = new Set(drawn.map((resource) => resourceKey(resource)))
  const missing = dataFlowTypes
    .map((type) => ({
      type,
      count: index.ofType(type).filter((each) => each.presence === 'read' && !keys.has(resourceKey(each))).length,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => right.count - left.count || compareText(left.type, right.type))
  const count = missing.reduce((sum, each) => sum + each.count, 0)
  if (count === 0) return []
  const named = missing.slice(0, mostNamed).map((each) => countedResources(each.type, each.count))
  const more = missing.length - named.length
  const kinds = [...named, ...(more > 0 ? [`${more} more types`] : [])].join(', ')
  return [{ what: `${count === 1 ? 'resource' : 'resources'} with no known data flow (${kinds})`, count }]
}
