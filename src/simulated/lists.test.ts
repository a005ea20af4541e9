import {
  DescribeImagesCommand,
  DescribeInstancesCommand,
  DescribeRegionsCommand,
  DescribeSubnetsCommand,
  DescribeSpotPriceHistoryCommand,
  DescribeVpcsCommand,
  paginateDescribeInstances,
} from '@aws-sdk/client-ec2'
import {
  DescribeLoadBalancerAttributesCommand,
  DescribeLoadBalancersCommand,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import { ListFunctionsCommand, paginateListFunctions } from '@aws-sdk/client-lambda'
import { DescribeDBInstancesCommand, paginateDescribeDBInstances } from '@aws-sdk/client-rds'
import { ListBucketsCommand, paginateListBuckets } from '@aws-sdk/client-s3'
import { beforeAll, expect, test } from 'vitest'
import { assumeFirstRole, createClients } from '../../test/support/simulated-account.ts'
import type { Clients } from '../../test/support/simulated-account.ts'
import { startSimulatedCloud } from './simulated-cloud.ts'
import type { SimulatedCloud } from './simulated-cloud.ts'
import { largeWorld } from './worlds/large.ts'

const world = largeWorld(1200)
const data = world.accounts[0]?.regions['us-east-1']
let cloud: SimulatedCloud
let clients: Clients

beforeAll(async () => {
  cloud = await startSimulatedCloud({ world })
  clients = createClients(cloud, await assumeFirstRole(cloud))
  return () => cloud.close()
})

test('pages have the requested size, and together the whole list once', async () => {
  const ids: (string | undefined)[] = []
  const sizes: number[] = []
  for await (const page of paginateDescribeInstances({ client: clients.ec2, pageSize: 250 }, {})) {
    const instances = page.Reservations?.flatMap(({ Instances = [] }) => Instances) ?? []
    sizes.push(instances.length)
    ids.push(...instances.map(({ InstanceId }) => InstanceId))
  }
  expect(sizes).toEqual([250, 250, 220])
  expect(ids).toEqual(data?.ec2?.reservations?.map(({ Instances }) => Instances?.[0]?.InstanceId))
})

test('Lambda returns at most 50 functions, RDS 100 databases by default, S3 the requested number', async () => {
  const functions: number[] = []
  for await (const page of paginateListFunctions({ client: clients.lambda, pageSize: 10_000 }, {})) {
    functions.push(page.Functions?.length ?? 0)
  }
  expect(functions).toEqual([50, 50, 50, 30])
  const databases: number[] = []
  for await (const page of paginateDescribeDBInstances({ client: clients.rds, pageSize: 20 }, {})) {
    databases.push(page.DBInstances?.length ?? 0)
  }
  expect(databases).toEqual([20, 20, 8])
  const buckets: number[] = []
  for await (const page of paginateListBuckets({ client: clients.s3, pageSize: 5 }, {})) {
    buckets.push(page.Buckets?.length ?? 0)
  }
  expect(buckets).toEqual([5, 5, 2])
})

test('a page size outside of AWS’s limits is an error', async () => {
  const { ec2, rds, elasticLoadBalancing, s3, lambda } = clients
  for (const MaxResults of [4, 1001]) {
    await expect(ec2.send(new DescribeSubnetsCommand({ MaxResults }))).rejects.toMatchObject({
      name: 'InvalidParameterValue',
    })
  }
  await expect(rds.send(new DescribeDBInstancesCommand({ MaxRecords: 19 }))).rejects.toMatchObject({
    name: 'InvalidParameterValue',
  })
  await expect(elasticLoadBalancing.send(new DescribeLoadBalancersCommand({ PageSize: 401 }))).rejects.toMatchObject({
    name: 'ValidationError',
  })
  await expect(s3.send(new ListBucketsCommand({ MaxBuckets: 0 }))).rejects.toMatchObject({ name: 'InvalidArgument' })
  await expect(lambda.send(new ListFunctionsCommand({ MaxItems: 0 }))).rejects.toMatchObject({
    name: 'ValidationException',
  })
})

test('a forged token, or a token of another list, is an error', async () => {
  const { ec2, rds, elasticLoadBalancing, s3, lambda } = clients
  const { NextToken } = await ec2.send(new DescribeInstancesCommand({ MaxResults: 5 }))
  expect(NextToken).toEqual(expect.any(String))
  const refused = { name: 'InvalidNextToken' }
  await expect(ec2.send(new DescribeSubnetsCommand({ MaxResults: 5, NextToken }))).rejects.toMatchObject(refused)
  const otherRegion = createClients(cloud, await assumeFirstRole(cloud), 'eu-west-1').ec2
  await expect(otherRegion.send(new DescribeInstancesCommand({ NextToken }))).rejects.toMatchObject(refused)
  await expect(rds.send(new DescribeDBInstancesCommand({ Marker: 'x' }))).rejects.toMatchObject({
    name: 'InvalidParameterValue',
  })
  await expect(elasticLoadBalancing.send(new DescribeLoadBalancersCommand({ Marker: 'x' }))).rejects.toMatchObject({
    name: 'ValidationError',
  })
  await expect(s3.send(new ListBucketsCommand({ ContinuationToken: 'x' }))).rejects.toMatchObject({
    name: 'InvalidArgument',
  })
  await expect(lambda.send(new ListFunctionsCommand({ Marker: 'x' }))).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
  })
})

test('unknown identifiers have AWS’s error', async () => {
  const { ec2, elasticLoadBalancing } = clients
  await expect(ec2.send(new DescribeRegionsCommand({ RegionNames: ['mars-1'] }))).rejects.toMatchObject({
    name: 'InvalidParameterValue',
    message: "The RegionNames 'mars-1' does not exist",
  })
  const unknown = new DescribeLoadBalancerAttributesCommand({ LoadBalancerArn: 'arn:x' })
  await expect(elasticLoadBalancing.send(unknown)).rejects.toMatchObject({
    name: 'LoadBalancerNotFoundException',
  })
})

test('unsupported requests are recorded errors', async () => {
  const { ec2, lambda } = clients
  await expect(ec2.send(new DescribeSpotPriceHistoryCommand())).rejects.toMatchObject({
    name: 'SimulatedCloud.UnknownOperation',
  })
  expect(cloud.calls.at(-1)).toMatchObject({ operation: 'DescribeSpotPriceHistory', status: 400 })
  await expect(ec2.send(new DescribeVpcsCommand({ DryRun: true }))).rejects.toMatchObject({
    name: 'SimulatedCloud.UnknownParameter',
  })
  await expect(
    ec2.send(new DescribeImagesCommand({ Filters: [{ Name: 'image-type', Values: ['machine'] }] })),
  ).rejects.toMatchObject({ name: 'SimulatedCloud.UnknownFilter' })
  await expect(lambda.send(new ListFunctionsCommand({ FunctionVersion: 'ALL' }))).rejects.toMatchObject({
    name: 'SimulatedCloud.UnknownParameter',
    message: expect.stringContaining('FunctionVersion'),
  })
})
