/** The security view: traffic that security groups allow, from the internet and other accounts to what they protect. */
import { typePlaying, typesWith } from '../../../resource-types/look-ups.ts'
import type { Resource, ResourceGraph } from '../../../graph/resource-graph.ts'
import type { Diagram, DiagramElement, DiagramNode, ViewOptions } from '../../diagram.ts'
import { internetId, internetNode, titleOf } from '../boxes/account-frame.ts'
import { placedTypes, stageOf } from '../boxes/shelves.ts'
import { endsOf, type FlowEdge } from '../flows/flow-edges.ts'
import { drawnFlow } from '../flows/flow-graph.ts'
import { foldedGaps } from '../boxes/folded-gap.ts'
import { isGap } from '../boxes/gap-nodes.ts'
import { withProtection } from '../boxes/protection.ts'
import {
  type GraphIndex,
  compareText,
  naturalSortKey,
  displayName,
  indexGraph,
  resourceKey,
} from '../../../graph/graph-index.ts'
import { emptyFlow, group, present } from '../boxes/group.ts'
import { locationOf } from '../placement/resource-location.ts'
import { networkTexts } from '../boxes/network-texts.ts'
import { outsideNotDrawn, restNotDrawn } from '../placement/not-drawn.ts'
import { resourcesBySecurityGroup, countedByType, countedForCard, typesByCount } from './protected-resources.ts'
import { entryPorts, type ExposedResource, exposedResources } from '../boxes/exposed-resources.ts'
import { internetVerdicts } from '../../../meaning/exposure/exposures.ts'
import { entryPoints as entryPointsOf, internetReach, narrowedTo } from './internet-reach.ts'
import { forwardedEdges } from './forwarded-edges.ts'
import { edgesAround } from './groups-around.ts'
import { reachEdges } from './reach-edges.ts'
import { requestFlows } from '../flows/request-flows.ts'
import { portsToIdle, securityGroupNode } from './security-group-node.ts'
import { tagValue } from '../boxes/tag-value.ts'
import { defaultViewOptions } from '../view-options.ts'

const groupType = typePlaying('security group')
const networkType = typePlaying('VPC')
const outside = 'External sources'
/** Ranges with addresses of VPCs of the scan, which aren't external. */
const inside = 'Address ranges of VPCs'
const entries = 'Entry points'

/** If these types couldn't be read, the diagram may be incomplete. */
const evidence: ReadonlySet<string> = new Set([
  networkType,
  typePlaying('network interface'),
  ...typesWith('security').map(({ type }) => type),
  ...placedTypes,
])

export function securityView(graph: ResourceGraph, options: ViewOptions = defaultViewOptions): Diagram {
  const index = indexGraph(graph)
  const whole = options.scanned === null ? index : indexGraph(options.scanned)
  const attachedResources = resourcesBySecurityGroup(whole, index)
  const unread = graph.coverage.filter((each) => evidence.has(each.type) && isGap(each))
  const gaps = foldedGaps(unread, options)
  const notAttached = `not attached to any ${options.scanned !== null ? 'resource shown' : unread.length > 0 ? 'resource that could be read' : 'resource'}`
  const isAttached = (each: Resource): boolean => attachedResources.has(resourceKey(each))
  const exposed = exposedResources(index, whole)
  const internet = internetReach(exposed, attachedResources)
  const read = whole.ofType(networkType).filter(({ presence }) => presence === 'read')
  const reach = reachEdges(index, read, unread.length === 0 ? isAttached : () => true, internet)
  const { focused } = options
  const reached = entryPointsOf(whole, exposed)
  const verdictOf = internetVerdicts(whole)
  const all = [
    ...reach.edges,
    ...forwardedEdges(whole, reach.edges, attachedResources),
    ...entryEdges(index, whole, reached, exposed, attachedResources),
  ]
  const edges = focused === null ? all : edgesAround(index, all, focused.resources, focused.steps)
  const linked = endsOf(edges)
  const entryPoints = focused === null ? reached : reached.filter((each) => linked.has(resourceKey(each)))
  const ranges = reach.ranges.filter(({ id }) => linked.has(id))
  const groups = index.ofType(groupType)
  const shown = groups.filter((each) => isAttached(each) || linked.has(resourceKey(each)))
  const lists = index.ofType(typePlaying('prefix list')).filter((list) => linked.has(resourceKey(list)))
  const others = [...(linked.has(internetId) ? [internetNode] : []), ...ranges]

  // Of a group that couldn't be read, what it is attached to tells the VPC.
  const networkOf = (resource: Resource): string => {
    const own = index.targets(resource, 'contained in', networkType)[0]
    const attached = attachedResources.get(resourceKey(resource)) ?? []
    const ofAttached = own === undefined ? attached.flatMap((each) => whole.find(each) ?? []) : []
    return (own ?? ofAttached.map((each) => locationOf(whole, each).network).find((each) => each !== null))?.id ?? ''
  }
  const isEntry = new Set(entryPoints.map((each) => resourceKey(each)))
  const { groupBy } = options
  const groupOf = (resource: Resource): string => {
    if (resource.presence === 'external' || resource.type === typePlaying('prefix list')) return outside
    if (isEntry.has(resourceKey(resource))) return entries
    return groupBy === null ? networkOf(resource) : tagValue(resource, groupBy)
  }
  const drawn = drawnFlow(
    {
      resources: [...entryPoints, ...shown, ...lists],
      others,
      edges,
      groupOf,
      // An internet-facing group and that of a database are never in one box.
      apart: (resource) => {
        const isOpen = resource.type === groupType ? internet(resource).length > 0 : verdictOf(resource) === 'open'
        const [main] = typesByCount(attachedResources.get(resourceKey(resource)) ?? [])
        return [isOpen ? 'open' : '', main === undefined ? '' : stageOf(main[0])].filter(Boolean).join(' ')
      },
      wordsOf: (resources) => {
        const attached = resources.flatMap((resource) => attachedResources.get(resourceKey(resource)) ?? [])
        const distinct = new Map(attached.map((each) => [resourceKey(each), each]))
        const all = [...distinct.values()]
        return all.length === 0
          ? null
          : { detail: countedForCard(all), description: `Attached to ${countedByType(all)}` }
      },
      nodeOf: (resource) =>
        resource.type === groupType
          ? securityGroupNode(
              index,
              resource,
              attachedResources.get(resourceKey(resource)) ?? [],
              notAttached,
              internet(resource),
            )
          : null,
    },
    options.elementLimit - gaps.boxes.length,
    options,
  )
  const idle = groups.filter((each) => each.presence === 'read' && !shown.includes(each))
  const inGroup = (name: string): readonly DiagramNode[] =>
    drawn.nodes.filter((each) => each.group === name).map(({ node }) => node)
  const orderOf = (name: string): string => {
    const network = groupBy === null ? index.find({ type: networkType, id: name }) : null
    return network === null ? name : `${naturalSortKey(network)} ${name}`
  }
  const networks = [...new Set(drawn.nodes.map((each) => each.group))]
    .filter((name) => name !== outside && name !== entries)
    .sort((left, right) => compareText(orderOf(left), orderOf(right)))
  const [external, ofNetworks] = [
    ranges.filter(({ presence }) => presence === 'external'),
    ranges.filter(({ presence }) => presence === 'read'),
  ]
  const { scanned } = options
  const areHidden =
    scanned !== null && index.ofType(networkType).length === 0 && indexGraph(scanned).ofType(networkType).length > 0
  const drawnElements = present<DiagramElement>([
    drawn.nodes.length === 0 ? emptyFlow('No reachable resources found') : null,
    linked.has(internetId) ? internetNode : null,
    boundary('outside', outside, [...external, ...inGroup(outside)]),
    boundary('category', inside, ofNetworks),
    boundary('category', entries, inGroup(entries)),
    ...networks.map((name) =>
      groupBy === null
        ? networkBoundary(index, name, areHidden, inGroup(name))
        : boundary('category', name, inGroup(name)),
    ),
    ...gaps.boxes,
  ])
  const elements = withProtection(drawnElements, whole, ({ type, members }) =>
    type === groupType ? members.flatMap((each) => attachedResources.get(resourceKey(each)) ?? []) : members,
  )
  const toIdle = shown.flatMap((each) =>
    portsToIdle(index, each, attachedResources.get(resourceKey(each)) ?? [], internet(each)),
  ).length
  const attachedKeys = new Set([...attachedResources.values()].flat().map((each) => resourceKey(each)))
  return {
    view: 'security',
    page: options.page,
    title: titleOf('Security', options),
    accountId: graph.accountId,
    accountAlias: graph.accountAlias,
    region: graph.region,
    layout: 'flow',
    direction: options.direction ?? 'right',
    elements,
    edges: drawn.edges,
    notDrawn: [
      ...(idle.length === 0
        ? []
        : [
            {
              what: `security ${idle.length === 1 ? 'group' : 'groups'} ${notAttached}`,
              count: idle.length,
            },
          ]),
      ...(toIdle === 0
        ? []
        : [
            {
              what: `${toIdle === 1 ? 'rule' : 'rules'} from anywhere to resources that aren't running`,
              count: toIdle,
            },
          ]),
      ...restNotDrawn(index, elements, new Set(idle.map((each) => resourceKey(each))), (resource) =>
        attachedKeys.has(resourceKey(resource))
          ? 'protected by the security groups shown'
          : verdictOf(resource) === 'unknown'
            ? 'with unknown internet exposure'
            : null,
      ),
      ...outsideNotDrawn(index, elements),
      ...gaps.notDrawn,
    ],
    simplified: '',
  }
}

function boundary(form: 'outside' | 'category', label: string, children: readonly DiagramNode[]) {
  if (children.length === 0) return null
  return group({ id: `category:${label}`, form, arrangement: 'grid', label, description: label, children })
}

function networkBoundary(index: GraphIndex, id: string, areHidden: boolean, children: readonly DiagramNode[]) {
  const network = index.find({ type: networkType, id })
  return group({
    id: network === null ? 'network:unknown' : resourceKey(network),
    form: 'network',
    arrangement: 'grid',
    type: networkType,
    members: network === null ? [] : [{ type: networkType, id }],
    presence: network?.presence ?? (areHidden ? 'read' : 'unknown'),
    ...networkTexts(network, areHidden),
    children,
  })
}

/**
 * From the internet to resources it can reach without a security group, and from there to the security groups of their
 * targets.
 */
function entryEdges(
  index: GraphIndex,
  whole: GraphIndex,
  entryPoints: readonly Resource[],
  exposed: readonly ExposedResource[],
  attachedResources: ReadonlyMap<string, readonly { readonly type: string; readonly id: string }[]>,
): readonly FlowEdge[] {
  const attached = new Map<string, string[]>()
  for (const [groupKey, references] of attachedResources) {
    for (const reference of references) {
      const key = resourceKey(reference)
      attached.set(key, [...(attached.get(key) ?? []), groupKey])
    }
  }
  const entryKeys = new Set(entryPoints.map((each) => resourceKey(each)))
  const byEntry = Map.groupBy(exposed, ({ resource }) => resource)
  const portsOf = entryPorts(index, whole)
  const fromInternet = entryPoints.map((entry): FlowEdge => ({
    form: 'request',
    source: internetId,
    target: resourceKey(entry),
    label: narrowedTo((byEntry.get(entry) ?? []).map(({ exposure }) => exposure)) || portsOf(entry),
    describe: () => `Internet to ${displayName(entry)}`,
  }))
  const onwards = requestFlows(index).flatMap(({ source, target, label, description }) => {
    if (source === null || !entryKeys.has(resourceKey(source))) return []
    const targets = entryKeys.has(resourceKey(target))
      ? [resourceKey(target)]
      : (attached.get(resourceKey(target)) ?? [])
    return targets.map((key): FlowEdge => ({
      form: 'request',
      source: resourceKey(source),
      target: key,
      label,
      describe: () => description,
    }))
  })
  return [...fromInternet, ...onwards]
}
