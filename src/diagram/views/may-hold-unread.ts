/** Whether what looks empty may hold something that could not be read. */
import type { GraphIndex } from './graph-index.ts'

/** What stands in subnets, each resource in one. */
export const inSubnetTypes: readonly string[] = [
  'AWS::EC2::Instance',
  'AWS::EC2::NatGateway',
  'AWS::RDS::DBInstance',
  'AWS::DocDB::DBInstance',
  'AWS::Neptune::DBInstance',
  'AWS::Redshift::Cluster',
]

/** What stands in networks, in one subnet or in several. */
export const inNetworkTypes: readonly string[] = [
  ...inSubnetTypes,
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::ElasticLoadBalancing::LoadBalancer',
  'AWS::RDS::DBCluster',
  'AWS::ECS::Service',
  'AWS::Lambda::Function',
]

export function mayHoldUnread(index: GraphIndex, types: readonly string[]): boolean {
  return types.some((type) => {
    const status = index.coverage(type)?.status
    // What a region does not offer stands nowhere in it.
    return status === 'denied' || status === 'failed'
  })
}
