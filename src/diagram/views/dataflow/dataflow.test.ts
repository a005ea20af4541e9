import { describe, expect, test } from 'vitest'
import { compareText } from '../../../graph/graph-index.ts'
import type { Json, ResourceReference } from '../../../graph/resource-graph.ts'
import type { Diagram } from '../../diagram.ts'
import { placeDiagram } from '../../layout/place-diagram.ts'
import { type GraphBuilder, graphBuilder } from '../../testing/sample-graphs.ts'
import { brokenRules } from '../../testing/legibility.ts'
import { measureInter } from '../../typeface/inter.ts'
import { dataFlowView } from './dataflow.ts'
import { flattened } from '../boxes/group.ts'
import { defaultViewOptions } from '../view-options.ts'

function arrows(diagram: Diagram): readonly string[] {
  const labels = new Map(flattened(diagram.elements).map(({ id, label }) => [id, label]))
  return diagram.edges.map(
    ({ form, source, target, label }) =>
      `${labels.get(source)} ${form} ${labels.get(target)}${label === '' ? '' : ` (${label})`}`,
  )
}

function orders(graph: GraphBuilder) {
  const add = (type: string, name: string) => graph.add(`AWS::${type}`, name, name)
  const [api, handler, queue, failed] = [
    add('ApiGatewayV2::Api', 'api'),
    add('Lambda::Function', 'handler'),
    add('SQS::Queue', 'orders'),
    add('SQS::Queue', 'failed'),
  ]
  graph.relate(api, 'invokes', queue)
  graph.relate(queue, 'routes to', failed)
  const mapping = add('Lambda::EventSourceMapping', 'mapping')
  graph.relate(mapping, 'subscribes to', queue)
  graph.relate(mapping, 'invokes', handler)
  return { add, handler, queue }
}

/** Two buckets that send their events to the default bus, and a queue for each. */
function twoBuckets() {
  const graph = graphBuilder()
  const add = (type: string, name: string, properties: { readonly [name: string]: Json } = {}) =>
    graph.add(`AWS::${type}`, name, name, properties)
  const bus = add('Events::EventBus', 'default')
  const ofBucket = { eventSources: ['aws.s3'], detailTypes: ['Object Created'] }
  const rule = (name: string, target: ResourceReference, properties: { readonly [name: string]: Json } = ofBucket) => {
    const added = add('Events::Rule', name, properties)
    graph.relate(added, 'contained in', bus)
    graph.relate(added, 'invokes', target)
    return added
  }
  const buckets = ['prod', 'staging'].map((name) => {
    const bucket = add('S3::Bucket', `${name}-raw`)
    graph.relate(bucket, 'invokes', bus)
    const added = rule(`${name}-rule`, add('SQS::Queue', `${name}-queue`))
    graph.relate(added, 'subscribes to', bucket)
    return bucket
  })
  return { graph, add, rule, bus, buckets }
}

describe('arrows', () => {
  test('lead from APIs to the user pools that authorize their callers', () => {
    const graph = graphBuilder()
    const pool = graph.add('AWS::Cognito::UserPool', 'members', 'members')
    graph.relate(graph.add('AWS::ApiGatewayV2::Api', 'api', 'api'), 'associated with', pool)
    graph.relate(graph.add('AWS::AppSync::GraphQLApi', 'graph', 'graph'), 'associated with', pool)
    const drawn = arrows(dataFlowView(graph.build()))
    expect(drawn.filter((arrow) => !arrow.startsWith('Internet'))).toEqual([
      'api request members (authorizer)',
      'graph request members (authorizer)',
    ])
  })

  test.each([
    ['StepFunctions::StateMachine', {}],
    ['Scheduler::Schedule', {}],
    ['Events::Rule', { schedule: 'rate(1 day)' }],
  ])('lead from a %s that starts a task to what the task uses and its role permits', (type, properties) => {
    const graph = graphBuilder()
    const add = (each: string, name: string) => graph.add(`AWS::${each}`, name, name)
    const starter = graph.add(`AWS::${type}`, 'nightly', 'nightly', properties)
    const [task, role] = [add('ECS::TaskDefinition', 'report'), add('IAM::Role', 'report')]
    graph.relate(starter, 'contained in', add('Events::EventBus', 'default'))
    graph.relate(starter, 'uses', task)
    graph.relate(task, 'uses', role)
    graph.relate(task, 'uses', add('EFS::FileSystem', 'files'))
    graph.permit(role, 'writes to', add('S3::Bucket', 'reports'))
    const drawn = dataFlowView(graph.build(), defaultViewOptions).edges
    expect(drawn.map(({ source }) => source).every((source) => source.includes('nightly'))).toBe(true)
    expect(drawn.map(({ target }) => target.split('/').at(-1) ?? '').toSorted(compareText)).toEqual([
      'files',
      'reports',
    ])
  })

  test('follow the data through connectors', () => {
    const graph = graphBuilder()
    const { add, handler } = orders(graph)
    const [bus, rule, machine, table] = [
      add('Events::EventBus', 'bus'),
      add('Events::Rule', 'rule'),
      add('StepFunctions::StateMachine', 'machine'),
      add('DynamoDB::Table', 'table'),
    ]
    graph.relate(rule, 'contained in', bus)
    graph.relate(rule, 'invokes', machine)
    graph.relate(machine, 'invokes', handler)
    graph.relate(handler, 'uses', table)
    expect(arrows(dataFlowView(graph.build())).toSorted()).toEqual([
      'Internet request api (tcp 443 (not known))',
      'api event orders',
      'bus event machine',
      'handler request table',
      'machine request handler',
      'orders event failed (dead letters)',
      'orders event handler',
    ])
  })

  const byName = ['prod-raw event prod-queue (Object Created)', 'staging-raw event staging-queue (Object Created)']

  test('start at the resources that a rule names, not at the bus that their events go through', () => {
    const { graph, add, rule } = twoBuckets()
    expect(arrows(dataFlowView(graph.build())).toSorted()).toEqual(byName)
    rule('placed', add('Lambda::Function', 'placed'), { eventSources: ['shop'] })
    rule('nightly', add('Lambda::Function', 'nightly'), { schedule: 'rate(1 day)' })
    expect(arrows(dataFlowView(graph.build())).toSorted()).toEqual([
      'default event placed (shop)',
      'nightly event nightly (rate(1 day))',
      ...byName,
    ])
  })

  test.each([
    [{ eventSources: ['aws.s3'] }, 'default event audit (aws.s3)'],
    [{}, 'default event audit'],
  ])('lead to the bus as well if a rule for all resources can match: %j', (properties, ofBus) => {
    const { graph, add, rule } = twoBuckets()
    rule('audit', add('Lambda::Function', 'audit'), properties)
    const fromBuckets = ['prod-raw', 'staging-raw'].map((name) => `${name} event default`)
    expect(arrows(dataFlowView(graph.build())).toSorted()).toEqual([ofBus, ...byName, ...fromBuckets].toSorted())
  })

  test('lead to the bus from a resource that no rule names, and from what sends events of its own', () => {
    const { graph, add, bus } = twoBuckets()
    graph.relate(add('S3::Bucket', 'other'), 'invokes', bus)
    const machine = add('StepFunctions::StateMachine', 'machine')
    graph.relate(machine, 'invokes', bus)
    graph.relate({ type: 'AWS::Events::Rule', id: 'prod-rule' }, 'subscribes to', machine)
    expect(arrows(dataFlowView(graph.build())).toSorted()).toEqual(
      [
        ...byName,
        'machine event prod-queue (Object Created)',
        'machine event default',
        'other event default',
      ].toSorted(),
    )
  })

  test('lead from the resource that a rule names to what the task uses that it starts', () => {
    const { graph, add } = twoBuckets()
    const task = add('ECS::TaskDefinition', 'report')
    graph.relate({ type: 'AWS::Events::Rule', id: 'prod-rule' }, 'uses', task)
    graph.relate(task, 'uses', add('EFS::FileSystem', 'files'))
    expect(arrows(dataFlowView(graph.build())).toSorted()).toEqual([...byName, 'prod-raw event files'].toSorted())
  })

  test('start at the bus if a rule names only resources outside the scan', () => {
    const { graph, add, rule } = twoBuckets()
    const external = graph.addUnread('AWS::S3::Bucket', 'gone', 'external')
    graph.relate(rule('gone', add('SQS::Queue', 'late')), 'subscribes to', external)
    expect(arrows(dataFlowView(graph.build()))).toContain('default event late (Object Created)')
  })

  test('of a distribution to its origins are requests', () => {
    const graph = graphBuilder()
    const { add, handler } = orders(graph)
    graph.relate(add('CloudFront::Distribution', 'shop.example'), 'routes to', handler)
    expect(arrows(dataFlowView(graph.build()))).toContain('shop.example request handler')
  })

  test('of failed deliveries are marked', () => {
    const graph = graphBuilder()
    const { add } = orders(graph)
    const topic = add('SNS::Topic', 'alerts')
    graph.relate({ type: 'AWS::Lambda::EventSourceMapping', id: 'mapping' }, 'routes to', topic)
    graph.relate({ type: 'AWS::Lambda::Function', id: 'handler' }, 'routes to', add('SQS::Queue', 'unprocessed'))
    expect(arrows(dataFlowView(graph.build()))).toEqual(
      expect.arrayContaining(['handler event alerts (on failure)', 'handler event unprocessed (on failure)']),
    )
  })

  test('go from sources to their subscribers', () => {
    const graph = graphBuilder()
    const { add } = orders(graph)
    const [stream, delivery, bucket] = [
      add('Kinesis::Stream', 'clicks'),
      add('KinesisFirehose::DeliveryStream', 'delivery'),
      add('S3::Bucket', 'archive'),
    ]
    graph.relate(delivery, 'subscribes to', stream)
    graph.relate(delivery, 'routes to', bucket)
    expect(arrows(dataFlowView(graph.build()))).toEqual(
      expect.arrayContaining(['clicks event delivery', 'delivery event archive (writes)']),
    )
  })
})

test('resources without a flow are counted by type, and not drawn', () => {
  const graph = graphBuilder()
  const { add } = orders(graph)
  for (let number = 0; number < 5; number++) add('Lambda::Function', `idle-${number}`)
  add('SNS::Topic', 'silent')
  const diagram = dataFlowView(graph.build())
  expect(flattened(diagram.elements).map(({ label }) => label)).not.toContain('idle-0')
  expect(diagram.notDrawn).toEqual([
    { what: 'resources with no known data flow (5 Lambda functions, 1 SNS topic)', count: 6 },
    { what: 'resource shown as arrows', count: 1 },
  ])
})

test('of five types without a flow, all have a name, of six four', () => {
  const types = ['Lambda::Function', 'SNS::Topic', 'SQS::Queue', 'DynamoDB::Table', 'S3::Bucket', 'Events::EventBus']
  const wordsOf = (count: number): string => {
    const graph = graphBuilder()
    const { add } = orders(graph)
    types.slice(0, count).forEach((type, position) => add(type, `idle-${position}`))
    return dataFlowView(graph.build()).notDrawn[0]?.what ?? ''
  }
  const four = '1 DynamoDB table, 1 EventBridge event bus, 1 Lambda function, 1 S3 bucket'
  expect(wordsOf(5)).toBe(
    'resources with no known data flow (1 DynamoDB table, 1 Lambda function, 1 S3 bucket, 1 SNS topic, 1 SQS queue)',
  )
  expect(wordsOf(6)).toBe(`resources with no known data flow (${four}, 2 more types)`)
})

test('members of a drawn cluster are not counted, those of another one are', () => {
  const graph = graphBuilder()
  const { add, handler } = orders(graph)
  const [used, idle] = [add('RDS::DBCluster', 'used'), add('RDS::DBCluster', 'idle')]
  graph.relate(handler, 'uses', used)
  graph.relate(add('RDS::DBInstance', 'used-1'), 'contained in', used)
  graph.relate(add('RDS::DBInstance', 'idle-1'), 'contained in', idle)
  add('RDS::DBInstance', 'alone')
  const words = 'resources with no known data flow (2 RDS DB instances, 1 RDS DB cluster)'
  expect(dataFlowView(graph.build()).notDrawn).toContainEqual({ what: words, count: 3 })
})

test('without any flow, the diagram lists what was checked, on several lines if necessary', async () => {
  const graph = graphBuilder()
  for (const name of ['one', 'two']) graph.add('AWS::Lambda::Function', name, name)
  graph.add('AWS::ElasticLoadBalancingV2::TargetGroup', 'group', 'group')
  expect(dataFlowView(graph.build()).simplified).toBe(
    'None of the 2 possible sources and targets are connected. Checked: their own settings, target groups (1).',
  )
  const { captions } = await placeDiagram(dataFlowView(graph.build()), measureInter)
  expect(captions.map(({ text }) => text).join(' ')).toContain('their own settings, target groups (1).')
  graph.deny('AWS::ElasticLoadBalancingV2::TargetGroup')
  expect(dataFlowView(graph.build()).simplified).toContain("target groups (couldn't be read)")
  expect(dataFlowView(graphBuilder().build()).simplified).toBe('The scan found no data sources or targets.')
  orders(graph)
  expect(dataFlowView(graph.build()).simplified).toBe('')
})

test.each(['down', 'right'] as const)(
  'users of the same stores keep all their lines, where flows lead %s',
  async (direction) => {
    const graph = graphBuilder()
    const { add, handler, queue } = orders(graph)
    const users = [handler, add('Lambda::Function', 'report'), add('ECS::Service', 'web')]
    const stores = Array.from({ length: 24 }, (_, number) => add('DynamoDB::Table', `table-${number}`))
    for (const user of users) {
      graph.relate(user, 'uses', queue)
      for (const store of stores) graph.relate(user, 'uses', store)
    }
    const stream = add('Kinesis::Stream', 'changes')
    graph.relate(stores[0] ?? stream, 'routes to', stream)
    const diagram = dataFlowView(graph.build(), { ...defaultViewOptions, direction, collapse: 0 })
    const labels = flattened(diagram.elements).map(({ label }) => label)
    expect(labels).toContain('Shared (23)')
    expect(diagram.notDrawn).toEqual([{ what: 'resource shown as arrows', count: 1 }])
    const placed = await placeDiagram(diagram, measureInter)
    expect(brokenRules(placed)).toEqual([])
    expect(placed.routes).toHaveLength(diagram.edges.length)
  },
)

test('boxes stand by application, with what several use between them, or by a requested tag', () => {
  const graph = graphBuilder()
  const topics = ['orders', 'mails'].map((name) => graph.add('AWS::SNS::Topic', name, name))
  for (const [app, team] of [
    ['shop', 'red'],
    ['mail', 'blue'],
    ['press', 'blue'],
  ] as const) {
    const handler = graph.add('AWS::Lambda::Function', app, app, {}, { app, team })
    graph.relate(handler, 'uses', graph.add('AWS::DynamoDB::Table', app, `${app}-table`, {}, { app, team }))
    for (const topic of topics) graph.relate(handler, 'uses', topic)
  }
  const framesOf = (groupBy: string | null) =>
    dataFlowView(graph.build(), { ...defaultViewOptions, groupBy }).elements.flatMap((each) =>
      each.kind === 'group' ? [[each.label, each.children.map(({ label }) => label).toSorted()]] : [],
    )
  expect(framesOf(null)).toEqual([
    ['mail', ['mail', 'table']],
    ['press', ['press', 'table']],
    ['Shared', ['mails', 'orders']],
    ['shop', ['shop', 'table']],
  ])
  expect(framesOf('team')).toEqual([
    ['team: blue', ['mail', 'mail-table', 'press', 'press-table']],
    ['team: red', ['shop', 'shop-table']],
    ['without team', ['mails', 'orders']],
  ])
})

describe('more arrows than people can follow', () => {
  const stackTag = 'aws:cloudformation:stack-name'
  const names = ['ash', 'bay', 'elm', 'fir', 'fig', 'oak', 'yew', 'box', 'nut']
  const graph = graphBuilder()
  const add = (type: string, stack: string) =>
    names.map((name) => graph.add(`AWS::${type}`, name, name, {}, { [stackTag]: stack }))
  const queues = add('SQS::Queue', 'leaves')
  const callers = add('Lambda::Function', 'trees')

  test('lead to frames where several lead to boxes of the same one', () => {
    for (const caller of callers) for (const queue of queues) graph.relate(caller, 'uses', queue)
    const { edges, notDrawn } = dataFlowView(graph.build())
    expect(edges).toHaveLength(names.length)
    expect(new Set(edges.map(({ target }) => target))).toEqual(new Set(['category:application:leaves']))
    expect(notDrawn).toEqual([])
  })

  test('are counted for the boxes with the most, if frames are not enough', () => {
    for (const from of queues) for (const to of queues) if (from !== to) graph.relate(from, 'routes to', to)
    const { edges, notDrawn } = dataFlowView(graph.build())
    const leftOut = names.length * (names.length - 1) + 1 - 60
    expect(edges).toHaveLength(60)
    expect(notDrawn).toEqual([{ what: 'arrows of boxes with many', count: leftOut }])
  })

  test('are left out above one and a half for each box, and on detail pages later', () => {
    const ring = graphBuilder()
    const all = Array.from({ length: 48 }, (_, position) => ring.add('AWS::SQS::Queue', `q${position}`, `q${position}`))
    const relate = (from: number, steps: number) => {
      const [source, target] = [all[from], all[(from + steps) % all.length]]
      if (source !== undefined && target !== undefined) ring.relate(source, 'routes to', target)
    }
    for (let from = 0; from < 48; from++) relate(from, 1)
    for (let from = 0; from < 24; from++) relate(from, 2)
    expect(dataFlowView(ring.build()).edges).toHaveLength(72)
    relate(24, 2)
    const { edges, notDrawn } = dataFlowView(ring.build())
    expect(edges).toHaveLength(72)
    expect(notDrawn).toEqual([{ what: 'arrow', count: 1 }])
    const detail = { ...defaultViewOptions, page: 'ring', elementLimit: 150 }
    expect(dataFlowView(ring.build(), detail).edges).toHaveLength(73)
  })
})

function applicationOf(number: number): { readonly application: string } {
  return { application: `app-${number % 5}` }
}

/** Functions and tables of five applications, with so many rights: each function gets its next one after all others did. */
function withRights(count: number): Diagram {
  const graph = graphBuilder()
  const [functions, tables] = [30, 20]
  const stores = Array.from({ length: tables }, (_, number) =>
    graph.add('AWS::DynamoDB::Table', `table-${number}`, `table-${number}`, {}, applicationOf(number)),
  )
  const roles = Array.from({ length: functions }, (_, number) => {
    const worker = graph.add('AWS::Lambda::Function', `worker-${number}`, `worker-${number}`, {}, applicationOf(number))
    const role = graph.add('AWS::IAM::Role', `role-${number}`, `role-${number}`)
    graph.relate(worker, 'uses', role)
    return role
  })
  for (let right = 0; right < count; right++) {
    const number = right % functions
    const [role, store] = [roles[number], stores[(number * 3 + Math.floor(right / functions) * 7) % tables]]
    if (role !== undefined && store !== undefined) graph.permit(role, 'reads from', store)
  }
  return dataFlowView(graph.build())
}

/** The number of arrows and boxes that one of the diagrams has alone. */
function differences(one: Diagram, other: Diagram): number {
  return idsOf(one).symmetricDifference(idsOf(other)).size
}

function idsOf({ edges, elements }: Diagram): ReadonlySet<string> {
  return new Set([...edges, ...flattened(elements)].map(({ id }) => id))
}

test('one more right changes a few arrows, and never hides all that policies show', () => {
  let last = withRights(50)
  for (let rights = 51; rights <= 160; rights++) {
    const diagram = withRights(rights)
    expect(differences(last, diagram), `${rights} rights`).toBeLessThanOrEqual(8)
    expect(diagram.notDrawn.filter(({ what }) => what.includes('no known data flow'))).toEqual([])
    last = diagram
  }
})

test('far more rights than people can follow merge a few boxes at a time', () => {
  let last = idsOf({ ...withRights(160), edges: [] })
  for (let rights = 161; rights <= 270; rights++) {
    const boxes = idsOf({ ...withRights(rights), edges: [] })
    expect(boxes.symmetricDifference(last).size, `${rights} rights`).toBeLessThanOrEqual(10)
    last = boxes
  }
})

test('alarms with the same targets share a box', () => {
  const graph = graphBuilder()
  const { add } = orders(graph)
  const topic = add('SNS::Topic', 'operations')
  for (const name of ['cpu', 'memory', 'errors']) graph.relate(add('CloudWatch::Alarm', name), 'invokes', topic)
  const alarms = flattened(dataFlowView(graph.build()).elements).filter(({ type }) => type === 'AWS::CloudWatch::Alarm')
  expect(alarms.map(({ label }) => label)).toEqual(['3 alarms'])
})

test('300 functions of the same kind share a summary box beside the others', () => {
  const graph = graphBuilder()
  const { add, queue } = orders(graph)
  for (let number = 0; number < 300; number++) {
    const mapping = add('Lambda::EventSourceMapping', `mapping-${number}`)
    graph.relate(mapping, 'subscribes to', queue)
    graph.relate(mapping, 'invokes', add('Lambda::Function', `worker-${number}`))
  }
  const labels = flattened(dataFlowView(graph.build()).elements).map(({ label }) => label)
  expect(labels.toSorted()).toEqual(['300 × worker-*', 'Internet', 'api', 'failed', 'handler', 'orders'])
})

test('targets in other accounts are outside the scan', () => {
  const graph = graphBuilder()
  const { queue } = orders(graph)
  graph.relate(
    queue,
    'routes to',
    graph.addUnread('AWS::SQS::Queue', 'arn:aws:sqs:eu-west-1:999999999999:elsewhere', 'external'),
  )
  const outside = dataFlowView(graph.build()).elements.find(({ form }) => form === 'outside')
  expect(outside?.kind === 'group' && outside.children.map(({ label }) => label)).toEqual(['elsewhere'])
})

test('queues of failures never share a box with others', () => {
  const graph = graphBuilder()
  const add = (type: string, id: string, name = id) => graph.add(`AWS::${type}`, id, name)
  const several = 12
  const sender = add('Lambda::Function', 'sender')
  for (let number = 0; number < several; number++) {
    const letter = String.fromCodePoint(97 + number)
    const [queue, failed] = [add('SQS::Queue', `${letter}-jobs`, letter), add('SQS::Queue', `${letter}-failed`, letter)]
    graph.relate(sender, 'uses', queue)
    graph.relate(queue, 'routes to', failed)
    // Sent again: its failures don't make the first queue one of failures.
    graph.relate(failed, 'routes to', queue)
  }
  const { elements } = dataFlowView(graph.build(), { ...defaultViewOptions, elementLimit: 10, groupBy: 'team' })
  const boxes = flattened(elements).map(({ members }) => members.map(({ id }) => id))
  const ofFailures = boxes.filter((ids) => ids.some((id) => id.endsWith('-failed')))
  expect(ofFailures.flat().filter((id) => !id.endsWith('-failed'))).toEqual([])
  expect(ofFailures.flat()).toHaveLength(several)
  expect(ofFailures.length).toBeLessThan(several)
})
