/** The subnet or VPC of a resource, by its relations. */
import type { Resource, ResourceReference } from '../../../graph/resource-graph.ts'
import { everyResourceType, resourceType, rolesOf, typePlaying } from '../../../resource-types/look-ups.ts'
import { stageOf } from '../boxes/shelves.ts'
import {
  type GraphIndex,
  compareResources,
  compareText,
  resourceKey,
  textProperty,
} from '../../../graph/graph-index.ts'
import { subnetGroupTypes } from './may-be-incomplete.ts'

export type Location = { readonly subnet: ResourceReference | null; readonly network: ResourceReference | null }

const networkType = typePlaying('VPC')
const subnetType = typePlaying('subnet')

/** Resources that are where their parts are. */
const partTypes = everyResourceType.flatMap(({ type, partOf }) =>
  partOf === undefined ? [] : [{ part: type, whole: partOf.whole }],
)

export function locationOf(index: GraphIndex, resource: Resource): Location {
  if (resource.presence !== 'read') return { subnet: null, network: networkOfReferrers(index, resource) }
  if (stageOf(resource.type) === 'edge') return { subnet: null, network: null }
  const inSubnet = index.targets(resource, 'contained in', subnetType)[0] ?? null
  const { subnets, networks } = surroundings(index, resource)
  const ofParts = partTypes
    .filter(({ whole }) => whole === resource.type)
    .flatMap(({ part }) => index.sources(resource, 'contained in', part))
    .map((part) => surroundings(index, part))
  const all = [...networks, ...(networks.length === 0 ? ofParts.flatMap((part) => part.networks) : [])]
  const network = inSubnet === null ? (all[0] ?? null) : (firstNetwork(index, [inSubnet]) ?? all[0] ?? null)
  if (inSubnet !== null) return { subnet: inSubnet, network }
  // A cluster spans the subnets of its instances, even if that is only one subnet.
  return { subnet: ofParts.length > 0 ? null : oneSubnet(index, resource, subnets), network }
}

/** Subnets and VPCs of a resource, by itself or by its subnet group. VPCs are sorted by ID. */
function surroundings(
  index: GraphIndex,
  resource: ResourceReference,
): { readonly subnets: readonly ResourceReference[]; readonly networks: readonly ResourceReference[] } {
  const groups = subnetGroupTypes.flatMap((type) => index.targets(resource, 'associated with', type))
  const subnets = [
    ...index.targets(resource, 'attached to', subnetType),
    ...groups.flatMap((group) => index.targets(group, 'associated with', subnetType)),
  ]
  const named = [
    ...index.targets(resource, 'contained in', networkType),
    ...index.targets(resource, 'attached to', networkType),
    ...groups.flatMap((group) => index.targets(group, 'contained in', networkType)),
  ]
  const network = named.length > 0 ? named : subnets.flatMap((subnet) => firstNetwork(index, [subnet]) ?? [])
  return {
    subnets: [...new Map(subnets.map((subnet) => [subnet.id, subnet])).values()],
    networks: network.toSorted((left, right) => compareText(left.id, right.id)),
  }
}

/** The only subnet, or the one in the resource's Availability Zone among the possible subnets. */
function oneSubnet(
  index: GraphIndex,
  resource: Resource,
  subnets: readonly ResourceReference[],
): ResourceReference | null {
  const stage = stageOf(resource.type)
  if (stage === 'load balancer') return null
  const zone = textProperty(resource, 'availabilityZone')
  const inZone = subnets
    .map((subnet) => index.find(subnet))
    .filter((subnet) => subnet !== null)
    .filter((subnet) => zone !== '' && textProperty(subnet, 'availabilityZone') === zone)
  if (inZone.length > 0) return inZone.toSorted(compareResources)[0] ?? null
  const mayStandInOthers = rolesOf(resource.type).box?.spansGroup === true
  return subnets.length === 1 && !mayStandInOthers ? (subnets[0] ?? null) : null
}

/**
 * Types that only reference resources in their own VPC, such as a route to a gateway, or a target registered by its ID.
 */
const referrersWithin = everyResourceType.flatMap(({ type, sameNetwork = [] }) =>
  sameNetwork.map((verb) => ({ type, verb })),
)

/**
 * The VPC of a resource that couldn't be read, according to the resources that reference it. `null` if they disagree.
 */
function networkOfReferrers(index: GraphIndex, resource: Resource): ResourceReference | null {
  // A function doesn't have to be in the VPC of a target group that references it.
  if (resourceType(resource.type)?.plays === undefined) return null
  const networks = referrersWithin
    .flatMap(({ verb, type }) => index.sources(resource, verb, type))
    .flatMap((referrer) => index.targets(referrer, 'contained in', networkType))
  const [first, ...others] = new Map(networks.map((network) => [resourceKey(network), network])).values()
  return first !== undefined && others.length === 0 ? first : null
}

function firstNetwork(index: GraphIndex, subnets: readonly ResourceReference[]): ResourceReference | null {
  return subnets.flatMap((subnet) => index.targets(subnet, 'contained in', networkType))[0] ?? null
}
