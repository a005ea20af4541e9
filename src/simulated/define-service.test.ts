import { EC2Client, DescribeImagesCommand } from '@aws-sdk/client-ec2'
import { DescribeNodegroupCommand, EKSClient, ListNodegroupsCommand } from '@aws-sdk/client-eks'
import {
  DescribeListenersCommand,
  DescribeRulesCommand,
  DescribeTargetHealthCommand,
  ElasticLoadBalancingV2Client,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import { IAMClient, ListRolesCommand } from '@aws-sdk/client-iam'
import { DescribeStreamSummaryCommand, KinesisClient } from '@aws-sdk/client-kinesis'
import { DescribeBrokerCommand, ListBrokersCommand, MqClient } from '@aws-sdk/client-mq'
import { ListHostedZonesCommand, Route53Client } from '@aws-sdk/client-route-53'
import { DescribeEndpointCommand, SageMakerClient } from '@aws-sdk/client-sagemaker'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { beforeAll, expect, test } from 'vitest'
import { assumeFirstRole } from '../../test/support/simulated-account.ts'
import { defineService } from './define-service.ts'
import { loadServices, serviceNames } from './service-catalogue.ts'
import { startSimulatedCloud } from './simulated-cloud.ts'
import type { GlobalData, RegionData } from './world.ts'

const arn = (kind: string, name: string) => `arn:aws:elasticloadbalancing:us-east-1:444455556666:${kind}/${name}`
const regionData: RegionData = {
  ec2: { images: Array.from({ length: 7 }, (_, index) => ({ ImageId: `ami-${index}`, State: 'available' })) },
  eks: {
    clusters: [{ name: 'blue' }, { name: 'green' }],
    nodegroups: [
      { clusterName: 'blue', nodegroupName: 'small' },
      { clusterName: 'green', nodegroupName: 'large' },
    ],
  },
  elasticLoadBalancingV2: {
    targetGroups: [
      { TargetGroupArn: arn('targetgroup', 'a'), TargetGroupName: 'a' },
      { TargetGroupArn: arn('targetgroup', 'b'), TargetGroupName: 'b' },
    ],
    targetHealth: { [arn('targetgroup', 'b')]: [{ Target: { Id: 'i-1' } }] },
  },
  kinesis: { streams: [{ StreamName: 'clicks', StreamARN: 'arn:clicks' } as never] },
  mq: { brokers: [{ BrokerId: 'b-1', BrokerName: 'orders', EngineVersion: '3.13' }] },
}
const roleNames = Array.from({ length: 3 }, (_, index) => `role-${index}`)
const global: GlobalData = {
  iam: {
    roles: roleNames.map((RoleName) => ({
      RoleName,
      Path: '/',
      RoleId: RoleName,
      Arn: RoleName,
      CreateDate: new Date(0),
    })),
  },
}

let settings: Awaited<ReturnType<typeof signedIn>>

async function signedIn(endpoint: string, credentials: Awaited<ReturnType<typeof assumeFirstRole>>) {
  return { endpoint, credentials, region: 'us-east-1', maxAttempts: 1 }
}

beforeAll(async () => {
  const account = { accountId: '444455556666', roleName: 'surveyor', optedInRegions: [], denials: [], global }
  const cloud = await startSimulatedCloud({
    world: { accounts: [{ ...account, regions: { 'us-east-1': regionData } }] },
  })
  settings = await signedIn(cloud.endpoint, await assumeFirstRole(cloud))
  return () => cloud.close()
})

test('the folder is the list of services, and several may share a signing name', async () => {
  expect(serviceNames).toContain('mq')
  expect(serviceNames.filter((name) => name.includes('.'))).toEqual([])
  const balancing = await loadServices('elasticloadbalancing')
  expect(balancing.map(({ name }) => name)).toEqual(['elastic-load-balancing', 'elastic-load-balancing-v2'])
  expect(await loadServices('mars')).toEqual([])
})

test('a list returns the summary of a resource, a describe call all of it', async () => {
  const mq = new MqClient(settings)
  const { BrokerSummaries } = await mq.send(new ListBrokersCommand({}))
  expect(BrokerSummaries).toEqual([{ BrokerId: 'b-1', BrokerName: 'orders' }])
  await expect(mq.send(new DescribeBrokerCommand({ BrokerId: 'b-1' }))).resolves.toMatchObject({
    EngineVersion: '3.13',
  })
})

test('an operation for one resource must have an error for a missing one', async () => {
  const define = defineService('mq', () => import('@aws-sdk/client-mq'))
  await expect(define({ DescribeBroker: { one: 'brokers' } }).load()).rejects.toThrow('DescribeBroker has no error')
  const eks = defineService('eks', () => import('@aws-sdk/client-eks'))
  const within = { list: 'clusters', by: { clusterName: 'name' } } as const
  await expect(eks({ ListAddons: { list: 'addons', within } }).load()).rejects.toThrow('ListAddons has no error')
})

test('a missing resource has the code and the status of the service', async () => {
  await expect(new MqClient(settings).send(new DescribeBrokerCommand({ BrokerId: 'b-2' }))).rejects.toMatchObject({
    name: 'NotFoundException',
    message: "The BrokerId 'b-2' does not exist",
    $metadata: { httpStatusCode: 404 },
  })
  const sagemaker = new SageMakerClient(settings)
  await expect(sagemaker.send(new DescribeEndpointCommand({ EndpointName: 'e-1' }))).rejects.toMatchObject({
    name: 'ValidationException',
    message: 'Could not find endpoint "e-1".',
  })
  // The default handler would use HTTP/2.
  const kinesis = new KinesisClient({ ...settings, requestHandler: new NodeHttpHandler() })
  await expect(kinesis.send(new DescribeStreamSummaryCommand({}))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
    $metadata: { httpStatusCode: 400 },
  })
})

test('parts belong to a parent, which must exist', async () => {
  const eks = new EKSClient(settings)
  await expect(eks.send(new ListNodegroupsCommand({ clusterName: 'green' }))).resolves.toMatchObject({
    nodegroups: ['large'],
  })
  const refused = { name: 'ResourceNotFoundException', $metadata: { httpStatusCode: 404 } }
  await expect(eks.send(new ListNodegroupsCommand({ clusterName: 'red' }))).rejects.toMatchObject(refused)
  const elsewhere = new DescribeNodegroupCommand({ clusterName: 'blue', nodegroupName: 'large' })
  await expect(eks.send(elsewhere)).rejects.toMatchObject(refused)
  const balancing = new ElasticLoadBalancingV2Client(settings)
  const healthOf = async (name: string) => {
    const command = new DescribeTargetHealthCommand({ TargetGroupArn: arn('targetgroup', name) })
    return (await balancing.send(command)).TargetHealthDescriptions?.map(({ Target }) => Target?.Id)
  }
  expect([await healthOf('a'), await healthOf('b')]).toEqual([[], ['i-1']])
  await expect(healthOf('c')).rejects.toMatchObject({ name: 'TargetGroupNotFoundException' })
})

test('a list by parent leaves out missing parents, unless it has an error for them', async () => {
  const balancing = new ElasticLoadBalancingV2Client(settings)
  await expect(balancing.send(new DescribeListenersCommand({ LoadBalancerArn: 'x' }))).resolves.toMatchObject({
    Listeners: [],
  })
  await expect(balancing.send(new DescribeRulesCommand({ ListenerArn: 'x' }))).rejects.toMatchObject({
    name: 'ListenerNotFoundException',
    message: "The ListenerArn 'x' does not exist",
  })
})

test('filters select by any of their values, and filtered lists have their own tokens', async () => {
  const ec2 = new EC2Client(settings)
  const Filters = [{ Name: 'image-id', Values: ['ami-0', 'ami-1', 'ami-2', 'ami-3', 'ami-4', 'ami-6', 'ami-9'] }]
  const first = await ec2.send(new DescribeImagesCommand({ Filters, MaxResults: 5 }))
  const { NextToken } = first
  const second = await ec2.send(new DescribeImagesCommand({ Filters, MaxResults: 5, NextToken }))
  const found = [first, second].map(({ Images = [] }) => Images.map(({ ImageId }) => ImageId))
  expect(found).toEqual([['ami-0', 'ami-1', 'ami-2', 'ami-3', 'ami-4'], ['ami-6']])
  await expect(ec2.send(new DescribeImagesCommand({ NextToken }))).rejects.toMatchObject({ name: 'InvalidNextToken' })
})

test('pages indicate whether more follow, and respect the maximum size', async () => {
  const iam = new IAMClient(settings)
  const first = await iam.send(new ListRolesCommand({ MaxItems: 2 }))
  expect(first).toMatchObject({ IsTruncated: true, Marker: expect.any(String) })
  const second = await iam.send(new ListRolesCommand({ MaxItems: 2, Marker: first.Marker }))
  expect(second).toMatchObject({ IsTruncated: false })
  expect([first, second].flatMap(({ Roles = [] }) => Roles.map(({ RoleName }) => RoleName))).toEqual(roleNames)
  const zones = new Route53Client(settings).send(new ListHostedZonesCommand({ Marker: 'x' }))
  await expect(zones).rejects.toMatchObject({ name: 'NoSuchHostedZone', $metadata: { httpStatusCode: 404 } })
})
