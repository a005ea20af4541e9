/**
 * The architecture view: resources and request paths, nested by account, region, VPC, Availability Zone, and subnet.
 */
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import type { Diagram, DiagramElement, DiagramGroup, ViewOptions } from '../../diagram.ts'
import type { Applications } from '../../../meaning/applications/applications.ts'
import { isOnFailure } from '../../../meaning/impact/impact.ts'
import { applicationsFor, byPurpose } from '../boxes/application-groups.ts'
import { accountFrame, internetId, internetNode, titleOf } from '../boxes/account-frame.ts'
import { type DetailLevel, firstFitting, levelsOf, stackingOf } from '../boxes/detail-level.ts'
import { hasAlternateName, reachedApart } from '../boxes/exposed-resources.ts'
import { foldedGaps, withGapBox } from '../boxes/folded-gap.ts'
import { placedTypes, startingFrames } from '../boxes/shelves.ts'
import type { Flow } from '../flows/flow.ts'
import { type GraphIndex, indexGraph, resourceKey } from '../../../graph/graph-index.ts'
import { band, elementCount, flattened, present } from '../boxes/group.ts'
import { unconnectedWorkloads } from '../boxes/unconnected.ts'
import { unrelatedStores } from '../boxes/unrelated-stores.ts'
import { foldedSubnets } from '../placement/empty-subnets.ts'
import { isEmpty, networkCard, networkGroup } from '../placement/network-group.ts'
import { vpcRows } from '../placement/vpc-rows.ts'
import { leastFolded } from '../boxes/least-folded.ts'
import { kindWithinType, summarized } from '../boxes/nodes-by-type.ts'
import { connectionsNotDrawn, notDrawn, notRead, outsideNotDrawn } from '../placement/not-drawn.ts'
import { outsideFlows } from '../flows/outside-flows.ts'
import { outsideGroup } from '../flows/outside-group.ts'
import { withProtection } from '../boxes/protection.ts'
import { boxesWithin, type PlacedNetwork, type Placement, placeResources } from '../placement/placement.ts'
import { architectureArrows } from './architecture-arrows.ts'
import { dependencies } from '../dataflow/dependencies.ts'
import { environmentsOf } from '../dataflow/environments.ts'
import type { Separation } from '../dataflow/folded-applications.ts'
import { idsOf, onlyFocused } from './focused-resource.ts'
import { type Entry, sharedBox } from '../boxes/summarize-similar.ts'
import { sideColumn } from './side-column.ts'
import { trafficFlows } from '../placement/traffic-edges.ts'
import { defaultViewOptions } from '../view-options.ts'

export function architectureView(graph: ResourceGraph, options: ViewOptions = defaultViewOptions): Diagram {
  const index = indexGraph(graph)
  const placement = placeResources(index, options.scanned)
  const whole = options.scanned === null ? index : indexGraph(options.scanned)
  const flows = [...trafficFlows(index, placement, whole), ...outsideFlows(index, placedTypes, startingFrames)]
  const applications = applicationsFor(index, options)
  const { networks, edge, outside, unread } = placement
  const count = boxesWithin(networks) + edge.length + outside.length + unread.length
  const [reached, failures] = [reachedApart(whole), failureTargets(whole.graph)]
  const outsideVpcs = new Set(outside)
  const isOutside = (resource: Resource): boolean => outsideVpcs.has(resource)
  // Found once for all levels of detail, and only if one asks.
  let environments: ((resource: Resource) => string) | undefined
  const environmentOf = (resource: Resource): string => {
    environments ??= environmentsOf(outside, byPurpose(outside, applications, options.groupBy).groups)
    return environments(resource)
  }
  const separation = { environmentOf, reachOf: reached }
  const role = (resource: Resource): string => {
    const reach = reached(resource) || (failures.has(resourceKey(resource)) ? 'on failure' : '')
    return hasAlternateName(resource) ? `${reach} named`.trim() : reach
  }
  // What several applications use would seem to connect those of all environments.
  const isShared = (resource: Resource): boolean => applications.of(resource)?.applications[1] !== undefined
  const apart = (resource: Resource): string =>
    isOutside(resource) && isShared(resource) ? `${role(resource)} ${environmentOf(resource)}`.trim() : role(resource)
  const entries = new Set(
    flows.flatMap(({ form, source, target }) => {
      if (form === 'request') return [resourceKey(target)]
      return form === 'event' && source !== null ? [resourceKey(source), resourceKey(target)] : []
    }),
  )
  const behind = behindInternet(flows)
  const entryOf = (resource: Resource): Entry => {
    const key = resourceKey(resource)
    return behind.has(key) ? sharedBox.public : entries.has(key) ? sharedBox.entered : ''
  }
  const isUnrelated = unrelatedStores(options.permitted ?? whole.graph)
  const unused = (resource: Resource): boolean => role(resource) === '' && isUnrelated(resource)
  const levels = levelsOf(options, count, { apart, unused, entryOf })
  const focused = onlyFocused(index, options)
  const kindOf = (resource: Resource): string => kindWithinType(resource, apart)
  const arrowEnds = (): readonly string[] => {
    const own = new Map(graph.resources.map((resource) => [resourceKey(resource), resourceKey(resource)]))
    const permitted = options.permitted === null ? whole : indexGraph(options.permitted)
    return [
      ...flows.flatMap(({ source, target }) => [
        ...(source === null ? [] : [resourceKey(source)]),
        resourceKey(target),
      ]),
      ...dependencies(index, { whole, permitted }, own).edges.flatMap(({ source, target }) => [source, target]),
    ]
  }
  const folding = {
    index,
    whole: options.permitted ?? whole.graph,
    kindOf,
    unused,
    unconnected: unconnectedWorkloads(options.permitted ?? whole.graph, arrowEnds),
    inFrame: isOutside,
    applicationOf: (resource: Resource): string => applications.of(resource)?.applications.join(' ') ?? '',
    entryOf,
    focused,
  }
  // A box is kept for the internet, so that a first entry folds nothing.
  const excessOf = (elements: readonly DiagramElement[]): number =>
    elementCount(elements) + (elements.some(({ id }) => id === internetId) ? 0 : 1) - options.elementLimit
  const used = placement.networks.filter((placed) => !isEmpty(placed))
  const drawnAt = (level: DetailLevel, boxless: Resource | null): readonly DiagramElement[] => {
    const elements = drawnElements(graph, index, placement, flows, level, applications, boxless, separation, options)
    const excess = excessOf(elements)
    if (excess <= 0 || !level.foldsLeast) return elements
    const drawn = new Set(flattened(elements).map(({ id }) => id))
    const subnets = foldedSubnets(networks, (subnet) => drawn.has(resourceKey(subnet)), excess, focused)
    const folded = leastFolded(elements, excess - subnets.saved, folding)
    if (folded === null) return elements
    const shared = new Map([...subnets.shared, ...folded])
    return drawnElements(
      graph,
      index,
      placement,
      flows,
      { ...level, shared },
      applications,
      boxless,
      separation,
      options,
    )
  }
  const isHopeless = (level: DetailLevel): boolean => {
    // Drawing is expensive, and not needed if even the types in subnets are too many boxes.
    const fewest = used.map((placed) => kindsWithin(placed, level.placeLimit)).toSorted((left, right) => left - right)
    const open = fewest.slice(0, level.mergeSubnets ? 0 : level.openNetworks)
    const inEmpty = level.foldsLeast ? foldedSubnets(used, () => true, Infinity, focused).saved : 0
    return open.reduce((sum, count) => sum + count, -inEmpty) > options.elementLimit
  }
  const fitting = (boxless: Resource | null): readonly DiagramElement[] =>
    firstFitting(levels, {
      isHopeless,
      draw: (level) => drawnAt(level, boxless),
      fits: (elements) => excessOf(elements) <= 0,
    }) ?? []
  const usual = fitting(null)
  // The type of a focused resource may have no box. Here it has one.
  const boxless = focused !== null && idsOf(usual, [focused]).size === 0 ? focused : null
  const within = boxless === null ? usual : fitting(boxless)
  const { edges, leftOut, allowed } = architectureArrows(index, options, flows, within, boxless)
  const isEntered = edges.some(({ source }) => source === internetId)
  const shown = within.filter(({ id }) => id !== internetId || isEntered)
  const elements = withProtection(shown, whole)
  return {
    view: 'architecture',
    page: options.page,
    title: titleOf('Architecture', options),
    accountId: graph.accountId,
    accountAlias: graph.accountAlias,
    region: graph.region,
    layout: 'containment',
    direction: options.direction ?? 'down',
    elements,
    edges,
    notDrawn: [
      ...notDrawn(index, elements),
      ...notRead(index),
      ...outsideNotDrawn(index, elements),
      ...foldedGaps(graph.coverage, options).notDrawn,
      ...connectionsNotDrawn(allowed),
      ...(leftOut === 0 ? [] : [{ what: 'arrows for events, messages, and dependencies', count: leftOut }]),
    ],
    simplified: '',
  }
}

/** What requests from the internet lead to, also through load balancers and APIs. */
function behindInternet(flows: readonly Flow[]): ReadonlySet<string> {
  const requests = flows.filter(({ form }) => form === 'request')
  const bySource = Map.groupBy(requests, ({ source }) => (source === null ? internetId : resourceKey(source)))
  const behind = new Set<string>([internetId])
  for (const key of behind) for (const { target } of bySource.get(key) ?? []) behind.add(resourceKey(target))
  return behind
}

/** Dead-letter queues and failure destinations never share a box with what works. */
function failureTargets({ relations }: ResourceGraph): ReadonlySet<string> {
  return new Set(
    relations.filter(({ evidence }) => isOnFailure.test(evidence)).map(({ target }) => resourceKey(target)),
  )
}

function drawnElements(
  graph: ResourceGraph,
  index: GraphIndex,
  placement: Placement,
  flows: readonly Flow[],
  level: DetailLevel,
  applications: Applications,
  boxless: Resource | null,
  separation: Separation,
  options: ViewOptions,
): readonly DiagramElement[] {
  const gaps = foldedGaps(graph.coverage, options)
  const { side, row } = withGapBox(
    sideColumn(graph, placement, level, applications, boxless, separation, options),
    gaps,
  )
  const content = present([
    vpcRows(placement.networks, level, {
      draw: (placed) => networkGroup(placed, level, placement.scaledBy),
      card: (placed) => networkCard(placed),
      isEmpty,
      sizeOf,
    }),
    side,
  ])
  const edge = edgeBand(placement, level)
  const account = accountFrame(graph, content, edge === null ? [] : [edge], row)
  const entered = flows.some(({ source }) => source === null)
  return present<DiagramElement>([
    entered ? internetNode : null,
    band('scanned', 'row', present<DiagramElement>([account, outsideGroup(index, placedTypes)])),
  ])
}

const mostInEdgeRow = 5

function edgeBand(placement: Placement, level: DetailLevel): DiagramGroup | null {
  const nodes = summarized('edge', placement.edge, stackingOf(level, Math.max(mostInEdgeRow, level.serviceStackAbove)))
  return band('edge', nodes.length > mostInEdgeRow ? 'grid' : 'row', nodes)
}

/**
 * By number of types first: a thousand similar instances are one box, and less interesting than a load balancer with
 * its targets.
 */
function sizeOf(placed: PlacedNetwork): readonly [number, number] {
  const { subnets, loadBalancers, requested, spanning } = placed
  const inSubnets = subnets.reduce((sum, { resources }) => sum + resources.length, 0)
  const beside = loadBalancers.length + requested.length + spanning.length
  return [kindsWithin(placed) + beside, inSubnets + beside]
}

/** The minimum number of boxes for a VPC's subnets, including the subnets. */
function kindsWithin({ subnets }: PlacedNetwork, placeLimit = Infinity): number {
  return subnets.reduce((sum, { resources }) => sum + 1 + Math.min(placeLimit, kindsOf(resources)), 0)
}

function kindsOf(resources: readonly Resource[]): number {
  return new Set(resources.map(({ type }) => type)).size
}
