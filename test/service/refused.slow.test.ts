/**
 * Tests denied describe calls: single items keep their listed data and are reported; a type whose items are all denied
 * is denied.
 */
import { afterEach, expect, test } from 'vitest'
import { world as full } from '../../src/simulated/worlds/full.ts'
import { replicateWorld } from '../../src/simulated/worlds/replicate-world.ts'
import type { Denial, RegionData, WorldAccount } from '../../src/simulated/world.ts'
import { globalData, region, regionData, scanCompleted, startWithFullAccount } from '../support/full-account.ts'
import type { RunningTestService } from '../support/running-service.ts'

let running: RunningTestService
afterEach(() => running.close())

async function scanFull(difference: Partial<WorldAccount>) {
  running = await startWithFullAccount(difference)
  return scanCompleted(running)
}

const refused = (actions: readonly string[], about?: string): Denial => ({
  actions,
  by: 'resource-based policy',
  explicit: false,
  ...(about !== undefined && { about: [about] }),
})

const keyId = regionData.kms?.keys?.[0]?.KeyId ?? ''
const queueUrl = regionData.sqs?.queues?.[0]?.url ?? ''
const topicArn = regionData.sns?.topics?.[0]?.TopicArn ?? ''
const tableName = regionData.dynamodb?.tables?.[0]?.TableName ?? ''
const bucketName = globalData.s3?.buckets?.[0]?.Name ?? ''
const machineArns = regionData.stepFunctions?.stateMachines?.map(({ stateMachineArn = '' }) => stateMachineArn) ?? []
const withLocked = (lockedDefinitions: readonly string[]): Pick<WorldAccount, 'regions'> => ({
  regions: {
    [region]: { ...regionData, stepFunctions: { ...regionData.stepFunctions, lockedDefinitions } } satisfies RegionData,
  },
})

test('an item that its own policy denies keeps its listed data, and the coverage reports it', async () => {
  const { scan, coverageOf } = await scanFull({
    ...withLocked(machineArns.slice(0, 1)),
    denials: [
      refused(['kms:DescribeKey'], keyId),
      refused(['sqs:GetQueueAttributes'], queueUrl),
      refused(['sns:GetTopicAttributes'], topicArn),
      refused(['dynamodb:DescribeTable'], tableName),
      refused(['s3:GetBucketLogging'], bucketName),
    ],
  })
  for (const [type, action, count] of [
    ['AWS::KMS::Key', 'kms:DescribeKey', 3],
    ['AWS::SQS::Queue', 'sqs:GetQueueAttributes', 3],
    ['AWS::SNS::Topic', 'sns:GetTopicAttributes', 2],
    ['AWS::DynamoDB::Table', 'dynamodb:DescribeTable', 2],
    ['AWS::S3::Bucket', 's3:GetBucketLogging', 4],
    ['AWS::StepFunctions::StateMachine', 'kms:Decrypt', 3],
  ] as const) {
    expect(coverageOf(type)).toMatchObject({ type, status: 'collected', count })
    expect(coverageOf(type)?.reason).toMatch(
      new RegExp(`^Details of 1 resource couldn't be read.*${action} was denied by the resource policy`),
    )
  }
  const resources = await running.resources(scan.id)
  const queue = resources.find(({ type, name }) => type === 'AWS::SQS::Queue' && queueUrl.endsWith(`/${name}`))
  expect(queue).toMatchObject({ properties: { fifo: false }, relations: [] })
  expect(queue?.properties).not.toHaveProperty('encryption')
  const machine = resources.find(({ id, type }) => type === 'AWS::StepFunctions::StateMachine' && id === machineArns[0])
  expect(machine?.properties).toHaveProperty('logLevel')
})

const onlyOnes = {
  broker: regionData.mq?.brokers?.[0]?.BrokerId ?? '',
  restApi: regionData.apiGateway?.restApis?.[0]?.id ?? '',
  cluster: regionData.eks?.clusters?.[0]?.name ?? '',
  proxy: regionData.rds?.proxies?.[0]?.DBProxyName ?? '',
  resolverEndpoint: regionData.route53Resolver?.resolverEndpoints?.[0]?.Id ?? '',
  transferServer: regionData.transfer?.servers?.[0]?.ServerId ?? '',
  endpoint: regionData.sagemaker?.endpoints?.[0]?.EndpointName ?? '',
  notebook: regionData.sagemaker?.notebookInstances?.[0]?.NotebookInstanceName ?? '',
  firewallPolicy: regionData.networkFirewall?.policies?.[0]?.FirewallPolicyResponse?.FirewallPolicyArn ?? '',
  backupPlan: regionData.backup?.plans?.[0]?.BackupPlanId ?? '',
  agent: regionData.bedrockAgent?.agents?.[0]?.agentId ?? '',
}

/** Duplicates single resources of the full world, because the denial of all items denies their type. */
function withPairs(): Pick<WorldAccount, 'regions'> {
  const { mq, apiGateway, eks, rds, route53Resolver, transfer, sagemaker, backup, bedrockAgent } = regionData
  const single: RegionData = {
    ...(mq && { mq }),
    ...(apiGateway && { apiGateway }),
    ...(eks && { eks }),
    ...(route53Resolver && { route53Resolver }),
    ...(transfer && { transfer }),
    ...(sagemaker && { sagemaker }),
    ...(bedrockAgent && { bedrockAgent }),
    backup: { plans: backup?.plans ?? [] },
    networkFirewall: { policies: regionData.networkFirewall?.policies ?? [] },
    rds: { proxies: rds?.proxies ?? [], proxyTargets: rds?.proxyTargets ?? {} },
  }
  const world = { accounts: full.accounts.map((account) => ({ ...account, regions: { [region]: single } })) }
  const pairs = replicateWorld(world, Object.values(onlyOnes), 2).accounts[0]?.regions[region]
  return {
    regions: {
      [region]: {
        ...regionData,
        ...pairs,
        backup: { ...backup, ...pairs?.backup },
        networkFirewall: { ...regionData.networkFirewall, ...pairs?.networkFirewall },
        rds: { ...rds, ...pairs?.rds },
      },
    },
  }
}

/** The type, the action that describes it, and its parameter that names the denied one. */
const refusals: readonly (readonly [type: string, action: string, about: string])[] = [
  ['AWS::AmazonMQ::Broker', 'mq:DescribeBroker', onlyOnes.broker],
  ['AWS::ApiGateway::RestApi', 'apigateway:GET', onlyOnes.restApi],
  ['AWS::ApiGatewayV2::Api', 'apigateway:GET', regionData.apiGatewayV2?.apis?.[0]?.ApiId ?? ''],
  ['AWS::AppRunner::Service', 'apprunner:DescribeService', regionData.appRunner?.services?.[0]?.ServiceArn ?? ''],
  ['AWS::Backup::BackupPlan', 'backup:GetBackupPlan', onlyOnes.backupPlan],
  ['AWS::Bedrock::Agent', 'bedrock:GetAgent', onlyOnes.agent],
  ['AWS::DynamoDB::Table', 'dynamodb:DescribeTable', tableName],
  ['AWS::EKS::Addon', 'eks:DescribeAddon', onlyOnes.cluster],
  ['AWS::EKS::Cluster', 'eks:DescribeCluster', onlyOnes.cluster],
  ['AWS::EKS::FargateProfile', 'eks:DescribeFargateProfile', onlyOnes.cluster],
  ['AWS::EKS::Nodegroup', 'eks:DescribeNodegroup', onlyOnes.cluster],
  ['AWS::EKS::PodIdentityAssociation', 'eks:DescribePodIdentityAssociation', onlyOnes.cluster],
  [
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    'elasticloadbalancing:DescribeLoadBalancerAttributes',
    regionData.elasticLoadBalancingV2?.loadBalancers?.[0]?.LoadBalancerArn ?? '',
  ],
  [
    'AWS::ElasticLoadBalancingV2::TargetGroup',
    'elasticloadbalancing:DescribeTargetHealth',
    regionData.elasticLoadBalancingV2?.targetGroups?.[0]?.TargetGroupArn ?? '',
  ],
  ['AWS::Events::Rule', 'events:ListTargetsByRule', regionData.eventBridge?.rules?.[0]?.Name ?? ''],
  ['AWS::KMS::Key', 'kms:DescribeKey', keyId],
  [
    'AWS::KinesisFirehose::DeliveryStream',
    'firehose:DescribeDeliveryStream',
    regionData.firehose?.streams?.[0]?.DeliveryStreamName ?? '',
  ],
  [
    'AWS::MSK::Cluster',
    'kafka:GetBootstrapBrokers',
    regionData.kafka?.clusters?.find(({ ClusterType }) => ClusterType === 'SERVERLESS')?.ClusterArn ?? '',
  ],
  [
    'AWS::NetworkFirewall::Firewall',
    'network-firewall:DescribeFirewall',
    regionData.networkFirewall?.firewalls?.[0]?.Firewall?.FirewallArn ?? '',
  ],
  ['AWS::NetworkFirewall::FirewallPolicy', 'network-firewall:DescribeFirewallPolicy', onlyOnes.firewallPolicy],
  ['AWS::RDS::DBProxy', 'rds:DescribeDBProxyTargets', onlyOnes.proxy],
  [
    'AWS::Route53Resolver::ResolverEndpoint',
    'route53resolver:ListResolverEndpointIpAddresses',
    onlyOnes.resolverEndpoint,
  ],
  [
    'AWS::Redshift::Cluster',
    'redshift:DescribeLoggingStatus',
    regionData.redshift?.clusters?.[0]?.ClusterIdentifier ?? '',
  ],
  ['AWS::S3::Bucket', 's3:GetBucketLogging', bucketName],
  ['AWS::SNS::Topic', 'sns:GetTopicAttributes', topicArn],
  ['AWS::SQS::Queue', 'sqs:GetQueueAttributes', queueUrl],
  ['AWS::SageMaker::Endpoint', 'sagemaker:DescribeEndpoint', onlyOnes.endpoint],
  ['AWS::SageMaker::NotebookInstance', 'sagemaker:DescribeNotebookInstance', onlyOnes.notebook],
  ['AWS::StepFunctions::StateMachine', 'states:DescribeStateMachine', machineArns[0] ?? ''],
  ['AWS::Transfer::Server', 'transfer:DescribeServer', onlyOnes.transferServer],
]

type Comparison = {
  readonly [Kind in 'added' | 'removed' | 'changed' | 'relationsAdded' | 'relationsRemoved']: readonly unknown[]
} & { readonly unknown: readonly { readonly type: string; readonly id: string; readonly unreadIn: string }[] }

test('a resource denied in one of two scans is unknown, not changed or removed', async () => {
  // The world is the same in all scans except for this list, which the simulated cloud reads at each call.
  const denials: Denial[] = []
  const { scan: whole } = await scanFull({ ...withPairs(), denials })
  denials.push(...refusals.map(([, action, about]) => refused([action], about)))
  const part = await running.scan(region)
  const coverage = await running.coverage(part.id)
  const compare = (base: string, scan: string) => running.get<Comparison>(`/api/scans/${scan}/compare?base=${base}`)
  const nothing = { added: [], removed: [], changed: [], relationsAdded: [], relationsRemoved: [] }

  const partial = (await running.resources(part.id)).filter((resource) => resource.partial)
  expect(partial.map(({ type }) => type)).toEqual(refusals.map(([type]) => type).toSorted())
  const later = await compare(whole.id, part.id)
  expect(later).toMatchObject(nothing)
  expect(later.unknown).toEqual(
    expect.arrayContaining(partial.map(({ type, id }) => expect.objectContaining({ type, id, unreadIn: 'scan' }))),
  )
  // All other unknown resources are of types with uncertain coverage and don't count.
  const others = later.unknown.filter(
    ({ type, id }) => !partial.some((found) => found.type === type && found.id === id),
  )
  for (const { type } of others) {
    const entry = coverage.find((found) => found.type === type)
    expect(entry?.reason).toMatch(/may not belong to this region/)
    expect(part.progress).not.toHaveProperty(entry?.countKey ?? '')
  }

  expect(await compare(part.id, whole.id)).toMatchObject({
    ...nothing,
    unknown: later.unknown.map(({ type, id }) => ({ type, id, unreadIn: 'base' })),
  })
  expect(await compare(part.id, (await running.scan(region)).id)).toMatchObject({ ...nothing, unknown: [] })
})

test('a type whose items are all denied is denied, unless its list is enough; a state machine without its definition is still read', async () => {
  const { scan, coverageOf } = await scanFull({
    ...withLocked(machineArns),
    denials: [
      refused(['kms:DescribeKey']),
      refused(['sqs:GetQueueAttributes']),
      refused(['elasticloadbalancing:DescribeLoadBalancerAttributes']),
      refused(['kafka:GetBootstrapBrokers']),
      refused(['route53:ListQueryLoggingConfigs', 'wafv2:ListLoggingConfigurations']),
      refused(['iam:GetAccountAuthorizationDetails']),
      { ...refused(['apigateway:GET']), operations: ['GetAuthorizers'] },
    ],
  })
  // Like a role from before their logging, hosts, and authorizers were read.
  for (const type of [
    'AWS::ApiGateway::RestApi',
    'AWS::ApiGatewayV2::Api',
    'AWS::IAM::Role',
    'AWS::MSK::Cluster',
    'AWS::Route53::HostedZone',
    'AWS::WAFv2::WebACL',
  ]) {
    const reason: unknown = expect.stringMatching(/^Details of \d+ resources? couldn't be read/)
    expect(coverageOf(type)).toMatchObject({ type, status: 'collected', reason })
  }
  const apis = (await running.resources(scan.id)).filter(({ type }) =>
    /^AWS::ApiGateway(?:::Rest|V2::)Api$/u.test(type),
  )
  expect(apis).toHaveLength(3)
  for (const { properties } of apis) {
    expect(properties['methods'] ?? properties['routes']).toEqual(expect.any(Number))
    expect(properties).not.toHaveProperty('authorizers')
  }
  const balancers = coverageOf('AWS::ElasticLoadBalancingV2::LoadBalancer')
  expect(balancers).toMatchObject({ status: 'collected', count: 4 })
  expect(balancers?.reason).toMatch(/^Details of 4 resources couldn't be read/)
  expect(coverageOf('AWS::ElasticLoadBalancingV2::Listener')).toMatchObject({ status: 'collected', reason: null })
  expect(coverageOf('AWS::KMS::Key')).toMatchObject({ status: 'denied', count: null, action: 'kms:DescribeKey' })
  expect(coverageOf('AWS::SQS::Queue')).toMatchObject({
    status: 'denied',
    count: null,
    action: 'sqs:GetQueueAttributes',
  })
  const machines = coverageOf('AWS::StepFunctions::StateMachine')
  expect(machines).toMatchObject({ status: 'collected', count: machineArns.length })
  expect(machines?.reason).toMatch(/^Details of 3 resources couldn't be read/)
})
