/** Where each resource stands, one that could not be read too: in a subnet, across a network, or outside the networks. */
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'
import type { Exposure } from '../diagram.ts'
import { type Stage, placedTypes, stageOf } from './drawn-types.ts'
import { type GraphIndex, compareResources, displayName, resourceKey, textProperty } from './graph-index.ts'
import { requestFlows } from './request-flows.ts'
import { homeOf } from './resource-home.ts'
import { subnetExposure } from './subnet-exposure.ts'

/** From the internet inwards: the order in which subnets stand under each other. */
export type Tier = 'public' | 'application' | 'data'

export type PlacedSubnet = {
  readonly subnet: Resource
  readonly zone: string
  readonly tier: Tier
  readonly exposure: Exposure
  readonly via: readonly string[]
  readonly resources: readonly Resource[]
  /** Said beside the addresses. */
  readonly note: string
}

export type PlacedNetwork = {
  /** `null` gathers what stands in a network that is not known. */
  readonly network: Resource | null
  readonly gateways: readonly Resource[]
  readonly loadBalancers: readonly Resource[]
  readonly subnets: readonly PlacedSubnet[]
  /** What stands in the network, but in no single subnet: what requests reach, and everything else. */
  readonly requested: readonly Resource[]
  readonly spanning: readonly Resource[]
  /** Of what stands in networks, some could not be read. */
  readonly mayHoldUnread: boolean
}

export type Placement = {
  readonly networks: readonly PlacedNetwork[]
  /** What requests meet before they reach a network. */
  readonly edge: readonly Resource[]
  readonly outside: readonly Resource[]
  /** Referred to, not readable, and nothing tells in which network they stand. */
  readonly unread: readonly Resource[]
  /** By the key of an instance, what people call the auto scaling group that it belongs to. */
  readonly scaledBy: ReadonlyMap<string, string>
}

const networkType = 'AWS::EC2::VPC'
const subnetType = 'AWS::EC2::Subnet'
const instanceType = 'AWS::EC2::Instance'
const eventBusType = 'AWS::Events::EventBus'

const known = new WeakMap<GraphIndex, Placement>()

/** One placement a graph, shared by all views of it. */
export function placeResources(index: GraphIndex): Placement {
  const placement = known.get(index) ?? newPlacement(index)
  known.set(index, placement)
  return placement
}

function newPlacement(index: GraphIndex): Placement {
  const bySubnet = new Map<string, Resource[]>()
  const byNetwork = new Map<string, Resource[]>()
  const edge: Resource[] = []
  const outside: Resource[] = []
  const unread: Resource[] = []
  for (const resource of placedTypes.flatMap((type) => index.ofType(type))) {
    if (resource.presence === 'external' || isTerminated(resource) || isPartOfAnother(index, resource)) continue
    const home = homeOf(index, resource)
    if (resource.presence === 'read' && stageOf(resource.type) === 'edge') edge.push(resource)
    else if (home.subnet !== null) put(bySubnet, home.subnet, resource)
    else if (home.network !== null) put(byNetwork, home.network, resource)
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

  const requested = new Set(requestFlows(index).map(({ target }) => resourceKey(target)))
  const networkOfKey = (network: Resource | null): PlacedNetwork => {
    const key = network === null ? '' : resourceKey(network)
    const inNetwork = byNetwork.get(key) ?? []
    const gateways = inNetwork.filter(({ type }) => type === 'AWS::EC2::InternetGateway')
    const ofStage = (stage: Stage): readonly Resource[] => inNetwork.filter(({ type }) => stageOf(type) === stage)
    const otherGateways = ofStage('gateway').filter((gateway) => !gateways.includes(gateway))
    return {
      network,
      gateways,
      loadBalancers: ofStage('load balancer').toSorted(internetFacingFirst),
      subnets: (subnetsByNetwork.get(key) ?? []).map((subnet) =>
        placeSubnet(index, subnet, network, bySubnet.get(resourceKey(subnet)) ?? []),
      ),
      requested: ofStage('application').filter((resource) => requested.has(resourceKey(resource))),
      spanning: [
        ...otherGateways,
        ...ofStage('application').filter((resource) => !requested.has(resourceKey(resource))),
        ...ofStage('data'),
      ],
      mayHoldUnread: mayHoldUnread(index, inNetworkTypes),
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
    networks: subnetsByNetwork.has('') ? [...networks, networkOfKey(null)] : networks,
    edge,
    outside,
    unread,
    scaledBy: scaledInstances(index),
  }
}

function put(map: Map<string, Resource[]>, reference: ResourceReference, resource: Resource): void {
  const key = resourceKey(reference)
  const known = map.get(key)
  if (known === undefined) map.set(key, [resource])
  else known.push(resource)
}

export function isTerminated(resource: Resource): boolean {
  return resource.type === instanceType && resource.properties['state'] === 'terminated'
}

/** Whether another box stands for it: a group for its instances or nodes, the services of a cluster for the cluster. */
function isPartOfAnother(index: GraphIndex, resource: Resource): boolean {
  if (resource.presence !== 'read') return false
  switch (resource.type) {
    case 'AWS::AutoScaling::AutoScalingGroup':
      return index.targets(resource, 'associated with', instanceType).some((instance) => isRunning(index, instance))
    case 'AWS::ECS::Cluster':
      return index.sources(resource, 'contained in', 'AWS::ECS::Service').length > 0
    case 'AWS::ElastiCache::CacheCluster':
      return index
        .targets(resource, 'contained in', 'AWS::ElastiCache::ReplicationGroup')
        .some((group) => index.find(group)?.presence === 'read')
    case eventBusType:
      // Every account has this one, whether it is used or not.
      return resource.name === 'default' && index.sources(resource, 'contained in', 'AWS::Events::Rule').length === 0
    default:
      return false
  }
}

function isRunning(index: GraphIndex, reference: ResourceReference): boolean {
  const instance = index.find(reference)
  return instance?.presence === 'read' && !isTerminated(instance)
}

/** A group that Kubernetes made is called as its node group. */
function scaledInstances(index: GraphIndex): ReadonlyMap<string, string> {
  return new Map(
    index.ofType('AWS::AutoScaling::AutoScalingGroup').flatMap((group) => {
      const [nodeGroup] = index.sources(group, 'associated with', 'AWS::EKS::Nodegroup')
      const named = nodeGroup === undefined ? group : (index.find(nodeGroup) ?? group)
      return index
        .targets(group, 'associated with', instanceType)
        .map((instance): [string, string] => [resourceKey(instance), displayName(named)])
    }),
  )
}

function placeSubnet(
  index: GraphIndex,
  subnet: Resource,
  network: Resource | null,
  resources: readonly Resource[],
): PlacedSubnet {
  const { exposure, via } = subnetExposure(index, subnet, network)
  const zoneOfContent = resources
    .map((resource) => textProperty(resource, 'availabilityZone'))
    .find((zone) => zone !== '')
  return {
    subnet,
    zone: textProperty(subnet, 'availabilityZone') || (zoneOfContent ?? ''),
    tier: tierOf(index, subnet, exposure, resources),
    exposure,
    via,
    resources,
    note: resources.length === 0 && mayHoldUnread(index, inSubnetTypes) ? 'not all read' : '',
  }
}

/** What stands in subnets, each resource in one. */
const inSubnetTypes: readonly string[] = [
  instanceType,
  'AWS::EC2::NatGateway',
  'AWS::RDS::DBInstance',
  'AWS::DocDB::DBInstance',
  'AWS::Neptune::DBInstance',
  'AWS::Redshift::Cluster',
]

/** What stands in networks, in one subnet or in several. */
const inNetworkTypes: readonly string[] = [
  ...inSubnetTypes,
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::ElasticLoadBalancing::LoadBalancer',
  'AWS::RDS::DBCluster',
  'AWS::ECS::Service',
  'AWS::Lambda::Function',
]

/** Whether what looks empty may hold something of these types that could not be read. */
function mayHoldUnread(index: GraphIndex, types: readonly string[]): boolean {
  return types.some((type) => {
    const status = index.coverage(type)?.status
    // What a region does not offer stands nowhere in it.
    return status === 'denied' || status === 'failed'
  })
}

function tierOf(index: GraphIndex, subnet: Resource, exposure: Exposure, resources: readonly Resource[]): Tier {
  if (exposure === 'public') return 'public'
  const dataCount = resources.filter(({ type }) => stageOf(type) === 'data').length
  if (resources.length > 0) return dataCount > resources.length / 2 ? 'data' : 'application'
  return index.sources(subnet, 'attached to', 'AWS::RDS::DBInstance').length > 0 ? 'data' : 'application'
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
