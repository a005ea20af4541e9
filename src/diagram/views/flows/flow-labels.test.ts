/** Tests what arrows say of what goes over them. */
import { expect, test } from 'vitest'
import { indexGraph } from '../../../graph/graph-index.ts'
import type { Json, ResourceGraph } from '../../../graph/resource-graph.ts'
import { drawPage, overviewOptions } from '../../draw-page.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { architectureView } from '../architecture/architecture.ts'
import { dataFlowEdges } from '../dataflow/data-flows.ts'

const distribution = 'AWS::CloudFront::Distribution'
const balancer = 'AWS::ElasticLoadBalancingV2::LoadBalancer'
const stream = 'AWS::KinesisFirehose::DeliveryStream'

function labels(graph: ResourceGraph): readonly string[] {
  const { edges } = architectureView(graph)
  return edges.filter(({ source }) => source !== 'internet').map(({ label }) => label)
}

function flowsOf(graph: ResourceGraph) {
  const index = indexGraph(graph)
  return dataFlowEdges(index, index)
}

test.each([
  [{ eventSources: ['shop'], detailTypes: ['Placed', 'Paid'] }, 'Placed Paid'],
  [{ eventSources: ['shop'] }, 'shop'],
])('a bus says the types of events, or their sources: %o', (properties, label) => {
  const graph = graphBuilder()
  const [bus, handler] = [
    graph.add('AWS::Events::EventBus', 'shop', 'shop'),
    graph.add('AWS::Lambda::Function', 'handler', 'handler'),
  ]
  const rule = graph.add('AWS::Events::Rule', 'placed', 'placed', properties)
  graph.relate(rule, 'contained in', bus)
  graph.relate(rule, 'invokes', handler)
  expect(labels(graph.build())).toEqual([label])
})

test('a rule with a schedule has a box in the data flow, and says when. No bus sends it events', () => {
  const graph = graphBuilder()
  const [bus, handler] = [
    graph.add('AWS::Events::EventBus', 'default', 'default'),
    graph.add('AWS::Lambda::Function', 'handler', 'handler'),
  ]
  const schedule = { schedule: 'rate(1 day)', state: 'DISABLED' }
  const rule = graph.add('AWS::Events::Rule', 'nightly', 'nightly', schedule)
  graph.relate(rule, 'contained in', bus)
  graph.relate(rule, 'invokes', handler)
  expect(labels(graph.build())).toEqual([])
  const page = drawPage('dataflow', graph.build(), overviewOptions)
  const edges = page.kind === 'drawn' ? page.diagram.edges : []
  expect(edges.map(({ source, target, label }) => [source, target, label])).toEqual([
    ['AWS::Events::Rule/nightly', 'AWS::Lambda::Function/handler', '(disabled) rate(1 day)'],
  ])
})

test.each([
  [
    'AWS::Events::Rule',
    'contained in',
    'AWS::Events::EventBus',
    'DISABLED',
    { detailTypes: ['Placed'] },
    '(disabled) Placed',
  ],
  ['AWS::Events::Rule', 'contained in', 'AWS::Events::EventBus', 'DISABLED', {}, '(disabled) rule'],
  ['AWS::Events::Rule', 'contained in', 'AWS::Events::EventBus', 'ENABLED', {}, ''],
  [
    'AWS::Lambda::EventSourceMapping',
    'subscribes to',
    'AWS::SQS::Queue',
    'Disabled',
    { batchSize: 10 },
    '(disabled) batches of 10',
  ],
  [
    'AWS::Lambda::EventSourceMapping',
    'subscribes to',
    'AWS::SQS::Queue',
    'Enabled',
    { batchSize: 10 },
    'batches of 10',
  ],
  ['AWS::Pipes::Pipe', 'subscribes to', 'AWS::SQS::Queue', 'STOPPED', {}, '(stopped) pipe'],
  ['AWS::Pipes::Pipe', 'subscribes to', 'AWS::SQS::Queue', 'START_FAILED', {}, '(failed) pipe'],
  ['AWS::Pipes::Pipe', 'subscribes to', 'AWS::SQS::Queue', 'UPDATE_FAILED', {}, ''],
  ['AWS::Pipes::Pipe', 'subscribes to', 'AWS::SQS::Queue', 'RUNNING', {}, ''],
] as const)('%s %s %s in state %s says whether anything flows', (type, verb, from, state, properties, label) => {
  const graph = graphBuilder()
  const [source, handler] = [graph.add(from, 'source', 'source'), graph.add('AWS::Lambda::Function', 'h', 'handler')]
  const connector = graph.add(type, 'first', 'first', { state, ...properties })
  graph.relate(connector, verb, source)
  graph.relate(connector, 'invokes', handler)
  expect(labels(graph.build())).toEqual([label])
  expect(flowsOf(graph.build()).map((flow) => flow.label)).toEqual([label])
})

test.each([
  [['DISABLED'], ['(disabled) job queue', '']],
  [
    ['DISABLED', 'DISABLED'],
    ['(disabled) job queue', ''],
  ],
  [
    ['DISABLED', 'ENABLED'],
    ['', ''],
  ],
  [[], ['', '']],
])('an arrow to a job says whether its job queues are switched off: %o', (states, expected) => {
  const graph = graphBuilder()
  const encode = graph.add('AWS::StepFunctions::StateMachine', 'encode', 'encode')
  const job = graph.add('AWS::Batch::JobDefinition', 'transcode', 'transcode')
  const called = graph.add('AWS::Lambda::Function', 'notify', 'notify')
  for (const [number, state] of states.entries()) {
    graph.relate(encode, 'invokes', graph.add('AWS::Batch::JobQueue', `q-${number}`, `q-${number}`, { state }))
  }
  graph.relate(encode, 'invokes', job)
  graph.relate(encode, 'invokes', called)
  const both = flowsOf(graph.build())
  expect(both.map(({ label }) => label)).toEqual(expected)
  expect(labels(graph.build()).toSorted().toReversed()).toEqual(expected)
})

test('a function that calls a SageMaker AI endpoint has an arrow to it, which says so', () => {
  const graph = graphBuilder()
  const role = graph.add('AWS::IAM::Role', 'moderation', 'moderation')
  const [caller, endpoint] = [
    graph.add('AWS::Lambda::Function', 'moderation', 'moderation'),
    graph.add('AWS::SageMaker::Endpoint', 'classifier', 'classifier'),
  ]
  graph.relate(caller, 'uses', role)
  graph.permit(role, 'invokes', endpoint)
  const edges = (view: 'dataflow' | 'architecture') => {
    const drawn = drawPage(view, graph.build(), overviewOptions)
    if (drawn.kind !== 'drawn') throw new Error(drawn.message)
    return drawn.diagram.edges.map(({ source, target, label }) => [source, target, label])
  }
  const arrow = ['AWS::Lambda::Function/moderation', 'AWS::SageMaker::Endpoint/classifier', 'invokes']
  expect((['dataflow', 'architecture'] as const).map(edges)).toEqual([[arrow], [arrow]])
})

test('a Classic Load Balancer says to which ports its listeners forward', () => {
  const graph = graphBuilder()
  const balancer = graph.add('AWS::ElasticLoadBalancing::LoadBalancer', 'legacy', 'legacy', {
    listeners: ['HTTP:80 to HTTP:8080', 'HTTPS:443 to HTTP:8080', 'TCP:22 to TCP:22'],
  })
  const [group, instance] = [
    graph.add('AWS::AutoScaling::AutoScalingGroup', 'batch', 'batch'),
    graph.add('AWS::EC2::Instance', 'i-1', 'worker'),
  ]
  graph.relate(balancer, 'routes to', instance)
  graph.relate(group, 'associated with', balancer)
  expect(labels(graph.build())).toEqual(['HTTP 8080, TCP 22', 'HTTP 8080, TCP 22'])
})

test('a load balancer says the paths and the port of its targets', () => {
  const graph = graphBuilder()
  const [balancer, handler] = [
    graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'app/shop/1', 'shop'),
    graph.add('AWS::Lambda::Function', 'handler', 'handler'),
  ]
  const targets = graph.add('AWS::ElasticLoadBalancingV2::TargetGroup', 'shop/1', 'shop', {
    protocol: 'HTTP',
    port: 80,
  })
  graph.relate(targets, 'associated with', balancer)
  graph.relate(targets, 'routes to', handler)
  expect(labels(graph.build())).toEqual(['HTTP 80'])
  const conditions: Json = [
    { field: 'host-header', values: ['shop.example'] },
    { field: 'path-pattern', values: ['/cart/*'] },
    { field: 'http-request-method', values: ['POST'] },
  ]
  const rule = graph.add('AWS::ElasticLoadBalancingV2::ListenerRule', 'rule', null, { conditions })
  graph.relate(rule, 'routes to', targets)
  expect(labels(graph.build())).toEqual(['POST shop.example/cart/* HTTP 80'])
  const again = graph.add('AWS::ElasticLoadBalancingV2::ListenerRule', 'again', null, { conditions })
  graph.relate(again, 'routes to', targets)
  expect(labels(graph.build())).toEqual(['POST shop.example/cart/* HTTP 80'])
  const other = graph.add('AWS::ElasticLoadBalancingV2::ListenerRule', 'other', null, {
    conditions: [
      { field: 'host-header', values: ['admin.shop.example', 'shop.example'] },
      { field: 'source-ip', values: ['192.0.2.0/24'] },
    ],
  })
  graph.relate(other, 'routes to', targets)
  expect(labels(graph.build())).toEqual(['POST shop.example/cart/* HTTP 80 +2'])
})

test('what gets all other requests of a load balancer says that before what gets some', () => {
  const graph = graphBuilder()
  const [listenerType, ruleType, groupType] = ['Listener', 'ListenerRule', 'TargetGroup'].map(
    (type) => `AWS::ElasticLoadBalancingV2::${type}`,
  )
  const shop = graph.add(balancer, 'app/shop/1', 'shop')
  const listener = graph.add(listenerType ?? '', 'shop/1', null, { protocol: 'HTTPS', port: 443 })
  graph.relate(listener, 'contained in', shop)
  const groups = ['web', 'api'].map((name) => {
    const targets = graph.add(groupType ?? '', name, name, { protocol: 'HTTP', port: 3000 })
    graph.relate(targets, 'associated with', shop)
    graph.relate(targets, 'routes to', { type: 'AWS::ECS::Service', id: 'web' })
    return targets
  })
  graph.add('AWS::ECS::Service', 'web', 'web')
  const [web = shop, api = shop] = groups
  graph.relate(listener, 'routes to', web)
  expect(labels(graph.build())).toEqual(['HTTP 3000'])
  const conditions: Json = [{ field: 'path-pattern', values: ['/v2/*'] }]
  const rule = graph.add(ruleType ?? '', 'rule', null, { conditions })
  graph.relate(rule, 'contained in', listener)
  graph.relate(rule, 'routes to', web)
  expect(labels(graph.build())).toEqual(['HTTP 3000'])
  graph.relate(rule, 'routes to', api)
  expect(labels(graph.build())).toEqual(['* HTTP 3000 +1'])
})

test('a service says the port of the database that its task definition names', () => {
  const graph = graphBuilder()
  const service = graph.add('AWS::ECS::Service', 'shop/orders', 'orders')
  const definition = graph.add('AWS::ECS::TaskDefinition', 'orders:1', 'orders')
  const database = graph.add('AWS::RDS::DBInstance', 'orders', 'orders', { port: 5432 })
  graph.relate(service, 'uses', definition)
  graph.relate(definition, 'uses', database)
  const edges = flowsOf(graph.build()).map(({ source, label }) => [source, label])
  expect(edges).toEqual([[`AWS::ECS::Service/shop/orders`, 'tcp 5432']])
})

test('a page around a job says the port of its cluster, whose members it does not show', () => {
  const graph = graphBuilder()
  const job = graph.add('AWS::Glue::Job', 'load', 'load')
  const orders = graph.add('AWS::RDS::DBCluster', 'orders', 'orders')
  graph.relate(graph.add('AWS::RDS::DBInstance', 'orders-1', 'orders-1', { port: 5432 }), 'contained in', orders)
  graph.relate(job, 'uses', orders)
  const page = drawPage('dataflow', graph.build(), { ...overviewOptions, focus: 'load' })
  expect(page.kind === 'drawn' ? page.diagram.edges.map(({ label }) => label) : []).toEqual(['tcp 5432'])
})

test('a proxy says the lowest port at which the members of its database cluster listen', () => {
  const graph = graphBuilder()
  const cluster = graph.add('AWS::RDS::DBCluster', 'orders', 'orders')
  for (const [name, port] of [
    ['one', 6543],
    ['two', 5432],
  ] as const) {
    graph.relate(graph.add('AWS::RDS::DBInstance', name, name, { port }), 'contained in', cluster)
  }
  graph.relate(graph.add('AWS::RDS::DBProxy', 'proxy', 'proxy'), 'routes to', cluster)
  expect(flowsOf(graph.build()).map(({ target, label }) => [target, label])).toEqual([
    ['AWS::RDS::DBCluster/orders', 'tcp 5432'],
  ])
})

test('a database replicates to its replica, which names it', () => {
  const graph = graphBuilder()
  const database = graph.add('AWS::RDS::DBInstance', 'ledger', 'ledger', { port: 1521 })
  graph.relate(graph.add('AWS::RDS::DBInstance', 'copy', 'copy'), 'associated with', database)
  graph.relate(database, 'associated with', graph.add('AWS::RDS::DBSubnetGroup', 'databases', 'databases'))
  // Each of these copies the other one.
  const [table, other] = ['table', 'other'].map((name) => graph.add('AWS::DynamoDB::Table', name, name))
  if (table !== undefined && other !== undefined) graph.relate(table, 'associated with', other)
  expect(flowsOf(graph.build()).map(({ source, target, label }) => [source, target, label])).toEqual([
    ['AWS::RDS::DBInstance/ledger', 'AWS::RDS::DBInstance/copy', 'replicates'],
  ])
})

test('a delivery stream writes to its destination', () => {
  const graph = graphBuilder()
  const stream = graph.add('AWS::KinesisFirehose::DeliveryStream', 'clicks', 'clicks')
  graph.relate(stream, 'routes to', graph.add('AWS::S3::Bucket', 'lake', 'lake'))
  graph.relate(stream, 'routes to', graph.add('AWS::Redshift::Cluster', 'sales', 'sales', { port: 5439 }))
  graph.relate(stream, 'invokes', graph.add('AWS::Lambda::Function', 'clean', 'clean'))
  expect(flowsOf(graph.build()).map(({ label }) => label)).toEqual(['writes', 'writes', ''])
})

test('a schedule that stops a database says so, and does not reach its port', () => {
  const graph = graphBuilder()
  const database = graph.add('AWS::RDS::DBInstance', 'orders', 'orders', { port: 5432 })
  const stopping = { operation: 'rds:stopDBInstance' }
  for (const [name, properties] of [
    ['evenings', { ...stopping, state: 'ENABLED' }],
    ['holidays', { ...stopping, state: 'DISABLED' }],
    ['others', {}],
  ] as const)
    graph.relate(graph.add('AWS::Scheduler::Schedule', name, name, properties), 'invokes', database)
  graph.relate(graph.add('AWS::Lambda::Function', 'report', 'report'), 'uses', database)
  expect(flowsOf(graph.build()).map(({ label }) => label)).toEqual([
    'stopDBInstance',
    '(disabled) stopDBInstance',
    '',
    'tcp 5432',
  ])
})

test('an API says the routes by which it calls a function', () => {
  const arn = 'arn:aws:lambda:eu-west-1:123456789012:function:handler'
  const labelsOf = (routeTargets: readonly Json[], authorizers: readonly Json[]): readonly string[] => {
    const graph = graphBuilder()
    const api = graph.add('AWS::ApiGatewayV2::Api', 'api', 'api', { routeTargets, authorizers })
    graph.relate(api, 'invokes', graph.add('AWS::Lambda::Function', 'handler', 'handler'))
    const built = graph.build()
    return labels({
      ...built,
      resources: built.resources.map((each) => (each.id === 'handler' ? { ...each, arn } : each)),
    })
  }
  const withRoutes = (...routeTargets: readonly Json[]) => labelsOf(routeTargets, [])
  expect(withRoutes({ route: 'GET /a', target: arn })).toEqual(['GET /a'])
  expect(withRoutes({ route: 'GET /a', target: `${arn}:live` }, { route: 'GET /b', target: arn })).toEqual([
    'GET /a +1',
  ])
  expect(withRoutes({ route: 'GET /a', target: `${arn}-other` })).toEqual([''])
  expect(labelsOf([], [{ name: 'tokens', type: 'TOKEN', target: `${arn}:live` }])).toEqual(['authorizer'])
  expect(
    labelsOf(
      [],
      [
        { name: 'tokens', type: 'TOKEN', target: `${arn}-other` },
        { name: 'jwt', type: 'JWT' },
      ],
    ),
  ).toEqual([''])
  const both = [
    { name: 'tokens', type: 'TOKEN', target: arn },
    { name: 'requests', type: 'REQUEST', target: arn },
  ]
  expect(labelsOf([{ route: 'GET /a', target: arn }], both)).toEqual(['authorizer +1'])
})

test.each([
  ['AWS::Scheduler::Schedule', 'AWS::Lambda::Function', 'invokes', { state: 'DISABLED' }, 'dataflow', '(disabled)'],
  ['AWS::Scheduler::Schedule', 'AWS::Lambda::Function', 'invokes', { state: 'ENABLED' }, 'dataflow', ''],
  [distribution, balancer, 'routes to', { status: 'Deployed', enabled: false }, 'dataflow', '(disabled)'],
  [distribution, balancer, 'routes to', { status: 'Deployed', enabled: false }, 'architecture', '(disabled)'],
  [distribution, balancer, 'routes to', { status: 'Deployed', enabled: true }, 'architecture', ''],
  [balancer, 'AWS::Lambda::Function', 'routes to', { state: 'failed' }, 'dataflow', '(failed)'],
  [balancer, 'AWS::Lambda::Function', 'routes to', { state: 'active' }, 'dataflow', ''],
  [stream, 'AWS::S3::Bucket', 'routes to', { state: 'CREATING_FAILED' }, 'dataflow', '(failed) writes'],
  [stream, 'AWS::S3::Bucket', 'routes to', { state: 'ACTIVE' }, 'dataflow', 'writes'],
  ['AWS::ECS::Service', 'AWS::S3::Bucket', 'uses', { scaledToZero: true }, 'architecture', '(stopped)'],
  ['AWS::ECS::Service', 'AWS::S3::Bucket', 'uses', {}, 'architecture', ''],
] as const)(
  'an arrow says that what it comes from is disabled, failed, or stopped: %s to %s %s %j',
  (from, to, verb, properties, view, label) => {
    const graph = graphBuilder()
    const source = graph.add(from, 'source', 'source', properties)
    graph.relate(source, verb, graph.add(to, 'target', 'target'))
    const page = drawPage(view, graph.build(), overviewOptions)
    const edges = page.kind === 'drawn' ? page.diagram.edges : []
    expect(edges.filter((edge) => edge.source === `${from}/source`).map((edge) => edge.label)).toEqual([label])
  },
)

test('an arrow from a queue says that what fetches from it is stopped, and one from a database that it is stopped', () => {
  const graph = graphBuilder()
  const worker = graph.add('AWS::ECS::Service', 'worker', 'worker', { scaledToZero: true })
  const role = graph.add('AWS::IAM::Role', 'worker', 'worker', { broad: false })
  const jobs = graph.add('AWS::SQS::Queue', 'jobs', 'jobs')
  graph.relate(worker, 'uses', role)
  graph.relate(worker, 'uses', jobs)
  graph.permit(role, 'reads from', jobs)
  const task = graph.add('AWS::ECS::Service', 'task', 'task', { scaledToZero: true })
  const definition = graph.add('AWS::ECS::TaskDefinition', 'task:1', 'task')
  graph.relate(task, 'uses', definition)
  graph.relate(definition, 'uses', jobs)
  graph.relate(definition, 'uses', role, 'taskDefinition.taskRoleArn')
  const [primary, copy] = [
    graph.add('AWS::RDS::DBInstance', 'erp', 'erp', { status: 'stopped' }),
    graph.add('AWS::RDS::DBInstance', 'copy', 'copy', { status: 'available' }),
  ]
  graph.relate(copy, 'associated with', primary)
  expect(flowsOf(graph.build()).map(({ source, target, label }) => [source, target, label])).toEqual([
    ['AWS::SQS::Queue/jobs', 'AWS::ECS::Service/worker', '(stopped)'],
    ['AWS::RDS::DBInstance/erp', 'AWS::RDS::DBInstance/copy', '(stopped) replicates'],
    ['AWS::SQS::Queue/jobs', 'AWS::ECS::Service/task', '(stopped)'],
  ])
})

test('a disabled rule of an event bus that is being deleted is disabled once', () => {
  const graph = graphBuilder()
  const stopped = graph.add('AWS::Kinesis::Stream', 'clicks', 'clicks', { status: 'DELETING' })
  const handler = graph.add('AWS::Lambda::Function', 'handler', 'handler')
  const mapping = graph.add('AWS::Lambda::EventSourceMapping', 'm', null, { state: 'Disabled', batchSize: 10 })
  graph.relate(mapping, 'subscribes to', stopped)
  graph.relate(mapping, 'invokes', handler)
  expect(flowsOf(graph.build()).map(({ label }) => label)).toEqual(['(disabled) batches of 10'])
})

test('a delivery stream says that it writes to a store, but not of a function that it calls', () => {
  const graph = graphBuilder()
  const delivery = graph.add('AWS::KinesisFirehose::DeliveryStream', 'clicks', 'clicks')
  graph.relate(delivery, 'routes to', graph.add('AWS::S3::Bucket', 'lake', 'lake'))
  graph.relate(delivery, 'routes to', graph.add('AWS::Lambda::Function', 'clean', 'clean'))
  expect(flowsOf(graph.build()).map(({ target, label }) => [target, label])).toEqual([
    ['AWS::S3::Bucket/lake', 'writes'],
    ['AWS::Lambda::Function/clean', ''],
  ])
})

test('requests to a target group lead to its services, but not to the alarm that monitors it', () => {
  const graph = graphBuilder()
  const balancer = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'shop', 'shop')
  const targets = graph.add('AWS::ElasticLoadBalancingV2::TargetGroup', 'web', 'web')
  graph.relate(targets, 'associated with', balancer)
  for (const type of ['AWS::ECS::Service', 'AWS::CloudWatch::Alarm'])
    graph.relate(graph.add(type, 'web', 'web'), 'associated with', targets)
  expect(flowsOf(graph.build()).map(({ target }) => target)).toEqual(['AWS::ECS::Service/web'])
})
