/**
 * The network view: VPCs, Availability Zones, and subnets with their addresses and routes, and the connections between
 * VPCs.
 */
import { isGoneResource, typePlaying } from '../../../resource-types/look-ups.ts'
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import type { Diagram, DiagramElement, DiagramGroup, DiagramNode, ViewOptions } from '../../diagram.ts'
import { accountFrame, internetNode, titleOf } from '../boxes/account-frame.ts'
import { type DetailLevel, firstFitting, levelsOf, stackingOf } from '../boxes/detail-level.ts'
import { foldedGaps, withGapBox } from '../boxes/folded-gap.ts'
import { type GraphIndex, indexGraph, resourceKey } from '../../../graph/graph-index.ts'
import { band, elementCount, group, present } from '../boxes/group.ts'
import { onlyFocused } from '../architecture/focused-resource.ts'
import { isEmpty, networkCard, networkGroup } from '../placement/network-group.ts'
import { vpcConnectionCategories, vpcConnectionTypes, linkFlows } from './vpc-connections.ts'
import { firewallEndpoints } from './firewall-endpoints.ts'
import { inNetworkTypes, vpcComponentGroups, networkParts, partsWithin } from './network-parts.ts'
import { type NetworkDrawing, vpcRows } from '../placement/vpc-rows.ts'
import { leastFolded } from '../boxes/least-folded.ts'
import { kindWithinType, summarized } from '../boxes/nodes-by-type.ts'
import { notDrawnOf, outsideNotDrawn } from '../placement/not-drawn.ts'
import { outsideGroup } from '../flows/outside-group.ts'
import { boxesWithin, type PlacedNetwork, type Placement, placeResources } from '../placement/placement.ts'
import { drawnEdges, drawnIds, egressFlows, gatewayFlows, unreadGatewayFlows } from '../placement/traffic-edges.ts'
import { defaultViewOptions } from '../view-options.ts'

const networkTypes: readonly string[] = [
  typePlaying('VPC'),
  typePlaying('subnet'),
  ...inNetworkTypes,
  ...vpcConnectionTypes,
]

export function networkView(graph: ResourceGraph, options: ViewOptions = defaultViewOptions): Diagram {
  const index = indexGraph(graph)
  const placement = placeResources(index, options.scanned)
  const parts = networkParts(index, placement)
  const whole = options.scanned === null ? index : indexGraph(options.scanned)
  const flows = [
    ...gatewayFlows(index, placement.networks, whole),
    ...unreadGatewayFlows(index, placement.networks, whole),
    ...egressFlows(index, placement.networks),
    ...linkFlows(index, whole, true),
  ]
  const isNetworkType = new Set(networkTypes)
  const gaps = foldedGaps(
    graph.coverage.filter(({ type }) => isNetworkType.has(type)),
    options,
  )
  const drawn = (level: DetailLevel): readonly DiagramElement[] => {
    const { side, row } = withGapBox(sideColumn(index, level), gaps)
    const content = present([vpcRows(parts, level, drawing(index, placement, level)), side])
    const entered = flows.some(({ source }) => source === null)
    return present<DiagramElement>([
      entered ? internetNode : null,
      band(
        'scanned',
        'row',
        present<DiagramElement>([accountFrame(graph, content, [], row), outsideGroup(index, networkTypes)]),
      ),
    ])
  }
  const folding = {
    index,
    whole: options.permitted ?? whole.graph,
    kindOf: (resource: Resource) => kindWithinType(resource, () => ''),
    unused: () => false,
    unconnected: () => false,
    inFrame: () => false,
    applicationOf: () => '',
    entryOf: () => '' as const,
    focused: onlyFocused(index, options),
  }
  const excessOf = (elements: readonly DiagramElement[]): number => elementCount(elements) - options.elementLimit
  const elements =
    firstFitting(levelsOf(options, boxesWithin(parts)), {
      isHopeless: () => false,
      draw: (level) => {
        const usual = drawn(level)
        const excess = excessOf(usual)
        const shared = excess > 0 && level.foldsLeast ? leastFolded(usual, excess, folding) : null
        return shared === null ? usual : drawn({ ...level, shared })
      },
      fits: (attempt) => excessOf(attempt) <= 0,
    }) ?? []
  const endpoints = firewallEndpoints(index)
  const drawnAs = new Map(drawnIds(elements))
  for (const { endpoint, firewall } of endpoints) {
    const box = drawnAs.get(resourceKey(firewall))
    if (box !== undefined) drawnAs.set(resourceKey(endpoint), box)
  }
  return {
    view: 'network',
    page: options.page,
    title: titleOf('Network', options),
    accountId: graph.accountId,
    accountAlias: graph.accountAlias,
    region: graph.region,
    layout: 'containment',
    direction: options.direction ?? 'down',
    elements,
    edges: drawnEdges(flows, drawnAs),
    notDrawn: [
      ...notDrawnOf(index, new Set(drawnAs.keys()), networkTypes),
      ...outsideNotDrawn(index, elements),
      ...gaps.notDrawn,
    ],
    simplified: '',
  }
}

/** The connections between VPCs, then shared resources. */
function sideColumn(index: GraphIndex, level: DetailLevel): DiagramGroup | null {
  const shelves = vpcConnectionCategories.flatMap(({ name, types }) => {
    const resources = types
      .flatMap((type) => index.ofType(type))
      .filter((resource) => resource.presence !== 'external' && !isGoneResource(resource))
    return resources.length === 0
      ? []
      : [category(name, name, summarized(name, resources, stackingOf(level, level.serviceStackAbove)))]
  })
  const joining = group({
    id: 'services',
    form: 'services',
    arrangement: 'columns',
    label: 'Between VPCs',
    description: 'Connections between VPCs',
    children: shelves,
  })
  return band('side', 'column', shelves.length === 0 ? [] : [joining])
}

function category(id: string, label: string, children: readonly DiagramNode[]): DiagramGroup {
  return group({ id: `category:${id}`, form: 'category', arrangement: 'grid', label, description: label, children })
}

function drawing(index: GraphIndex, placement: Placement, level: DetailLevel): NetworkDrawing {
  const whole = new Map(placement.networks.map((placed) => [placed.network, placed]))
  const wholeOf = (placed: PlacedNetwork): PlacedNetwork => whole.get(placed.network) ?? placed
  return {
    draw: (placed) => networkGroup(placed, level, placement.scaledBy, vpcComponentGroups(index, placed.network, level)),
    card: (placed) => networkCard(wholeOf(placed)),
    isEmpty: (placed) => placed.network?.properties['isDefault'] === true && isEmpty(wholeOf(placed)),
    sizeOf: (placed) => partsWithin(placed, wholeOf(placed)),
  }
}
