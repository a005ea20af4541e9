import { expect, test } from 'vitest'
import { graphBuilder } from '../../diagram/testing/sample-graphs.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import type { Verb } from '../../graph/resource-graph.ts'
import { impactOf } from './impact.ts'

const types = {
  vpc: 'AWS::EC2::VPC',
  subnet: 'AWS::EC2::Subnet',
  group: 'AWS::EC2::SecurityGroup',
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
} as const

type Name = keyof typeof types
type Line = readonly [source: `${Name}${string}`, verb: Verb, target: `${Name}${string}`]

function impact(of: `${Name}${string}`, ...lines: readonly Line[]): readonly string[] {
  const graph = graphBuilder()
  const reference = (name: string) => ({ type: types[name.replace(/\d/u, '') as Name], id: name })
  const names = new Set([of, ...lines.flatMap(([source, , target]) => [source, target])])
  for (const name of names) graph.add(reference(name).type, name, null)
  for (const [source, verb, target] of lines) graph.relate(reference(source), verb, reference(target))
  return impactOf(indexGraph(graph.build()), reference(of)).dependents.map(
    ({ resource, effect, path }) =>
      `${resource.id} ${effect} ${path.map(({ source, verb, target }) => `${source.id} ${verb} ${target.id}`).join(', ')}`,
  )
}

test.each<readonly [name: string, of: `${Name}${string}`, lines: readonly Line[], expected: readonly string[]]>([
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
  graph.deny(types.function)
  expect(impactOf(indexGraph(graph.build()), table).unknownBecause).toMatchObject([
    { type: types.function, account: '123456789012' },
  ])
})
