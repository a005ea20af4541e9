/** Tests random parts and copies of the full world: scans are complete with any faults and any order of responses. */
import { type Arbitrary, array, assert, asyncProperty, boolean, integer, tuple } from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import type { ResourceGraph, ResourceReference } from '../../src/graph/resource-graph.ts'
import type { Faults } from '../../src/simulated/faults.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import type { World } from '../../src/simulated/world.ts'
import { world as full } from '../../src/simulated/worlds/full.ts'
import { renameInCopy, replicateWorld } from '../../src/simulated/worlds/replicate-world.ts'

const region = 'us-east-1'

/** A list of the world whose items are resources that no other list refers to. */
type List = { readonly type: string; readonly path: readonly [string, string]; readonly id: string }

const lists: readonly List[] = [
  { type: 'AWS::EC2::VPC', path: ['ec2', 'vpcs'], id: 'VpcId' },
  { type: 'AWS::EC2::Subnet', path: ['ec2', 'subnets'], id: 'SubnetId' },
  { type: 'AWS::EC2::InternetGateway', path: ['ec2', 'internetGateways'], id: 'InternetGatewayId' },
  { type: 'AWS::EC2::NatGateway', path: ['ec2', 'natGateways'], id: 'NatGatewayId' },
  { type: 'AWS::EC2::RouteTable', path: ['ec2', 'routeTables'], id: 'RouteTableId' },
  { type: 'AWS::EC2::SecurityGroup', path: ['ec2', 'securityGroups'], id: 'GroupId' },
  { type: 'AWS::EC2::NetworkInterface', path: ['ec2', 'networkInterfaces'], id: 'NetworkInterfaceId' },
  { type: 'AWS::EC2::NetworkAcl', path: ['ec2', 'networkAcls'], id: 'NetworkAclId' },
  { type: 'AWS::EC2::EIP', path: ['ec2', 'addresses'], id: 'AllocationId' },
  { type: 'AWS::EC2::Volume', path: ['ec2', 'volumes'], id: 'VolumeId' },
  { type: 'AWS::EC2::VPCEndpoint', path: ['ec2', 'vpcEndpoints'], id: 'VpcEndpointId' },
  { type: 'AWS::EC2::FlowLog', path: ['ec2', 'flowLogs'], id: 'FlowLogId' },
  {
    type: 'AWS::AutoScaling::AutoScalingGroup',
    path: ['autoScaling', 'autoScalingGroups'],
    id: 'AutoScalingGroupName',
  },
  { type: 'AWS::DynamoDB::Table', path: ['dynamodb', 'tables'], id: 'TableName' },
  { type: 'AWS::Kinesis::Stream', path: ['kinesis', 'streams'], id: 'StreamName' },
  { type: 'AWS::Logs::LogGroup', path: ['cloudWatchLogs', 'logGroups'], id: 'logGroupName' },
  { type: 'AWS::SecretsManager::Secret', path: ['secretsManager', 'secrets'], id: 'ARN' },
  { type: 'AWS::StepFunctions::StateMachine', path: ['stepFunctions', 'stateMachines'], id: 'stateMachineArn' },
  { type: 'AWS::KinesisFirehose::DeliveryStream', path: ['firehose', 'streams'], id: 'DeliveryStreamName' },
]

/** Every region has it. */
const defaultEventBus = 'AWS::Events::EventBus default'

type Items = readonly Readonly<Record<string, unknown>>[]
type Data = Readonly<Record<string, Readonly<Record<string, Items>>>>

const [account] = full.accounts
const everything = account?.regions[region] as Data
const itemsOf = ({ path: [service, list] }: List): Items => everything[service]?.[list] ?? []

/** Names that can only mean resources of the account itself: those that it doesn't have aren't outside the scan. */
const isOwnByName = ({ type, id }: ResourceReference) =>
  ['AWS::ApiGateway::VpcLink', 'AWS::ApiGatewayV2::VpcLink', 'AWS::EC2::KeyPair', 'AWS::Logs::LogGroup'].includes(
    type,
  ) && !id.startsWith('arn:')

/** The chosen items of each list. */
type Choice = readonly (readonly boolean[])[]

const choices: Arbitrary<Choice> = tuple(
  ...lists.map((list) => {
    const { length } = itemsOf(list)
    return array(boolean(), { minLength: length, maxLength: length })
  }),
)

function worldOf(choice: Choice): World {
  const data: Record<string, Record<string, Items>> = {}
  for (const [index, list] of lists.entries()) {
    const [service, name] = list.path
    data[service] = { ...data[service], [name]: itemsOf(list).filter((_, place) => choice[index]?.[place]) }
  }
  return {
    accounts: full.accounts.map((whole) => ({
      ...whole,
      regions: { [region]: data },
      global: {},
    })),
  }
}

function referencesOf(choice: Choice): readonly ResourceReference[] {
  return lists.flatMap(({ type, id }, index) =>
    itemsOf(lists[index] as List)
      .filter((_, place) => choice[index]?.[place])
      .map((item) => ({ type, id: String(item[id]) })),
  )
}

const key = ({ type, id }: ResourceReference) => `${type} ${id}`
const whole: Choice = lists.map((list) => itemsOf(list).map(() => true))
const identifiers = [...new Set(referencesOf(whole).map(({ id }) => id))]

async function scan(world: World, faults: Faults = {}): Promise<ResourceGraph> {
  const cloud = await startSimulatedCloud({ world, faults })
  try {
    return await scanSimulatedRegion(cloud)
  } finally {
    await cloud.close()
  }
}

/** Without calls, retries, and durations, which vary. */
function content({ coverage, ...graph }: ResourceGraph): string {
  return JSON.stringify({ ...graph, coverage: coverage.map(({ type, status, count }) => ({ type, status, count })) })
}

let undisturbed: ResourceGraph
beforeAll(async () => {
  undisturbed = await scan(worldOf(whole))
})

test('scans any part of a world, copied any number of times: each resource once, each relation, and no others', async () => {
  // The known relations of the full world. A part has those of its resources.
  const known = undisturbed.relations
  await assert(
    asyncProperty(choices, integer({ min: 1, max: 3 }), async (choice, copies) => {
      const graph = await scan(replicateWorld(worldOf(choice), identifiers, copies))
      const renames = Array.from({ length: copies }, (_, copy) => renameInCopy(identifiers, copy))
      const there = referencesOf(choice)
      const sources = new Set(there.map(key))
      const copied = renames.flatMap((rename) => there.map(({ type, id }) => `${type} ${rename(id)}`))
      const expected = [...copied, defaultEventBus]
      const read = graph.resources.filter(({ presence }) => presence === 'read')
      expect(read.map(key).toSorted()).toEqual(expected.toSorted())

      const relations = renames.flatMap((rename) =>
        known
          .filter(({ source }) => sources.has(key(source)))
          .map(({ source, verb, target }) => `${rename(key(source))} ${verb} ${rename(key(target))}`),
      )
      expect(
        graph.relations.map(({ source, verb, target }) => `${key(source)} ${verb} ${key(target)}`).toSorted(),
      ).toEqual(relations.toSorted())
      const targets = new Set(graph.relations.flatMap(({ target }) => (isOwnByName(target) ? [] : key(target))))
      const outside = graph.resources.filter(({ presence }) => presence !== 'read').map(key)
      expect(outside.toSorted()).toEqual([...targets].filter((target) => !expected.includes(target)).toSorted())
    }),
    { numRuns: 12, seed: 20_261_121 },
  )
})

test.each([11, 23])('the graph is the same for any order of responses (seed %i)', async (seed) => {
  const slow: Faults = {
    seed,
    rules: [
      { effect: 'slow', probability: 0.2, delayMs: 400 },
      { effect: 'slow', probability: 0.5, delayMs: 90 },
    ],
  }
  expect(content(await scan(worldOf(whole), slow))).toBe(content(undisturbed))
})

test('the graph is the same with calls throttled, failing and cut off', async () => {
  const faults: Faults = {
    seed: 7,
    rules: [
      { effect: 'throttle', probability: 0.3 },
      // A share of the calls that the earlier rules leave.
      { effect: 'internal-error', probability: 0.05 / 0.7 },
      { effect: 'reset', probability: 0.01 / 0.65 },
    ],
  }
  expect(content(await scan(worldOf(whole), faults))).toBe(content(undisturbed))
})
