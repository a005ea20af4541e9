import {
  DescribeInstancesCommand,
  DescribeInternetGatewaysCommand,
  DescribeNatGatewaysCommand,
  DescribeRouteTablesCommand,
  DescribeSecurityGroupsCommand,
  DescribeSubnetsCommand,
  DescribeVpcsCommand,
} from '@aws-sdk/client-ec2'
import {
  DescribeLoadBalancersCommand,
  DescribeTargetGroupsCommand,
  DescribeTargetHealthCommand,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import { ListFunctionsCommand } from '@aws-sdk/client-lambda'
import { DescribeDBClustersCommand, DescribeDBInstancesCommand } from '@aws-sdk/client-rds'
import { ListBucketsCommand } from '@aws-sdk/client-s3'
import { beforeAll, expect, test } from 'vitest'
import { assumeFirstRole, createClients } from '../../../test/support/simulated-account.ts'
import type { Clients } from '../../../test/support/simulated-account.ts'
import { startSimulatedCloud } from '../simulated-cloud.ts'
import type { World } from '../world.ts'
import { world as threeTier } from '../worlds/three-tier.ts'

const account = threeTier.accounts[0]
const data = account?.regions['us-east-1']

/** Names that break naive XML and JSON writers. */
const bitingNames = ['<script>alert(1)</script>', '数据库 🐘', 'a & b "c" \'d\'', ' padded ', 'línea\nnueva', '']

const world: World = {
  accounts: [
    {
      accountId: '444455556666',
      roleName: 'surveyor',
      optedInRegions: [],
      denials: [],
      global: account?.global ?? {},
      regions: {
        'us-east-1': data ?? {},
        'eu-west-1': {
          ec2: {
            vpcs: bitingNames.map((name, index) => ({
              VpcId: `vpc-${index}`,
              Tags: [{ Key: 'Name', Value: name }],
            })),
          },
          lambda: { functions: bitingNames.map((Description) => ({ FunctionName: 'function', Description })) },
          rds: {
            instances: bitingNames.map((Value, index) => ({
              DBInstanceIdentifier: `database-${index}`,
              TagList: [{ Key: 'Name', Value }],
            })),
          },
        },
      },
    },
  ],
}

let clients: Clients
let europe: Clients

beforeAll(async () => {
  const cloud = await startSimulatedCloud({ world })
  const credentials = await assumeFirstRole(cloud)
  clients = createClients(cloud, credentials)
  europe = createClients(cloud, credentials, 'eu-west-1')
  return () => cloud.close()
})

test('EC2 query: every describe operation returns the world unchanged', async () => {
  const { ec2 } = clients
  expect((await ec2.send(new DescribeVpcsCommand())).Vpcs).toEqual(data?.ec2?.vpcs)
  expect((await ec2.send(new DescribeSubnetsCommand())).Subnets).toEqual(data?.ec2?.subnets)
  expect((await ec2.send(new DescribeInstancesCommand())).Reservations).toEqual(data?.ec2?.reservations)
  expect((await ec2.send(new DescribeInternetGatewaysCommand())).InternetGateways).toEqual(data?.ec2?.internetGateways)
  expect((await ec2.send(new DescribeNatGatewaysCommand())).NatGateways).toEqual(data?.ec2?.natGateways)
  expect((await ec2.send(new DescribeRouteTablesCommand())).RouteTables).toEqual(data?.ec2?.routeTables)
  expect((await ec2.send(new DescribeSecurityGroupsCommand())).SecurityGroups).toEqual(data?.ec2?.securityGroups)
})

test('AWS query: returns load balancers and databases unchanged', async () => {
  const { elasticLoadBalancing, rds } = clients
  const balancing = data?.elasticLoadBalancingV2
  const loadBalancers = await elasticLoadBalancing.send(new DescribeLoadBalancersCommand())
  expect(loadBalancers.LoadBalancers).toEqual(balancing?.loadBalancers)
  const targetGroups = await elasticLoadBalancing.send(new DescribeTargetGroupsCommand())
  expect(targetGroups.TargetGroups).toEqual(balancing?.targetGroups)
  for (const [arn, health] of Object.entries(balancing?.targetHealth ?? {})) {
    const answer = await elasticLoadBalancing.send(new DescribeTargetHealthCommand({ TargetGroupArn: arn }))
    expect(answer.TargetHealthDescriptions).toEqual(health)
  }
  expect((await rds.send(new DescribeDBInstancesCommand())).DBInstances).toEqual(data?.rds?.instances)
  expect((await rds.send(new DescribeDBClustersCommand())).DBClusters).toEqual(data?.rds?.clusters)
})

test('REST-JSON: returns functions unchanged', async () => {
  expect((await clients.lambda.send(new ListFunctionsCommand())).Functions).toEqual(data?.lambda?.functions)
})

test('REST-XML: returns buckets, with their region only if a parameter was sent', async () => {
  const all = await clients.s3.send(new ListBucketsCommand({ MaxBuckets: 1000 }))
  // The list only has ARNs of directory buckets.
  expect(all.Buckets).toEqual(account?.global.s3?.buckets?.map((bucket) => ({ ...bucket, BucketArn: undefined })))
  const plain = await clients.s3.send(new ListBucketsCommand())
  expect(plain.Buckets?.map(({ BucketRegion }) => BucketRegion)).toEqual(Array(6).fill(undefined))
  const regional = await clients.s3.send(new ListBucketsCommand({ BucketRegion: 'us-east-1' }))
  expect(regional.Buckets).toHaveLength(4)
  await expect(clients.s3.send(new ListBucketsCommand({ BucketRegion: 'eu-west-1' }))).rejects.toMatchObject({
    name: 'InvalidArgument',
  })
})

test('transfers names that break naive writers in XML and JSON', async () => {
  const vpcs = await europe.ec2.send(new DescribeVpcsCommand())
  expect(vpcs.Vpcs?.map(({ Tags }) => Tags?.[0]?.Value)).toEqual(bitingNames)
  const databases = await europe.rds.send(new DescribeDBInstancesCommand())
  expect(databases.DBInstances?.map(({ TagList }) => TagList?.[0]?.Value)).toEqual(bitingNames)
  const functions = await europe.lambda.send(new ListFunctionsCommand())
  expect(functions.Functions?.map(({ Description }) => Description)).toEqual(bitingNames)
})

test('a region without resources returns empty lists', async () => {
  const cloud = await startSimulatedCloud({ world: 'empty' })
  const empty = createClients(cloud, await assumeFirstRole(cloud))
  expect((await empty.ec2.send(new DescribeVpcsCommand())).Vpcs).toEqual([])
  expect((await empty.rds.send(new DescribeDBInstancesCommand())).DBInstances).toEqual([])
  expect((await empty.lambda.send(new ListFunctionsCommand())).Functions).toEqual([])
  expect((await empty.s3.send(new ListBucketsCommand())).Buckets).toEqual([])
  await cloud.close()
})
