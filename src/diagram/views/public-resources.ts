/** What the internet can reach, for the security view and for the list of resources alike. */
import type { Resource } from '../../graph/resource-graph.ts'
import { typePlaying } from '../../resource-types/look-ups.ts'
import type { GraphIndex } from './graph-index.ts'
import { isAnywhere } from './reach.ts'
import { openToInternet } from './request-flows.ts'

const byPolicy = (resource: Resource): boolean => resource.properties['publicByPolicy'] === true

const rules: readonly (readonly [type: string, isPublic: (resource: Resource) => boolean])[] = [
  ['AWS::S3::Bucket', byPolicy],
  ['AWS::SQS::Queue', byPolicy],
  ['AWS::SNS::Topic', byPolicy],
  ['AWS::Events::EventBus', byPolicy],
  ['AWS::OpenSearchService::Domain', byPolicy],
  ['AWS::AppRunner::Service', ({ properties }) => properties['publiclyAccessible'] === true],
  [
    'AWS::EKS::Cluster',
    ({ properties }) => {
      const cidrs = properties['publicAccessCidrs']
      const ranges = Array.isArray(cidrs) ? cidrs.filter((cidr) => typeof cidr === 'string') : []
      return properties['publicEndpoint'] === true && (ranges.length === 0 || ranges.some((cidr) => isAnywhere(cidr)))
    },
  ],
]

/** Everything below: the resources that a list calls public. */
export function publicResources(index: GraphIndex): readonly Resource[] {
  return [...new Set([...entryPoints(index), ...withPublicAddress(index)])]
}

/**
 * What anyone may call that no security group protects: edges, APIs, what its own policy or setting opens, and bare public addresses.
 * `whole`: what tells of security groups that a selection leaves out.
 */
export function entryPoints(index: GraphIndex, whole: GraphIndex = index): readonly Resource[] {
  const opened = rules.flatMap(([type, isPublic]) =>
    index.ofType(type).filter((resource) => resource.presence === 'read' && isPublic(resource)),
  )
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
