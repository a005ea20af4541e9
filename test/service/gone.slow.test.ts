/** Tests that resources that are deleted during a scan are left out, and that their types are complete. */
import { afterEach, expect, test } from 'vitest'
import type { WorldChange } from '../../src/simulated/world.ts'
import { globalData, regionData, scanCompleted, startWithFullAccount } from '../support/full-account.ts'
import type { RunningTestService } from '../support/running-service.ts'

let running: RunningTestService
afterEach(() => running.close())

const rest = <Item>(items: readonly Item[] | undefined) => items?.slice(1) ?? []
const isProvisioned = ({ ClusterType }: { readonly ClusterType?: string | undefined }) => ClusterType === 'PROVISIONED'

/**
 * The type, the call after which its first item is deleted, the remaining items, and the operation and code of the
 * error.
 */
const deletions: readonly (readonly [
  type: string,
  service: string,
  operation: string,
  left: Pick<WorldChange, 'regionData' | 'globalData'>,
  described: string,
  code: string,
  count: number,
])[] = [
  [
    'AWS::SNS::Topic',
    'sns',
    'ListTopics',
    { regionData: { sns: { topics: rest(regionData.sns?.topics) } } },
    'GetTopicAttributes',
    'NotFound',
    1,
  ],
  [
    'AWS::SQS::Queue',
    'sqs',
    'ListQueues',
    { regionData: { sqs: { queues: rest(regionData.sqs?.queues) } } },
    'GetQueueAttributes',
    'QueueDoesNotExist',
    2,
  ],
  [
    'AWS::DynamoDB::Table',
    'dynamodb',
    'ListTables',
    { regionData: { dynamodb: { tables: rest(regionData.dynamodb?.tables) } } },
    'DescribeTable',
    'ResourceNotFoundException',
    1,
  ],
  [
    'AWS::StepFunctions::StateMachine',
    'step-functions',
    'ListStateMachines',
    { regionData: { stepFunctions: { stateMachines: rest(regionData.stepFunctions?.stateMachines) } } },
    'DescribeStateMachine',
    'StateMachineDoesNotExist',
    2,
  ],
  [
    'AWS::SageMaker::Endpoint',
    'sagemaker',
    'ListEndpoints',
    { regionData: { sagemaker: { endpoints: rest(regionData.sagemaker?.endpoints) } } },
    'DescribeEndpoint',
    'ValidationException',
    0,
  ],
  [
    'AWS::ECS::TaskDefinition',
    'ecs',
    'DescribeServices',
    { regionData: { ecs: { taskDefinitions: [] } } },
    'DescribeTaskDefinition',
    'ClientException',
    0,
  ],
  [
    'AWS::ElasticLoadBalancingV2::TargetGroup',
    'elastic-load-balancing-v2',
    'DescribeTargetGroups',
    { regionData: { elasticLoadBalancingV2: { targetGroups: rest(regionData.elasticLoadBalancingV2?.targetGroups) } } },
    'DescribeTargetGroupAttributes',
    'TargetGroupNotFound',
    5,
  ],
  [
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    'elastic-load-balancing-v2',
    'DescribeLoadBalancers',
    {
      regionData: { elasticLoadBalancingV2: { loadBalancers: rest(regionData.elasticLoadBalancingV2?.loadBalancers) } },
    },
    'DescribeLoadBalancerAttributes',
    'LoadBalancerNotFound',
    3,
  ],
  [
    'AWS::Redshift::Cluster',
    'redshift',
    'DescribeClusters',
    { regionData: { redshift: { clusters: rest(regionData.redshift?.clusters) } } },
    'DescribeLoggingStatus',
    'ClusterNotFound',
    1,
  ],
  [
    'AWS::CloudFront::Distribution',
    'cloudfront',
    'ListDistributions',
    { globalData: { cloudFront: { distributions: [] } } },
    'GetDistributionConfig',
    'NoSuchDistribution',
    0,
  ],
  [
    'AWS::EKS::Nodegroup',
    'eks',
    'DescribeCluster',
    { regionData: { eks: { clusters: [] } } },
    'ListNodegroups',
    'ResourceNotFoundException',
    0,
  ],
  [
    'AWS::RDS::DBProxy',
    'rds',
    'DescribeDBProxies',
    { regionData: { rds: { proxies: [] } } },
    'DescribeDBProxyTargets',
    'DBProxyNotFoundFault',
    0,
  ],
  [
    'AWS::S3::Bucket',
    's3',
    'ListBuckets',
    { globalData: { s3: { buckets: rest(globalData.s3?.buckets) } } },
    'GetBucketLogging',
    'NoSuchBucket',
    3,
  ],
  [
    'AWS::ApiGateway::RestApi',
    'api-gateway',
    'GetRestApis',
    { regionData: { apiGateway: { restApis: [] } } },
    'GetResources',
    'NotFoundException',
    0,
  ],
  [
    'AWS::AmazonMQ::Broker',
    'mq',
    'ListBrokers',
    { regionData: { mq: { brokers: [] } } },
    'DescribeBroker',
    'NotFoundException',
    0,
  ],
  // Only the serverless cluster is described.
  [
    'AWS::MSK::Cluster',
    'kafka',
    'ListClustersV2',
    { regionData: { kafka: { clusters: regionData.kafka?.clusters?.filter(isProvisioned) ?? [] } } },
    'GetBootstrapBrokers',
    'NotFoundException',
    1,
  ],
  [
    'AWS::Route53Resolver::ResolverEndpoint',
    'route53resolver',
    'ListResolverEndpoints',
    { regionData: { route53Resolver: { resolverEndpoints: [] } } },
    'ListResolverEndpointIpAddresses',
    'ResourceNotFoundException',
    0,
  ],
  [
    'AWS::Route53::HostedZone',
    'route-53',
    'ListHostedZones',
    { globalData: { route53: { ...globalData.route53, hostedZones: [] } } },
    'GetHostedZone',
    'NoSuchHostedZone',
    1,
  ],
]

test('leaves out resources that were deleted after their list', async () => {
  running = await startWithFullAccount({
    changes: deletions.map(([, service, operation, left]) => ({ after: { service, operation }, ...left })),
  })
  const { coverageOf } = await scanCompleted(running)
  for (const [type, , , , described, code, count] of deletions) {
    expect(coverageOf(type)).toMatchObject({ type, status: 'collected', count, reason: null })
    expect(running.cloud.calls).toContainEqual(expect.objectContaining({ operation: described, errorCode: code }))
  }
})
