/** What disappears while a scan describes it is left out; what alone is refused is kept, and told. */
import { afterEach, expect, test } from 'vitest'
import { world as full } from '../../src/simulated/worlds/full.ts'
import type { Denial, GlobalData, RegionData, WorldAccount, WorldChange } from '../../src/simulated/world.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'

const region = 'us-east-1'
const before = full.accounts[0]?.regions[region] ?? {}
const beforeGlobal: GlobalData = full.accounts[0]?.global ?? {}

let running: RunningTestService
afterEach(() => running.close())

async function scanFull(difference: Partial<WorldAccount>) {
  running = await startRunningService({
    world: { accounts: full.accounts.map((account) => ({ ...account, ...difference })) },
  })
  const scan = await running.scan(region)
  expect(scan.status).toBe('completed')
  const coverage = await running.coverage(scan.id)
  return { scan, coverageOf: (type: string) => coverage.find((entry) => entry.type === type) }
}

const rest = <Item>(items: readonly Item[] | undefined) => items?.slice(1) ?? []

/** The type, after which call its first item is deleted, what is left, and the operation and code that tell of it. */
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
    { regionData: { sns: { topics: rest(before.sns?.topics) } } },
    'GetTopicAttributes',
    'NotFound',
    1,
  ],
  [
    'AWS::SQS::Queue',
    'sqs',
    'ListQueues',
    { regionData: { sqs: { queues: rest(before.sqs?.queues) } } },
    'GetQueueAttributes',
    'QueueDoesNotExist',
    2,
  ],
  [
    'AWS::DynamoDB::Table',
    'dynamodb',
    'ListTables',
    { regionData: { dynamodb: { tables: rest(before.dynamodb?.tables) } } },
    'DescribeTable',
    'ResourceNotFoundException',
    1,
  ],
  [
    'AWS::StepFunctions::StateMachine',
    'step-functions',
    'ListStateMachines',
    { regionData: { stepFunctions: { stateMachines: rest(before.stepFunctions?.stateMachines) } } },
    'DescribeStateMachine',
    'StateMachineDoesNotExist',
    2,
  ],
  [
    'AWS::SageMaker::Endpoint',
    'sagemaker',
    'ListEndpoints',
    { regionData: { sagemaker: { endpoints: rest(before.sagemaker?.endpoints) } } },
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
    { regionData: { elasticLoadBalancingV2: { targetGroups: rest(before.elasticLoadBalancingV2?.targetGroups) } } },
    'DescribeTags',
    'TargetGroupNotFound',
    5,
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
    'AWS::AmazonMQ::Broker',
    'mq',
    'ListBrokers',
    { regionData: { mq: { brokers: [] } } },
    'DescribeBroker',
    'NotFoundException',
    0,
  ],
  [
    'AWS::Route53::HostedZone',
    'route-53',
    'ListHostedZones',
    { globalData: { route53: { ...beforeGlobal.route53, hostedZones: [] } } },
    'GetHostedZone',
    'NoSuchHostedZone',
    0,
  ],
]

test('what is deleted after its list is left out, and its type is read whole', async () => {
  const { coverageOf } = await scanFull({
    changes: deletions.map(([, service, operation, left]) => ({ after: { service, operation }, ...left })),
  })
  for (const [type, , , , described, code, count] of deletions) {
    expect(coverageOf(type)).toMatchObject({ type, status: 'collected', count, reason: null })
    expect(running.cloud.calls).toContainEqual(expect.objectContaining({ operation: described, errorCode: code }))
  }
})

const refused = (actions: readonly string[], about?: string): Denial => ({
  actions,
  by: 'resource-based policy',
  explicit: false,
  ...(about !== undefined && { about: [about] }),
})

const keyId = before.kms?.keys?.[0]?.KeyId ?? ''
const queueUrl = before.sqs?.queues?.[0]?.url ?? ''
const topicArn = before.sns?.topics?.[0]?.TopicArn ?? ''
const tableName = before.dynamodb?.tables?.[0]?.TableName ?? ''
const machineArns = before.stepFunctions?.stateMachines?.map(({ stateMachineArn = '' }) => stateMachineArn) ?? []
const withLocked = (lockedDefinitions: readonly string[]): Pick<WorldAccount, 'regions'> => ({
  regions: {
    [region]: { ...before, stepFunctions: { ...before.stepFunctions, lockedDefinitions } } satisfies RegionData,
  },
})

test('what its own policy refuses is kept with what the list told, and the coverage says so', async () => {
  const { scan, coverageOf } = await scanFull({
    ...withLocked(machineArns.slice(0, 1)),
    denials: [
      refused(['kms:DescribeKey'], keyId),
      refused(['sqs:GetQueueAttributes'], queueUrl),
      refused(['sns:GetTopicAttributes'], topicArn),
      refused(['dynamodb:DescribeTable'], tableName),
    ],
  })
  for (const [type, action, count] of [
    ['AWS::KMS::Key', 'kms:DescribeKey', 3],
    ['AWS::SQS::Queue', 'sqs:GetQueueAttributes', 3],
    ['AWS::SNS::Topic', 'sns:GetTopicAttributes', 2],
    ['AWS::DynamoDB::Table', 'dynamodb:DescribeTable', 2],
    ['AWS::StepFunctions::StateMachine', 'kms:Decrypt', 3],
  ] as const) {
    expect(coverageOf(type)).toMatchObject({ type, status: 'collected', count })
    expect(coverageOf(type)?.reason).toMatch(
      new RegExp(`^1 could not be described in full.*${action} was denied by the resource policy`),
    )
  }
  const resources = await running.resources(scan.id)
  const queue = resources.find(({ type, name }) => type === 'AWS::SQS::Queue' && queueUrl.endsWith(`/${name}`))
  expect(queue).toMatchObject({ properties: { fifo: false }, relations: [] })
  expect(queue?.properties).not.toHaveProperty('encryption')
  const machine = resources.find(({ id, type }) => type === 'AWS::StepFunctions::StateMachine' && id === machineArns[0])
  expect(machine?.properties).toHaveProperty('logLevel')
})

test('a type whose every item is refused is denied; without its definition a state machine is still read', async () => {
  const { coverageOf } = await scanFull({
    ...withLocked(machineArns),
    denials: [refused(['kms:DescribeKey']), refused(['sqs:GetQueueAttributes'])],
  })
  expect(coverageOf('AWS::KMS::Key')).toMatchObject({ status: 'denied', count: null, action: 'kms:DescribeKey' })
  expect(coverageOf('AWS::SQS::Queue')).toMatchObject({
    status: 'denied',
    count: null,
    action: 'sqs:GetQueueAttributes',
  })
  const machines = coverageOf('AWS::StepFunctions::StateMachine')
  expect(machines).toMatchObject({ status: 'collected', count: machineArns.length })
  expect(machines?.reason).toMatch(/^3 could not be described in full/)
})
