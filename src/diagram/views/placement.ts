/** Where each resource stands, one that could not be read too: in a subnet, across a network, or outside the networks. */
import type { Resource, ResourceReference, Verb } from '../../graph/resource-graph.ts'
import type { Exposure } from '../diagram.ts'
import { type GraphIndex, compareResources, compareText, resourceKey, textProperty } from './graph-index.ts'
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
}

export type PlacedNetwork = {
  /** `null` gathers what stands in a network that is not known. */
  readonly network: Resource | null
  readonly gateways: readonly Resource[]
  readonly loadBalancers: readonly Resource[]
  readonly subnets: readonly PlacedSubnet[]
  /** What stands in the network, but in no single subnet. */
  readonly spanning: readonly Resource[]
}

export type Placement = {
  readonly networks: readonly PlacedNetwork[]
  readonly outside: readonly Resource[]
  /** Referred to, not readable, and nothing tells in which network they stand. */
  readonly unread: readonly Resource[]
}

const networkType = 'AWS::EC2::VPC'
const subnetType = 'AWS::EC2::Subnet'
const clusterType = 'AWS::RDS::DBCluster'
const databaseType = 'AWS::RDS::DBInstance'

/** Types that the architecture view gives a box of their own, apart from networks and subnets. */
export const placedTypes: readonly string[] = [
  'AWS::EC2::InternetGateway',
  'AWS::EC2::NatGateway',
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::EC2::Instance',
  databaseType,
  clusterType,
  'AWS::Lambda::Function',
  'AWS::S3::Bucket',
]

type Home = { readonly subnet: ResourceReference | null; readonly network: ResourceReference | null }

export function placeResources(index: GraphIndex): Placement {
  const bySubnet = new Map<string, Resource[]>()
  const byNetwork = new Map<string, Resource[]>()
  const outside: Resource[] = []
  const unread: Resource[] = []
  for (const resource of placedTypes.flatMap((type) => index.ofType(type))) {
    if (resource.presence === 'external' || isTerminated(resource)) continue
    const home = homeOf(index, resource)
    if (home.subnet !== null) put(bySubnet, home.subnet, resource)
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

  const networkOfKey = (network: Resource | null): PlacedNetwork => {
    const key = network === null ? '' : resourceKey(network)
    const inNetwork = byNetwork.get(key) ?? []
    const ofType = (type: string): readonly Resource[] => inNetwork.filter((resource) => resource.type === type)
    const gateways = ofType('AWS::EC2::InternetGateway')
    const loadBalancers = ofType('AWS::ElasticLoadBalancingV2::LoadBalancer').toSorted(internetFacingFirst)
    return {
      network,
      gateways,
      loadBalancers,
      subnets: (subnetsByNetwork.get(key) ?? []).map((subnet) =>
        placeSubnet(index, subnet, network, bySubnet.get(resourceKey(subnet)) ?? []),
      ),
      spanning: inNetwork.filter((resource) => !gateways.includes(resource) && !loadBalancers.includes(resource)),
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
  return { networks: subnetsByNetwork.has('') ? [...networks, networkOfKey(null)] : networks, outside, unread }
}

function put(map: Map<string, Resource[]>, reference: ResourceReference, resource: Resource): void {
  const key = resourceKey(reference)
  const known = map.get(key)
  if (known === undefined) map.set(key, [resource])
  else known.push(resource)
}

export function isTerminated(resource: Resource): boolean {
  return resource.type === 'AWS::EC2::Instance' && resource.properties['state'] === 'terminated'
}

function homeOf(index: GraphIndex, resource: Resource): Home {
  if (resource.presence !== 'read') return { subnet: null, network: networkOfReferrers(index, resource) }
  const inSubnet = index.targets(resource, 'contained in', subnetType)[0] ?? null
  const networks = [
    ...index.targets(resource, 'contained in', networkType),
    ...index.targets(resource, 'attached to', networkType),
  ]
  const attached = index.targets(resource, 'attached to', subnetType)
  const network = networks[0] ?? firstNetwork(index, attached)
  if (inSubnet !== null) return { subnet: inSubnet, network }
  switch (resource.type) {
    case databaseType:
      return { subnet: databaseSubnet(index, resource, attached), network }
    case clusterType: {
      const members = index.sources(resource, 'contained in', databaseType)
      const memberNetworks = members.flatMap((member) => index.targets(member, 'contained in', networkType))
      return { subnet: null, network: memberNetworks.sort((left, right) => compareText(left.id, right.id))[0] ?? null }
    }
    case 'AWS::Lambda::Function':
      return { subnet: attached.length === 1 ? (attached[0] ?? null) : null, network }
    default:
      return { subnet: null, network }
  }
}

/** What refers to a resource of its own network only: a route to a gateway, a target registered by its id. */
const referrersWithin: Readonly<Record<string, readonly (readonly [Verb, string])[]>> = {
  'AWS::EC2::InternetGateway': [['routes to', 'AWS::EC2::RouteTable']],
  'AWS::EC2::NatGateway': [['routes to', 'AWS::EC2::RouteTable']],
  'AWS::EC2::Instance': [['routes to', 'AWS::ElasticLoadBalancingV2::TargetGroup']],
  'AWS::ElasticLoadBalancingV2::LoadBalancer': [
    ['associated with', 'AWS::ElasticLoadBalancingV2::TargetGroup'],
    ['routes to', 'AWS::ElasticLoadBalancingV2::TargetGroup'],
  ],
}

/** The network of a resource that could not be read, as those tell that refer to it; `null` unless they agree. */
function networkOfReferrers(index: GraphIndex, resource: Resource): ResourceReference | null {
  const networks = (referrersWithin[resource.type] ?? [])
    .flatMap(([verb, type]) => index.sources(resource, verb, type))
    .flatMap((referrer) => index.targets(referrer, 'contained in', networkType))
  const [first, ...others] = new Map(networks.map((network) => [resourceKey(network), network])).values()
  return first !== undefined && others.length === 0 ? first : null
}

function firstNetwork(index: GraphIndex, subnets: readonly ResourceReference[]): ResourceReference | null {
  return subnets.flatMap((subnet) => index.targets(subnet, 'contained in', networkType))[0] ?? null
}

/** Of the subnets that the database may stand in, the one of its availability zone. */
function databaseSubnet(
  index: GraphIndex,
  database: Resource,
  attached: readonly ResourceReference[],
): ResourceReference | null {
  const zone = textProperty(database, 'availabilityZone')
  const inZone = attached
    .map((subnet) => index.find(subnet))
    .filter((subnet) => subnet !== null)
    .filter((subnet) => zone !== '' && textProperty(subnet, 'availabilityZone') === zone)
  return inZone.toSorted(compareResources)[0] ?? null
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
  }
}

function tierOf(index: GraphIndex, subnet: Resource, exposure: Exposure, resources: readonly Resource[]): Tier {
  if (exposure === 'public') return 'public'
  const isData = (resource: Resource): boolean => resource.type === databaseType
  if (resources.length > 0) return resources.every(isData) ? 'data' : 'application'
  return index.sources(subnet, 'attached to', databaseType).length > 0 ? 'data' : 'application'
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
