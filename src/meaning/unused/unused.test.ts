import { expect, test } from 'vitest'
import { indexGraph } from '../../graph/graph-index.ts'
import type {
  CoverageStatus,
  Relation,
  Resource,
  ResourceGraph,
  ResourceReference,
} from '../../graph/resource-graph.ts'
import { unusedResources } from './unused.ts'

const resource = (type: string, id: string, more: Partial<Resource> = {}): Resource => ({
  type,
  id,
  arn: null,
  name: null,
  presence: 'read',
  tags: {},
  properties: {},
  ...more,
})
const [address, group, gateway, networkInterface] = [
  'AWS::EC2::EIP',
  'AWS::EC2::SecurityGroup',
  'AWS::EC2::NatGateway',
  'AWS::EC2::NetworkInterface',
] as const
const relation = (source: ResourceReference, verb: Relation['verb'], target: ResourceReference): Relation => ({
  source,
  verb,
  target,
  evidence: 'a field',
})
const statusOf = (type: string, statuses: Readonly<Record<string, CoverageStatus>>) => ({
  type,
  countKey: type,
  status: statuses[type] ?? 'collected',
  count: 0,
  calls: 1,
  retries: 0,
  durationMs: 0,
  reason: null,
  action: null,
  deniedBy: null,
})
const types = [
  address,
  group,
  gateway,
  networkInterface,
  'AWS::EC2::Instance',
  'AWS::EC2::RouteTable',
  'AWS::ElasticLoadBalancingV2::LoadBalancer',
  'AWS::Lambda::Function',
  'AWS::RDS::DBInstance',
]
const found = (
  resources: readonly Resource[],
  relations: readonly Relation[] = [],
  statuses: Readonly<Record<string, CoverageStatus>> = {},
) => {
  const coverage = types.map((type) => statusOf(type, statuses))
  const graph = { accountId: '1', accountAlias: '', region: 'us-east-1', resources, relations, coverage }
  const { unused, unknown } = unusedResources(indexGraph(graph as unknown as ResourceGraph))
  return { unused: unused.map(({ id }) => id), unknown }
}

test('an attached address is used, in either direction of the relation', () => {
  const [free, attached, ofGateway] = ['a', 'b', 'c'].map((id) => resource(address, id)) as [
    Resource,
    Resource,
    Resource,
  ]
  const relations = [
    relation(attached, 'attached to', resource(networkInterface, 'eni')),
    relation(resource(gateway, 'nat'), 'associated with', ofGateway),
  ]
  expect(found([free, attached, ofGateway], relations)).toEqual({ unused: ['a'], unknown: [] })
})

test('resources outside the scan and default security groups are never unused', () => {
  const resources = [
    resource(group, 'sg-1', { name: 'default' }),
    resource(group, 'sg-2', { presence: 'external' }),
    resource(group, 'sg-3', { name: 'old' }),
  ]
  expect(found(resources)).toEqual({ unused: ['sg-3'], unknown: [] })
})

test('the use is unknown where the users or the resource could not be read in full', () => {
  expect(found([resource(group, 'sg')], [], { [networkInterface]: 'denied' })).toEqual({ unused: [], unknown: [group] })
  expect(found([resource(group, 'sg')], [], { 'AWS::Lambda::Function': 'unavailable' }).unused).toEqual(['sg'])
  expect(found([resource(address, 'a', { partial: true }), resource(address, 'b')])).toEqual({
    unused: ['b'],
    unknown: [address],
  })
})

test('a used resource is known to be used even if other users could not be read', () => {
  const used = resource(group, 'sg')
  const relations = [relation(resource('AWS::EC2::Instance', 'i'), 'associated with', used)]
  expect(found([used], relations, { [networkInterface]: 'denied' })).toEqual({ unused: [], unknown: [] })
})
