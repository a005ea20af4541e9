/** The architecture view: what runs here and how requests reach it, nested as account, region, network, zone and subnet. */
import type { Resource, ResourceGraph } from '../../graph/resource-graph.ts'
import type { Diagram, DiagramElement, DiagramGroup, DiagramNode, NotDrawn, ViewOptions } from '../diagram.ts'
import { capitalized, resourceKind } from '../resource-kinds.ts'
import { type DetailLevel, detailLevels } from './detail-level.ts'
import { type GraphIndex, compareText, indexGraph, resourceKey } from './graph-index.ts'
import { band, flattened, group, present } from './group.ts'
import { isEmpty, networkCard, networkGroup, nodesByType } from './network-group.ts'
import { type PlacedNetwork, type Placement, isTerminated, placeResources, placedTypes } from './placement.ts'
import { gapNode, resourceNode } from './resource-node.ts'
import { stackAlike } from './stack-alike.ts'
import { type Flow, drawnEdges, internetId, trafficFlows } from './traffic-edges.ts'

const defaults: ViewOptions = { elementLimit: 150 }

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
  return {
    view: 'architecture',
    title: 'Architecture',
    accountId: graph.accountId,
    accountAlias: graph.accountAlias,
    region: graph.region,
    elements,
    edges: drawnEdges(flows, elements),
    notDrawn: notDrawn(index, elements),
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
    children: [region],
  })
  const entered = flows.some(({ source }) => source === null)
  return present<DiagramElement>([
    entered ? internetNode : null,
    band('scanned', 'row', present<DiagramElement>([account, outside(index, flows)])),
  ])
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
        openNetworks.map((placed) => networkGroup(placed, level)),
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
  return inSubnets + placed.loadBalancers.length + placed.spanning.length
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
  }
}

/** What could not be read, what is known of it all the same, then what stands in no network, service by service. */
function sideColumn(graph: ResourceGraph, placement: Placement, level: DetailLevel): DiagramGroup | null {
  const gaps = graph.coverage
    .filter(({ status }) => status !== 'collected')
    .toSorted((left, right) => compareText(left.type, right.type))
    .map((coverage) => gapNode(coverage))
  const byType = Map.groupBy(placement.outside, ({ type }) => type)
  const categories = placedTypes.flatMap((type) => {
    const resources = byType.get(type) ?? []
    if (resources.length === 0) return []
    const label = capitalized(resourceKind(type).plural)
    return [category(type, `${label} (${resources.length})`, stackAlike(type, resources, level.serviceStackAbove))]
  })
  const outsideNetworks = group({
    id: 'services',
    form: 'services',
    arrangement: 'column',
    label: 'Outside the networks',
    description: 'What stands in no network',
    children: categories,
  })
  const unread = nodesByType('unread', placement.unread, level.serviceStackAbove)
  return band('side', 'column', [
    ...(gaps.length === 0 ? [] : [category('gaps', `Could not be read (${gaps.length})`, gaps)]),
    ...(unread.length === 0
      ? []
      : [category('unread', `Could not be read, but referred to (${placement.unread.length})`, unread)]),
    ...(categories.length === 0 ? [] : [outsideNetworks]),
  ])
}

function category(name: string, label: string, children: readonly DiagramNode[]): DiagramGroup {
  return group({ id: `category:${name}`, form: 'category', arrangement: 'grid', label, description: label, children })
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
  const children =
    resources.length > 8 ? nodesByType('outside', resources, 4) : resources.map((resource) => resourceNode(resource))
  return group({
    id: 'outside',
    form: 'outside',
    arrangement: 'column',
    label: 'Outside this scan',
    description: 'Targets in another account or region, or deleted',
    children,
  })
}

/** Types that arrows or words stand for, so that a reader does not look for their boxes. */
const shownOtherwise: Readonly<Record<string, string>> = {
  'AWS::EC2::RouteTable': ' (shown by the words in subnets)',
  'AWS::ElasticLoadBalancingV2::TargetGroup': ' (shown as arrows)',
}

function notDrawn(index: GraphIndex, elements: readonly DiagramElement[]): readonly NotDrawn[] {
  const drawn = new Set(flattened(elements).flatMap(({ members }) => members.map((member) => resourceKey(member))))
  return index.types.flatMap((type) => {
    const missing = index
      .ofType(type)
      .filter((resource) => resource.presence === 'read' && !drawn.has(resourceKey(resource)))
    const terminated = missing.filter(isTerminated).length
    const rest = missing.length - terminated
    const kind = resourceKind(type)
    return [
      ...(rest === 0
        ? []
        : [{ what: `${rest === 1 ? kind.singular : kind.plural}${shownOtherwise[type] ?? ''}`, count: rest }]),
      ...(terminated === 0
        ? []
        : [{ what: `terminated ${terminated === 1 ? kind.singular : kind.plural}`, count: terminated }]),
    ]
  })
}
