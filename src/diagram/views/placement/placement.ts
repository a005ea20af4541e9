/** Places each resource, also those that could not be read: in a subnet, across a VPC, or outside of VPCs. */
import type { Resource, ResourceGraph, ResourceReference } from '../../../graph/resource-graph.ts'
import { formatCount } from '../../resource-kinds.ts'
import { isGoneResource, resourceType, rolesOf, typePlaying } from '../../../resource-types/look-ups.ts'
import type { Tier as Stage } from '../../../resource-types/resource-type.ts'
import { labelsInVpc, purposeOf } from '../boxes/network-texts.ts'
import { placedTypes, stageOf } from '../boxes/shelves.ts'
import {
  type GraphIndex,
  compareResources,
  compareText,
  displayName,
  indexGraph,
  resourceKey,
  textProperty,
} from '../../../graph/graph-index.ts'
import { mayBeIncomplete, inNetworkTypes, inSubnetTypes, subnetGroupTypes } from './may-be-incomplete.ts'
import { requestFlows } from '../flows/request-flows.ts'
import { locationOf } from './resource-location.ts'
import { type Exposure, subnetExposure } from '../../../meaning/subnet-exposure.ts'

/** From the internet inwards: the order of subnets from top to bottom. */
export type Tier = 'public' | 'application' | 'data'

export type PlacedSubnet = {
  readonly subnet: Resource
  readonly zone: string
  readonly tier: Tier
  /** The same for subnets in several Availability Zones, by their names. */
  readonly purpose: string
  readonly exposure: Exposure
  readonly via: readonly string[]
  readonly isBlackhole: boolean
  readonly resources: readonly Resource[]
  /** The number of further resources in it that aren't in the selection. */
  readonly leftOut: number
  /** Shown beside the addresses. */
  readonly note: string
}

export type PlacedNetwork = {
  /** `null`: for resources in unknown VPCs, or in VPCs that aren't selected. */
  readonly network: Resource | null
  readonly isHidden: boolean
  readonly gateways: readonly Resource[]
  readonly loadBalancers: readonly Resource[]
  readonly subnets: readonly PlacedSubnet[]
  /** Resources in the VPC, but in no single subnet: targets of requests, and all others. */
  readonly requested: readonly Resource[]
  readonly spanning: readonly Resource[]
  /** The number of further resources in it that aren't in the selection. */
  readonly leftOut: number
  /** Some types of resources in VPCs couldn't be read. */
  readonly mayBeIncomplete: boolean
}

export type Placement = {
  readonly networks: readonly PlacedNetwork[]
  /** The first targets of requests, before the VPC. */
  readonly edge: readonly Resource[]
  readonly outside: readonly Resource[]
  /** Referenced resources that couldn't be read and have no known VPC. */
  readonly unread: readonly Resource[]
  /** The name of the Auto Scaling group, by the key of the instance. */
  readonly scaledBy: ReadonlyMap<string, string>
}

const networkType = typePlaying('VPC')
const subnetType = typePlaying('subnet')
const instanceType = typePlaying('instance')

const known = new WeakMap<GraphIndex, Placement>()

/**
 * Cached for each graph and shared by all views. `scanned`: the whole scan if the graph is only a part. `null`: the
 * graph is the whole scan.
 */
export function placeResources(index: GraphIndex, scanned: ResourceGraph | null = null): Placement {
  const placement = known.get(index) ?? newPlacement(index, scanned === null ? index : indexGraph(scanned))
  known.set(index, placement)
  return placement
}

/** `whole`: decides where resources are and how they are connected, also by resources that aren't drawn. */
function newPlacement(index: GraphIndex, whole: GraphIndex): Placement {
  const isPart = index !== whole
  const bySubnet = new Map<string, Resource[]>()
  const byNetwork = new Map<string, Resource[]>()
  const edge: Resource[] = []
  const outside: Resource[] = []
  const unread: Resource[] = []
  for (const resource of placedTypes.flatMap((type) => index.ofType(type))) {
    if (resource.presence === 'external' || isGoneResource(resource) || isPartOfAnother(index, resource)) continue
    const { subnet, network } = locationOf(whole, resource)
    if (resource.presence === 'read' && stageOf(resource.type) === 'edge') edge.push(resource)
    else if (subnet !== null && index.find(subnet) !== null) put(bySubnet, resourceKey(subnet), resource)
    else if (network !== null) put(byNetwork, index.find(network) === null ? '' : resourceKey(network), resource)
    else if (resource.presence === 'read') outside.push(resource)
    else unread.push(resource)
  }

  const subnets = index
    .ofType(subnetType)
    .filter((subnet) => subnet.presence === 'read' || bySubnet.has(resourceKey(subnet)))
  const networkOf = (subnet: Resource): ResourceReference | null =>
    index.targets(subnet, 'contained in', networkType)[0] ?? null
  const subnetsByNetwork = Map.groupBy(subnets, (subnet) => {
    const network = networkOf(subnet)
    return network === null ? '' : resourceKey(network)
  })

  const leftOut = leftOutOf(index, isPart ? placeResources(whole) : null)
  const requested = new Set(requestFlows(index).map(({ target }) => resourceKey(target)))
  const networkOfKey = (network: Resource | null): PlacedNetwork => {
    const key = network === null ? '' : resourceKey(network)
    const inNetwork = byNetwork.get(key) ?? []
    const gateways = inNetwork.filter(({ type }) => type === typePlaying('internet gateway'))
    const ofStage = (stage: Stage): readonly Resource[] => inNetwork.filter(({ type }) => stageOf(type) === stage)
    const placedSubnets = withTiers(
      index,
      network,
      (subnetsByNetwork.get(key) ?? []).map((subnet) =>
        placeSubnet(whole, subnet, bySubnet.get(resourceKey(subnet)) ?? [], leftOut),
      ),
    )
    const otherGateways = ofStage('gateway').filter((gateway) => !gateways.includes(gateway))
    return {
      network,
      isHidden: isPart && network === null && (subnetsByNetwork.get('') ?? []).every((subnet) => isIn(whole, subnet)),
      gateways,
      loadBalancers: ofStage('load balancer').toSorted(internetFacingFirst),
      subnets: placedSubnets,
      requested: ofStage('application').filter((resource) => requested.has(resourceKey(resource))),
      spanning: [
        ...belowTheirSubnets(otherGateways, placedSubnets),
        ...ofStage('application').filter((resource) => !requested.has(resourceKey(resource))),
        ...ofStage('data'),
      ],
      leftOut: leftOut.get(key) ?? 0,
      mayBeIncomplete: mayBeIncomplete(whole, inNetworkTypes),
    }
  }

  const networks = index
    .ofType(networkType)
    .filter(
      (network) =>
        network.presence === 'read' ||
        byNetwork.has(resourceKey(network)) ||
        subnetsByNetwork.has(resourceKey(network)),
    )
    .toSorted(defaultLast)
    .map((network) => networkOfKey(network))
  return {
    networks: subnetsByNetwork.has('') || byNetwork.has('') ? [...networks, networkOfKey(null)] : networks,
    edge,
    outside,
    unread,
    scaledBy: isPart ? placeResources(whole).scaledBy : scaledInstances(index),
  }
}

/** The number of boxes if each resource has one. */
export function boxesWithin(networks: readonly PlacedNetwork[]): number {
  return networks.reduce((sum, { gateways, loadBalancers, requested, spanning, subnets }) => {
    const beside = gateways.length + loadBalancers.length + requested.length + spanning.length
    return sum + beside + subnets.reduce((inSubnets, { resources }) => inSubnets + 1 + resources.length, 0)
  }, 0)
}

/** In the order of the Availability Zones whose subnets route to them, so that their lines run side by side. */
function belowTheirSubnets(gateways: readonly Resource[], subnets: readonly PlacedSubnet[]): readonly Resource[] {
  const byZone = subnets.toSorted((left, right) => compareText(left.zone, right.zone))
  const rankOf = ({ id }: Resource): number => {
    const first = byZone.findIndex(({ via }) => via.includes(id))
    return first < 0 ? byZone.length : first
  }
  return gateways.toSorted((left, right) => rankOf(left) - rankOf(right) || compareResources(left, right))
}

/** Whether its VPC is known. */
function isIn(whole: GraphIndex, subnet: Resource): boolean {
  return whole.targets(subnet, 'contained in', networkType).length > 0
}

function put(map: Map<string, Resource[]>, key: string, resource: Resource): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [resource])
  else known.push(resource)
}

/**
 * Whether another box shows it: an Auto Scaling group its instances, a node group its nodes, a cluster its services.
 */
function isPartOfAnother(index: GraphIndex, resource: Resource): boolean {
  if (resource.presence !== 'read') return false
  const { partOf } = resourceType(resource.type) ?? {}
  const { shownBy, everyAccountHas } = rolesOf(resource.type).box ?? {}
  if (shownBy !== undefined) {
    const [whose, verb] = shownBy.by
    const others =
      whose === 'own' ? index.targets(resource, verb, shownBy.type) : index.sources(resource, verb, shownBy.type)
    return others.some((other) => isInUse(index, other))
  }
  if (partOf?.drawn === 'within') {
    return index.targets(resource, 'contained in', partOf.whole).some((whole) => index.find(whole)?.presence === 'read')
  }
  return (
    everyAccountHas !== undefined &&
    everyAccountHas.name === resource.name &&
    index.sources(resource, 'contained in', everyAccountHas.usedBy).length === 0
  )
}

function isInUse(index: GraphIndex, reference: ResourceReference): boolean {
  const resource = index.find(reference)
  return resource?.presence === 'read' && !isGoneResource(resource)
}

/** A group that Kubernetes made has the name of its node group. */
function scaledInstances(index: GraphIndex): ReadonlyMap<string, string> {
  return new Map(
    index.ofType(typePlaying('Auto Scaling group')).flatMap((group) => {
      const [nodeGroup] = index.sources(group, 'associated with', typePlaying('EKS node group'))
      const named = nodeGroup === undefined ? group : (index.find(nodeGroup) ?? group)
      return index
        .targets(group, 'associated with', instanceType)
        .map((instance): [string, string] => [resourceKey(instance), displayName(named)])
    }),
  )
}

function placeSubnet(
  whole: GraphIndex,
  subnet: Resource,
  resources: readonly Resource[],
  leftOutOfAll: ReadonlyMap<string, number>,
): Omit<PlacedSubnet, 'tier' | 'purpose'> {
  const [network = null] = whole.targets(subnet, 'contained in', networkType)
  const { exposure, via, isBlackhole } = subnetExposure(whole, subnet, network)
  const leftOut = leftOutOfAll.get(resourceKey(subnet)) ?? 0
  const unread = mayBeIncomplete(whole, inSubnetTypes) ? 'may be incomplete' : ''
  const zoneOfContent = resources
    .map((resource) => textProperty(resource, 'availabilityZone'))
    .find((zone) => zone !== '')
  return {
    subnet,
    zone: textProperty(subnet, 'availabilityZone') || (zoneOfContent ?? ''),
    exposure,
    via,
    isBlackhole,
    resources,
    leftOut,
    note: resources.length > 0 ? '' : leftOut > 0 ? `${formatCount(leftOut)} not selected` : unread,
  }
}

/** By the key of a VPC or subnet: the number of its resources that the selection leaves out. */
function leftOutOf(index: GraphIndex, whole: Placement | null): ReadonlyMap<string, number> {
  const count = (resources: readonly Resource[]): number =>
    resources.filter((resource) => index.find(resource) === null).length
  return new Map(
    (whole?.networks ?? []).flatMap(({ network, loadBalancers, requested, spanning, subnets }) => {
      const inSubnets = subnets.map(({ subnet, resources }): [string, number] => [
        resourceKey(subnet),
        count(resources),
      ])
      const all = inSubnets.reduce((sum, [, left]) => sum + left, count([...loadBalancers, ...requested, ...spanning]))
      return [...inSubnets, ...(network === null ? [] : [[resourceKey(network), all] as [string, number]])]
    }),
  )
}

const dataTypes = placedTypes.filter((type) => stageOf(type) === 'data')
const otherTypes = placedTypes.filter((type) => stageOf(type) !== 'data')

/** Private subnets for the same purpose have the same tier in each Availability Zone, also where one is empty. */
function withTiers(
  index: GraphIndex,
  network: Resource | null,
  placed: readonly Omit<PlacedSubnet, 'tier' | 'purpose'>[],
): readonly PlacedSubnet[] {
  const labelOf = labelsInVpc(
    network,
    placed.map(({ subnet }) => subnet),
  )
  const named = placed.map((each) => ({ ...each, purpose: purposeOf(labelOf(each.subnet), each.zone) }))
  const byPurpose = Map.groupBy(
    named.filter(({ exposure }) => exposure !== 'public'),
    ({ purpose }) => purpose,
  )
  return named.map((each) => ({
    ...each,
    tier: each.exposure === 'public' ? 'public' : tierOf(index, byPurpose.get(each.purpose) ?? []),
  }))
}

function tierOf(index: GraphIndex, alike: readonly Pick<PlacedSubnet, 'subnet' | 'resources'>[]): Tier {
  const resources = alike.flatMap((each) => each.resources)
  const dataCount = resources.filter(({ type }) => stageOf(type) === 'data').length
  if (resources.length > 0) return dataCount > resources.length / 2 ? 'data' : 'application'
  // Resources in several subnets have no box in any of them.
  const attached = (types: readonly string[]): number =>
    alike
      .flatMap(({ subnet }) => types.map((type) => index.sources(subnet, 'attached to', type).length))
      .reduce((sum, count) => sum + count, 0)
  const [data, others] = [attached(dataTypes), attached(otherTypes)]
  if (data + others > 0) return data > others ? 'data' : 'application'
  const isForData = alike.some(({ subnet }) =>
    subnetGroupTypes.some((type) => index.sources(subnet, 'associated with', type).length > 0),
  )
  return isForData ? 'data' : 'application'
}

function internetFacingFirst(left: Resource, right: Resource): number {
  return schemeRank(left) - schemeRank(right) || compareResources(left, right)
}

function schemeRank(loadBalancer: Resource): number {
  return loadBalancer.properties['scheme'] === 'internet-facing' ? 0 : 1
}

function defaultLast(left: Resource, right: Resource): number {
  return networkRank(left) - networkRank(right) || compareResources(left, right)
}

function networkRank(network: Resource): number {
  if (network.presence !== 'read') return 2
  return network.properties['isDefault'] === true ? 1 : 0
}
