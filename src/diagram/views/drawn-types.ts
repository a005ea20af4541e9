/** The types that the architecture view gives a box of their own, from the edge inwards, apart from networks and subnets. */
import { capitalized, resourceKind } from '../resource-kinds.ts'

/** Where a box stands in its network, when it stands in no single subnet; `edge`: before all networks. */
export type Stage = 'edge' | 'gateway' | 'load balancer' | 'application' | 'data'

type DrawnType = {
  readonly type: string
  readonly stage: Stage
  /** Under which heading it stands outside the networks; `null`: under its own name. */
  readonly category: string | null
}

const drawn = (stage: Stage, category: string | null, types: readonly string[]): readonly DrawnType[] =>
  types.map((type) => ({ type: `AWS::${type}`, stage, category }))

export const drawnTypes: readonly DrawnType[] = [
  ...drawn('edge', null, ['CloudFront::Distribution', 'GlobalAccelerator::Accelerator']),
  ...drawn('gateway', null, ['EC2::InternetGateway', 'EC2::NatGateway']),
  ...drawn('load balancer', null, ['ElasticLoadBalancingV2::LoadBalancer', 'ElasticLoadBalancing::LoadBalancer']),
  ...drawn('application', 'APIs', ['ApiGatewayV2::Api', 'ApiGateway::RestApi', 'AppSync::GraphQLApi']),
  ...drawn('application', null, ['Lambda::Function']),
  ...drawn('application', null, ['StepFunctions::StateMachine']),
  ...drawn('data', 'Queues, topics and event buses', ['SQS::Queue', 'SNS::Topic', 'Events::EventBus']),
  ...drawn('data', 'Streams', ['Kinesis::Stream', 'KinesisFirehose::DeliveryStream']),
  ...drawn('data', null, ['DynamoDB::Table']),
  ...drawn('data', null, ['S3::Bucket']),
  ...drawn('application', null, ['EC2::Instance']),
  ...drawn('application', 'Auto scaling', ['AutoScaling::AutoScalingGroup']),
  ...drawn('application', 'Containers', [
    'ECS::Service',
    'ECS::Cluster',
    'EKS::Cluster',
    'EKS::Nodegroup',
    'EKS::FargateProfile',
    'Batch::ComputeEnvironment',
  ]),
  ...drawn('application', 'Applications', [
    'AppRunner::Service',
    'ElasticBeanstalk::Environment',
    'Lightsail::Instance',
    'Lightsail::Database',
    'Transfer::Server',
    'WorkSpaces::Workspace',
  ]),
  ...drawn('application', 'Machine learning', ['Bedrock::Agent', 'SageMaker::Endpoint', 'SageMaker::NotebookInstance']),
  ...drawn('data', 'Databases', [
    'RDS::DBProxy',
    'RDS::DBInstance',
    'RDS::DBCluster',
    'DocDB::DBInstance',
    'DocDB::DBCluster',
    'Neptune::DBInstance',
    'Neptune::DBCluster',
    'MemoryDB::Cluster',
    'Redshift::Cluster',
  ]),
  ...drawn('data', 'Caches', [
    'ElastiCache::ReplicationGroup',
    'ElastiCache::CacheCluster',
    'ElastiCache::ServerlessCache',
  ]),
  ...drawn('data', 'Search and streaming', ['OpenSearchService::Domain', 'MSK::Cluster', 'AmazonMQ::Broker']),
  ...drawn('data', 'File systems', ['EFS::FileSystem', 'FSx::FileSystem']),
]

export const placedTypes: readonly string[] = drawnTypes.map(({ type }) => type)

const stages = new Map(drawnTypes.map(({ type, stage }) => [type, stage]))

export function stageOf(type: string): Stage {
  return stages.get(type) ?? 'application'
}

/** Headings outside the networks with their types, in the order of the types. */
export const categories: readonly { readonly name: string; readonly types: readonly string[] }[] = [
  ...Map.groupBy(drawnTypes, ({ type, category }) => category ?? capitalized(resourceKind(type).plural)),
].map(([name, types]) => ({ name, types: types.map(({ type }) => type) }))
