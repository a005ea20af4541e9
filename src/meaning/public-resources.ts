/** What the internet can reach, for the security view and for the list of resources alike. */
import type { Resource } from '../graph/resource-graph.ts'
import { everyResourceType, typePlaying, typesWith } from '../resource-types/look-ups.ts'
import type { ExposureRule } from '../resource-types/resource-type.ts'
import { type GraphIndex, textProperty } from '../graph/graph-index.ts'
import { isAnywhere } from './reach.ts'

/** One function for each rule of the descriptors. */
const rules: Readonly<Record<ExposureRule, (resource: Resource, index: GraphIndex) => boolean>> = {
  always: () => true,
  'API endpoint': (api, index) => !isPrivateApi(api) && !isBehindEdge(api, index),
  'resource policy': ({ properties }) => properties['publicByPolicy'] === true,
  'public setting': ({ properties }) => properties['publiclyAccessible'] === true,
  'cluster endpoint': ({ properties }) => {
    const cidrs = properties['publicAccessCidrs']
    const ranges = Array.isArray(cidrs) ? cidrs.filter((cidr) => typeof cidr === 'string') : []
    return properties['publicEndpoint'] === true && (ranges.length === 0 || ranges.some((cidr) => isAnywhere(cidr)))
  },
}

const edgeTypes = typesWith('box').flatMap(({ type, role }) => (role.tier === 'edge' ? [type] : []))

function isPrivateApi(api: Resource): boolean {
  const endpointTypes = api.properties['endpointTypes']
  return (
    (Array.isArray(endpointTypes) && endpointTypes.includes('PRIVATE')) || textProperty(api, 'visibility') === 'PRIVATE'
  )
}

function isBehindEdge(api: Resource, index: GraphIndex): boolean {
  return edgeTypes.some((type) => index.sources(api, 'routes to', type).length > 0)
}

/** What one of these rules opens. */
function openedBy(index: GraphIndex, expected: readonly ExposureRule[]): readonly Resource[] {
  return everyResourceType.flatMap(({ type, exposedBy }) =>
    exposedBy === undefined || !expected.includes(exposedBy)
      ? []
      : index.ofType(type).filter((resource) => resource.presence === 'read' && rules[exposedBy](resource, index)),
  )
}

/** What anyone on the internet may call, apart from internet gateways: edges, and the APIs behind none. */
export function openToInternet(index: GraphIndex): readonly Resource[] {
  return openedBy(index, ['always', 'API endpoint'])
}

/** Everything below: the resources that a list calls public. */
export function publicResources(index: GraphIndex): readonly Resource[] {
  return [...new Set([...entryPoints(index), ...withPublicAddress(index)])]
}

/**
 * What anyone may call that no security group protects: edges, APIs, what its own policy or setting opens, and bare public addresses.
 * `whole`: what tells of security groups that a selection leaves out.
 */
export function entryPoints(index: GraphIndex, whole: GraphIndex = index): readonly Resource[] {
  const opened = openedBy(index, ['resource policy', 'public setting', 'cluster endpoint'])
  const bare = withPublicAddress(index).filter(
    (resource) => whole.targets(resource, 'associated with', typePlaying('security group')).length === 0,
  )
  return [...new Set([...openToInternet(index), ...opened, ...bare])]
}

function withPublicAddress(index: GraphIndex): readonly Resource[] {
  return (
    index.types
      // An interface has the address of what it is attached to, which is listed itself.
      .filter((type) => type !== typePlaying('network interface'))
      .flatMap((type) => index.ofType(type))
      .filter((resource) => resource.presence === 'read' && hasPublicAddress(resource))
  )
}

/** It takes connections at a public address; security groups may still narrow from where. */
export function hasPublicAddress({ properties }: Resource): boolean {
  return (
    properties['scheme'] === 'internet-facing' ||
    typeof properties['publicIpAddress'] === 'string' ||
    properties['publiclyAccessible'] === true ||
    // Of MSK clusters. Source: API reference of MSK, PublicAccess.
    properties['publicAccess'] === 'SERVICE_PROVIDED_EIPS'
  )
}
