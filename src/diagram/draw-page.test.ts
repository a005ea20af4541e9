import { describe, expect, test } from 'vitest'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import type { Diagram, ViewName } from './diagram.ts'
import { drawPage, overviewOptions, type PageOptions } from './draw-page.ts'
import { fittedLabelPx } from './testing/room.ts'
import { placeDiagram } from './layout/place-diagram.ts'
import { measureInter } from './typeface/inter.ts'
import { membersWithin } from './select/find-focus.ts'
import { addThreeTierNetwork, deniedGraph, graphBuilder, largeGraph } from './testing/sample-graphs.ts'
import { resourceKey } from '../graph/graph-index.ts'
import { elementCount, flattened } from './views/boxes/group.ts'
import { drawView, viewNames } from './views/draw-view.ts'

function page(view: ViewName, graph: ResourceGraph, options: Partial<PageOptions>): Diagram {
  const drawn = drawPage(view, graph, { ...overviewOptions, ...options })
  if (drawn.kind !== 'drawn') throw new Error(drawn.message)
  return drawn.diagram
}

function message(view: ViewName, graph: ResourceGraph, focus: string): string {
  const drawn = drawPage(view, graph, { ...overviewOptions, focus })
  return drawn.kind === 'drawn' ? '' : drawn.message
}

function keysOf(diagram: Diagram): readonly string[] {
  return diagram.elements.flatMap((element) => membersWithin(element)).map((member) => resourceKey(member))
}

/** The network view only counts what runs in its subnets. */
function isDrawn(view: ViewName, type: string): boolean {
  return type === 'AWS::EC2::Subnet' || (view !== 'network' && type === 'AWS::EC2::Instance')
}

/** Two networks, and behind them functions of two teams that a queue calls. */
function shop(): ResourceGraph {
  const graph = graphBuilder()
  const size = { zones: ['eu-west-1a'], webPerZone: 2, appPerZone: 2 }
  addThreeTierNetwork(graph, 'shop', size)
  addThreeTierNetwork(graph, 'office', size)
  const queue = graph.add('AWS::SQS::Queue', 'orders', 'orders', {}, { team: 'orders' })
  for (const [number, team] of ['orders', 'orders', 'payments'].entries()) {
    const handler = graph.add('AWS::Lambda::Function', `handler-${number}`, `${team}-${number}`, {}, { team })
    const mapping = graph.add('AWS::Lambda::EventSourceMapping', `mapping-${number}`, null)
    graph.relate(mapping, 'subscribes to', queue)
    graph.relate(mapping, 'invokes', handler)
    const table = graph.add('AWS::DynamoDB::Table', `table-${number}`, `table-${number}`, {}, { team })
    graph.relate(handler, 'uses', table)
  }
  return graph.build()
}

const stackOf = (name: string, logicalId: string) => ({
  'aws:cloudformation:stack-name': name,
  'aws:cloudformation:logical-id': logicalId,
})

/** A nested stack with functions that use its table, and another one. */
function nestedStacks() {
  const graph = graphBuilder()
  const stack = 'AWS::CloudFormation::Stack'
  const root = graph.add(stack, 'shop-prod', null)
  const orders = graph.add(stack, 'shop-prod-Orders-Z9X8C7V6B5N4', null)
  const payment = graph.add(stack, 'shop-prod-Payment-A1B2C3D4E5F6', null)
  for (const nested of [orders, payment]) graph.relate(nested, 'contained in', root)
  const add = (type: string, logicalId: string, of: typeof orders) => {
    const name = `${of.id.replace(/-[^-]+$/u, '')}-${logicalId}-QWERTZ123456`
    return graph.add(type, name, name, {}, stackOf(of.id, logicalId))
  }
  const table = add('AWS::DynamoDB::Table', 'OrderTable', orders)
  for (const name of ['Create', 'Cancel']) graph.relate(add('AWS::Lambda::Function', name, orders), 'uses', table)
  const webhook = add('AWS::Lambda::Function', 'Webhook', payment)
  add('AWS::Lambda::Function', 'Refund', payment)
  return { graph, table, webhook }
}

/** A load balancer, web servers, a database, and a monitor, each of which allows the one before. */
function chainOfGroups(): ResourceGraph {
  const built = graphBuilder()
  const add = (type: string, name: string, sources: readonly string[]) => {
    const ingress = sources.map((source) => ({ source, protocol: 'tcp', fromPort: 80, toPort: 80 }))
    const group = built.add('AWS::EC2::SecurityGroup', `sg-${name}`, `${name}-group`, { ingress })
    for (const source of sources.filter((each) => each.startsWith('sg-')))
      built.relate(group, 'allows traffic from', { type: 'AWS::EC2::SecurityGroup', id: source })
    built.relate(built.add(type, name, name), 'associated with', group)
    return group
  }
  add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'balancer', ['10.1.0.0/16'])
  const web = add('AWS::EC2::Instance', 'web', ['sg-balancer', '10.2.0.0/16'])
  built.relate(built.add('AWS::EC2::Instance', 'web-2', 'web-2'), 'associated with', web)
  add('AWS::RDS::DBInstance', 'database', ['sg-web', '10.3.0.0/16'])
  add('AWS::EC2::Instance', 'monitor', ['sg-database'])
  return built.build()
}

const arrowsOfChain = (focus: string, depth: number | null = null) =>
  page('security', chainOfGroups(), { focus, depth })
    .edges.map(({ source, target }) => `${source} > ${target}`.replaceAll('AWS::EC2::SecurityGroup/', ''))
    .toSorted()

/** Names of resources, names and details of frames. */
const boxes = (diagram: Diagram) =>
  flattened(diagram.elements).flatMap(({ form, label, detail }): readonly (string | readonly string[])[] =>
    form === 'resource' ? [label] : form === 'category' || form === 'services' ? [[label, detail]] : [],
  )

const idOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

describe('a focus', () => {
  const graph = shop()

  test('on a VPC draws it with its content, and no other VPC', () => {
    const diagram = page('architecture', graph, { focus: 'AWS::EC2::VPC/vpc-shop' })
    expect(diagram.title).toBe('Architecture: shop-network')
    expect(diagram.page).toBe('AWS::EC2::VPC/vpc-shop')
    const keys = keysOf(diagram)
    expect(keys).toContain('AWS::EC2::Instance/i-shop-web-a-0')
    expect(keys.filter((key) => key.includes('office'))).toEqual([])
    expect(keys.filter((key) => key.includes('Lambda'))).toEqual([])
    expect(diagram.notDrawn.at(-1)).toMatchObject({ what: 'resources outside this selection' })
  })

  test.each(['overview', 'architecture', 'dataflow'] as const)(
    'on a VPC counts the arrows to and from what is outside, in the view %s',
    (view) => {
      const built = graphBuilder()
      const network = built.add('AWS::EC2::VPC', 'vpc', 'shop')
      const subnet = built.add('AWS::EC2::Subnet', 'subnet', 'shop-a', { availabilityZone: 'eu-west-1a' })
      built.relate(subnet, 'contained in', network)
      const [first, second, table] = [
        built.add('AWS::Lambda::Function', 'first', 'first'),
        built.add('AWS::Lambda::Function', 'second', 'second'),
        built.add('AWS::RDS::DBInstance', 'orders', 'orders'),
      ]
      for (const each of [first, second, table]) built.relate(each, 'contained in', subnet)
      built.relate(first, 'uses', table)
      const across = (depth: number | null = null) =>
        page(view, built.build(), { focus: 'vpc', depth }).notDrawn.find(({ what }) => what.includes('this VPC'))
      expect(across()).toBeUndefined()
      const bucket = built.add('AWS::S3::Bucket', 'files', 'files')
      built.relate(first, 'uses', bucket)
      // The VPC counts as one box.
      built.relate(second, 'uses', bucket)
      expect(across()).toEqual({ what: 'arrow between this VPC and resources outside it', count: 1 })
      built.relate(built.add('AWS::Lambda::Function', 'outside', 'outside'), 'uses', bucket)
      built.relate(built.add('AWS::Lambda::Function', 'caller', 'caller'), 'invokes', first)
      expect(across()).toEqual({ what: 'arrows between this VPC and resources outside it', count: 2 })
      expect(across(1)).toBeUndefined()
    },
  )

  test.each(['vpc-shop', 'shop-network', 'AWS::EC2::VPC/vpc-shop'])(
    'finds a resource by any of its names: %s',
    (focus) => {
      expect(page('network', graph, { focus }).title).toBe('Network: shop-network')
    },
  )

  test('on a resource draws its neighbors, up to the requested number of steps', () => {
    const [none = [], one = [], two = [], three = []] = [0, 1, 2, 3].map((depth) =>
      keysOf(page('dataflow', graph, { focus: 'handler-0', depth })),
    )
    expect(none).toEqual([])
    expect(one.toSorted()).toEqual([
      'AWS::DynamoDB::Table/table-0',
      'AWS::Lambda::Function/handler-0',
      'AWS::SQS::Queue/orders',
    ])
    expect(two).toContain('AWS::Lambda::Function/handler-2')
    expect(two).not.toContain('AWS::DynamoDB::Table/table-2')
    expect(three).toContain('AWS::DynamoDB::Table/table-2')
  })

  test('with a depth of 0, nothing is drawn around it, and around an application only where a view has arrows', () => {
    const built = graphBuilder()
    const add = (type: string, id: string, team: string) => built.add(`AWS::${type}`, id, id, {}, { team })
    const api = add('ApiGatewayV2::Api', 'api', 'web')
    const [handler, table] = [add('Lambda::Function', 'handler', 'orders'), add('DynamoDB::Table', 'table', 'stock')]
    built.relate(api, 'invokes', handler)
    built.relate(handler, 'uses', table)
    const shown = (view: ViewName, focus: string, depth: number | null) =>
      keysOf(page(view, built.build(), { focus, depth }))
        .map(idOf)
        .toSorted()
    for (const view of ['overview', 'architecture'] as const) {
      for (const focus of ['handler', 'orders']) {
        expect([view, focus, shown(view, focus, 0)]).toEqual([view, focus, ['handler']])
        expect([view, focus, shown(view, focus, 1)]).toEqual([view, focus, ['api', 'handler', 'table']])
      }
    }
    expect(shown('inventory', 'orders', null)).toEqual(['handler'])
    expect(shown('architecture', 'orders', null)).toEqual(['api', 'handler', 'table'])
  })

  test('on a resource draws the arrows at it, the requests that reach it, and only what they connect', () => {
    const built = graphBuilder()
    const add = (type: string, id: string) => built.add(`AWS::${type}`, id, id)
    const [site, api, handler, table, other, topic, network] = [
      add('CloudFront::Distribution', 'site'),
      add('ApiGatewayV2::Api', 'api'),
      add('Lambda::Function', 'handler'),
      add('DynamoDB::Table', 'table'),
      add('Lambda::Function', 'other'),
      add('SNS::Topic', 'topic'),
      add('EC2::VPC', 'empty'),
    ]
    built.relate(site, 'routes to', api)
    built.relate(api, 'invokes', handler)
    built.relate(handler, 'uses', table)
    built.relate(other, 'uses', table)
    built.relate(other, 'uses', topic)
    built.relate(handler, 'associated with', network)
    // Neighbors by the service that uses the definition, without an arrow between them.
    const definition = add('ECS::TaskDefinition', 'definition')
    for (const used of [handler, topic]) built.relate(definition, 'uses', used)
    const pageOf = (focus: string, depth: number | null = null) => {
      const diagram = page('architecture', built.build(), { focus, depth })
      return {
        arrows: diagram.edges.map(({ source, target }) => `${idOf(source)} ${idOf(target)}`).toSorted(),
        resources: keysOf(diagram).map(idOf).toSorted(),
        leftOut: diagram.notDrawn.find(({ what }) => what.includes('outside this selection'))?.count,
      }
    }
    expect(pageOf('handler')).toEqual({
      arrows: ['api handler', 'handler table', 'internet api'],
      resources: ['api', 'empty', 'handler', 'table'],
      leftOut: 3,
    })
    expect(pageOf('table')).toMatchObject({ arrows: ['handler table', 'other table'] })
    expect(pageOf('handler', 2)).toMatchObject({
      arrows: ['api handler', 'handler table', 'internet api', 'internet site', 'other table', 'site api'],
      resources: ['api', 'empty', 'handler', 'other', 'site', 'table'],
    })
    expect(pageOf('table', 2).arrows).toContain('other topic')
    expect(keysOf(page('overview', built.build(), { focus: 'handler' }))).not.toContain('AWS::SNS::Topic/topic')
  })

  test('on a resource draws what contains it and the members of linked groups, but no group whose members are left out', () => {
    const built = graphBuilder()
    addThreeTierNetwork(built, 'shop', { zones: ['eu-west-1a'], webPerZone: 2, appPerZone: 2 })
    const group = built.add('AWS::AutoScaling::AutoScalingGroup', 'fleet', 'fleet')
    for (const id of ['i-shop-web-a-0', 'i-shop-web-a-1']) {
      built.relate(group, 'associated with', { type: 'AWS::EC2::Instance', id })
    }
    const definition = built.add('AWS::ECS::TaskDefinition', 'definition', 'definition')
    const table = built.add('AWS::DynamoDB::Table', 'table', 'table')
    for (const used of [table, { type: 'AWS::EC2::Instance', id: 'i-shop-web-a-0' }, group]) {
      built.relate(definition, 'uses', used)
    }
    expect(keysOf(page('architecture', built.build(), { focus: 'table' }))).toEqual(['AWS::DynamoDB::Table/table'])
    const keys = keysOf(page('architecture', built.build(), { focus: 'AWS::RDS::DBInstance/shop-orders-1' }))
    expect(keys).toContain('AWS::EC2::VPC/vpc-shop')
    expect(keys).toContain('AWS::EC2::Subnet/subnet-shop-data-a')
    // The arrow of several clients begins at their subnet.
    const rules = { ingress: [{ source: 'sg-client', protocol: 'tcp', fromPort: 5432, toPort: 5432 }] }
    const client = built.add('AWS::EC2::SecurityGroup', 'sg-client', 'client')
    const open = built.add('AWS::EC2::SecurityGroup', 'sg-open', 'open', rules)
    for (const id of ['i-shop-app-a-0', 'i-shop-app-a-1']) {
      built.relate({ type: 'AWS::EC2::Instance', id }, 'associated with', client)
    }
    built.relate({ type: 'AWS::RDS::DBCluster', id: 'shop-orders' }, 'associated with', open)
    const ofCluster = page('architecture', built.build(), { focus: 'AWS::RDS::DBCluster/shop-orders' })
    expect(ofCluster.edges).toContainEqual(
      expect.objectContaining({ form: 'reach', source: 'AWS::EC2::Subnet/subnet-shop-app-a' }),
    )
    expect(keysOf(ofCluster)).toContain('AWS::EC2::Instance/i-shop-app-a-1')
    expect(keysOf(ofCluster)).toContain('AWS::EC2::Subnet/subnet-shop-data-a')
    expect(keysOf(ofCluster)).not.toContain('AWS::EC2::Instance/i-shop-web-a-1')
  })

  test('on a resource whose type has no box draws it in the architecture, and says so in other views', () => {
    const built = graphBuilder()
    const handler = built.add('AWS::Lambda::Function', 'handler', 'handler')
    const queue = built.add('AWS::SQS::Queue', 'queue', 'queue')
    const key = built.add('AWS::KMS::Key', 'key-1', 'orders')
    built.relate(handler, 'uses', key)
    built.relate(handler, 'uses', queue)
    built.relate(built.add('AWS::CloudFront::Distribution', 'site', 'site'), 'uses', key)
    const note = 'orders has no box in this view. The architecture shows it.'
    for (const view of ['architecture', 'overview'] as const) {
      const { elements, edges, simplified } = page(view, built.build(), { focus: 'orders' })
      const box = flattened(elements).find(({ id }) => id === 'AWS::KMS::Key/key-1')
      expect(box).toMatchObject({ label: 'orders', detail: 'KMS key' })
      expect(edges.map(({ source, target }) => [source, target])).toEqual([
        ['AWS::CloudFront::Distribution/site', 'AWS::KMS::Key/key-1'],
        ['AWS::Lambda::Function/handler', 'AWS::KMS::Key/key-1'],
      ])
      expect(simplified).toBe('')
      // Its arrow would lead to the distribution, not to the key.
      expect(elements.map(({ id }) => id)).not.toContain('internet')
    }
    for (const view of ['dataflow', 'network', 'security'] as const) {
      expect(page(view, built.build(), { focus: 'orders' }).simplified).toContain(note)
    }
    expect(page('inventory', built.build(), { focus: 'orders' }).simplified).toBe('')
    expect(page('dataflow', built.build(), { focus: 'handler' }).simplified).toBe('')
    expect(page('dataflow', built.build(), { focus: 'orders', types: '-AWS::KMS::Key' }).simplified).not.toContain(note)
  })

  test.each(['overview', 'architecture', 'dataflow'] as const)(
    'on a resource shows who uses it by roles and security groups alone, in the view %s',
    (view) => {
      const built = graphBuilder()
      const stream = built.add('AWS::Kinesis::Stream', 'clicks', 'clicks')
      const role = built.add('AWS::IAM::Role', 'role', 'role')
      built.relate(built.add('AWS::Lambda::Function', 'ingest', 'ingest'), 'uses', role)
      built.permit(role, 'writes to', stream)
      const network = built.add('AWS::EC2::VPC', 'vpc', 'shop')
      const subnet = built.add('AWS::EC2::Subnet', 'subnet', 'shop-a', { availabilityZone: 'eu-west-1a' })
      built.relate(subnet, 'contained in', network)
      const ingress = [{ source: 'sg-bastion', protocol: 'tcp', fromPort: 5432, toPort: 5432 }]
      const open = built.add('AWS::EC2::SecurityGroup', 'sg-orders', 'orders', { ingress })
      const group = built.add('AWS::EC2::SecurityGroup', 'sg-bastion', 'bastion')
      const bastion = built.add('AWS::EC2::Instance', 'i-1', 'bastion')
      const database = built.add('AWS::RDS::DBInstance', 'orders', 'orders', { port: 5432 })
      for (const each of [bastion, database]) built.relate(each, 'contained in', subnet)
      built.relate(bastion, 'associated with', group)
      built.relate(database, 'associated with', open)
      const usersOf = (focus: string, depth: number | null = null) =>
        page(view, built.build(), { focus, depth }).edges.map(({ source }) => source)
      expect(usersOf('clicks')).toEqual(['AWS::Lambda::Function/ingest'])
      expect(usersOf('AWS::RDS::DBInstance/orders')).toEqual(['AWS::EC2::Instance/i-1'])
      expect(usersOf('clicks', 0)).toEqual([])
    },
  )

  describe('on a resource in the security view', () => {
    test('draws the groups next to its own, and the ways to it, but not what else these groups allow', () => {
      expect(arrowsOfChain('web')).toEqual([
        'range:10.1.0.0/16 > sg-balancer',
        'range:10.2.0.0/16 > sg-web',
        'sg-balancer > sg-web',
        'sg-web > sg-database',
      ])
    })

    test('draws groups up to the requested number of steps', () => {
      expect(arrowsOfChain('web', 0)).toEqual(['range:10.2.0.0/16 > sg-web'])
      expect(arrowsOfChain('web', 2)).toContain('sg-database > sg-monitor')
    })

    test('without groups draws those of what it forwards requests to, and the groups next to them with another step', () => {
      const chain = chainOfGroups()
      const built = graphBuilder()
      const distribution = built.add('AWS::CloudFront::Distribution', 'shop', 'shop', { enabled: true })
      const balancer = { type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', id: 'balancer' }
      built.relate(distribution, 'routes to', balancer)
      built.relate(balancer, 'routes to', { type: 'AWS::EC2::Instance', id: 'monitor' })
      const own = built.build()
      const graph: ResourceGraph = {
        ...chain,
        resources: [...own.resources, ...chain.resources],
        relations: [...own.relations, ...chain.relations],
      }
      const arrowsTo = (depth: number | null) =>
        page('security', graph, { focus: 'shop', depth })
          .edges.map(({ source, target }) => `${idOf(source)} > ${idOf(target)}`)
          .toSorted()
      const request = 'shop > sg-balancer'
      expect(arrowsTo(null)).toEqual(['internet > shop', request])
      expect(arrowsTo(2)).toEqual(expect.arrayContaining([request, 'sg-balancer > sg-web']))
      expect(arrowsTo(0)).toEqual(['internet > shop'])
      const groupsOf = (focus: string, depth: number | null) =>
        keysOf(page('security', graph, { focus, depth })).filter((key) => key.includes('SecurityGroup'))
      expect([null, 0].map((depth) => groupsOf('shop', depth).map(idOf))).toEqual([['sg-balancer'], []])
      // Around a load balancer with a security group, the page has the groups that may receive traffic from that group.
      expect(groupsOf('balancer', 1).map(idOf)).toContain('sg-web')
    })

    test('counts all resources of the groups, and says which group it is in', () => {
      const { elements, simplified } = page('security', chainOfGroups(), { focus: 'web' })
      expect(simplified).toBe('web is shown by its security group web-group.')
      const details = flattened(elements).map(({ label, detail }) => [label, detail])
      expect(details).toContainEqual(['web-group', '2 EC2 instances'])
      expect(details).toContainEqual(['balancer-group', '1 load balancer'])
    })
  })

  test('on a summary box of security groups draws the groups next to them', () => {
    const built = graphBuilder()
    const web = built.add('AWS::EC2::SecurityGroup', 'sg-web', 'web')
    built.relate(built.add('AWS::EC2::Instance', 'i-web', 'web'), 'associated with', web)
    const ingress = [{ source: 'sg-web', protocol: 'tcp', fromPort: 5432, toPort: 5432 }]
    for (let number = 0; number < 100; number++) {
      const data = built.add('AWS::EC2::SecurityGroup', `sg-${number}`, `data-${number}`, { ingress })
      built.relate(data, 'allows traffic from', web)
      built.relate(built.add('AWS::RDS::DBInstance', `data-${number}`, null), 'associated with', data)
    }
    const first = flattened(page('security', built.build(), {}).elements)
    const focus = first.find(({ form }) => form === 'stack')?.opens ?? ''
    expect(keysOf(page('security', built.build(), { focus }))).toContain('AWS::EC2::SecurityGroup/sg-web')
  })

  describe('of one application among several', () => {
    test('on a resource keep its frame and its short names', () => {
      const { graph, table } = nestedStacks()
      const focus = `${table.type}/${table.id}`
      const built = graph.build()
      expect(boxes(page('architecture', built, { focus }))).toEqual([
        ['Outside VPCs', ''],
        ['Orders (3)', 'nested stack of shop-prod'],
        'Cancel',
        'Create',
        'OrderTable',
      ])
      expect(boxes(page('dataflow', built, { focus }))).toEqual([
        ['Orders', 'nested stack of shop-prod'],
        'Cancel',
        'Create',
        'OrderTable',
      ])
    })

    test.each(['Orders', 'shop-prod-Orders-Z9X8C7V6B5N4'])('on its name or its stack show it: %s', (focus) => {
      const { graph } = nestedStacks()
      const byGroup = page('architecture', graph.build(), { focus: 'category:application:shop-prod/orders' })
      const { title, elements } = page('architecture', graph.build(), { focus })
      expect(title).toBe('Architecture: Orders')
      expect(boxes({ ...byGroup, elements })).toEqual(boxes(byGroup))
    })

    test('on its cluster show it, unless another resource with a box has this name', () => {
      const graph = graphBuilder()
      const cluster = graph.add('AWS::ECS::Cluster', 'arn:cluster/checkout', 'checkout')
      for (const name of ['cart', 'payment']) {
        graph.relate(graph.add('AWS::ECS::Service', name, name), 'contained in', cluster)
        graph.add('AWS::SQS::Queue', `${name}-jobs`, null, {}, { 'aws:ecs:clusterName': 'checkout' })
      }
      graph.add('AWS::Logs::LogGroup', 'logs', 'checkout')
      const keysAround = (focus: string) => keysOf(page('architecture', graph.build(), { focus }))
      expect(keysAround('checkout')).toContain('AWS::SQS::Queue/cart-jobs')
      expect(keysAround('AWS::ECS::Cluster/arn:cluster/checkout')).not.toContain('AWS::SQS::Queue/cart-jobs')
      const built = graph.build()
      const resources = built.resources.map((each) => (each.id === cluster.id ? { ...each, arn: each.id } : each))
      const byArn = page('architecture', { ...built, resources }, { focus: cluster.id })
      expect(keysOf(byArn)).not.toContain('AWS::SQS::Queue/cart-jobs')
      graph.add('AWS::DynamoDB::Table', 'table', 'checkout')
      expect(page('architecture', graph.build(), { focus: 'checkout' }).elements).toEqual(
        page('architecture', graph.build(), { focus: 'AWS::DynamoDB::Table/table' }).elements,
      )
    })

    test('on its group are named beside the heading, and group by type', () => {
      const { graph } = nestedStacks()
      const focus = 'category:application:shop-prod/orders'
      expect(boxes(page('architecture', graph.build(), { focus }))).toEqual([
        ['Outside VPCs', 'Orders · nested stack of shop-prod'],
        ['Lambda functions (2)', ''],
        'Cancel',
        'Create',
        ['DynamoDB tables (1)', ''],
        'OrderTable',
      ])
    })

    test('on its group have the prefix of all names beside the heading', () => {
      const graph = graphBuilder()
      for (const [type, name] of [
        ['AWS::Lambda::Function', 'shop-prod-create'],
        ['AWS::Lambda::Function', 'shop-prod-cancel'],
        ['AWS::DynamoDB::Table', 'shop-prod-orders'],
      ] as const)
        graph.add(type, name, name, {}, { application: 'store' })
      graph.add('AWS::S3::Bucket', 'other', 'other')
      expect(boxes(page('architecture', graph.build(), { focus: 'category:application:store' }))).toEqual([
        ['Outside VPCs', 'store · shop-prod-… · tag application'],
        ['Lambda functions (2)', ''],
        'cancel',
        'create',
        ['DynamoDB tables (1)', ''],
        'orders',
      ])
    })

    test('leave out the root stack of what is alone in its nested stack', () => {
      const { graph, table, webhook } = nestedStacks()
      graph.relate(webhook, 'uses', table)
      expect(boxes(page('dataflow', graph.build(), { focus: `${table.type}/${table.id}` }))).toContain(
        'Payment-Webhook',
      )
    })

    test('have titles without the endings that CloudFormation generates', () => {
      const { graph, table } = nestedStacks()
      expect(page('dataflow', graph.build(), { focus: `${table.type}/${table.id}` }).title).toBe(
        'Data flow: shop-prod-Orders-OrderTable',
      )
    })
  })

  test('that matches nothing, or several resources, returns an error', () => {
    expect(message('network', graph, 'vpc-nowhere')).toBe('No resource matches the focus vpc-nowhere.')
    const twice = graphBuilder()
    twice.add('AWS::S3::Bucket', 'a', 'same')
    twice.add('AWS::S3::Bucket', 'b', 'same')
    expect(message('inventory', twice.build(), 'same')).toBe(
      'The focus same matches 2 resources; use one of: AWS::S3::Bucket/a, AWS::S3::Bucket/b.',
    )
  })
})

describe('the detail page of a box', () => {
  const graph = largeGraph(12, 40)

  /** Pages that hold what a box stands for, down to every last box. */
  function follow(view: ViewName, focus: string, seen: Map<string, Diagram>): void {
    if (seen.has(focus) || seen.size >= 40) return
    const diagram = page(view, graph, { focus })
    seen.set(focus, diagram)
    const opening = flattened(diagram.elements).filter(({ opens }) => opens !== null)
    for (const element of [...opening.slice(0, 2), ...opening.slice(-1)]) follow(view, element.opens ?? '', seen)
  }

  test.each(viewNames)('shows all resources of the box, within the limit, in the view %s', (view) => {
    const seen = new Map<string, Diagram>()
    follow(view, '', seen)
    for (const diagram of seen.values()) {
      expect(elementCount(diagram.elements)).toBeLessThanOrEqual(150)
      for (const element of flattened(diagram.elements)) {
        const opened = element.opens === null ? undefined : seen.get(element.opens)
        if (opened === undefined) continue
        const shown = new Set(keysOf(opened))
        const missing = membersWithin(element).filter(
          (member) => isDrawn(view, member.type) && !shown.has(resourceKey(member)),
        )
        expect(missing).toEqual([])
      }
    }
    expect(seen.size).toBeGreaterThan(view === 'architecture' || view === 'inventory' ? 5 : 0)
  })

  test("doesn't exist once every resource has a box of its own", () => {
    const instances = flattened(page('architecture', graph, {}).elements).find(
      ({ type, opens }) => type === 'AWS::EC2::Instance' && opens !== null,
    )
    const diagram = page('architecture', graph, { focus: instances?.opens ?? '' })
    const boxes = flattened(diagram.elements).filter(({ type }) => type === 'AWS::EC2::Instance')
    expect(boxes.length).toBe(instances?.members.length)
    expect(boxes.every(({ opens }) => opens === null)).toBe(true)
  })

  test('5,000 similar instances in one subnet are in ranges of names, down to each of them', () => {
    const many = graphBuilder()
    const subnet = many.add('AWS::EC2::Subnet', 'subnet-1', 'only', { availabilityZone: 'eu-west-1a' })
    many.relate(subnet, 'contained in', many.add('AWS::EC2::VPC', 'vpc-1', 'only'))
    for (let number = 0; number < 5_000; number++) {
      many.relate(many.add('AWS::EC2::Instance', `i-${number}`, `web-${number}`), 'contained in', subnet)
    }
    const built = many.build()
    const stackOn = (focus: string) =>
      flattened(page('architecture', built, { focus }).elements).filter(
        ({ kind, opens, type }) => kind === 'node' && type === 'AWS::EC2::Instance' && opens !== null,
      )
    const [all] = stackOn('')
    expect(all?.label).toBe('5,000 × web-*')
    const ranges = stackOn(all?.opens ?? '')
    expect(ranges[0]?.label).toBe('100 × web-0 … web-99')
    expect(ranges).toHaveLength(50)
    const last = page('architecture', built, { focus: ranges.at(-1)?.opens ?? '' })
    expect(flattened(last.elements).filter(({ type }) => type === 'AWS::EC2::Instance')).toHaveLength(100)
  })
})

describe('a selection', () => {
  const graph = shop()

  test('by tags keeps matching resources, their VPC and subnet, and the arrows between them', () => {
    const diagram = page('dataflow', graph, { tags: 'team=orders' })
    expect(keysOf(diagram).filter((key) => key.includes('Lambda'))).toEqual([
      'AWS::Lambda::Function/handler-0',
      'AWS::Lambda::Function/handler-1',
    ])
    expect(diagram.edges.filter(({ source }) => source === 'AWS::SQS::Queue/orders')).toHaveLength(2)
  })

  test('by types shows or hides these types', () => {
    const [only, without] = ['AWS::Lambda::Function', '-AWS::Lambda::Function'].map(
      (types) => new Set(keysOf(page('inventory', graph, { types })).map((key) => key.split('/')[0])),
    )
    expect(only).toEqual(new Set(['AWS::Lambda::Function']))
    expect(without).not.toContain('AWS::Lambda::Function')
    expect(without).toContain('AWS::SQS::Queue')
  })

  test('by types leaves out the gaps of hidden types only', () => {
    const [all, networks] = ['', 'AWS::EC2::VPC'].map((types) =>
      flattened(page('inventory', deniedGraph(), { types }).elements).filter(
        ({ kind, form }) => kind === 'node' && form === 'gap',
      ),
    )
    expect(all?.length).toBeGreaterThan(1)
    expect(networks).toEqual([])
  })

  test("without matches has a note, and keeps what couldn't be read", () => {
    for (const view of viewNames) {
      const diagram = page(view, deniedGraph(), { tags: 'team=nobody' })
      expect(diagram.simplified).toBe('This view shows no resources that match tags team=nobody.')
      expect(flattened(diagram.elements).map(({ label }) => label)).toContain('No resources match this selection')
    }
    const [, network] = viewNames.map((view) => page(view, deniedGraph(), { tags: 'team=nobody' }))
    expect(flattened(network?.elements ?? []).some(({ form }) => form === 'gap')).toBe(true)
    expect(page('network', graph, { tags: 'team=nobody', types: 'AWS::SQS::Queue' }).simplified).toBe(
      'This view shows no resources that match tags team=nobody and types AWS::SQS::Queue.',
    )
    expect(page('dataflow', graph, {}).simplified).toBe('')
  })

  test('grouping by a tag summarizes by its values', () => {
    const groups = page('inventory', graph, { groupBy: 'team' }).elements.flatMap((each) => flattened([each]))
    expect(groups.filter(({ form }) => form === 'category').map(({ label }) => label)).toEqual([
      'team: orders (5)',
      'team: payments (2)',
      expect.stringMatching(/^without team/u),
    ])
  })

  test('grouping by a tag without effect adds a note', () => {
    for (const view of viewNames) {
      const diagram = page(view, graph, { groupBy: 'squad' })
      expect(diagram.simplified).toBe("No resource in this diagram has the tag squad, so it isn't grouped.")
      expect(diagram.elements).toEqual(page(view, graph, {}).elements)
    }
    expect(page('network', graph, { groupBy: 'team' }).simplified).toBe(
      'This diagram is small enough to show without grouping by team.',
    )
    const many = largeGraph(6, 40)
    expect(page('network', many, { groupBy: 'team' }).elements).toEqual(page('network', many, {}).elements)
    for (const view of ['architecture', 'dataflow', 'inventory'] as const) {
      expect(page(view, graph, { groupBy: 'team' }).simplified).toBe('')
    }
  })

  test('a direction for a diagram of nested boxes adds a note', async () => {
    const said = viewNames.map(async (view) => {
      const { simplified } = await placeDiagram(page(view, graph, { direction: 'right' }), measureInter)
      return [view, simplified]
    })
    const undirected = 'The direction option has no effect on this view.'
    expect(Object.fromEntries(await Promise.all(said))).toEqual({
      overview: undirected,
      architecture: undirected,
      network: undirected,
      dataflow: '',
      security: '',
      inventory: undirected,
    })
  })

  test('the layout uses the direction', () => {
    expect(viewNames.map((view) => page(view, graph, { direction: 'right' }).direction)).toEqual(
      viewNames.map(() => 'right'),
    )
  })

  test('a higher collapse gives fewer boxes', () => {
    const big = largeGraph(6, 10)
    const counts = [0, 1, 3, 11].map((collapse) => elementCount(page('architecture', big, { collapse }).elements))
    expect(counts.toSorted((left, right) => right - left)).toEqual(counts)
    expect(counts[0]).toBeGreaterThan((counts.at(-1) ?? 0) * 3)
  })
})

test('links depend only on the content of the graph', () => {
  const [first, second] = [largeGraph(6, 20), structuredClone(largeGraph(6, 20))].map((graph) =>
    viewNames.flatMap((view) => flattened(page(view, graph, {}).elements).map((element) => element.opens)),
  )
  expect(first).toEqual(second)
})

/** Each team has a table, two functions with queues, and sends to one queue of all. */
function fourteenTeams(): ResourceGraph {
  const words = 'alpha bravo cargo delta eagle fjord gamma hotel index joker karma lemon mango noble'.split(' ')
  const graph = graphBuilder()
  const all = graph.add('AWS::SQS::Queue', 'all', 'all')
  for (const [number, team] of words.entries()) {
    const table = graph.add('AWS::DynamoDB::Table', `table-${number}`, `${team}-table`, {}, { team })
    for (const step of [0, 1]) {
      const name = `${team}-${words[(number + 5 * step) % words.length]}`
      const handler = graph.add('AWS::Lambda::Function', name, name, {}, { team })
      const queue = graph.add('AWS::SQS::Queue', `${name}-in`, `${name}-in`, {}, { team })
      const mapping = graph.add('AWS::Lambda::EventSourceMapping', `${name}-mapping`, null)
      graph.relate(mapping, 'subscribes to', queue)
      graph.relate(mapping, 'invokes', handler)
      graph.relate(handler, 'uses', table)
      if (step === 0) graph.relate(handler, 'uses', all)
    }
  }
  return graph.build()
}

async function fitted(diagram: Diagram): Promise<number> {
  return fittedLabelPx(await placeDiagram(diagram, measureInter))
}

describe('a first page whose labels would be too small', () => {
  const graph = graphBuilder()
  for (const name of ['a', 'b', 'c', 'd'])
    addThreeTierNetwork(graph, name, {
      zones: ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'],
      webPerZone: 1,
      appPerZone: 1,
    })
  const built = graph.build()

  test('has fewer boxes', async () => {
    const [usual, drawn] = [drawView('network', built), page('network', built, {})]
    expect(await fitted(usual)).toBeLessThan(6.5)
    expect(await fitted(drawn)).toBeGreaterThanOrEqual(6.5)
    expect(elementCount(drawn.elements)).toBeLessThan(elementCount(usual.elements))
    expect(elementCount(drawn.elements)).toBeGreaterThan(48)
  })

  test('has fewer also in a data flow', async () => {
    const flow = fourteenTeams()
    const [usual, drawn] = [drawView('dataflow', flow, { permitted: flow }), page('dataflow', flow, {})]
    expect(await fitted(usual)).toBeLessThan(6.5)
    expect(await fitted(drawn)).toBeGreaterThanOrEqual(6.5)
    expect(elementCount(drawn.elements)).toBeLessThan(elementCount(usual.elements))
    expect(elementCount(drawn.elements)).toBeGreaterThan(0.8 * elementCount(usual.elements))
  })

  test('has fewer also if a much lower limit changes it first', async () => {
    const six = graphBuilder()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      addThreeTierNetwork(six, name, { zones: ['eu-west-1a'], webPerZone: 1, appPerZone: 1 })
    const drawn = page('network', six.build(), {})
    expect(await fitted(drawn)).toBeGreaterThanOrEqual(6.5)
  })

  test('has all of its boxes if summarizing was requested', () => {
    const all = drawView('network', built, { collapse: 0, elementLimit: 600 })
    expect(elementCount(page('network', built, { collapse: 0 }).elements)).toBe(elementCount(all.elements))
  })
})
