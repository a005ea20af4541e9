/** Arrows of incoming requests and outbound connections between drawn elements, as far as the graph proves them. */
import { everyResourceType, typeOfId, typePlaying } from '../../../resource-types/look-ups.ts'
import type { Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import type { DiagramEdge, DiagramElement } from '../../diagram.ts'
import { internetId } from '../boxes/account-frame.ts'
import type { Flow } from '../flows/flow.ts'
import { labelFrom } from '../flows/flow-labels.ts'
import { joinedEdges } from '../flows/flow-edges.ts'
import { compareText, type GraphIndex, displayName, resourceKey } from '../../../graph/graph-index.ts'
import { isGap } from '../boxes/gap-nodes.ts'
import { flattened } from '../boxes/group.ts'
import type { PlacedNetwork, Placement } from './placement.ts'
import { entryPorts, exposedTo, isReachUnread, openToInternet } from '../boxes/exposed-resources.ts'
import { shortLabel } from '../boxes/short-label.ts'
import { eventFlows, requestFlows } from '../flows/request-flows.ts'

const gatewayType = typePlaying('internet gateway')
const natType = typePlaying('NAT gateway')
const endpointType = typePlaying('VPC endpoint')

/** `whole`: the whole scan, which decides what is exposed. */
export function trafficFlows(index: GraphIndex, placement: Placement, whole: GraphIndex = index): readonly Flow[] {
  return [
    ...entryFlows(index, placement, whole),
    ...requestFlows(index),
    ...eventFlows(index),
    ...egressFlows(index, placement.networks),
    ...memberFlows(index),
  ]
}

/** The IDs of the elements that show each resource, by resource key, and the internet. */
export function drawnIds(elements: readonly DiagramElement[]): ReadonlyMap<string, string> {
  const drawnAs = new Map<string, string>([[internetId, internetId]])
  for (const element of flattened(elements)) {
    for (const member of element.members) drawnAs.set(resourceKey(member), element.id)
  }
  return drawnAs
}

/** Flows between elements that stand for more than one resource are drawn once; those within one element are not drawn. */
export function drawnEdges(flows: readonly Flow[], drawnAs: ReadonlyMap<string, string>): readonly DiagramEdge[] {
  const between = flows.map(({ form, source, target, label, description }) => ({
    form,
    source: source === null ? internetId : resourceKey(source),
    target: resourceKey(target),
    label,
    describe: () => description,
  }))
  return joinedEdges(between, drawnAs)
}

function entryFlows(index: GraphIndex, placement: Placement, whole: GraphIndex): readonly Flow[] {
  const portsOf = entryPorts(index, whole)
  const open = openToInternet(index, whole).map((target): Flow => ({
    form: 'request',
    source: null,
    target,
    label: portsOf(target),
    description: `Internet to ${displayName(target)}`,
  }))
  const behind = new Set(exposedTo(index, whole, 'network'))
  const behindGateways = placement.networks.flatMap((network) =>
    waysInto(network, whole).flatMap((gateway) =>
      inside(network)
        .filter((resource) => behind.has(resource))
        .map((resource): Flow => ({
          form: 'request',
          source: gateway,
          target: resource,
          label: portsOf(resource),
          description: `${gateway === null ? 'Internet' : displayName(gateway)} to ${displayName(resource)}`,
        })),
    ),
  )
  return [...open, ...gatewayFlows(index, placement.networks, whole), ...behindGateways]
}

/** Its internet gateways. If none could be read, what the internet may reach has an arrow from there, not to look safe. */
function waysInto({ gateways }: PlacedNetwork, whole: GraphIndex): readonly (Resource | null)[] {
  return areGatewaysUnread(whole) ? [null] : gateways
}

function areGatewaysUnread(whole: GraphIndex): boolean {
  const coverage = whole.coverage(gatewayType)
  return coverage !== null && isGap(coverage)
}

/** From the internet to VPCs whose internet gateways couldn't be read, with the ports at which it may reach what is in them. */
export function unreadGatewayFlows(
  index: GraphIndex,
  networks: readonly PlacedNetwork[],
  whole: GraphIndex,
): readonly Flow[] {
  if (!areGatewaysUnread(whole)) return []
  const portsOf = entryPorts(index, whole)
  const reached = new Set(exposedTo(index, whole, 'network'))
  return networks.flatMap(({ network, ...placed }) => {
    const entries = inside({ network, ...placed }).filter((resource) => reached.has(resource))
    if (network === null || entries.length === 0) return []
    const label = commonPorts(entries, portsOf)
    return [
      { form: 'request', source: null, target: network, label, description: `Internet to ${displayName(network)}` },
    ]
  })
}

function commonPorts(entries: readonly Resource[], portsOf: (resource: Resource) => string): string {
  const ports = new Set(entries.map(portsOf))
  return shortLabel([...ports].filter((text) => text !== '').toSorted(compareText))
}

/**
 * From the internet to internet gateways, with the ports at which clients reach what is in the VPC. None if they reach
 * nothing there, as behind NAT gateways.
 */
export function gatewayFlows(
  index: GraphIndex,
  networks: readonly PlacedNetwork[],
  whole: GraphIndex,
): readonly Flow[] {
  const portsOf = entryPorts(index, whole)
  const reached = new Set(exposedTo(index, whole, 'network'))
  const isUnread = isReachUnread(whole)
  return networks.flatMap((network) => {
    const entries = inside(network).filter((resource) => reached.has(resource))
    if (entries.length === 0 && !isUnread) return []
    const label = commonPorts(entries, portsOf)
    return network.gateways
      .filter(({ type }) => type === gatewayType)
      .map((gateway): Flow => ({
        form: 'request',
        source: null,
        target: gateway,
        label,
        description: `Internet to ${displayName(gateway)}`,
      }))
  })
}

function inside({ loadBalancers, requested, spanning, subnets }: PlacedNetwork): readonly Resource[] {
  return [...loadBalancers, ...requested, ...spanning, ...subnets.flatMap(({ resources }) => resources)]
}

/**
 * From private subnets, and from the NAT gateways and endpoints in subnets, to the targets of default routes. What leads
 * to or from a NAT gateway that failed, or is being deleted, says so.
 */
export function egressFlows(index: GraphIndex, networks: readonly PlacedNetwork[]): readonly Flow[] {
  const subnets = networks.flatMap((network) => network.subnets)
  const targets = new Set(subnets.flatMap(({ via }) => via))
  return subnets.flatMap(({ subnet, exposure, via, resources }) => {
    const hops = via.flatMap((id): readonly ResourceReference[] => {
      const type = typeOfId(id)
      return type === null ? [] : [{ type, id }]
    })
    // Traffic that was routed to an endpoint is routed on by the endpoint's own subnet.
    const endpoints = found(index, index.sources(subnet, 'attached to', endpointType)).filter(({ id }) =>
      targets.has(id),
    )
    const forwarding = [...resources.filter(({ type }) => type === natType), ...endpoints]
    const holdsOthers = endpoints.length === 0 || resources.length > 0
    const sources = [...(exposure === 'private' && holdsOthers ? [subnet] : []), ...forwarding]
    return sources.flatMap((source) =>
      hops.map((target): Flow => ({
        form: 'egress',
        source,
        target,
        label: labelFrom(index, [source.type === natType ? source : target], ''),
        description: `${displayName(source)} outbound through ${target.id}`,
      })),
    )
  })
}

function found(index: GraphIndex, references: readonly ResourceReference[]): readonly Resource[] {
  return references.map((reference) => index.find(reference)).filter((resource) => resource !== null)
}

/** Members of a cluster that has a box too. */
function memberFlows(index: GraphIndex): readonly Flow[] {
  return everyResourceType.flatMap(({ type, partOf }) =>
    partOf?.drawn !== 'beside'
      ? []
      : index.ofType(type).flatMap((member) =>
          index.targets(member, 'contained in', partOf.whole).map((cluster): Flow => ({
            form: 'member',
            source: cluster,
            target: member,
            label: '',
            description: `${displayName(member)} belongs to ${cluster.id}`,
          })),
        ),
  )
}
