/** What no collector reads, as AWS Config has discovered it beside what they do read, and tags that only the tagging service tells. */
import type { RegionData } from '../../world.ts'
import { tagList } from '../resource-id.ts'
import { arn, bucketArn, dataKeyArn, logGroupArn } from './data-place.ts'

/** Of each way in which ARNs are written one; an instance, whose own list tells its tags, comes with them where it is asked for. */
const taggedArns: readonly string[] = [
  arn('dynamodb', 'table/carts'),
  arn('elasticloadbalancing', 'loadbalancer/legacy'),
  arn('ec2', 'instance/i-0123456789abcdef0'),
  arn('events', 'event-bus/orders'),
  arn('lambda', 'function:image-resizer'),
  arn('sns', 'order-events'),
  arn('sqs', 'orders'),
  bucketArn('uploads'),
  dataKeyArn,
  logGroupArn('/aws/eks/analytics/cluster'),
]

export const regionData: RegionData = {
  configService: {
    discoveredCounts: [
      { resourceType: 'AWS::EC2::Subnet', count: 9 },
      { resourceType: 'AWS::EC2::Instance', count: 12 },
      { resourceType: 'AWS::AppConfig::Application', count: 2 },
      { resourceType: 'AWS::CodeBuild::Project', count: 4 },
      { resourceType: 'AWS::CodePipeline::Pipeline', count: 1 },
      { resourceType: 'AWS::IoT::Policy', count: 3 },
    ],
  },
  resourceGroupsTagging: {
    resources: taggedArns.map((ResourceARN) => ({ ResourceARN, Tags: tagList({ 'cost-center': 'told-apart' }) })),
  },
}
