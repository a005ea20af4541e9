import { expect, test } from 'vitest'
import { loadWorld, worldNames } from '../world-catalogue.ts'
import type { GlobalData, RegionData } from '../world.ts'
import { largeWorld } from './large.ts'
import { world as threeTier } from './three-tier.ts'

function present(values: readonly (readonly (string | undefined)[] | undefined)[]): Set<string> {
  return new Set(values.flatMap((list) => list ?? []).filter((value) => value !== undefined))
}

/** Returns all identifiers that the region lists, and all that its resources refer to. */
function identifiers(data: RegionData): { listed: Set<string>; referenced: Set<string> } {
  const { ec2 = {}, elasticLoadBalancingV2: balancing = {}, lambda = {}, rds = {} } = data
  const instances = ec2.reservations?.flatMap(({ Instances = [] }) => Instances) ?? []
  const listed = [
    ec2.vpcs?.map(({ VpcId }) => VpcId),
    ec2.subnets?.map(({ SubnetId }) => SubnetId),
    ec2.internetGateways?.map(({ InternetGatewayId }) => InternetGatewayId),
    ec2.natGateways?.map(({ NatGatewayId }) => NatGatewayId),
    ec2.carrierGateways?.map(({ CarrierGatewayId }) => CarrierGatewayId),
    ec2.vpcEndpoints?.map(({ VpcEndpointId }) => VpcEndpointId),
    ec2.vpnGateways?.map(({ VpnGatewayId }) => VpnGatewayId),
    ec2.routeTables?.map(({ RouteTableId }) => RouteTableId),
    ec2.securityGroups?.map(({ GroupId }) => GroupId),
    ec2.networkInterfaces?.flatMap(({ PrivateIpAddresses = [] }) =>
      PrivateIpAddresses.map((ip) => ip.PrivateIpAddress),
    ),
    instances.map(({ InstanceId }) => InstanceId),
    balancing.loadBalancers?.map(({ LoadBalancerArn }) => LoadBalancerArn),
    balancing.targetGroups?.map(({ TargetGroupArn }) => TargetGroupArn),
    lambda.functions?.map(({ FunctionArn }) => FunctionArn),
    rds.instances?.map(({ DBInstanceIdentifier }) => DBInstanceIdentifier),
    rds.clusters?.map(({ DBClusterIdentifier }) => DBClusterIdentifier),
    rds.subnetGroups?.map(({ DBSubnetGroupName }) => DBSubnetGroupName),
  ]
  const routes = ec2.routeTables?.flatMap(({ Routes = [] }) => Routes) ?? []
  const permissions = ec2.securityGroups?.flatMap(({ IpPermissions = [] }) => IpPermissions) ?? []
  const referenced = [
    ec2.subnets?.map(({ VpcId }) => VpcId),
    ec2.internetGateways?.flatMap(({ Attachments = [] }) => Attachments.map(({ VpcId }) => VpcId)),
    ec2.natGateways?.flatMap(({ VpcId, SubnetId }) => [VpcId, SubnetId]),
    ec2.routeTables?.flatMap(({ VpcId, Associations = [] }) => [VpcId, ...Associations.map((item) => item.SubnetId)]),
    routes.flatMap(({ GatewayId, NatGatewayId }) => [GatewayId === 'local' ? undefined : GatewayId, NatGatewayId]),
    ec2.securityGroups?.map(({ VpcId }) => VpcId),
    permissions.flatMap(({ UserIdGroupPairs = [] }) => UserIdGroupPairs.map(({ GroupId }) => GroupId)),
    instances.flatMap(({ VpcId, SubnetId, SecurityGroups = [] }) => [
      VpcId,
      SubnetId,
      ...SecurityGroups.map(({ GroupId }) => GroupId),
    ]),
    balancing.loadBalancers?.flatMap(({ VpcId, AvailabilityZones = [], SecurityGroups = [] }) => [
      VpcId,
      ...AvailabilityZones.map(({ SubnetId }) => SubnetId),
      ...SecurityGroups,
    ]),
    balancing.targetGroups?.flatMap(({ VpcId, LoadBalancerArns = [] }) => [VpcId, ...LoadBalancerArns]),
    Object.keys(balancing.targetHealth ?? {}),
    Object.keys(balancing.attributes ?? {}),
    Object.values(balancing.targetHealth ?? {}).flatMap((health) => health.map(({ Target }) => Target?.Id)),
    lambda.functions?.flatMap(({ VpcConfig }) => [
      VpcConfig?.VpcId,
      ...(VpcConfig?.SubnetIds ?? []),
      ...(VpcConfig?.SecurityGroupIds ?? []),
    ]),
    rds.instances?.flatMap(({ DBClusterIdentifier, DBSubnetGroup, VpcSecurityGroups = [] }) => [
      DBClusterIdentifier,
      DBSubnetGroup?.DBSubnetGroupName,
      DBSubnetGroup?.VpcId,
      ...(DBSubnetGroup?.Subnets ?? []).map(({ SubnetIdentifier }) => SubnetIdentifier),
      ...VpcSecurityGroups.map(({ VpcSecurityGroupId }) => VpcSecurityGroupId),
    ]),
    rds.clusters?.flatMap(({ VpcSecurityGroups = [], DBClusterMembers = [] }) => [
      ...VpcSecurityGroups.map(({ VpcSecurityGroupId }) => VpcSecurityGroupId),
      ...DBClusterMembers.map(({ DBInstanceIdentifier }) => DBInstanceIdentifier),
    ]),
  ]
  const ids = listed.flatMap((list) => list ?? [])
  expect(new Set(ids).size, 'identifiers are unique').toBe(ids.length)
  return { listed: present(listed), referenced: present(referenced) }
}

const bucketsIn = (global: GlobalData, region: string) =>
  (global.s3?.buckets ?? []).filter(({ BucketRegion }) => BucketRegion === region).length

test.each(worldNames)('every identifier that the world %s refers to exists', async (name) => {
  const { accounts } = await loadWorld(name)
  for (const { regions } of accounts) {
    for (const data of Object.values(regions)) {
      const { listed, referenced } = identifiers(data)
      expect([...referenced].filter((identifier) => !listed.has(identifier))).toEqual([])
    }
  }
})

test('the three-tier world has about 80 resources in us-east-1, and fewer elsewhere', () => {
  const [account] = threeTier.accounts
  const count = (region: string) =>
    identifiers(account?.regions[region] ?? {}).listed.size + bucketsIn(account?.global ?? {}, region)
  expect(count('us-east-1')).toBeGreaterThanOrEqual(75)
  expect(count('us-east-1')).toBeLessThanOrEqual(90)
  expect(count('eu-west-1')).toBeGreaterThan(5)
  expect(count('eu-west-1')).toBeLessThan(15)
})

test.each([120, 1999, 20_000])('a large world of %i resources has exactly that many, the same each time', (count) => {
  const world = largeWorld(count)
  const [account] = world.accounts
  const { listed, referenced } = identifiers(account?.regions['us-east-1'] ?? {})
  expect(listed.size + bucketsIn(account?.global ?? {}, 'us-east-1')).toBe(count)
  expect([...referenced].filter((identifier) => !listed.has(identifier))).toEqual([])
  expect(largeWorld(count)).toEqual(world)
})
