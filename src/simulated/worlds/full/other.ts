/**
 * Resources of unsupported types as AWS Config discovers them besides supported ones, and tags that only the tagging
 * API returns.
 */
import type { GlobalData, RegionData } from '../../world.ts'
import { hexDigits, tagList } from '../resource-id.ts'
import { arn, bucketArn, dataKeyArn, logGroupArn } from './data-place.ts'
import { webAclArn } from './network-balancing.ts'
import { acceleratorArn } from './network-edge.ts'
import { distributionArn } from './network-names.ts'

/** One ARN of each format, and an instance, whose tags are also in its own list. */
const taggedArns: readonly string[] = [
  arn('athena', 'workgroup/primary'),
  arn('bedrock', `agent/${hexDigits('agent support', 10).toUpperCase()}`),
  arn('dynamodb', 'table/carts'),
  arn('elasticloadbalancing', 'loadbalancer/legacy'),
  arn('ec2', 'instance/i-0123456789abcdef0'),
  arn('events', 'event-bus/orders'),
  arn('glue', 'crawler/sales'),
  arn('glue', 'database/sales'),
  arn('glue', 'job/orders-to-parquet'),
  arn('lambda', 'function:image-resizer'),
  arn('sns', 'order-events'),
  arn('sqs', 'orders'),
  bucketArn('uploads'),
  dataKeyArn,
  logGroupArn('/aws/eks/analytics/cluster'),
  webAclArn,
  arn('workspaces', `workspace/ws-${hexDigits('workspace analyst', 9)}`),
]

/** The tags of global resources are in their service's region. */
const globalArns: readonly string[] = [distributionArn, acceleratorArn, 'arn:aws:route53:::hostedzone/Z0SHOPPUBLIC']

const told = (ResourceARN: string) => ({ ResourceARN, Tags: tagList({ 'cost-center': 'told-apart' }) })

export const regionData: RegionData = {
  configService: {
    discoveredCounts: [
      { resourceType: 'AWS::EC2::Subnet', count: 9 },
      { resourceType: 'AWS::EC2::Instance', count: 12 },
      { resourceType: 'AWS::AppConfig::Application', count: 2 },
      { resourceType: 'AWS::CodeArtifact::Repository', count: 4 },
      { resourceType: 'AWS::CodePipeline::Pipeline', count: 1 },
      { resourceType: 'AWS::IoT::Policy', count: 3 },
    ],
  },
  resourceGroupsTagging: {
    resources: taggedArns.map(told),
  },
}

export const globalData: GlobalData = { resourceGroupsTagging: { globalResources: globalArns.map(told) } }
