/** Whether what looks empty may hold something that could not be read. */
import type { GraphIndex } from './graph-index.ts'

/** Groups of subnets that databases and caches are placed by. */
export const subnetGroupTypes: readonly string[] = [
  'AWS::RDS::DBSubnetGroup',
  'AWS::ElastiCache::SubnetGroup',
  'AWS::MemoryDB::SubnetGroup',
  'AWS::Redshift::ClusterSubnetGroup',
]

/** What stands in one subnet, or may: a function that is attached to a single one. */
const ownTypes: readonly string[] = [
  'AWS::AmazonMQ::Broker',
  'AWS::AutoScaling::AutoScalingGroup',
  'AWS::Batch::ComputeEnvironment',
  'AWS::DocDB::DBInstance',
  'AWS::EC2::Instance',
  'AWS::EC2::NatGateway',
  'AWS::ECS::Service',
  'AWS::EKS::Cluster',
  'AWS::EKS::FargateProfile',
  'AWS::EKS::Nodegroup',
  'AWS::ElastiCache::CacheCluster',
  'AWS::ElastiCache::ServerlessCache',
  'AWS::FSx::FileSystem',
  'AWS::Lambda::Function',
  'AWS::MSK::Cluster',
  'AWS::MemoryDB::Cluster',
  'AWS::Neptune::DBInstance',
  'AWS::OpenSearchService::Domain',
  'AWS::RDS::DBInstance',
  'AWS::RDS::DBProxy',
  'AWS::Redshift::Cluster',
  'AWS::SageMaker::NotebookInstance',
  'AWS::Transfer::Server',
  'AWS::WorkSpaces::Workspace',
]

/** Of these, a subnet that looks empty may hold some; without the groups nobody knows in which subnets their members stand. */
export const inSubnetTypes: readonly string[] = [...ownTypes, ...subnetGroupTypes]

/** Of these, a network that looks empty may hold some. */
export const inNetworkTypes: readonly string[] = [
  ...inSubnetTypes,
  'AWS::DocDB::DBCluster',
  'AWS::EFS::FileSystem',
  'AWS::ElastiCache::ReplicationGroup',
  'AWS::ElasticLoadBalancing::LoadBalancer',
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::Neptune::DBCluster',
  'AWS::RDS::DBCluster',
  // Without these, nobody knows in which network those stand that are attached to them.
  'AWS::EC2::Subnet',
  'AWS::EFS::MountTarget',
]

export function mayHoldUnread(index: GraphIndex, types: readonly string[]): boolean {
  return types.some((type) => {
    const status = index.coverage(type)?.status
    // What a region does not offer stands nowhere in it.
    return status === 'denied' || status === 'failed'
  })
}
