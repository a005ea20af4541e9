import { describe, expect, test } from 'vitest'
import type { Json, Resource } from '../../../graph/resource-graph.ts'
import { distinguishingDetail, resourceNode, shownName, stackNode } from './resource-node.ts'

const resource = (type: string, id: string, properties: Readonly<Record<string, Json>> = {}, more = {}): Resource => ({
  type,
  id,
  arn: null,
  name: null,
  presence: 'read',
  tags: {},
  properties,
  ...more,
})

const instance = 'AWS::EC2::Instance'
const several = (type: string, ...each: readonly Readonly<Record<string, Json>>[]) =>
  each.map((properties, index) => resource(type, `it-${index}`, properties)) as [Resource, ...Resource[]]

test.each<[type: string, properties: Readonly<Record<string, Json>>, detail: string]>([
  [instance, { instanceType: 't3.small', state: 'running', privateIpAddress: '10.0.0.7' }, 't3.small · 10.0.0.7'],
  [instance, { instanceType: 't3.small', state: 'stopped', privateIpAddress: '10.0.0.7' }, 't3.small · stopped'],
  [instance, { instanceType: 't3.small', privateIpAddress: '10.0.0.7' }, 't3.small · 10.0.0.7'],
  [instance, {}, ''],
  ['AWS::EC2::NatGateway', { connectivityType: 'private', state: 'failed' }, 'NAT gateway · failed'],
  ['AWS::EC2::NatGateway', { connectivityType: 'private', state: 'available' }, 'NAT gateway · private'],
  ['AWS::RDS::DBInstance', { engine: 'postgres', engineVersion: '16.4', status: 'stopped' }, 'postgres 16.4 · stopped'],
  ['AWS::RDS::DBInstance', { engine: 'postgres', engineVersion: '16.4', status: 'available' }, 'postgres 16.4'],
  ['AWS::RDS::DBInstance', { engine: 'sqlserver-ex', status: 'incompatible-parameters' }, 'incompatible parameters'],
  ['AWS::EKS::Nodegroup', { status: 'CREATE_FAILED' }, 'node group · create failed'],
  ['AWS::SageMaker::Endpoint', { status: 'InService' }, 'endpoint'],
  ['AWS::EC2::VPNConnection', { state: 'available', tunnelStatus: ['DOWN', 'DOWN'] }, 'VPN connection · down'],
  ['AWS::EC2::VPNConnection', { state: 'available', tunnelStatus: ['DOWN', 'UP'] }, 'VPN connection'],
  ['AWS::EC2::VPNConnection', { state: 'available', tunnelStatus: [] }, 'VPN connection'],
  ['AWS::EC2::VPNConnection', { state: 'pending', tunnelStatus: ['DOWN', 'DOWN'] }, 'VPN connection · pending'],
  ['AWS::ECS::Service', { status: 'ACTIVE', scaledToZero: true }, 'service · scaled to zero'],
  ['AWS::ECS::Service', { status: 'ACTIVE', scaledToZero: false }, 'service'],
  ['AWS::ECS::Service', { status: 'ACTIVE', scaledToZero: false, noTasksRunning: true }, 'service · not running'],
  ['AWS::ECS::Service', { status: 'ACTIVE', scaledToZero: true, noTasksRunning: true }, 'service · scaled to zero'],
  ['AWS::ECS::Service', { status: 'DRAINING', noTasksRunning: true }, 'service · draining'],
  ['AWS::Batch::ComputeEnvironment', { state: 'ENABLED', status: 'INVALID' }, 'invalid'],
  ['AWS::Batch::ComputeEnvironment', { state: 'ENABLED', status: 'VALID' }, 'compute environment'],
  ['AWS::Batch::ComputeEnvironment', { state: 'DISABLED', status: 'VALID' }, 'disabled'],
  ['AWS::OpenSearchService::Domain', { deleted: true }, 'domain · deleting'],
  ['AWS::OpenSearchService::Domain', { deleted: false }, 'domain'],
  ['AWS::MSK::Cluster', { state: 'ACTIVE', version: '3.8.x', brokers: 3 }, 'Kafka 3.8.x · 3 brokers'],
  ['AWS::MSK::Cluster', { state: 'ACTIVE', version: '3.8.x' }, 'Kafka 3.8.x'],
  ['AWS::MSK::Cluster', { state: 'ACTIVE', clusterType: 'SERVERLESS' }, 'serverless Kafka'],
  ['AWS::MSK::Cluster', { state: 'CREATING', clusterType: 'PROVISIONED' }, 'Kafka · creating'],
  ['AWS::SageMaker::Endpoint', { status: 'OutOfService' }, 'endpoint · out of service'],
  // Without room for both, the icon shows the kind.
  ['AWS::ElastiCache::ReplicationGroup', { nodeType: 'db.r7g' }, 'replication group · db.r7g'],
  ['AWS::ElastiCache::ReplicationGroup', { nodeType: 'cache.t4g.small' }, 'cache.t4g.small'],
  ['AWS::ElastiCache::ReplicationGroup', { nodeType: 'cache.t4g.small', status: 'snapshotting' }, 'snapshotting'],
  [
    'AWS::ElastiCache::ReplicationGroup',
    { nodeType: 'cache.t4g.small', status: 'failed' },
    'replication group · failed',
  ],
  // A state of which the descriptor says nothing.
  ['AWS::SQS::Queue', { status: 'anything' }, 'queue'],
  ['AWS::Lambda::Function', { runtime: 'nodejs22.x', memorySizeMb: 512 }, 'nodejs22.x · 512 MB'],
  ['AWS::Lambda::Function', { runtime: 'nodejs22.x' }, 'nodejs22.x'],
  ['AWS::EC2::NatGateway', { connectivityType: 'private' }, 'NAT gateway · private'],
  ['AWS::EC2::NatGateway', { connectivityType: 'public' }, 'NAT gateway'],
  ['AWS::RDS::DBInstance', { engine: 'postgres', engineVersion: '16.4', multiAz: true }, 'postgres 16.4 · multi-AZ'],
  ['AWS::RDS::DBInstance', { engine: 'postgres', engineVersion: '16.4', multiAz: false }, 'postgres 16.4'],
  [
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    { loadBalancerType: 'network', scheme: 'internal' },
    'network · internal',
  ],
])('%s with %o says: %s', (type, properties, detail) => {
  expect(resourceNode(resource(type, 'it', properties)).detail).toBe(detail)
})

test.each([
  ['analytics/workers', 'node group · in analytics'],
  ['arn:aws:eks:eu-west-1:123456789012:nodegroup/analytics/workers', 'node group · in analytics'],
  ['workers', 'node group'],
])('a node group names the cluster in its ID: %s', (id, detail) => {
  expect(resourceNode(resource('AWS::EKS::Nodegroup', id)).detail).toBe(detail)
})

const detailOfService = (cluster: string, properties: Readonly<Record<string, Json>> = {}) =>
  resourceNode(resource('AWS::ECS::Service', `${cluster}/api`, properties)).detail

test('a service in a cluster with a long name leaves its kind to the icon, but not beside its state', () => {
  expect(detailOfService('orders-cluster1')).toBe('service · in orders-cluster1')
  expect(detailOfService('orders-cluster12')).toBe('in orders-cluster12')
  // Without what CloudFormation appended.
  expect(detailOfService('orders-Cluster-0121POT7CRMJ')).toBe('service · in orders-Cluster')
  expect(detailOfService('orders-cluster12', { noTasksRunning: true })).toBe('service · not running')
})

/** Of an Auto Scaling group with one instance in this state. */
const detailOfScaled = (state: string, instanceType = '') =>
  stackNode('subnet', 'web', several(instance, { instanceType }, { instanceType, state }), {
    by: 'name',
    name: 'web',
    scaled: true,
  }).detail
const detailOf = (type: string, stem: string, ...each: readonly Readonly<Record<string, Json>>[]) =>
  stackNode('subnet', stem, several(type, ...each), stem === '' ? { by: 'type' } : { by: 'name', name: stem }).detail

/** The label of instances with these names and generated IDs. */
function labelOf(...names: readonly (string | null)[]): string {
  const named = names.map((name, index) => resource(instance, `i-0a7e852f486a0752${index}`, {}, { name }))
  return stackNode('subnet', 'i', named as [Resource, ...Resource[]], { by: 'names' }).label
}

describe('a summary box', () => {
  test('with a name shows their kind, and up to two sizes, the most frequent first', () => {
    const [small, large, huge] = [{ instanceType: 't3.small' }, { instanceType: 'm7.large' }, { instanceType: 'x8' }]
    expect(detailOf(instance, 'web', small)).toBe('instances · t3.small')
    expect(detailOf(instance, 'web', small, large, large)).toBe('instances · m7.large, t3.small')
    expect(detailOf(instance, 'web', small, large)).toBe('instances · m7.large, t3.small')
    expect(detailOf(instance, 'web', small, large, huge)).toBe('instances of 3 kinds')
    expect(detailOf(instance, 'web', {}, {})).toBe('instances')
  })

  test.each([
    ['AWS::ElasticLoadBalancingV2::LoadBalancer', { loadBalancerType: 'network' }, 'network'],
    ['AWS::RDS::DBInstance', { engine: 'postgres' }, 'postgres'],
    ['AWS::Lambda::Function', { runtime: 'nodejs22.x' }, 'nodejs22.x'],
  ] as const)('of type %s tells sizes by %o', (type, properties, size) => {
    expect(detailOf(type, 'web', properties)).toMatch(` · ${size}`)
  })

  test('without a name shows what distinguishes its resources', () => {
    expect(detailOf(instance, '', { instanceType: 't3.small' })).toBe('t3.small')
    expect(detailOf(instance, '', {}, {})).toBe('it-0, it-1')
    expect(detailOf(instance, '', {}, {}, {})).toBe('it-0 and 2 more')
    const sizes = ['a', 'b', 'c', 'd'].map((instanceType) => ({ instanceType }))
    expect(detailOf(instance, '', ...sizes)).toBe('a, b and 2 more')
    const counted = ['b', 'b', 'a'].map((instanceType) => ({ instanceType }))
    expect(detailOf(instance, '', ...counted)).toBe('b, a')
    expect(distinguishingDetail([])).toBe('')
  })

  test('counts its resources with a state other than the normal one, and marks them in its tooltip', () => {
    const [large, stopped] = [{ instanceType: 'm7.large', state: 'running' }, { state: 'stopped' }]
    expect(detailOf(instance, 'web', large, stopped, stopped)).toBe('instances · 2 stopped')
    expect(detailOf(instance, '', large, { state: 'stopping' }, stopped)).toBe('1 stopped, 1 stopping')
    expect(detailOf(instance, 'web', stopped, stopped)).toBe('instances · stopped')
    expect(detailOf(instance, '', large, large)).toBe('m7.large')
    const { description } = stackNode('subnet', 'web', several(instance, large, stopped), { by: 'name', name: 'web' })
    expect(description.split('\n').slice(1)).toEqual(['it-0 (it-0)', 'it-1 (it-1) · stopped'])
  })

  test('of instances without names is named by their type', () => {
    expect(labelOf('web-1', 'web-2')).toBe('2 × web-*')
    expect([labelOf(null, null), labelOf(' ', ' '), labelOf('web-1', '')]).toEqual(
      Array.from({ length: 3 }, () => '2 instances'),
    )
  })

  test('of two different things has both names, if there is room', () => {
    expect(labelOf('shop-prod-prometheus', 'shop-prod-gitlab-runner')).toBe('prometheus, gitlab-runner')
    const long = ['shop-prod-monitoring-of-all-requests', 'shop-prod-gitlab-runner']
    expect(labelOf(...long)).toBe('2 × shop-prod-*')
    const [first, ...others] = several(instance, { instanceType: 'm7.large' }, { instanceType: 't3.small' })
    if (first === undefined) throw new Error('There are two')
    const named = (...names: readonly string[]): readonly [Resource, ...Resource[]] => [
      { ...first, name: names[0] ?? null },
      ...others.map((each) => ({ ...each, name: names[1] ?? null })),
    ]
    expect(stackNode('subnet', 'i', named('mail', 'cart'), { by: 'names' }).detail).toBe(
      'instances · m7.large, t3.small',
    )
    expect(stackNode('subnet', 'i', named('mail', 'cart'), { by: 'rest' }).detail).toBe('mail, cart')
    expect(stackNode('subnet', 'i', named(...long), { by: 'rest' }).detail).toBe('m7.large, t3.small')
  })

  test('of an Auto Scaling group is marked, and differs from one without', () => {
    const web = several(instance, {}, {})
    const scaled = stackNode('subnet', 'web', web, { by: 'name', name: 'web', scaled: true })
    const alone = stackNode('subnet', 'web', web, { by: 'name', name: 'web' })
    expect(scaled).toMatchObject({ label: '2 × web', detail: 'Auto Scaling group' })
    expect(alone).toMatchObject({ label: '2 × web', detail: 'instances', id: `stack:subnet/${instance}/web` })
    expect(scaled.id).not.toBe(alone.id)
  })

  test('shows the state first if its kind leaves no room for it', () => {
    expect(detailOfScaled('shutting-down')).toBe('1 shutting down · Auto Scaling group')
    // 28 and 29 characters.
    expect([detailOfScaled('fault'), detailOfScaled('broken')]).toEqual([
      'Auto Scaling group · 1 fault',
      '1 broken · Auto Scaling group',
    ])
  })

  test('of an Auto Scaling group says so in fewer words if its size needs the room', () => {
    // 28 and 29 characters.
    expect([detailOfScaled('', 't3.nano'), detailOfScaled('', 't3.micro')]).toEqual([
      'Auto Scaling group · t3.nano',
      'Auto Scaling · t3.micro',
    ])
  })

  test('counts its resources, also as the rest beside others, and lists twenty in its tooltip', () => {
    const many = several(instance, ...Array.from({ length: 22 }, () => ({})))
    expect(stackNode('subnet', '', many, { by: 'type' }).label).toBe('22 instances')
    expect(stackNode('subnet', '', many, { by: 'part', name: 'shop' }).label).toBe('22 instances of shop')
    const { label, description } = stackNode('subnet', '', many, { by: 'rest' })
    expect(label).toBe('22 more instances')
    const lines = description.split('\n')
    expect([lines[0], lines[1], lines.length, lines.at(-1)]).toEqual([
      '22 EC2 instances',
      'it-0 (it-0)',
      22,
      'and 2 more',
    ])
  })
})

const unread = (type: string, presence: string) => resourceNode(resource(type, 'it', {}, { presence })).detail

test("resources that couldn't be read are marked, with their kind if there is room", () => {
  expect(unread(instance, 'unknown')).toBe("instance, couldn't be read")
  expect(unread(instance, 'external')).toBe('instance, outside this scan')
  expect(unread('AWS::ElasticLoadBalancingV2::LoadBalancer', 'external')).toMatch(/outside this scan$/u)
})

test.each([
  ['arn:aws:sns:eu-west-1:123456789012:orders', null, 'orders'],
  ['arn:aws:ecs:eu-west-1:123456789012:service/shop/web', null, 'web'],
  ['arn:aws:sns:eu-west-1:123456789012:orders', 'Orders', 'Orders'],
  ['queue/orders', null, 'queue/orders'],
])('%s named %s is shown as %s', (id, name, shown) => {
  expect(shownName(resource('AWS::SNS::Topic', id, {}, { name }))).toBe(shown)
})

test('of a resource that was read, a name that is an ARN is shown in full', () => {
  const name = 'arn:aws:sns:eu-west-1:123456789012:orders'
  expect(shownName(resource('AWS::SNS::Topic', 'topic', {}, { name }))).toBe(name)
})

test("resources that couldn't be read are shown by identifier, regardless of their names", () => {
  expect(shownName(resource('AWS::SNS::Topic', 'arn:aws:sns:::orders', {}, { presence: 'unknown', name: null }))).toBe(
    'orders',
  )
})

test('the ending that CloudFormation appended is left out, also if only the name of the stack tells it', () => {
  const name = 'shop-Api-AbCdEfGhIjKl'
  const shown = (tags: Readonly<Record<string, string>>) =>
    shownName(resource('AWS::Lambda::Function', 'api', {}, { name, tags }))
  expect(shown({ 'aws:cloudformation:stack-name': 'shop' })).toBe('shop-Api')
  expect(shown({ 'aws:cloudformation:stack-name': 'other' })).toBe(name)
  expect(shown({ 'aws:cloudformation:stack-name': 'other', 'aws:cloudformation:logical-id': 'Api' })).toBe('shop-Api')
  expect(shown({})).toBe(name)
})

test.each([
  ['shop-LateQueue-LateQueue', 'LateQueue', 'shop-LateQueue'],
  ['shop-LateQueue-LateQueue', 'Queue', 'shop-LateQueue-LateQueue'],
  ['shop-LateQueue-LateQueue', '', 'shop-LateQueue-LateQueue'],
  ['shop-TooLateQueue-LateQueue', 'LateQueue', 'shop-TooLateQueue-LateQueue'],
])('the name %s of a resource with the logical ID %j is %s', (name, logicalId, shown) => {
  const tags: Readonly<Record<string, string>> = logicalId === '' ? {} : { 'aws:cloudformation:logical-id': logicalId }
  expect(shownName(resource('AWS::SQS::Queue', 'queue', {}, { name, tags }))).toBe(shown)
})

test.each([
  ['read', 'orders, payments'],
  ['unknown', '2 queues'],
])('two resources that are %s are called %s', (presence, label) => {
  const [orders, payments] = ['orders', 'payments'].map((id) =>
    resource('AWS::SQS::Queue', id, {}, { presence, name: id }),
  ) as [Resource, Resource]
  expect(stackNode('page', '', [orders, payments], { by: 'names' }).label).toBe(label)
})

test('several load balancers say the scheme that they have in common', () => {
  const balancers = several(
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    { loadBalancerType: 'application', scheme: 'internal' },
    { loadBalancerType: 'network', scheme: 'internal' },
  )
  expect(stackNode('vpc', '', balancers, { by: 'type' }).detail).toBe('internal')
  expect(stackNode('vpc', 'web', balancers, { by: 'name', name: 'web' }).detail).toBe('load balancers · internal')
  const mixed = several(
    'AWS::ElasticLoadBalancingV2::LoadBalancer',
    { loadBalancerType: 'application', scheme: 'internal' },
    { loadBalancerType: 'network', scheme: 'internet-facing' },
  )
  expect(stackNode('vpc', '', mixed, { by: 'type' }).detail).toBe('application, network')
})
