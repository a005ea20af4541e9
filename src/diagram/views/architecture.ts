/** The architecture view: what runs here and how requests reach it, nested as account, region, network, zone and subnet. */
import type { Resource, ResourceGraph } from '../../graph/resource-graph.ts'
import type { Diagram, DiagramElement, DiagramGroup, DiagramNode, ViewOptions } from '../diagram.ts'
import { type DetailLevel, detailLevels } from './detail-level.ts'
import { placedTypes } from './drawn-types.ts'
import type { Flow } from './flow.ts'
import { type GraphIndex, compareText, indexGraph, resourceKey } from './graph-index.ts'
import { band, flattened, group, present } from './group.ts'
import { isEmpty, networkCard, networkGroup } from './network-group.ts'
import { summarized } from './nodes-by-type.ts'
import { notDrawn, notRead } from './not-drawn.ts'
import { type PlacedNetwork, type Placement, placeResources } from './placement.ts'
import { sideColumn } from './side-column.ts'
import { drawnEdges, internetId, trafficFlows } from './traffic-edges.ts'

const defaults: ViewOptions = { elementLimit: 150 }
/** Above that they would hide the requests, and are left to the view of the data flow. */
const mostEventArrows = 24

export function architectureView(graph: ResourceGraph, options: ViewOptions = defaults): Diagram {
  const index = indexGraph(graph)
  const placement = placeResources(index)
  const flows = trafficFlows(index, placement)
  let elements: readonly DiagramElement[] = []
  for (const level of detailLevels) {
    elements = drawnElements(graph, index, placement, flows, level)
    if (
      flattened(elements).filter(({ kind, form }) => kind === 'node' || form === 'subnet').length <=
      options.elementLimit
    )
      break
  }
  const edges = drawnEdges(flows, elements)
  const events = edges.filter(({ form }) => form === 'event')
  const eventsShown = events.length <= mostEventArrows
  return {
    view: 'architecture',
    page: '',
    title: 'Architecture',
    accountId: graph.accountId,
    accountAlias: graph.accountAlias,
    region: graph.region,
    layout: 'containment',
    direction: 'down',
    elements,
    edges: eventsShown ? edges : edges.filter((edge) => !events.includes(edge)),
    notDrawn: [
      ...notDrawn(index, elements),
      ...notRead(index),
      ...(eventsShown ? [] : [{ what: 'arrows of events and messages', count: events.length }]),
    ],
    simplified: '',
  }
}

function drawnElements(
  graph: ResourceGraph,
  index: GraphIndex,
  placement: Placement,
  flows: readonly Flow[],
  level: DetailLevel,
): readonly DiagramElement[] {
  const content = present([networks(placement, level), sideColumn(graph, placement, level)])
  const region = group({
    id: `region:${graph.region}`,
    form: 'region',
    arrangement: 'aside',
    label: graph.region,
    detail: content.length === 0 ? 'region · nothing to draw here' : 'region',
    description: `Region ${graph.region}`,
    children: content,
  })
  const account = group({
    id: `account:${graph.accountId}`,
    form: 'account',
    arrangement: 'column',
    label: graph.accountAlias === '' ? graph.accountId : graph.accountAlias,
    detail: graph.accountAlias === '' ? 'account' : graph.accountId,
    description: `Account ${graph.accountAlias} ${graph.accountId}`,
    children: present([edgeBand(placement, level), region]),
  })
  const entered = flows.some(({ source }) => source === null)
  return present<DiagramElement>([
    entered ? internetNode : null,
    band('scanned', 'row', present<DiagramElement>([account, outside(index, flows)])),
  ])
}

function edgeBand(placement: Placement, level: DetailLevel): DiagramGroup | null {
  const nodes = summarized('edge', placement.edge, level.serviceStackAbove)
  return band('edge', nodes.length > 4 ? 'grid' : 'row', nodes)
}

const internetNode: DiagramNode = {
  kind: 'node',
  id: internetId,
  form: 'internet',
  type: null,
  members: [],
  presence: 'external',
  variant: '',
  label: 'Internet',
  detail: 'clients anywhere',
  description: 'The internet',
  opens: null,
}

function networks(placement: Placement, level: DetailLevel): DiagramGroup | null {
  const asCard = (placed: PlacedNetwork): boolean =>
    isEmpty(placed) && (level.emptyNetworksAsCards === 'all' || placed.network?.properties['isDefault'] === true)
  const bySize = placement.networks
    .filter((placed) => !asCard(placed))
    .toSorted((left, right) => sizeOf(right) - sizeOf(left))
  const open = new Set(bySize.slice(0, level.openNetworks))
  const closed = placement.networks.filter((placed) => !open.has(placed))
  const cards = closed.slice(0, closed.length > level.networkCards ? level.networkCards - 1 : level.networkCards)
  const rest = closed.slice(cards.length)
  const openNetworks = placement.networks.filter((placed) => open.has(placed))
  return band(
    'networks',
    'column',
    present([
      band(
        'open networks',
        'shelves',
        openNetworks.map((placed) => networkGroup(placed, level, placement.scaledBy)),
      ),
      band('network cards', 'grid', [
        ...cards.map((placed) => networkCard(placed)),
        ...(rest.length === 0 ? [] : [restOfNetworks(rest)]),
      ]),
    ]),
  )
}

function sizeOf(placed: PlacedNetwork): number {
  const inSubnets = placed.subnets.reduce((sum, { resources }) => sum + 1 + resources.length, 0)
  return inSubnets + placed.loadBalancers.length + placed.requested.length + placed.spanning.length
}

function restOfNetworks(rest: readonly PlacedNetwork[]): DiagramNode {
  const cards = rest.map((placed) => networkCard(placed))
  return {
    kind: 'node',
    id: 'stack:networks',
    form: 'stack',
    type: 'AWS::EC2::VPC',
    members: cards
      .flatMap(({ members }) => members)
      .sort((left, right) => compareText(resourceKey(left), resourceKey(right))),
    presence: 'read',
    variant: '',
    label: `${rest.length} more networks`,
    detail: 'with what they hold',
    description: [`${rest.length} more networks`, ...cards.slice(0, 20).map(({ label }) => label)].join('\n'),
    opens: null,
  }
}

/** Targets of drawn flows that are known to lie elsewhere: their types were read, and they are not there. */
function outside(index: GraphIndex, flows: readonly Flow[]): DiagramGroup | null {
  const found = new Map<string, Resource>()
  for (const { source, target } of flows) {
    for (const reference of source === null ? [target] : [source, target]) {
      const resource = index.find(reference)
      const isBox = resource !== null && placedTypes.includes(resource.type)
      if (isBox && resource.presence === 'external') found.set(resourceKey(resource), resource)
    }
  }
  if (found.size === 0) return null
  const resources = [...found.values()].sort((left, right) => compareText(resourceKey(left), resourceKey(right)))
  return group({
    id: 'outside',
    form: 'outside',
    arrangement: 'column',
    label: 'Outside this scan',
    description: 'Targets in another account or region, or deleted',
    children: summarized('outside', resources, 8),
  })
}
