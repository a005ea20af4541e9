import { describe, expect, test } from 'vitest'
import { graphBuilder } from '../../diagram/testing/sample-graphs.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import type { ResourceGraph, ResourceReference, Verb } from '../../graph/resource-graph.ts'
import { applicationsOf } from './applications.ts'

type Tags = Readonly<Record<string, string>>
type Builder = ReturnType<typeof graphBuilder>

const types = {
  function: 'AWS::Lambda::Function',
  table: 'AWS::DynamoDB::Table',
  queue: 'AWS::SQS::Queue',
  bus: 'AWS::Events::EventBus',
  rule: 'AWS::Events::Rule',
  mapping: 'AWS::Lambda::EventSourceMapping',
  role: 'AWS::IAM::Role',
  profile: 'AWS::IAM::InstanceProfile',
  key: 'AWS::KMS::Key',
  stack: 'AWS::CloudFormation::Stack',
  cluster: 'AWS::ECS::Cluster',
  service: 'AWS::ECS::Service',
  kubernetes: 'AWS::EKS::Cluster',
  nodes: 'AWS::EKS::Nodegroup',
  vpc: 'AWS::EC2::VPC',
  instance: 'AWS::EC2::Instance',
  balancer: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
  group: 'AWS::ElasticLoadBalancingV2::TargetGroup',
  alarm: 'AWS::CloudWatch::Alarm',
} as const

type Kind = keyof typeof types

const add = (graph: Builder, kind: Kind, id: string, tags: Tags = {}): ResourceReference =>
  graph.add(types[kind], id, null, {}, tags)

/** Functions with these tags, by number. */
function tagged(...tags: readonly Tags[]): ResourceGraph {
  const graph = graphBuilder()
  tags.forEach((each, number) => add(graph, 'function', `f${number}`, each))
  return graph.build()
}

/** `function a, table b, …` and what they do to each other: `a uses b`. */
function connected(kinds: Readonly<Record<string, Kind>>, ...lines: readonly (readonly [string, Verb, string])[]) {
  const graph = graphBuilder()
  const found = new Map(Object.entries(kinds).map(([id, kind]) => [id, add(graph, kind, id)]))
  const of = (id: string): ResourceReference => found.get(id) ?? { type: '', id }
  for (const [source, verb, target] of lines) graph.relate(of(source), verb, of(target))
  return graph.build()
}

/** The applications of each resource by name. `-`: none. */
function belonging(graph: ResourceGraph): Readonly<Record<string, string>> {
  const applications = applicationsOf(indexGraph(graph))
  const nameOf = (id: string) => applications.all.find((each) => each.id === id)?.name ?? '?'
  return Object.fromEntries(
    graph.resources.map((resource) => [
      resource.id,
      (applications.of(resource)?.applications ?? []).map(nameOf).toSorted().join(' + ') || '-',
    ]),
  )
}

const reasonOf = (graph: ResourceGraph, id: string) =>
  applicationsOf(indexGraph(graph)).of(graph.resources.find((each) => each.id === id) ?? { type: '', id })?.because

describe('an application that a resource names', () => {
  const told: readonly (readonly [string, Tags, string, string])[] = [
    ['its stack', { 'aws:cloudformation:stack-name': 'shop' }, 'shop', 'CloudFormation stack shop'],
    [
      'its application',
      { awsApplication: 'arn:aws:resource-groups:eu-west-1:123456789012:group/shop/0a1b2c' },
      'shop',
      'tag awsApplication',
    ],
    [
      'its provisioned product',
      {
        'aws:servicecatalog:provisionedProductArn':
          'arn:aws:servicecatalog:eu-west-1:123456789012:stack/shop/pp-a1b2c3',
      },
      'shop',
      'tag aws:servicecatalog:provisionedProductArn',
    ],
    ['a Kubernetes cluster that owns it', { 'kubernetes.io/cluster/shop': 'owned' }, 'shop', 'cluster shop'],
    ['its EKS cluster', { 'aws:eks:cluster-name': 'shop' }, 'shop', 'cluster shop'],
    ['its EKS cluster, as eksctl says it', { 'alpha.eksctl.io/cluster-name': 'shop' }, 'shop', 'cluster shop'],
    ['the EKS cluster whose Auto Mode created it', { 'eks:eks-cluster-name': 'shop' }, 'shop', 'cluster shop'],
    [
      'the EKS cluster whose AWS Load Balancer Controller created it',
      { 'elbv2.k8s.aws/cluster': 'shop', 'ingress.k8s.aws/stack': 'web' },
      'shop',
      'cluster shop',
    ],
    ['its ECS cluster', { 'aws:ecs:clusterName': 'shop' }, 'shop', 'cluster shop'],
    ...['application', 'app', 'service', 'project', 'component', 'team'].map(
      (key) => [`the tag ${key}`, { [key]: 'shop' }, 'shop', `tag ${key}`] as const,
    ),
    ...['Anwendung', 'Aplicação', 'Dienst', 'Serviço', 'Projekt', 'Projet', 'Proyecto', 'Progetto', 'Équipe'].map(
      (key) => [`the tag ${key}`, { [key]: 'shop' }, 'shop', `tag ${key.toLowerCase()}`] as const,
    ),
    ['a tag before the same one in another language', { Projekt: 'b', project: 'a' }, 'a', 'tag project'],
    ['a more reliable tag in another language', { project: 'b', Servizio: 'a' }, 'a', 'tag servizio'],
    ['a tag in any case', { Application: ' shop ' }, 'shop', 'tag application'],
  ]
  test.each(told)('%s', (_, tags, name, because) => {
    const graph = tagged(tags, {})
    expect(belonging(graph)).toEqual({ f0: name, f1: '-' })
    expect(reasonOf(graph, 'f0')).toBe(because)
  })

  test.each([
    ['a cluster that it only shares', { 'kubernetes.io/cluster/shop': 'shared' }],
    ['an empty tag', { app: ' ' }],
    ['another tag', { 'cost-center': 'shop', Name: 'shop' }],
    ['the stack of an Elastic Beanstalk environment', { 'aws:cloudformation:stack-name': 'awseb-e-abc-stack' }],
    ['the stack of a provisioned product', { 'aws:cloudformation:stack-name': 'SC-123456789012-pp-abc' }],
    ['no stack', { 'aws:cloudformation:stack-name': '' }],
    ['no application', { awsApplication: '' }],
    ['no cluster', { 'aws:eks:cluster-name': '' }],
    ['a cluster without a name', { 'kubernetes.io/cluster/': 'owned' }],
    ['a cluster that others own', { 'kubernetes.io/cluster/fleet': 'shared' }],
  ])('does not count: %s', (_, tags) => {
    expect(belonging(tagged(tags, {}))).toEqual({ f0: '-', f1: '-' })
  })

  test('comes from the most reliable source if they contradict each other', () => {
    const all: readonly Tags[] = [
      { team: 'team' },
      { component: 'component' },
      { project: 'project' },
      { service: 'service' },
      { app: 'app' },
      { application: 'application' },
      { 'aws:ecs:clusterName': 'cluster' },
      { 'aws:servicecatalog:provisionedProductArn': 'arn:aws:servicecatalog:eu-west-1:1:stack/product/pp-1' },
      { awsApplication: 'arn:aws:resource-groups:eu-west-1:1:group/registered/1' },
      { 'aws:cloudformation:stack-name': 'stack' },
    ]
    const names = all.map((_, count) => Object.assign({}, ...all.slice(0, count + 1)))
    expect(Object.values(belonging(tagged(...(names as Tags[]), {})))).toEqual([
      'team',
      'component',
      'project',
      'service',
      'app',
      'application',
      'cluster',
      'product',
      'registered',
      'stack',
      '-',
    ])
    // Of one tag in two spellings, the first by code unit.
    expect(belonging(tagged({ app: 'small', App: 'large' }, {}))).toEqual({ f0: 'large', f1: '-' })
  })

  test('is the same for all spellings of a name, and has that of its most reliable source', () => {
    const graph = tagged({ app: 'SHOP' }, { team: 'shop' }, { 'aws:cloudformation:stack-name': 'Shop' }, {})
    const { all } = applicationsOf(indexGraph(graph))
    expect(all).toMatchObject([{ name: 'Shop', source: 'stack', because: 'CloudFormation stack Shop' }])
    expect(all[0]?.members.map(({ id }) => id)).toEqual(['f0', 'f1', 'f2'])
  })

  test.each<[Tags, string]>([
    [{ 'aws:cloudformation:stack-name': 'Shop' }, 'stack'],
    [{ awsApplication: 'arn:aws:resource-groups:eu-west-1:1:group/Shop/1' }, 'awsApplication'],
    [
      { 'aws:servicecatalog:provisionedProductArn': 'arn:aws:servicecatalog:eu-west-1:1:stack/Shop/pp-1' },
      'Service Catalog',
    ],
    [{ 'eks:cluster-name': 'Shop' }, 'cluster'],
    [{ application: 'Shop' }, 'tag'],
  ])('with %j is of the source %s, before relations', (tags, source) => {
    const { all } = applicationsOf(indexGraph(tagged(tags, {})))
    expect(all).toMatchObject([{ id: 'application:shop', name: 'Shop', source }])
  })

  test('is that of its Elastic Beanstalk environment, which knows it', () => {
    const graph = graphBuilder()
    const tag = 'elasticbeanstalk:environment-name'
    const environment = graph.add('AWS::ElasticBeanstalk::Environment', 'shop-prod', 'shop-prod', {
      application: 'Shop',
    })
    const balancer = add(graph, 'balancer', 'app/awseb/1', {
      [tag]: 'shop-prod',
      'aws:cloudformation:stack-name': 'awseb-e-a1b2c3-stack',
      team: 'web',
    })
    const other = add(graph, 'balancer', 'app/awseb/2', { [tag]: 'shop-test', team: 'web' })
    const applications = applicationsOf(indexGraph(graph.build()))
    const belonging = { applications: ['application:shop'], because: 'Elastic Beanstalk application Shop' }
    expect([environment, balancer].map((each) => applications.of(each))).toEqual([belonging, belonging])
    expect(applications.of(other)?.applications).toEqual(['application:web'])
  })

  test('is told by the more reliable source, whichever resource comes first', () => {
    const sources: readonly Tags[] = [
      { 'aws:cloudformation:stack-name': 'SHOP' },
      { awsApplication: 'arn:aws:resource-groups:eu-west-1:1:group/Shop/1' },
      { 'aws:servicecatalog:provisionedProductArn': 'arn:aws:servicecatalog:eu-west-1:1:stack/shoP/pp-1' },
      { 'eks:cluster-name': 'sHop' },
      { team: 'shop' },
    ]
    const names = ['SHOP', 'Shop', 'shoP', 'sHop']
    for (const [place, name] of names.entries()) {
      for (const pair of [sources.slice(place, place + 2), sources.slice(place, place + 2).toReversed()]) {
        expect(applicationsOf(indexGraph(tagged(...pair, {}))).all.map((each) => each.name)).toEqual([name])
      }
    }
  })

  test('is the whole ARN where that has no name', () => {
    expect(belonging(tagged({ awsApplication: 'plain' }, { awsApplication: 'group//1' }, {}))).toEqual({
      f0: 'plain',
      f1: 'group//1',
      f2: '-',
    })
  })

  test('is nothing of what others only name', () => {
    const graph = tagged({ app: 'shop' }, {})
    const resources = graph.resources.map((each) => ({ ...each, presence: 'external' as const }))
    expect(applicationsOf(indexGraph({ ...graph, resources })).all).toEqual([])
  })

  test('is ignored if all resources have the same', () => {
    expect(belonging(tagged({ project: 'acme', team: 'a' }, { project: 'acme', team: 'b' }))).toEqual({
      f0: 'a',
      f1: 'b',
    })
    expect(belonging(tagged({ project: 'acme' }, { project: 'acme' }))).toEqual({ f0: '-', f1: '-' })
    expect(belonging(tagged({ project: 'acme' }))).toEqual({ f0: 'acme' })
  })
})

test('nested stacks belong to their root stack, without generated suffixes', () => {
  const graph = graphBuilder()
  const [root, child] = [add(graph, 'stack', 'shop-1A2B3C4D5E6F'), add(graph, 'stack', 'shop-Orders-Z9X8C7V6B5N4')]
  graph.relate(child, 'contained in', root)
  const inner = add(graph, 'stack', 'shop-Orders-Tables')
  graph.relate(inner, 'contained in', child)
  add(graph, 'table', 'orders', { 'aws:cloudformation:stack-name': 'shop-Orders-Tables' })
  add(graph, 'table', 'lost', { 'aws:cloudformation:stack-name': 'not-listed' })
  const built = graph.build()
  expect(belonging(built)).toMatchObject({ orders: 'shop', 'shop-Orders-Tables': 'shop', lost: 'not-listed' })
  expect(reasonOf(built, 'orders')).toBe('CloudFormation stack shop-Orders-Tables in shop-1A2B3C4D5E6F')
})

/** A root stack with these nested stacks, and functions in the stacks. */
function nested(stacks: readonly string[], functions: Readonly<Record<string, string>>): Builder {
  const graph = graphBuilder()
  const root = add(graph, 'stack', 'shop-1A2B3C4D5E6F')
  for (const name of stacks) graph.relate(add(graph, 'stack', name), 'contained in', root)
  for (const [id, stack] of Object.entries(functions))
    add(graph, 'function', id, { 'aws:cloudformation:stack-name': stack })
  return graph
}

describe('a nested stack', () => {
  const orders = 'shop-OrdersStack-Z9X8C7V6B5N4'
  const mail = 'shop-1A2B3C4D5E6F-MailNestedStackMailNestedStackResource7ABC1234-ABCDEFGHIJKLM'

  test('with two boxes is an application of its own, with those of the stacks within it', () => {
    const graph = nested([orders, mail], { o1: orders, o2: 'inner', m1: mail, web: 'shop-1A2B3C4D5E6F' })
    graph.relate(add(graph, 'stack', 'inner'), 'contained in', { type: types.stack, id: orders })
    add(graph, 'role', 'role', { 'aws:cloudformation:stack-name': mail })
    const built = graph.build()
    // Mail has one box, so that it stays in the root stack.
    expect(belonging(built)).toMatchObject({
      o1: 'Orders',
      o2: 'Orders',
      inner: 'Orders',
      [orders]: 'Orders',
      m1: 'shop',
      [mail]: 'shop',
      role: 'shop',
      web: 'shop',
      'shop-1A2B3C4D5E6F': 'shop',
    })
    expect(reasonOf(built, 'o2')).toBe('CloudFormation stack inner in shop-1A2B3C4D5E6F')
  })

  test('is called by its logical ID, and known by its root too', () => {
    const functions = { o1: orders, o2: orders, m1: mail, m2: mail }
    const { all } = applicationsOf(indexGraph(nested([orders, mail], functions).build()))
    expect(all.map(({ id, name, nested: of }) => [id, name, of?.logicalId, of?.root.name])).toEqual([
      ['application:shop', 'shop', undefined, undefined],
      [
        'application:shop/mailnestedstackmailnestedstackresource7abc1234',
        'Mail',
        'MailNestedStackMailNestedStackResource7ABC1234',
        'shop',
      ],
      ['application:shop/ordersstack', 'Orders', 'OrdersStack', 'shop'],
    ])
  })

  test('of another root, or a tag, with the same name is another application', () => {
    const graph = nested([orders], { o1: orders, o2: orders })
    const other = add(graph, 'stack', 'test-OrdersStack-A1B2C3D4E5F6')
    graph.relate(other, 'contained in', add(graph, 'stack', 'test'))
    for (const id of ['t1', 't2']) add(graph, 'function', id, { 'aws:cloudformation:stack-name': other.id })
    add(graph, 'function', 'tagged', { app: 'orders' })
    const { all } = applicationsOf(indexGraph(graph.build()))
    expect(all.map(({ id }) => id)).toEqual(['application:orders', 'application:shop', 'application:test'])
  })

  test('that several roots have belongs to its root if it is the only one there, and otherwise has the name of the root', () => {
    const graph = nested([orders, mail], { o1: orders, o2: orders, m1: mail, m2: mail })
    for (const root of ['test', 'prod']) {
      const child = add(graph, 'stack', `${root}-OrdersStack-A1B2C3D4E5F6`)
      graph.relate(child, 'contained in', add(graph, 'stack', root))
      for (const number of [1, 2])
        add(graph, 'function', `${root}${number}`, { 'aws:cloudformation:stack-name': child.id })
    }
    expect(belonging(graph.build())).toMatchObject({
      o1: 'shop Orders',
      m1: 'Mail',
      test1: 'test',
      'test-OrdersStack-A1B2C3D4E5F6': 'test',
      prod2: 'prod',
    })
  })

  test('shares with others of its root what belongs to the root, and with other applications what is shared', () => {
    const graph = nested([orders, mail], { o1: orders, o2: orders, m1: mail, m2: mail, web: 'shop-1A2B3C4D5E6F' })
    const other = add(graph, 'function', 'other', { app: 'billing' })
    const uses = (table: string, ...users: readonly string[]) => {
      const target = add(graph, 'table', table)
      for (const id of users) graph.relate({ type: types.function, id }, 'uses', target)
    }
    uses('of one', 'o1', 'o2')
    uses('of both', 'o1', 'm1')
    uses('with the root', 'o1', 'web')
    uses('shared', 'o1', other.id)
    expect(belonging(graph.build())).toMatchObject({
      'of one': 'Orders',
      'of both': 'shop',
      'with the root': 'shop',
      shared: 'Orders + billing',
    })
  })
})

test('a cluster is an application, unless it is empty', () => {
  const graph = connected(
    { shop: 'cluster', web: 'service', empty: 'cluster', fleet: 'kubernetes', workers: 'nodes' },
    ['web', 'contained in', 'shop'],
    ['workers', 'contained in', 'fleet'],
  )
  expect(belonging(graph)).toEqual({ shop: 'shop', web: 'shop', empty: '-', fleet: 'fleet', workers: 'fleet' })
  for (const id of ['shop', 'web']) expect(reasonOf(graph, id)).toBe('cluster shop')
  for (const id of ['fleet', 'workers']) expect(reasonOf(graph, id)).toBe('cluster fleet')
})

test('a cluster of another scan is called by the end of its ID', () => {
  const graph = connected({ web: 'service', api: 'function' })
  const [web] = graph.resources
  if (web === undefined) throw new Error('There is one')
  const target = { type: types.cluster, id: 'arn:aws:ecs:eu-west-1:1:cluster/shop' }
  const relation = { source: web, verb: 'contained in' as const, target, evidence: 'test' }
  expect(belonging({ ...graph, relations: [relation] })).toEqual({ web: 'shop', api: '-' })
})

test('tags of what is no part of applications, or only named, decide nothing', () => {
  const everywhere = { project: 'acme', team: 'a' }
  const graph = tagged(everywhere, { project: 'ACME', team: 'b' })
  const alarm = { ...graph.resources[0], type: types.alarm, id: 'alarm', tags: {} } as (typeof graph.resources)[number]
  const named = { ...alarm, type: types.table, id: 'named', presence: 'external' as const }
  expect(belonging({ ...graph, resources: [...graph.resources, alarm, named] })).toMatchObject({ f0: 'a', f1: 'b' })
})

/** An IAM role that can read a table, and the functions that have it. */
function permittedFor(users: readonly string[]): ResourceGraph {
  const kinds = { ledger: 'table', role: 'role', one: 'function', two: 'function' } as const
  const graph = connected(kinds, ...users.map((name) => [name, 'uses', 'role'] as const))
  const [ledger, role] = graph.resources
  if (ledger === undefined || role === undefined) throw new Error('There are both')
  const permitted = {
    source: role,
    verb: 'reads from',
    target: ledger,
    evidence: 'test',
    basis: 'permitted',
  } as const
  return { ...graph, relations: [...graph.relations, permitted] }
}

describe('a group of connected resources', () => {
  test('is one application, named by the words that only its names share', () => {
    const graph = connected(
      {
        'shop-orders-create': 'function',
        'shop-orders-get': 'function',
        'shop-orders-table': 'table',
        'shop-mail': 'function',
        'shop-mail-queue': 'queue',
        alone: 'function',
      },
      ['shop-orders-create', 'uses', 'shop-orders-table'],
      ['shop-orders-get', 'uses', 'shop-orders-table'],
      ['shop-mail', 'uses', 'shop-mail-queue'],
    )
    expect(belonging(graph)).toEqual({
      'shop-orders-create': 'shop-orders',
      'shop-orders-get': 'shop-orders',
      'shop-orders-table': 'shop-orders',
      'shop-mail': 'shop-mail',
      'shop-mail-queue': 'shop-mail',
      alone: '-',
    })
    expect(reasonOf(graph, 'shop-mail')).toBe('resources that work together')
  })

  test('has the name of its best connected resource if the names share nothing', () => {
    const graph = connected(
      { a1: 'function', b2: 'function', ledger: 'table' },
      ['a1', 'uses', 'ledger'],
      ['b2', 'uses', 'ledger'],
    )
    expect(belonging(graph)).toEqual({ a1: 'ledger', b2: 'ledger', ledger: 'ledger' })
  })

  test('has the name of a member if others would have the same name, or a tag is that name', () => {
    const graph = graphBuilder()
    for (const end of ['a1', 'b2', 'c3'])
      graph.relate(add(graph, 'function', `orders-${end}`), 'uses', add(graph, 'table', `orders-${end}-t`))
    graph.relate(add(graph, 'function', 'mail-a1'), 'uses', add(graph, 'queue', 'mail-a1-q'))
    add(graph, 'function', 'web', { app: 'Mail' })
    expect(belonging(graph.build())).toMatchObject({
      'orders-a1': 'orders-a1-t',
      'orders-b2-t': 'orders-b2-t',
      'orders-c3': 'orders-c3-t',
      'mail-a1': 'mail-a1',
      web: 'Mail',
    })
  })

  test('is called like the first where several are as busy', () => {
    const graph = connected(
      { aa: 'table', bb: 'function', cc: 'function', dd: 'queue' },
      ['bb', 'uses', 'aa'],
      ['cc', 'uses', 'aa'],
      ['bb', 'uses', 'dd'],
    )
    expect(belonging(graph)).toEqual({ aa: 'aa', bb: 'aa', cc: 'aa', dd: 'aa' })
    const busy = connected(
      { aa: 'table', bb: 'function', dd: 'queue', ee: 'table' },
      ['bb', 'uses', 'aa'],
      ['bb', 'uses', 'dd'],
      ['bb', 'uses', 'ee'],
    )
    expect(belonging(busy)).toEqual({ aa: 'bb', bb: 'bb', dd: 'bb', ee: 'bb' })
  })

  test('is connected by event source mappings, but not by a source with many consumers', () => {
    const through = connected(
      { read: 'function', jobs: 'queue', link: 'mapping' },
      ['link', 'subscribes to', 'jobs'],
      ['link', 'invokes', 'read'],
    )
    expect(belonging(through)).toEqual({ read: 'read', jobs: 'read', link: 'read' })
    const listening = connected(
      { one: 'function', 'one-table': 'table', two: 'function', 'two-table': 'table', events: 'bus', both: 'rule' },
      ['one', 'uses', 'one-table'],
      ['two', 'uses', 'two-table'],
      ['one', 'uses', 'events'],
      ['two', 'uses', 'events'],
      ['both', 'contained in', 'events'],
      ['both', 'invokes', 'one'],
      ['both', 'invokes', 'two'],
    )
    expect(belonging(listening)).toEqual({
      one: 'one',
      'one-table': 'one',
      two: 'two',
      'two-table': 'two',
      events: 'one + two',
      both: 'one + two',
    })
    expect(reasonOf(listening, 'events')).toBe('works with 2 applications')
  })

  test('is not connected by a shared key, alarm, or role', () => {
    const graph = connected(
      { one: 'function', two: 'function', key: 'key', role: 'role', alarm: 'alarm' },
      ...(['one', 'two'] as const).flatMap((name) => [
        [name, 'uses', 'key'] as const,
        [name, 'uses', 'role'] as const,
        ['alarm', 'associated with', name] as const,
      ]),
    )
    expect(Object.values(belonging(graph))).toEqual(['-', '-', '-', '-', '-'])
  })

  test('includes permissions of a role that only one resource has', () => {
    expect(belonging(permittedFor(['one']))).toMatchObject({ one: 'ledger', ledger: 'ledger', two: '-' })
    expect(belonging(permittedFor(['one', 'two']))).toMatchObject({ one: '-', ledger: '-', two: '-' })
  })

  test.each([
    ['of one application', ['crm', 'crm'], 'crm'],
    ['of two applications', ['crm', 'billing'], '-'],
    ['of which one names no application', ['crm', null], '-'],
  ] as const)('includes permissions of a role that several instances have %s', (_, tags, expected) => {
    const graph = graphBuilder()
    const [table, role] = [add(graph, 'table', 'ledger'), add(graph, 'role', 'role')]
    const profile = add(graph, 'profile', 'profile')
    graph.relate(profile, 'uses', role)
    graph.permit(role, 'reads from', table)
    for (const [number, app] of tags.entries()) {
      graph.relate(add(graph, 'instance', `i-${number}`, app === null ? {} : { app }), 'uses', profile)
    }
    expect(belonging(graph.build())['ledger']).toBe(expected)
  })

  test('is connected by one busy table, but not by two', () => {
    const functions = Array.from({ length: 13 }, (_, number) => `f${number}`)
    const kinds = Object.fromEntries(functions.map((name) => [name, 'function' as const]))
    const one = connected({ ...kinds, ledger: 'table' }, ...functions.map((name) => [name, 'uses', 'ledger'] as const))
    expect(new Set(Object.values(belonging(one)))).toEqual(new Set(['ledger']))
    const two = connected(
      { ...kinds, ledger: 'table', stock: 'table' },
      ...functions.flatMap((name) => [[name, 'uses', 'ledger'] as const, [name, 'uses', 'stock'] as const]),
    )
    expect(new Set(Object.values(belonging(two)))).toEqual(new Set(['-']))
  })

  test('joins a named application up to two steps away', () => {
    const graph = graphBuilder()
    const chain = ['a', 'b', 'c', 'd', 'e'].map((id) => add(graph, 'function', id, id === 'a' ? { app: 'shop' } : {}))
    chain.slice(1).forEach((each, position) => graph.relate(chain[position] ?? each, 'invokes', each))
    expect(belonging(graph.build())).toEqual({ a: 'shop', b: 'shop', c: 'shop', d: 'd', e: 'd' })
    expect(reasonOf(graph.build(), 'b')).toBe('works with it')
  })

  test('joins the only application that it works with if it is alone, however far away', () => {
    const graph = graphBuilder()
    const lastOf = (app: string): ResourceReference => {
      const [first, second] = [add(graph, 'function', app, { app }), add(graph, 'function', `${app}-2`)]
      const last = add(graph, 'queue', `${app}-3`)
      graph.relate(first, 'invokes', second)
      graph.relate(second, 'uses', last)
      return last
    }
    const consuming = (id: string, ...sources: readonly ResourceReference[]) => {
      const consumer = add(graph, 'function', id)
      for (const source of sources) {
        const mapping = add(graph, 'mapping', `${id} ${source.id}`)
        graph.relate(mapping, 'subscribes to', source)
        graph.relate(mapping, 'invokes', consumer)
      }
    }
    const [shop, mail] = [lastOf('shop'), lastOf('mail')]
    consuming('alone', shop)
    consuming('between', shop, mail)
    expect(belonging(graph.build())).toMatchObject({ 'shop-3': 'shop', alone: 'shop', between: '-' })
  })

  test('is shared between two applications', () => {
    const graph = graphBuilder()
    const [one, two] = ['one', 'two'].map((id) => add(graph, 'function', id, { app: id }))
    const between = add(graph, 'queue', 'between')
    for (const user of [one, two]) graph.relate(user ?? between, 'uses', between)
    expect(belonging(graph.build())).toEqual({ one: 'one', two: 'two', between: 'one + two' })
    const { all } = applicationsOf(indexGraph(graph.build()))
    expect(all.map(({ members }) => members.length)).toEqual([1, 1])
  })
})

test.each([['i-1', 'i-2'] as const, ['i-2', 'i-1'] as const])(
  'a load balancer that serves several applications is shared, with the instances %s and %s',
  (ofErp, ofShop) => {
    const graph = graphBuilder()
    const [balancer, group] = [add(graph, 'balancer', 'lb'), add(graph, 'group', 'targets')]
    graph.relate(group, 'associated with', balancer)
    for (const [id, app] of [
      [ofErp, 'erp'],
      [ofShop, 'shop'],
    ] as const) {
      graph.relate(group, 'routes to', add(graph, 'instance', id, { app }))
    }
    graph.relate(group, 'routes to', add(graph, 'instance', 'i-3'))
    expect(belonging(graph.build())).toEqual({
      [ofErp]: 'erp',
      [ofShop]: 'shop',
      lb: 'erp + shop',
      targets: 'erp + shop',
      'i-3': 'erp + shop',
    })
  },
)

test('VPCs belong to no application, and keys and roles to those that use them', () => {
  const graph = graphBuilder()
  const web = add(graph, 'instance', 'web', { app: 'shop' })
  add(graph, 'instance', 'other')
  graph.relate(web, 'contained in', add(graph, 'vpc', 'vpc'))
  graph.relate(web, 'uses', add(graph, 'key', 'key'))
  expect(belonging(graph.build())).toEqual({ web: 'shop', other: '-', vpc: '-', key: 'shop' })
})

test('gateways and what is shared are no parts that hold others together', () => {
  const graph = graphBuilder()
  const [one, two] = [add(graph, 'function', 'one'), add(graph, 'function', 'two')]
  const gateway = graph.add('AWS::EC2::NatGateway', 'nat', null)
  for (const each of [one, two]) graph.relate(each, 'uses', gateway)
  expect(belonging(graph.build())).toEqual({ one: '-', two: '-', nat: '-' })
})

test('applications are listed by name, with the members of their own', () => {
  const graph = connected(
    { z1: 'function', z2: 'table', a1: 'function', a2: 'table' },
    ['z1', 'uses', 'z2'],
    ['a1', 'uses', 'a2'],
  )
  const { all } = applicationsOf(indexGraph(graph))
  expect(all.map(({ name, source, members }) => `${name} ${source} ${members.map(({ id }) => id).join(' ')}`)).toEqual([
    'a2 relations a2 a1',
    'z2 relations z2 z1',
  ])
})

test.each([
  [12, 1],
  [13, 0],
])('a table that %d functions and another table work with joins %d community', (users, expected) => {
  // Each function also has a queue, so that nobody is alone.
  const names = Array.from({ length: users }, (_, number) => `f${number}`)
  const kinds = Object.fromEntries(
    names.flatMap((name) => [
      [name, 'function' as const],
      [`${name}-queue`, 'queue' as const],
    ]),
  )
  const graph = connected(
    { ...kinds, ledger: 'table' },
    ...names.flatMap((name) => [[name, 'uses', 'ledger'] as const, [name, 'uses', `${name}-queue`] as const]),
  )
  expect(new Set(Object.values(belonging(graph))).size).toBe(expected === 1 ? 1 : users + 1)
})

test('is independent of the order of the graph', () => {
  const graph = connected(
    { 'a-one': 'function', 'a-two': 'table', 'b-one': 'function', 'b-two': 'table', events: 'bus' },
    ['a-one', 'uses', 'a-two'],
    ['b-one', 'uses', 'b-two'],
    ['a-one', 'uses', 'events'],
    ['b-one', 'uses', 'events'],
  )
  const reversed = {
    ...graph,
    resources: graph.resources.toReversed(),
    relations: graph.relations.toReversed(),
  }
  expect(applicationsOf(indexGraph(reversed)).all).toEqual(applicationsOf(indexGraph(graph)).all)
})

test('a thousand applications are found in time', () => {
  const graph = graphBuilder()
  for (let number = 0; number < 1000; number++) {
    const user = add(graph, 'function', `f${number}`, number % 2 === 0 ? { app: `app-${number}` } : {})
    graph.relate(user, 'uses', add(graph, 'table', `t${number}`))
  }
  expect(applicationsOf(indexGraph(graph.build())).all).toHaveLength(1000)
})

test('the default bus belongs to no application because one uses it, but to all that share it', () => {
  const graph = graphBuilder()
  const using = (bus: ResourceReference, ...apps: readonly string[]) => {
    for (const app of apps) graph.relate(add(graph, 'function', `${bus.id} ${app}`, { app }), 'uses', bus)
  }
  using(graph.add(types.bus, 'one', 'default'), 'a')
  using(graph.add(types.bus, 'both', 'default'), 'a', 'b')
  using(graph.add(types.bus, 'orders', 'orders'), 'a')
  expect(belonging(graph.build())).toMatchObject({ one: '-', both: 'a + b', orders: 'a' })
})
