/** The data flow view: event sources, queues and topics, consumers, and data stores. */
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import { resourceType } from '../../../resource-types/look-ups.ts'
import type {
  Diagram,
  DiagramEdge,
  DiagramElement,
  DiagramGroup,
  DiagramNode,
  NotDrawn,
  ViewOptions,
} from '../../diagram.ts'
import { countedKind, formatCount, resourceKind } from '../../resource-kinds.ts'
import {
  applicationsFor,
  byPurpose,
  largestAlike,
  type PurposeGroup,
  fewestGroups,
  isNamedLikeOne,
  sharedGroup,
  withAlikeTogether,
} from '../boxes/application-groups.ts'
import { entryPorts, exposedTo, openToInternet, reachedApart } from '../boxes/exposed-resources.ts'
import { withoutCommonPrefix, withoutFrame, withPrefix } from '../boxes/common-prefix.ts'
import { internetId, internetNode, titleOf } from '../boxes/account-frame.ts'
import { alikeApplications } from './alike-applications.ts'
import { dataFlowConnectors, dataFlowEvidence, dataFlowTypes, drawnTogether, linkedResources } from './data-flows.ts'
import { environmentsOf } from './environments.ts'
import { applicationNode } from '../boxes/application-node.ts'
import { betweenApplications, mixesApplications, outsideOf, withFewerBoxes } from './folded-applications.ts'
import { knownFlows } from './dependencies.ts'
import { type BundledEdges, bundledEdges, mostArrowsOf } from '../flows/bundled-edges.ts'
import { endsOf, type FlowEdge } from '../flows/flow-edges.ts'
import { failureLabels } from '../flows/flow-labels.ts'
import { clusterOf } from '../flows/connectors.ts'
import { type DrawnFlow, drawnFlow } from '../flows/flow-graph.ts'
import { foldedGaps } from '../boxes/folded-gap.ts'
import { type GraphIndex, compareText, displayName, indexGraph, resourceKey } from '../../../graph/graph-index.ts'
import { emptyFlow, group } from '../boxes/group.ts'
import { arrowsNear, idsOf } from '../architecture/focused-resource.ts'
import { connectionsNotDrawn, outsideNotDrawn, restNotDrawn } from '../placement/not-drawn.ts'
import { fewestEdges, groupShared } from './shared-targets.ts'
import { defaultViewOptions } from '../view-options.ts'

const outside = 'Outside this scan'
/** The number of types without a flow that are listed. */
const mostNamed = 4
/** The maximum number of applications with a frame, largest first, and only with their counterparts of other environments. */
const mostFrames = 12
/** Each frame has a box for each type in it, so that fewer frames have fewer boxes. */
const fewestFrames = 3
const fewerFrames = [Infinity, 6, fewestFrames]
/** Applications with a box of their own, if not all have room. */
const fewerBoxes = [Infinity, 32, 16, 8, 4]

export function dataFlowView(graph: ResourceGraph, options: ViewOptions = defaultViewOptions): Diagram {
  const index = indexGraph(graph)
  const permitted = options.permitted === null ? index : indexGraph(options.permitted)
  const whole = options.scanned === null ? index : indexGraph(options.scanned)
  const { edges: told, leftOut: reachable, fromRanges } = knownFlows(index, { whole, permitted })
  const possible = dataFlowTypes.flatMap((type) => index.ofType(type))
  const evidence = new Set(dataFlowEvidence)
  const gaps = foldedGaps(
    graph.coverage.filter(({ type }) => evidence.has(type)),
    options,
  )
  const reached = reachedApart(whole)
  const isForFailures = failuresOnly(told)
  const entries = entriesOf(index, whole, told)
  const resources = linkedResources(index, [...told, ...entries])
  const { frames, several, alone, applications, isBoxed } = framesOf(index, resources, options)
  const environmentOf = environmentsOf(resources, applications)
  const apart = (resource: Resource): string =>
    [reached(resource), isForFailures(resource) ? 'failures' : '', environmentOf(resource)].filter(Boolean).join(' ')
  const labelOf = new Map(
    several.flatMap(({ label, resources: own }) => own.map((each) => [resourceKey(each), label] as const)),
  )
  const flows = nearFocused([...told, ...entries], options)
  const single = new Set(options.focused?.resources.map((each) => resourceKey(each)))
  // Two frames take about as much room as a box, and first pages have none to spare.
  const roomOf = (framed: readonly PurposeGroup[]): number => (options.page === '' ? Math.floor(framed.length / 2) : 0)
  /** `folded`: applications with one box each. */
  const draw = (framed: readonly PurposeGroup[], folded: readonly PurposeGroup[] = []): FramedFlow => {
    const nameOf = new Map(
      framed.flatMap(({ name, resources: inGroup }) => inGroup.map((resource) => [resourceKey(resource), name])),
    )
    const groupOf = (resource: Resource): string =>
      resource.presence === 'external' ? outside : (nameOf.get(resourceKey(resource)) ?? '')
    const boxes = folded.flatMap(applicationNode)
    const others = [...(entries.length === 0 ? [] : [internetNode]), ...boxes]
    const graphOf = {
      resources: outsideOf(resources, folded),
      others,
      edges: betweenApplications(flows, boxes),
      groupOf,
      joined: drawnTogether,
      apart,
      single,
      stackLabel: (resource: Resource) => labelOf.get(resourceKey(resource)),
    }
    const drawn = drawnFlow(graphOf, options.elementLimit - gaps.boxes.length - roomOf(framed), options)
    return { framed, drawn: aroundFocused({ ...drawn, others }, options) }
  }
  const fits = ({ drawn }: FramedFlow): boolean =>
    drawn.nodes.length + drawn.others.length + gaps.boxes.length <= options.elementLimit
  const drawFitting = (): FramedFlow => {
    const byType = fewerFrames.values().map((count) => draw(largestAlike(frames, count)))
    const fitting = byType.find(fits) ?? draw([])
    const withSeveral = applications.filter((each) => several.includes(each))
    const others = applications.filter((each) => !isBoxed(each))
    const areMany = options.focused !== null && others.length > mostFrames
    if (!areMany && !mixesApplications(fitting.drawn, withSeveral)) return fitting
    const alike = withAlikeTogether(
      others,
      0,
      alikeApplications(index, options),
      options.focused === null ? fewestGroups : 1,
    )
    const together = [...applications.filter(isBoxed), ...alike]
    const isHidden = new Set(applications).difference(new Set(together))
    const isOther = (each: PurposeGroup): boolean => applications.includes(each) && isNamedLikeOne(each, together)
    const ofOne = several.filter((each) => !isHidden.has(each) && !isBoxed(each) && !isOther(each))
    const withBoxes = fewerFrames.values().flatMap((count) => {
      const framed = largestAlike(ofOne, Math.min(mostFrames, count))
      const unframed = together.filter((each) => !framed.includes(each) && each.resources.length > 1)
      return (count === fewestFrames ? fewerBoxes : [Infinity])
        .values()
        .map((most) => draw(framed, withFewerBoxes(unframed, most, { environmentOf, reachOf: reached })))
    })
    return withBoxes.find(fits) ?? fitting
  }
  const pageOf = (flow: FramedFlow): FlowPage => {
    const { drawn, framed } = flow
    const free = drawn.nodes.filter(({ group }) => group === '').map(({ node }) => node)
    const shared = groupShared(free, drawn.edges)
    const elements: readonly DiagramElement[] = [
      ...drawn.others,
      ...(drawn.nodes.length === 0 ? [emptyFlow('No data flow found')] : grouped(drawn, shared.groups, framed, alone)),
      ...gaps.boxes,
    ]
    return { elements, ...followable(shared.edges, elements, options) }
  }
  const { elements, edges, leftOut } = pageOf(drawFitting())
  const isBox = new Set(dataFlowTypes)
  const idle = possible.map((resource) => resourceKey(resource))
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
    edges,
    notDrawn: [
      ...withoutFlow(index, resources),
      ...restNotDrawn(index, elements, new Set(idle), ({ type }) =>
        evidence.has(type) && !isBox.has(type) ? 'shown as arrows' : null,
      ),
      ...outsideNotDrawn(index, elements),
      ...gaps.notDrawn,
      ...connectionsNotDrawn(reachable),
      ...connectionsNotDrawn(fromRanges, ' from address ranges of VPCs'),
      ...(leftOut === 0 ? [] : [{ what: leftOut === 1 ? 'arrow' : 'arrows of boxes with many', count: leftOut }]),
    ],
    simplified: resources.length === 0 ? explainEmptyFlow(index) : '',
  }
}

type FlowWithOthers = DrawnFlow & { readonly others: readonly DiagramNode[] }

type FramedFlow = { readonly framed: readonly PurposeGroup[]; readonly drawn: FlowWithOthers }

/** Around focused resources, what can be an arrow near them, to their users, or an entry. Other flows would fold boxes. */
function nearFocused(flows: readonly FlowEdge[], { focused }: Pick<ViewOptions, 'focused'>): readonly FlowEdge[] {
  const own = new Set(focused?.resources.map((each) => resourceKey(each)))
  if (focused === null || endsOf(flows).isDisjointFrom(own)) return flows
  const near = arrowsNear(flows, own, focused.steps)
  const direct = new Set(flows.flatMap(({ source, target }) => (own.has(target) ? [source] : [])))
  const throughHub = flows.flatMap(({ source, target, hub }) =>
    hub?.end === 'target' && direct.has(target) ? [source] : [],
  )
  const users = new Set([...direct, ...throughHub])
  const hubs = new Set(flows.flatMap((flow) => (near.has(flow) && flow.hub !== undefined ? [flow[flow.hub.end]] : [])))
  const around = flows.filter(
    (flow) => near.has(flow) || users.has(flow.target) || (flow.hub !== undefined && hubs.has(flow[flow.hub.end])),
  )
  return [...new Set([...around, ...entriesTo(endsOf(around), flows)])]
}

function entriesTo<Way extends Pick<FlowEdge, 'source' | 'target'>>(
  boxes: ReadonlySet<string>,
  ways: readonly Way[],
): readonly Way[] {
  return ways.filter(({ source, target }) => source === internetId && boxes.has(target))
}

/** Around focused resources, the arrows near them, those to their users, entries, and the boxes that these connect. */
function aroundFocused(
  { nodes, edges, others }: FlowWithOthers,
  { focused }: Pick<ViewOptions, 'focused'>,
): FlowWithOthers {
  const boxes = idsOf(
    nodes.map(({ node }) => node),
    focused?.resources ?? [],
  )
  if (focused === null || boxes.size === 0) return { nodes, edges, others }
  const near = arrowsNear(edges, boxes, focused.steps)
  const users = new Set(edges.flatMap(({ source, target }) => (boxes.has(target) ? [source] : [])))
  const around = edges.filter((edge) => near.has(edge) || (focused.steps > 0 && users.has(edge.target)))
  const shown = new Set([...around, ...entriesTo(endsOf(around), edges)])
  const isShown = new Set([...boxes, ...endsOf([...shown])])
  return {
    nodes: nodes.filter(({ node }) => isShown.has(node.id)),
    edges: edges.filter((edge) => shown.has(edge)),
    others: others.filter(({ id }) => isShown.has(id)),
  }
}

/** Whether only failures lead to a resource. With others, a summary box would seem to send to itself. */
function failuresOnly(edges: readonly FlowEdge[]): (resource: Resource) => boolean {
  const byTarget = Map.groupBy(edges, ({ target }) => target)
  return (resource) => byTarget.get(resourceKey(resource))?.every(({ label }) => failureLabels.has(label)) === true
}

/**
 * From the internet to what it reaches, even if nothing else is known of it. Where reading couldn't tell, only to what
 * calls others.
 */
function entriesOf(index: GraphIndex, whole: GraphIndex, edges: readonly FlowEdge[]): readonly FlowEdge[] {
  const callers = new Set(edges.map(({ source }) => source))
  const isFlowType = new Set(dataFlowTypes)
  const portsOf = entryPorts(index, whole)
  const reached = reachedApart(whole)
  return [...new Set([...openToInternet(index, whole), ...exposedTo(index, whole, 'network')])]
    .filter((resource) => callers.has(resourceKey(resource)) || reached(resource) !== '')
    .flatMap((resource): readonly FlowEdge[] => {
      const drawn = index.find(clusterOf(index, resource) ?? resource)
      if (drawn === null || !isFlowType.has(drawn.type) || resourceType(drawn.type)?.isControlPlane === true) return []
      const describe = () => `Internet to ${displayName(resource)}`
      return [{ form: 'request', source: internetId, target: resourceKey(drawn), label: portsOf(resource), describe }]
    })
}

type Frames = {
  readonly frames: readonly PurposeGroup[]
  /** Groups with several resources. */
  readonly several: readonly PurposeGroup[]
  /** Groups with a single resource, which have no frame. */
  readonly alone: readonly PurposeGroup[]
  /** Applications that can be in a box of applications, or be a box if they have several resources. */
  readonly applications: readonly PurposeGroup[]
  /** Whether it is a box in any case if not all have room: so many that the page is about can't all have frames. */
  readonly isBoxed: (group: PurposeGroup) => boolean
}

function isNamed({ name }: PurposeGroup): boolean {
  return name !== sharedGroup
}

/**
 * A frame around a single box is useless, unless grouping was requested. Parts of a scan have a frame even if they belong
 * to one application.
 */
function framesOf(index: GraphIndex, resources: readonly Resource[], options: ViewOptions): Frames {
  const { groupBy, scanned } = options
  const own = resources.filter(({ presence }) => presence !== 'external')
  const { groups, only } = byPurpose(own, applicationsFor(index, options), groupBy)
  if (groupBy !== null) return { frames: groups, several: groups, alone: [], applications: [], isBoxed: () => false }
  const all = only !== null && scanned !== null ? [only] : groups
  const alone = all.filter((each) => each.resources.length === 1)
  const several = all.filter((each) => !alone.includes(each))
  const foldable = (): Pick<Frames, 'applications' | 'isBoxed'> => {
    if (options.focused === null) return { applications: all.filter(isNamed), isBoxed: () => false }
    const isFocused = new Set(options.focused.resources.map((each) => resourceKey(each)))
    const about = all.filter((each) => each.resources.some((resource) => isFocused.has(resourceKey(resource))))
    const boxed = about.length > mostFrames ? about.filter(isNamed) : []
    const alike = alikeApplications(index, options)
    const partners = all.filter((each) => !about.includes(each) && alike.has(each.name))
    return { applications: [...boxed, ...partners], isBoxed: (group) => boxed.includes(group) }
  }
  const { applications, isBoxed } = foldable()
  const most = several.some(isBoxed) ? several.length : mostFrames
  return { frames: largestAlike(several, most), several, alone, applications, isBoxed }
}

type FlowPage = BundledEdges & { readonly elements: readonly DiagramElement[] }

/** Box by box, or between frames if there are more arrows than people can follow. Detail pages leave out fewer. */
function followable(
  edges: readonly DiagramEdge[],
  elements: readonly DiagramElement[],
  { page, elementLimit }: ViewOptions,
): BundledEdges {
  if (edges.length <= fewestEdges) return { edges, leftOut: 0 }
  const flows = edges.map((edge): FlowEdge => ({ ...edge, describe: () => edge.description }))
  const mostInAll = page === '' ? mostArrowsOf(elements) : elementLimit
  return bundledEdges(flows, elements, fewestEdges, mostInAll, fewestEdges)
}

/** Boxes without a group first, then shared ones, the groups, and resources outside the scan last. */
function grouped(
  { nodes }: DrawnFlow,
  shared: readonly DiagramGroup[],
  framed: readonly PurposeGroup[],
  alone: readonly PurposeGroup[],
): readonly DiagramElement[] {
  const order = ['', ...framed.map(({ name }) => name), outside]
  const isShared = new Set(shared.flatMap(({ children }) => children.map(({ id }) => id)))
  const others = nodes.filter(({ node }) => !isShared.has(node.id))
  const byGroup = [...Map.groupBy(others, (each) => each.group)].sort(
    (left, right) => order.indexOf(left[0]) - order.indexOf(right[0]),
  )
  const free = others.filter((each) => each.group === '').map(({ node }) => node)
  const frames = byGroup.flatMap(([name, inGroup]): readonly DiagramElement[] => {
    if (name === '') return []
    const own = inGroup.map(({ node }) => node)
    const form = name === outside ? 'outside' : 'category'
    const frame = framed.find((each) => each.name === name)
    const { label, detail, beginnings } = frame ?? { label: name, detail: '', beginnings: [name] }
    const { prefix, nodes: children } = withoutCommonPrefix(own, beginnings)
    const description = [label, detail].filter(Boolean).join('\n')
    const said = withPrefix(prefix, { label, detail })
    return [group({ id: `category:${name}`, form, arrangement: 'grid', label, detail: said, description, children })]
  })
  return [...withoutRoot(free, alone), ...shared, ...frames]
}

/**
 * What is alone of a nested stack says that stack without its root: `Payment-Webhook`, not `shop-prod-Payment-Webhook`.
 * With several roots, names stay whole.
 */
function withoutRoot(nodes: readonly DiagramNode[], alone: readonly PurposeGroup[]): readonly DiagramNode[] {
  const nested = alone.filter(({ beginnings: [, second] }) => second !== undefined)
  const [root = '', ...others] = new Set(nested.map(({ beginnings: [first] }) => first))
  if (others.length > 0) return nodes
  const isNested = new Set(nested.flatMap(({ resources }) => resources.map((resource) => resourceKey(resource))))
  const short = withoutFrame(
    nodes.filter(({ id }) => isNested.has(id)),
    root,
  )
  return nodes.map((node) => short.find(({ id }) => id === node.id) ?? node)
}

/** Explains an empty diagram: how many resources could have a flow, and what was checked. */
function explainEmptyFlow(index: GraphIndex): string {
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
  return `${whose}. Checked: ${count === 1 ? 'its' : 'their'} own settings, ${connectors.join(', ')}.`
}

/** Counts the resources that could be part of a flow but have no known one. A drawn cluster shows its members. */
function withoutFlow(index: GraphIndex, drawn: readonly Resource[]): readonly NotDrawn[] {
  const keys = new Set(drawn.map((resource) => resourceKey(resource)))
  const isShown = (resource: Resource): boolean => {
    const { partOf } = resourceType(resource.type) ?? {}
    const wholes = partOf === undefined ? [] : index.targets(resource, 'contained in', partOf.whole)
    return [resource, ...wholes].some((each) => keys.has(resourceKey(each)))
  }
  const missing = dataFlowTypes
    .map((type) => ({
      type,
      resources: index.ofType(type).filter((each) => each.presence === 'read' && !isShown(each)),
    }))
    .filter(({ resources }) => resources.length > 0)
    .toSorted((left, right) => right.resources.length - left.resources.length || compareText(left.type, right.type))
  const count = missing.reduce((sum, { resources }) => sum + resources.length, 0)
  if (count === 0) return []
  // One more by name takes as much room as "1 more type".
  const most = missing.length === mostNamed + 1 ? missing.length : mostNamed
  const named = missing.slice(0, most).map(({ resources }) => countedKind(resources))
  const more = missing.length - named.length
  const kinds = [...named, ...(more > 0 ? [`${more} more types`] : [])].join(', ')
  return [{ what: `${count === 1 ? 'resource' : 'resources'} with no known data flow (${kinds})`, count }]
}
