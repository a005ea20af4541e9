/** Generates a region of any size with the proportions of a busy account, for performance tests. */
import type { Reservation, SecurityGroup, Subnet, Vpc } from '@aws-sdk/client-ec2'
import type { FunctionConfiguration } from '@aws-sdk/client-lambda'
import type { DBInstance, DBSubnetGroup } from '@aws-sdk/client-rds'
import type { Bucket } from '@aws-sdk/client-s3'
import type { World } from '../world.ts'
import { largeRoutes, routingPerVpc } from './large-routes.ts'
import { resourceId, tagList } from './resource-id.ts'

const accountId = '777788889999'
const region = 'us-east-1'
const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c'] as const
const teams = ['billing', 'catalog', 'identity', 'orders', 'search', 'shipping'] as const
/** A public, an application, and a data subnet in each Availability Zone. */
const subnetsPerVpc = 9
const resourcesPerVpc = 2000
const fewestResources = 120

/**
 * Returns exactly `resourceCount` resources in one region: 60 % instances, 15 % functions, 1 % buckets, 4 % databases,
 * VPCs with gateways and route tables as needed, and security groups for the rest. The minimum is 120.
 */
export function largeWorld(resourceCount: number): World {
  const vpcCount = Math.max(1, Math.floor(resourceCount / resourcesPerVpc))
  const subnetCount = vpcCount * subnetsPerVpc
  const instanceCount = Math.floor(resourceCount * 0.6)
  const functionCount = Math.floor(resourceCount * 0.15)
  const bucketCount = Math.floor(resourceCount * 0.01)
  const databaseCount = Math.floor(resourceCount * 0.04)
  // Each with a subnet group for its databases.
  const networkCount = vpcCount * (2 + routingPerVpc) + subnetCount
  const groupCount = resourceCount - networkCount - instanceCount - functionCount - bucketCount - databaseCount
  if (resourceCount < fewestResources) {
    throw new RangeError(`A large world has at least ${fewestResources} resources, not ${resourceCount}`)
  }
  const numbered = (first: number, vpcIndex: number) =>
    zones.map((_, zone) => subnetId(vpcIndex + (first + zone) * vpcCount))

  const groupOf = (vpcIndex: number, index: number) =>
    groupId(vpcIndex + vpcCount * (index % Math.floor(groupCount / vpcCount)))
  return {
    accounts: [
      {
        accountId,
        roleName: 'surveyor',
        optedInRegions: [],
        denials: [],
        regions: {
          [region]: {
            ec2: {
              vpcs: times(vpcCount, vpc),
              subnets: times(subnetCount, (index) => subnet(index, vpcCount)),
              securityGroups: times(groupCount, (index) => securityGroup(index, vpcCount)),
              reservations: times(instanceCount, (index) => reservation(index, vpcCount, groupOf)),
              ...largeRoutes(
                accountId,
                times(vpcCount, (index) => ({
                  name: `network-${index}`,
                  vpcId: vpcId(index),
                  cidr: `10.${index % 256}.0.0/16`,
                  publicSubnets: numbered(0, index),
                  applicationSubnets: numbered(zones.length, index),
                  tags: (name) => tags(name, index),
                })),
              ),
            },
            lambda: { functions: times(functionCount, lambdaFunction) },
            rds: {
              instances: times(databaseCount, (index) => database(index, vpcCount, groupOf)),
              subnetGroups: times(vpcCount, (index) => databaseSubnets(index, vpcCount)),
            },
          },
        },
        global: { s3: { buckets: times(bucketCount, bucket) } },
      },
    ],
  }
}

type GroupOf = (vpcIndex: number, index: number) => string

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index))
const pick = <Item>(items: readonly [Item, ...Item[]], index: number): Item => items[index % items.length] ?? items[0]
const vpcId = (index: number) => resourceId('vpc', `large ${index}`)
const subnetId = (index: number) => resourceId('subnet', `large ${index}`)
const groupId = (index: number) => resourceId('sg', `large ${index}`)
const tags = (name: string, index: number) => tagList({ Name: name, env: 'production', team: pick(teams, index) })

function vpc(index: number): Vpc {
  const CidrBlock = `10.${index % 256}.0.0/16`
  return {
    VpcId: vpcId(index),
    CidrBlock,
    CidrBlockAssociationSet: [{ CidrBlock, CidrBlockState: { State: 'associated' } }],
    IsDefault: false,
    OwnerId: accountId,
    State: 'available',
    Tags: tags(`network-${index}`, index),
  }
}

/** Subnet n is in VPC n modulo the number of VPCs. */
function subnet(index: number, vpcCount: number): Subnet {
  const number = Math.floor(index / vpcCount)
  return {
    SubnetId: subnetId(index),
    SubnetArn: `arn:aws:ec2:${region}:${accountId}:subnet/${subnetId(index)}`,
    VpcId: vpcId(index % vpcCount),
    CidrBlock: `10.${(index % vpcCount) % 256}.${number * 16}.0/20`,
    AvailabilityZone: pick(zones, number),
    MapPublicIpOnLaunch: number < zones.length,
    State: 'available',
    Tags: tags(`subnet-${index}`, index),
  }
}

function securityGroup(index: number, vpcCount: number): SecurityGroup {
  return {
    GroupId: groupId(index),
    GroupName: `group-${index}`,
    Description: `Group ${index}`,
    VpcId: vpcId(index % vpcCount),
    OwnerId: accountId,
    IpPermissions: [
      { IpProtocol: 'tcp', FromPort: 443, ToPort: 443, UserIdGroupPairs: [{ GroupId: groupId(index % vpcCount) }] },
    ],
    IpPermissionsEgress: [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
    Tags: tags(`group-${index}`, index),
  }
}

/** One in ten instances is in a public subnet, the others are in application subnets. */
function reservation(index: number, vpcCount: number, groupOf: GroupOf): Reservation {
  const vpcIndex = index % vpcCount
  const inVpc = Math.floor(index / vpcCount)
  const number = (inVpc % 10 === 0 ? 0 : zones.length) + ((Math.floor(inVpc / 10) + inVpc) % zones.length)
  return {
    ReservationId: resourceId('r', `large ${index}`),
    OwnerId: accountId,
    Instances: [
      {
        InstanceId: resourceId('i', `large ${index}`),
        ImageId: resourceId('ami', 'large'),
        InstanceType: 'm7g.large',
        LaunchTime: new Date(Date.UTC(2026, 0, 1 + (index % 300))),
        Placement: { AvailabilityZone: pick(zones, number) },
        PrivateIpAddress: `10.${vpcIndex % 256}.${(index >> 8) % 256}.${index % 256}`,
        State: index % 50 === 0 ? { Code: 80, Name: 'stopped' } : { Code: 16, Name: 'running' },
        SubnetId: subnetId(vpcIndex + number * vpcCount),
        VpcId: vpcId(vpcIndex),
        SecurityGroups: [{ GroupId: groupOf(vpcIndex, index) }],
        Tags: tags(`server-${index}`, index),
      },
    ],
  }
}

function lambdaFunction(index: number): FunctionConfiguration {
  const name = `function-${String(index).padStart(6, '0')}`
  return {
    FunctionName: name,
    FunctionArn: `arn:aws:lambda:${region}:${accountId}:function:${name}`,
    Runtime: 'nodejs24.x',
    Handler: 'index.handler',
    Timeout: 30,
    MemorySize: 256,
    LastModified: '2026-10-28T13:44:07.000+0000',
    Version: '$LATEST',
    PackageType: 'Zip',
    Architectures: ['arm64'],
  }
}

function database(index: number, vpcCount: number, groupOf: GroupOf): DBInstance {
  const name = `database-${index}`
  const vpcIndex = index % vpcCount
  return {
    DBInstanceIdentifier: name,
    DBInstanceArn: `arn:aws:rds:${region}:${accountId}:db:${name}`,
    DBInstanceClass: 'db.m7g.large',
    DBInstanceStatus: 'available',
    Engine: 'postgres',
    EngineVersion: '17.4',
    AvailabilityZone: pick(zones, index),
    MultiAZ: false,
    PubliclyAccessible: false,
    StorageEncrypted: true,
    DBSubnetGroup: databaseSubnets(vpcIndex, vpcCount),
    VpcSecurityGroups: [{ VpcSecurityGroupId: groupOf(vpcIndex, index), Status: 'active' }],
    TagList: tags(name, index),
  }
}

/** The data subnets of a VPC. */
function databaseSubnets(vpcIndex: number, vpcCount: number): DBSubnetGroup {
  const name = `network-${vpcIndex}`
  return {
    DBSubnetGroupName: name,
    DBSubnetGroupDescription: `Data subnets of ${name}`,
    DBSubnetGroupArn: `arn:aws:rds:${region}:${accountId}:subgrp:${name}`,
    SubnetGroupStatus: 'Complete',
    VpcId: vpcId(vpcIndex),
    Subnets: zones.map((Name, zone) => ({
      SubnetIdentifier: subnetId(vpcIndex + (2 * zones.length + zone) * vpcCount),
      SubnetAvailabilityZone: { Name },
    })),
  }
}

function bucket(index: number): Bucket {
  return {
    Name: `bucket-${String(index).padStart(6, '0')}-${accountId}`,
    BucketRegion: region,
    CreationDate: new Date(Date.UTC(2025, 0, 1 + (index % 300))),
  }
}

/** The 20,000 resources of the design's figures. */
export const world: World = largeWorld(20_000)
