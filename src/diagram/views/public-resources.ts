/** What anyone on the internet may use without any network in between, as its own policy or setting says. */
import type { Resource } from '../../graph/resource-graph.ts'
import type { GraphIndex } from './graph-index.ts'
import { isAnywhere } from './reach.ts'

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

export function publicResources(index: GraphIndex): readonly Resource[] {
  return rules.flatMap(([type, isPublic]) =>
    index.ofType(type).filter((resource) => resource.presence === 'read' && isPublic(resource)),
  )
}
