import { describe, expect, test } from 'vitest'
import type { DiagramElement } from '../../diagram.ts'
import { drawPage, overviewOptions } from '../../draw-page.ts'
import { addThreeTierNetwork, graphBuilder } from '../../testing/sample-graphs.ts'
import { elementCount, flattened } from '../boxes/group.ts'
import { defaultViewOptions } from '../view-options.ts'
import { networkView } from '../network/network.ts'
import { overviewView } from './overview.ts'

type Builder = ReturnType<typeof graphBuilder>

/** Two applications connected by a topic, a VPC, and a bucket without a known application. */
function shop(): Builder {
  const graph = graphBuilder()
  addThreeTierNetwork(graph, 'shop', { zones: ['eu-west-1a', 'eu-west-1b'], webPerZone: 2, appPerZone: 2 })
  const topic = graph.add('AWS::SNS::Topic', 'events', 'events')
  for (const app of ['orders', 'payments']) {
    const handlers = ['create', 'get'].map((name) =>
      graph.add('AWS::Lambda::Function', `${app}-${name}`, `${app}-${name}`, {}, { app }),
    )
    const table = graph.add('AWS::DynamoDB::Table', app, app, {}, { app })
    for (const handler of handlers) {
      graph.relate(handler, 'uses', table)
      graph.relate(handler, 'uses', topic)
    }
  }
  graph.add('AWS::S3::Bucket', 'alone', 'alone')
  for (const [name, open] of [
    ['orders-public', 1],
    ['orders-partners', 0],
  ] as const) {
    const properties = { stages: ['prod'], methods: 2, methodsWithoutAuthorization: open }
    graph.add('AWS::ApiGateway::RestApi', name, name, properties, { app: 'orders' })
  }
  return graph
}

const cardsOf = (elements: readonly DiagramElement[]) =>
  flattened(elements).filter(({ form }) => form === 'category' || form === 'network' || form === 'outside')
const counted = (card: DiagramElement | undefined) =>
  card?.kind === 'group' ? card.children.map(({ label }) => label) : []

function page(graph: Builder, focus = '') {
  const drawn = drawPage('overview', graph.build(), { ...overviewOptions, focus })
  if (drawn.kind !== 'drawn') throw new Error(drawn.message)
  return drawn.diagram
}

test('cards have arrows by what policies permit, as in the data flow', () => {
  const graph = shop()
  const role = graph.add('AWS::IAM::Role', 'reports', 'reports')
  graph.relate({ type: 'AWS::Lambda::Function', id: 'orders-get' }, 'uses', role)
  const between = () => page(graph).edges.map(({ source, target, label }) => `${source} > ${target}: ${label}`)
  const invokes = 'category:application:orders > category:application:payments: invokes'
  expect(between()).not.toContain(invokes)
  graph.permit(role, 'invokes', { type: 'AWS::Lambda::Function', id: 'payments-get' })
  expect(between()).toContain(invokes)
})

describe('the overview', () => {
  const { elements, edges } = overviewView(shop().build())

  test('has a card for each VPC and application, for shared resources, and for the rest', () => {
    const cards = cardsOf(elements)
    expect(cards.map(({ label, detail }) => [label, detail])).toEqual([
      ['shop-network', '10.20.0.0/16 · 6 subnets in 2 AZs'],
      ['orders', 'tag app'],
      ['Shared', 'of several applications'],
      ['payments', 'tag app'],
      ['Other', 'unknown application'],
    ])
    expect(counted(cards[1])).toEqual(['1 REST API', '1 REST API', '2 functions', '1 table'])
    expect(counted(cards[2])).toEqual(['1 topic'])
    expect(counted(cards.at(-1))).toEqual(['1 bucket'])
  })

  test('starts with what the internet can reach, and marks it', () => {
    const [, orders] = cardsOf(elements)
    const nodes = orders?.kind === 'group' ? orders.children : []
    expect(nodes.map((node) => node.kind === 'node' && [node.label, node.detail, node.reached])).toEqual([
      ['1 REST API', 'open to the internet', 'open'],
      ['1 REST API', 'conditionally open', 'conditional'],
      ['2 functions', '', undefined],
      ['1 table', '', undefined],
    ])
    expect(orders?.description).toContain('2 reachable from the internet')
  })

  test('has arrows from the internet to cards, and between cards', () => {
    const names = new Map(flattened(elements).map(({ id, label }) => [id, label]))
    expect(edges.map(({ source, target }) => `${names.get(source)} to ${names.get(target)}`)).toEqual([
      'orders to Shared',
      'payments to Shared',
      'Internet to shop-network',
      'Internet to orders',
    ])
  })

  test('has one arrow for each pair, whatever goes over it', () => {
    const graph = shop()
    const from = { type: 'AWS::Lambda::Function', id: 'orders-get' }
    graph.relate(from, 'uses', { type: 'AWS::DynamoDB::Table', id: 'payments' })
    graph.relate(from, 'uses', graph.add('AWS::SQS::Queue', 'payments', 'payments', {}, { app: 'payments' }))
    const arrows = overviewView(graph.build()).edges
    const between = arrows.filter(({ source, target }) => source.endsWith('orders') && target.endsWith('payments'))
    expect(between).toEqual([expect.objectContaining({ form: 'request' })])
    expect(between[0]?.description).toBe('orders-get to payments')
  })

  test('has at most 40 arrows, those from the internet in any case, and counts the others', () => {
    const graph = graphBuilder()
    const apps = Array.from({ length: 14 }, (_, number) => ({ app: `app-${number}` }))
    const tables = apps.map((tags) => graph.add('AWS::DynamoDB::Table', `t-${tags.app}`, tags.app, {}, tags))
    apps.forEach((tags, position) => {
      const handler = graph.add('AWS::Lambda::Function', `f-${tags.app}`, tags.app, {}, tags)
      for (const table of tables.slice(0, position)) graph.relate(handler, 'uses', table)
      const properties = { stages: ['prod'], methods: 1, methodsWithoutAuthorization: 1 }
      graph.add('AWS::ApiGateway::RestApi', `a-${tags.app}`, tags.app, properties, tags)
    })
    const drawn = overviewView(graph.build())
    const fromInternet = drawn.edges.filter(({ source }) => source === 'internet')
    expect(fromInternet).toHaveLength(14)
    expect(drawn.edges).toHaveLength(40)
    expect(drawn.notDrawn).toContainEqual({ what: 'arrows of cards with many', count: 14 + 91 - 40 })
  })

  test('has a card for what connects VPCs, a line to each VPC, and the network view as its page', () => {
    const graph = shop()
    const office = graph.add('AWS::EC2::VPC', 'vpc-office', 'office', { cidrBlock: '10.1.0.0/16' })
    graph.relate(graph.add('AWS::EC2::Instance', 'i-office', 'desk'), 'contained in', office)
    const transit = graph.add('AWS::EC2::TransitGateway', 'tgw-1', 'hub')
    for (const [position, vpc] of ['vpc-shop', 'vpc-office'].entries()) {
      const attachment = graph.add('AWS::EC2::TransitGatewayAttachment', `tgw-attach-${position}`, null)
      graph.relate(attachment, 'contained in', transit)
      graph.relate(attachment, 'attached to', { type: 'AWS::EC2::VPC', id: vpc })
    }
    const { elements, edges } = overviewView(graph.build())
    const card = cardsOf(elements).find(({ label }) => label === 'Between VPCs')
    expect(counted(card)).toEqual(['1 transit gateway'])
    expect(edges.filter(({ form }) => form === 'link').map(({ source, target }) => [source, target])).toEqual([
      [card?.id, 'AWS::EC2::VPC/vpc-office'],
      [card?.id, 'AWS::EC2::VPC/vpc-shop'],
    ])
    const within = page(graph, card?.id)
    expect(within.view).toBe('overview')
    expect(flattened(within.elements).map(({ id }) => id)).toContain('AWS::EC2::TransitGateway/tgw-1')
  })

  test('has lines between an endpoint service and the VPCs of its endpoints and its load balancer', () => {
    const graph = shop()
    const partner = graph.add('AWS::EC2::VPC', 'vpc-partner', 'partner', { cidrBlock: '10.1.0.0/16' })
    const service = graph.add('AWS::EC2::VPCEndpointService', 'vpce-svc-1', 'payments')
    const balancer = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'net/payments', 'payments')
    const endpoint = graph.add('AWS::EC2::VPCEndpoint', 'vpce-1', 'to-payments')
    graph.relate(endpoint, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-shop' })
    graph.relate(endpoint, 'routes to', service)
    graph.relate(service, 'routes to', balancer)
    graph.relate(balancer, 'contained in', partner)
    const { elements, edges } = overviewView(graph.build())
    const between = cardsOf(elements).find(({ label }) => label === 'Between VPCs')?.id
    expect(edges.filter(({ form, source }) => form === 'request' && source === between)).toEqual([])
    const links = edges.filter(({ form }) => form === 'link')
    expect(links.map(({ source, target, description }) => [source, target, description])).toEqual([
      [between, 'AWS::EC2::VPC/vpc-partner', 'payments to partner through load balancer payments'],
      [between, 'AWS::EC2::VPC/vpc-shop', 'payments to shop-network through VPC endpoint to-payments'],
    ])
  })

  test('has no arrows of outbound connections, which its lines of transit gateways include', () => {
    const graph = shop()
    const subnet = graph.add('AWS::EC2::Subnet', 'subnet-transit', 'transit')
    graph.relate(subnet, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-shop' })
    const transit = graph.add('AWS::EC2::TransitGateway', 'tgw-1', 'hub')
    const route = { destination: '0.0.0.0/0', target: transit.id, state: 'active' }
    const table = graph.add('AWS::EC2::RouteTable', 'rtb-transit', null, { routes: [route] })
    graph.relate(table, 'associated with', subnet)
    const targets = networkView(graph.build()).edges.flatMap(({ form, target }) => (form === 'egress' ? [target] : []))
    expect(targets).toContain('AWS::EC2::TransitGateway/tgw-1')
    const { elements, edges } = overviewView(graph.build())
    const between = cardsOf(elements).find(({ label }) => label === 'Between VPCs')
    expect(edges.filter(({ target }) => target === between?.id)).toEqual([])
  })

  test('has no card for connections between VPCs that are only referenced', () => {
    const graph = shop()
    graph.addUnread('AWS::EC2::TransitGateway', 'tgw-1', 'external')
    expect(cardsOf(overviewView(graph.build()).elements).map(({ label }) => label)).not.toContain('Between VPCs')
  })

  test('counts every resource that has a box once', () => {
    const members = flattened(elements).flatMap((element) => element.members.map(({ type, id }) => `${type}/${id}`))
    expect(new Set(members).size).toBe(members.length)
    expect(members).toEqual(expect.arrayContaining(['AWS::S3::Bucket/alone', 'AWS::DynamoDB::Table/orders']))
  })

  test('folds what could not be read into one card', () => {
    const graph = shop()
    graph.deny('AWS::SQS::Queue')
    graph.deny('AWS::RDS::DBInstance', 'failed')
    const gaps = flattened(overviewView(graph.build()).elements).filter(({ form }) => form === 'gap')
    expect(gaps.map(({ label, detail }) => [label, detail])).toEqual([
      ["2 types couldn't be read", 'RDS DB instances, SQS queues'],
    ])
    const one = shop()
    one.deny('AWS::SQS::Queue')
    expect(flattened(overviewView(one.build()).elements).find(({ form }) => form === 'gap')).toMatchObject({
      label: 'SQS queues',
      detail: 'access denied',
      type: 'AWS::SQS::Queue',
    })
  })

  test('shows resources outside the scan beside the account', () => {
    const graph = shop()
    const elsewhere = graph.addUnread('AWS::SNS::Topic', 'arn:aws:sns:eu-west-1:999999999999:alerts', 'external')
    graph.relate({ type: 'AWS::Lambda::Function', id: 'orders-get' }, 'uses', elsewhere)
    const drawn = overviewView(graph.build())
    const outside = cardsOf(drawn.elements).find(({ form }) => form === 'outside')
    expect(counted(outside)).toEqual(['1 topic'])
    expect(drawn.edges.some(({ target }) => target === outside?.id)).toBe(true)
  })

  test('groups by service without known applications', () => {
    const graph = graphBuilder()
    for (const name of ['a', 'b']) graph.add('AWS::Lambda::Function', name, name)
    graph.add('AWS::S3::Bucket', 'c', 'c')
    expect(cardsOf(overviewView(graph.build()).elements).map(({ label }) => label)).toEqual([
      'Lambda functions',
      'S3 buckets',
    ])
  })
})

/** The counts on the first of some cards. It has seven types, the others have one. */
const firstOf = (cards: number, collapse: number | null = null): readonly string[] => {
  const graph = graphBuilder()
  const types = ['Lambda::Function', 'DynamoDB::Table', 'SQS::Queue', 'SNS::Topic', 'S3::Bucket', 'Kinesis::Stream']
  types.forEach((type, position) => {
    for (let each = 0; each <= position; each++)
      graph.add(`AWS::${type}`, `full-${position}-${each}`, null, {}, { app: 'full' })
  })
  graph.add('AWS::StepFunctions::StateMachine', 'flow', null, {}, { app: 'full' })
  for (let number = 1; number < cards; number++)
    graph.add('AWS::Lambda::Function', `other-${number}`, null, {}, { app: `other-${number}` })
  const drawn = drawPage('overview', graph.build(), { ...overviewOptions, collapse })
  return counted(cardsOf(drawn.kind === 'drawn' ? drawn.diagram.elements : [])[0])
}

describe('cards', () => {
  test('open the architecture of their resources', () => {
    const graph = shop()
    const cards = cardsOf(page(graph).elements)
    const orders = cards.find(({ label }) => label === 'orders')
    const detail = page(graph, orders?.opens ?? '')
    expect(detail).toMatchObject({ view: 'overview', title: 'Overview: orders' })
    const labels = flattened(detail.elements).map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining(['create', 'get', 'orders']))
    expect(labels.filter((label) => label === 'get')).toHaveLength(1)
    const network = cards.find(({ form }) => form === 'network')
    expect(network?.opens).toBe('AWS::EC2::VPC/vpc-shop')
    expect(flattened(page(graph, network?.opens ?? '').elements).some(({ form }) => form === 'subnet')).toBe(true)
    // A single resource has no detail page.
    expect(cards.find(({ label }) => label === 'Other')?.opens).toBeNull()
  })

  test('are for the largest of a thousand applications, with one for all others', () => {
    const graph = graphBuilder()
    for (let number = 0; number < 1000; number++) {
      const tags = { app: `app${String(number).padStart(4, '0')}` }
      for (let each = 0; each < (number < 13 ? 3 : 2); each++)
        graph.add('AWS::Lambda::Function', `f-${number}-${each}`, `f-${number}-${each}`, {}, tags)
    }
    const diagram = page(graph)
    const cards = cardsOf(diagram.elements)
    expect(cards.map(({ label }) => label).slice(0, 2)).toEqual(['app0000', 'app0001'])
    expect(cards).toHaveLength(14)
    expect(cards.at(-1)).toMatchObject({
      label: '987 more applications',
      detail: 'app0013, app0014, app0015 and more',
    })
    expect(counted(cards.at(-1))).toEqual(['1,974 functions'])
    expect(elementCount(diagram.elements)).toBeLessThanOrEqual(75)
    const fewer = overviewView(graph.build(), { ...defaultViewOptions, elementLimit: 12 })
    expect(cardsOf(fewer.elements).map(({ label }) => label)).toEqual(['app0000', '999 more applications'])
  })

  test('are for small applications too if the internet reaches them', () => {
    const graph = graphBuilder()
    for (let number = 0; number < 20; number++)
      for (let each = 0; each < 3; each++)
        graph.add('AWS::Lambda::Function', `f-${number}-${each}`, null, {}, { app: `app${number}` })
    for (const [name, publicByPolicy] of [
      ['open', true],
      ['private', false],
    ] as const)
      graph.add('AWS::S3::Bucket', name, name, { publicByPolicy, publicByAcl: false }, { app: name })
    graph.add('AWS::S3::AccountPublicAccessBlock', '1', null, { restrictPublicBuckets: false, ignorePublicAcls: false })
    const labels = cardsOf(page(graph).elements).map(({ label }) => label)
    expect(labels).toContain('open')
    expect(labels).not.toContain('private')
    // Also where a filter leaves out what decides it.
    const types = 'AWS::Lambda::Function,AWS::S3::Bucket'
    const filtered = drawPage('overview', graph.build(), { ...overviewOptions, types })
    const cards = cardsOf(filtered.kind === 'drawn' ? filtered.diagram.elements : [])
    expect(cards.map(({ label }) => label)).toContain('open')
    expect(labels).toContain('9 more applications')
  })

  test('are for others that the internet reaches apart from those that it does not', () => {
    const graph = graphBuilder()
    for (let number = 0; number < 40; number++) {
      const app = `app${10 + number}`
      const isOpen = number % 2 === 0
      graph.add('AWS::S3::Bucket', app, app, { publicByPolicy: isOpen, publicByAcl: false }, { app })
      for (let each = 0; each <= number % 7; each++)
        graph.add('AWS::Lambda::Function', `${app}-${each}`, null, {}, { app })
    }
    graph.add('AWS::S3::AccountPublicAccessBlock', '1', null, { restrictPublicBuckets: false, ignorePublicAcls: false })
    const cards = cardsOf(page(graph).elements).filter(({ label }) => label.startsWith('app') || label.includes('more'))
    expect(cards).toHaveLength(14)
    const folded = cards.filter(({ label }) => label.includes('more'))
    expect(folded.map(({ id, label }) => [id, label])).toEqual([
      ['category:more open', '8 more public applications'],
      ['category:more', '20 more applications'],
    ])
  })

  test('are for open applications before conditionally open ones', () => {
    const graph = graphBuilder()
    for (let number = 0; number < 20; number++) {
      const app = `auth${10 + number}`
      const properties = { stages: ['prod'], methods: 2, methodsWithoutAuthorization: 0, endpointTypes: ['REGIONAL'] }
      const api = graph.add('AWS::ApiGateway::RestApi', app, app, properties, { app })
      for (let each = 0; each < 3; each++)
        graph.relate(api, 'invokes', graph.add('AWS::Lambda::Function', `${app}-${each}`, null, {}, { app }))
    }
    graph.add('AWS::S3::Bucket', 'open', 'open', { publicByPolicy: true, publicByAcl: false }, { app: 'open' })
    graph.add('AWS::S3::AccountPublicAccessBlock', '1', null, { restrictPublicBuckets: false, ignorePublicAcls: false })
    const labels = cardsOf(page(graph).elements).map(({ label }) => label)
    expect(labels).toContain('open')
    expect(labels).toContain('8 more conditionally open applications')
  })

  test('are for applications that are alike together before others have none', () => {
    const graph = graphBuilder()
    const bus = graph.add('AWS::SNS::Topic', 'bus', 'bus', {}, { app: 'core' })
    for (let number = 0; number < 15; number++) {
      const app = number < 3 ? `other${number}` : `tenant-${number}`
      const queue = graph.add('AWS::SQS::Queue', `${app}-queue`, null, {}, { app })
      const table = graph.add(
        'AWS::DynamoDB::Table',
        app,
        null,
        { status: number < 6 ? 'ACTIVE' : 'ARCHIVED' },
        { app },
      )
      graph.relate(bus, 'routes to', queue)
      graph.relate(table, 'uses', queue)
    }
    const cards = cardsOf(page(graph).elements)
    expect(cards.map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
      'core: tag app',
      'other0: tag app',
      'other1: tag app',
      'other2: tag app',
      '9 × tenant-*: 9 archived, alike: tenant-10 and 8 others',
      'tenant-3: tag app',
      'tenant-4: tag app',
      'tenant-5: tag app',
    ])
    const [, , , , tenants] = cards
    expect(counted(tenants)).toEqual(['9 queues', '9 tables'])
    const opened = cardsOf(page(graph, tenants?.opens ?? '').elements).map(({ label }) => label)
    expect(opened.filter((label) => label.startsWith('tenant-'))).toHaveLength(9)
    const fewer = cardsOf(overviewView(graph.build(), { ...defaultViewOptions, elementLimit: 7 }).elements)
    expect(fewer.map(({ label }) => label)).toEqual(['9 × tenant-*', '7 more applications'])
  })

  test('are for the largest of many VPCs, with one for all others that opens them', () => {
    const graph = graphBuilder()
    for (let number = 0; number < 30; number++) {
      const name = String(number).padStart(2, '0')
      const vpc = graph.add('AWS::EC2::VPC', `vpc-${name}`, `unit-${name}`)
      const subnet = graph.add('AWS::EC2::Subnet', `subnet-${name}`, null)
      graph.relate(subnet, 'contained in', vpc)
      for (let each = 0; each < (number === 29 ? 2 : 1); each++)
        graph.relate(graph.add('AWS::EC2::Instance', `i-${name}-${each}`, 'web'), 'contained in', subnet)
    }
    graph.add('AWS::EC2::VPC', 'vpc-empty', 'empty')
    const cards = cardsOf(page(graph).elements)
    expect(cards).toHaveLength(12)
    expect(cards.map(({ label }) => label)).toContain('unit-29')
    const others = cards.at(-1)
    expect(others?.label).toBe('19 more VPCs')
    const networks = flattened(page(graph, others?.opens ?? '').elements).filter(({ type }) => type === 'AWS::EC2::VPC')
    expect(networks).toHaveLength(19)
  })

  test('have up to six counts, of data stores and the most numerous types, in the order of types', () => {
    expect(firstOf(13)).toEqual(['3 queues', '4 topics', '6 data streams', '2 tables', '5 buckets', '2 more'])
    expect(firstOf(6, 4)).toEqual(['6 data streams', '16 more'])
  })

  test('have more counts if there are few', () => {
    expect(firstOf(6)).toHaveLength(7)
    expect(firstOf(2)).toHaveLength(7)
    expect(firstOf(2, 0)).toHaveLength(6)
  })
})
