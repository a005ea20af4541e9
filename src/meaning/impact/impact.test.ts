import { expect, test } from 'vitest'
import { graphBuilder } from '../../diagram/testing/sample-graphs.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import type { Verb } from '../../graph/resource-graph.ts'
import { impactOf } from './impact.ts'

const types = {
  vpc: 'AWS::EC2::VPC',
  subnet: 'AWS::EC2::Subnet',
  group: 'AWS::EC2::SecurityGroup',
  subnets: 'AWS::RDS::DBSubnetGroup',
  table: 'AWS::DynamoDB::Table',
  function: 'AWS::Lambda::Function',
  api: 'AWS::ApiGateway::RestApi',
  volume: 'AWS::EC2::Volume',
  instance: 'AWS::EC2::Instance',
  image: 'AWS::EC2::Image',
  template: 'AWS::EC2::LaunchTemplate',
  nat: 'AWS::EC2::NatGateway',
  routes: 'AWS::EC2::RouteTable',
  bucket: 'AWS::S3::Bucket',
  queue: 'AWS::SQS::Queue',
  role: 'AWS::IAM::Role',
  gateway: 'AWS::EC2::InternetGateway',
  egressonly: 'AWS::EC2::EgressOnlyInternetGateway',
  topic: 'AWS::SNS::Topic',
  subscription: 'AWS::SNS::Subscription',
  alarm: 'AWS::CloudWatch::Alarm',
  stack: 'AWS::CloudFormation::Stack',
  secret: 'AWS::SecretsManager::Secret',
  endpoint: 'AWS::EC2::VPCEndpoint',
  interface: 'AWS::EC2::NetworkInterface',
} as const

type Name = keyof typeof types
type Line = readonly [source: `${Name}${string}`, verb: Verb, target: `${Name}${string}`, basis?: 'permitted']

function impact(of: `${Name}${string}`, ...lines: readonly Line[]): readonly string[] {
  const graph = graphBuilder()
  const reference = (name: string) => ({ type: types[name.replace(/\d/u, '') as Name], id: name })
  const names = new Set([of, ...lines.flatMap(([source, , target]) => [source, target])])
  for (const name of names) graph.add(reference(name).type, name, null)
  const relations = lines.map(([source, verb, target, basis]) => ({
    source: reference(source),
    verb,
    target: reference(target),
    evidence: 'evidence',
    ...(basis !== undefined && { basis }),
  }))
  return impactOf(indexGraph({ ...graph.build(), relations }), reference(of)).dependents.map(
    ({ resource, effect, path }) =>
      `${resource.id} ${effect} ${path.map(({ source, verb, target }) => `${source.id} ${verb} ${target.id}`).join(', ')}`,
  )
}

test.each<readonly [name: string, of: `${Name}${string}`, lines: readonly Line[], expected: readonly string[]]>([
  [
    'network interfaces of an endpoint serve it, and its subnet needs none',
    'endpoint',
    [
      ['endpoint', 'attached to', 'interface'],
      ['endpoint', 'attached to', 'subnet'],
    ],
    ['interface breaks endpoint attached to interface'],
  ],
  [
    'an endpoint without its subnet',
    'subnet',
    [['endpoint', 'attached to', 'subnet']],
    ['endpoint breaks endpoint attached to subnet'],
  ],
  ['nothing depends on it', 'function', [['function', 'uses', 'table']], []],
  ['what uses it breaks', 'table', [['function', 'uses', 'table']], ['function breaks function uses table']],
  [
    'indirect users break too',
    'table',
    [
      ['function', 'uses', 'table'],
      ['api', 'invokes', 'function'],
    ],
    ['api breaks function uses table, api invokes function', 'function breaks function uses table'],
  ],
  [
    'a resource with other targets left degrades, and so do its users',
    'subnet1',
    [
      ['function', 'attached to', 'subnet1'],
      ['function', 'attached to', 'subnet2'],
      ['api', 'invokes', 'function'],
    ],
    [
      'api degrades function attached to subnet1, api invokes function',
      'function degrades function attached to subnet1',
    ],
  ],
  [
    'a resource without another location breaks',
    'subnet1',
    [['function', 'attached to', 'subnet1']],
    ['function breaks function attached to subnet1'],
  ],
  [
    'attached resources are orphaned, without further effects',
    'instance',
    [
      ['volume', 'attached to', 'instance'],
      ['function', 'uses', 'volume'],
    ],
    ['volume orphaned volume attached to instance'],
  ],
  [
    'an instance breaks without its volume',
    'volume',
    [['volume', 'attached to', 'instance']],
    ['instance breaks volume attached to instance'],
  ],
  [
    'instances of an AMI keep running, and launchers of it degrade',
    'image',
    [
      ['instance', 'uses', 'image'],
      ['template', 'uses', 'image'],
    ],
    ['template degrades template uses image'],
  ],
  [
    'subnets degrade without the NAT gateway of their route table, and so do their resources',
    'nat',
    [
      ['routes', 'routes to', 'nat'],
      ['routes', 'associated with', 'subnet'],
      ['function', 'attached to', 'subnet'],
    ],
    [
      'routes breaks routes routes to nat',
      'subnet degrades routes routes to nat, routes associated with subnet',
      'function degrades routes routes to nat, routes associated with subnet, function attached to subnet',
    ],
  ],
  [
    'a route table serves its other subnets without one of them',
    'subnet1',
    [
      ['routes', 'associated with', 'subnet1'],
      ['routes', 'associated with', 'subnet2'],
      ['function', 'attached to', 'subnet2'],
    ],
    [],
  ],
  [
    'a route table without a subnet is orphaned',
    'subnet',
    [['routes', 'associated with', 'subnet']],
    ['routes orphaned routes associated with subnet'],
  ],
  [
    'a bucket degrades without the function that it notifies',
    'function',
    [['bucket', 'invokes', 'function']],
    ['bucket degrades bucket invokes function'],
  ],
  [
    'a group with a rule for it degrades',
    'group1',
    [['group2', 'allows traffic from', 'group1']],
    ['group2 degrades group2 allows traffic from group1'],
  ],
  [
    'what it is permitted to invoke may never be invoked',
    'function',
    [['role', 'invokes', 'function', 'permitted']],
    ['role unknown role invokes function'],
  ],
  [
    'what notifies it alone does its own work without it',
    'topic',
    [
      ['stack', 'invokes', 'topic'],
      ['alarm', 'invokes', 'topic'],
    ],
    ['alarm breaks alarm invokes topic', 'stack degrades stack invokes topic'],
  ],
  [
    'a secret is read without the function that rotates it, and less safe',
    'function',
    [
      ['secret', 'invokes', 'function'],
      ['table', 'uses', 'secret'],
    ],
    ['table degrades secret invokes function, table uses secret', 'secret degrades secret invokes function'],
  ],
  [
    'nothing is orphaned by what still works in part',
    'gateway',
    [
      ['gateway', 'attached to', 'vpc'],
      ['egressonly', 'attached to', 'vpc'],
    ],
    ['vpc degrades gateway attached to vpc'],
  ],
  [
    'who subscribes to what works in part gets less',
    'function',
    [
      ['topic', 'invokes', 'function'],
      ['subscription', 'subscribes to', 'topic'],
    ],
    [
      'subscription degrades topic invokes function, subscription subscribes to topic',
      'topic degrades topic invokes function',
    ],
  ],
  [
    'who subscribes to it alone is orphaned',
    'topic',
    [['subscription', 'subscribes to', 'topic']],
    ['subscription orphaned subscription subscribes to topic'],
  ],
  [
    'an association alone is unknown',
    'instance',
    [['table', 'associated with', 'instance']],
    ['table unknown table associated with instance'],
  ],
  [
    'the worst of two effects counts',
    'table',
    [
      ['function', 'logs to', 'table'],
      ['function', 'uses', 'table'],
    ],
    ['function breaks function uses table'],
  ],
  [
    'cycles terminate',
    'function1',
    [
      ['function2', 'invokes', 'function1'],
      ['function1', 'invokes', 'function2'],
    ],
    ['function2 breaks function2 invokes function1'],
  ],
])('%s', (_, of, lines, expected) => {
  expect(impact(of, ...lines)).toEqual(expected)
})

/** What becomes of a queue whose relation to a role is this one, without the role: the role alone, and one of two. */
test.each<[verb: Verb, alone: string, ofTwo: string]>([
  ['contained in', 'breaks', 'breaks'],
  ['attached to', 'orphaned', 'degrades'],
  ['associated with', 'unknown', 'unknown'],
  ['routes to', 'breaks', 'degrades'],
  ['allows traffic from', 'degrades', 'degrades'],
  ['allows traffic to', 'degrades', 'degrades'],
  ['subscribes to', 'orphaned', 'degrades'],
  ['logs to', 'degrades', 'degrades'],
  ['uses', 'breaks', 'breaks'],
  ['reads from', 'unknown', 'unknown'],
  ['writes to', 'unknown', 'unknown'],
])('what %s it %s, and %s with another left', (verb, alone, ofTwo) => {
  const told = (effect: string) => [`queue ${effect} queue ${verb} role1`]
  expect(impact('role1', ['queue', verb, 'role1'])).toEqual(told(alone))
  expect(impact('role1', ['queue', verb, 'role1'], ['queue', verb, 'role2'])).toEqual(told(ofTwo))
})

test('what invokes it breaks, and degrades with another left', () => {
  expect(impact('function1', ['api', 'invokes', 'function1'])).toEqual(['api breaks api invokes function1'])
  expect(impact('function1', ['api', 'invokes', 'function1'], ['api', 'invokes', 'function2'])).toEqual([
    'api degrades api invokes function1',
  ])
})

test.each<[of: `${Name}${string}`, verb: Verb, expected: string]>([
  ['subnet', 'associated with', 'breaks'],
  ['group', 'associated with', 'breaks'],
  ['group', 'attached to', 'breaks'],
  ['subnets', 'associated with', 'breaks'],
  ['subnet', 'uses', 'breaks'],
  ['subnet', 'logs to', 'degrades'],
])('a function %s %s it %s', (of, verb, expected) => {
  expect(impact(of, ['function', verb, of])).toEqual([`function ${expected} function ${verb} ${of}`])
})

test('those that break come first, then those that degrade, are orphaned, or unknown', () => {
  const lines: readonly Line[] = [
    ['alarm', 'associated with', 'table'],
    ['api', 'subscribes to', 'table'],
    ['bucket', 'logs to', 'table'],
    ['volume', 'uses', 'table'],
    ['function', 'uses', 'table'],
  ]
  expect(impact('table', ...lines).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'volume breaks',
    'function breaks',
    'bucket degrades',
    'api orphaned',
    'alarm unknown',
  ])
})

test('of several ways, the shortest is told', () => {
  expect(
    impact(
      'table',
      ['function', 'uses', 'table'],
      ['api', 'invokes', 'function'],
      ['api', 'uses', 'table'],
      ['api', 'uses', 'queue'],
    ),
  ).toEqual(['api breaks api uses table', 'function breaks function uses table'])
})

test('only what it is attached to needs a volume', () => {
  expect(impact('volume', ['volume', 'uses', 'role'], ['volume', 'attached to', 'instance'])).toEqual([
    'instance breaks volume attached to instance',
  ])
})

test('a resource of an unknown type has dependents, too', () => {
  const graph = graphBuilder()
  const other = graph.add('Other::Thing', 'thing', null)
  graph.relate(graph.add(types.function, 'resize', null), 'uses', other)
  expect(impactOf(indexGraph(graph.build()), other).dependents.map(({ effect }) => effect)).toEqual(['breaks'])
})

test.each<[type: string, state: string | null, effect: string]>([
  [types.instance, 'running', 'degrades'],
  [types.instance, null, 'degrades'],
  [types.instance, 'stopped', 'breaks'],
  [types.instance, 'terminated', 'breaks'],
  [types.nat, 'deleted', 'breaks'],
])('with a second %s left that is %s, it %s', (type, state, effect) => {
  const graph = graphBuilder()
  const group = graph.add('AWS::ElasticLoadBalancingV2::TargetGroup', 'group', null)
  const target = graph.add(type, 'one', null)
  for (const each of [target, graph.add(type, 'two', null, { state })]) graph.relate(group, 'routes to', each)
  expect(impactOf(indexGraph(graph.build()), target).dependents.map((each) => each.effect)).toEqual([effect])
})

test('a queue degrades without its dead-letter queue', () => {
  const graph = graphBuilder()
  const [source, failed] = ['orders', 'orders-failed'].map((name) => graph.add(types.queue, name, null))
  if (source === undefined || failed === undefined) throw new Error('Two queues were added')
  const evidence = 'sqs:GetQueueAttributes Attributes.RedrivePolicy.deadLetterTargetArn'
  const { relations, ...rest } = graph.build()
  const relation = { source, verb: 'uses' as const, target: failed, evidence }
  const index = indexGraph({ ...rest, relations: [...relations, relation] })
  expect(impactOf(index, failed).dependents.map(({ effect }) => effect)).toEqual(['degrades'])
})

test("types that weren't read are listed", () => {
  const graph = graphBuilder()
  const table = graph.add(types.table, 'orders', null)
  graph.add(types.function, 'resize', null)
  graph.add(types.bucket, 'files', null)
  graph.add(types.instance, 'web', null)
  const { resources, coverage, ...rest } = graph.build()
  const index = indexGraph({
    ...rest,
    resources: resources.map((each) => (each.type === types.function ? { ...each, partial: true as const } : each)),
    coverage: coverage.map((each) => (each.type === types.vpc ? { ...each, uncertain: true as const } : each)),
  })
  expect(impactOf(index, table).unknownBecause.map(({ type, reason }) => `${type} ${reason}`)).toEqual([
    `${types.vpc} Not all of it could be read.`,
    `${types.function} Not all of it could be read.`,
  ])
})

test('types that were not read are named, unless the region does not have them', () => {
  const graph = graphBuilder()
  const table = graph.add(types.table, 'orders', null)
  graph.deny(types.bucket)
  graph.deny(types.function, 'failed')
  graph.deny(types.queue, 'unavailable')
  graph.deny(types.role)
  const { coverage, ...rest } = graph.build()
  const index = indexGraph({
    ...rest,
    coverage: coverage.map((each) => (each.type === types.role ? { ...each, reason: null } : each)),
  })
  const { unknownBecause } = impactOf(index, table)
  expect(unknownBecause.map(({ type, account, reason }) => `${type} ${account} ${reason}`).toSorted()).toEqual([
    `${types.role} 123456789012 The scan did not read this type.`,
    `${types.function} 123456789012 Reading was failed`,
    `${types.bucket} 123456789012 Reading was denied`,
  ])
})
