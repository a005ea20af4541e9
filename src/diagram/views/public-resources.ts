/** What the internet can reach, for the security view and for the list of resources alike. */
import type { Resource } from '../../graph/resource-graph.ts'
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
  const addressed = index.types
    // An interface has the address of what it is attached to, which is listed itself.
    .filter((type) => type !== 'AWS::EC2::NetworkInterface')
    .flatMap((type) => index.ofType(type))
    .filter((resource) => resource.presence === 'read' && hasPublicAddress(resource))
  return [...new Set([...entryPoints(index), ...addressed])]
}

/** What anyone may call without a VPC in between: edges, APIs, and what its own policy or setting opens. */
export function entryPoints(index: GraphIndex): readonly Resource[] {
  const opened = rules.flatMap(([type, isPublic]) =>
    index.ofType(type).filter((resource) => resource.presence === 'read' && isPublic(resource)),
  )
  return [...openToInternet(index), ...opened]
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
