/** Types of which more than their own planned properties has to be worked out. */
import type { ResourceTypeName } from '../../../resource-types/all.ts'

export const bucketType: ResourceTypeName = 'AWS::S3::Bucket'
export const functionType: ResourceTypeName = 'AWS::Lambda::Function'

/** Lists whose items other resources of a plan can add to, by type. */
export const listsOfItems: Readonly<Record<string, readonly string[]>> = {
  'AWS::EC2::SecurityGroup': ['ingress', 'egress'],
  'AWS::EC2::NetworkAcl': ['ingress', 'egress'],
  'AWS::EC2::RouteTable': ['routes'],
  'AWS::ElasticLoadBalancingV2::TargetGroup': ['targets'],
  [functionType]: ['urls', 'policyGrants'],
}
