/** Tests the cards of the overview, down to the texts in their tooltips. */
import { describe, expect, test } from 'vitest'
import { indexGraph } from '../../../graph/graph-index.ts'
import type { Resource } from '../../../graph/resource-graph.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import type { PlacedNetwork, PlacedSubnet } from '../placement/placement.ts'
import { type Card, cardGroup, foldedCard, networkCardOf } from './overview-cards.ts'

function resource(type: string, id: string, more: Partial<Resource> = {}): Resource {
  return { type, id, arn: null, name: id, presence: 'read', tags: {}, properties: {}, ...more }
}

const many = (type: string, count: number) =>
  Array.from({ length: count }, (_, index) => resource(type, `${type}-${String(index).padStart(2, '0')}`))

const idsOf = (resources: readonly { readonly id: string }[]) => resources.map(({ id }) => id)

describe('the card of a VPC', () => {
  const network = resource('AWS::EC2::VPC', 'vpc-1', { name: 'shop', properties: { cidrBlocks: ['10.0.0.0/16'] } })

  function subnet(id: string, zone: string): PlacedSubnet {
    const resources = [resource('AWS::EC2::Instance', `in ${id}`)]
    const unimportant = {
      tier: 'application',
      purpose: '',
      exposure: 'private',
      via: [],
      isBlackhole: false,
      leftOut: 0,
      note: '',
    } as const
    return { subnet: resource('AWS::EC2::Subnet', id), zone, resources, ...unimportant }
  }

  function placed(more: Partial<PlacedNetwork>): PlacedNetwork {
    return {
      network,
      isHidden: false,
      gateways: [resource('AWS::EC2::InternetGateway', 'igw-1')],
      loadBalancers: [resource('AWS::ElasticLoadBalancingV2::LoadBalancer', 'lb-1')],
      subnets: [],
      requested: [resource('AWS::Lambda::Function', 'requested')],
      spanning: [resource('AWS::RDS::DBInstance', 'spanning')],
      leftOut: 0,
      mayBeIncomplete: false,
      ...more,
    }
  }

  test('has all resources in it, and the VPC and its subnets as its own', () => {
    const card = networkCardOf(placed({ subnets: [subnet('subnet-1', 'a'), subnet('subnet-2', 'b')] }))
    expect({ ...card, resources: idsOf(card.resources), own: idsOf(card.own) }).toEqual({
      id: 'AWS::EC2::VPC/vpc-1',
      form: 'network',
      label: 'shop',
      detail: '10.0.0.0/16 · 2 subnets in 2 AZs',
      resources: ['igw-1', 'lb-1', 'requested', 'spanning', 'in subnet-1', 'in subnet-2'],
      own: ['vpc-1', 'subnet-1', 'subnet-2'],
    })
  })

  test.each([
    { zones: [], detail: '10.0.0.0/16' },
    { zones: [''], detail: '10.0.0.0/16 · 1 subnet' },
    { zones: ['a', 'a', ''], detail: '10.0.0.0/16 · 3 subnets in 1 AZ' },
  ])('counts its subnets and their known Availability Zones: $zones', ({ zones, detail }) => {
    const subnets = zones.map((zone, index) => subnet(`subnet-${index}`, zone))
    expect(networkCardOf(placed({ subnets })).detail).toBe(detail)
  })

  test('of an unknown VPC has only the subnets as its own', () => {
    const card = networkCardOf(placed({ network: null, subnets: [subnet('subnet-1', 'a')] }))
    expect(card).toMatchObject({ id: 'network:unknown', label: 'Unknown VPC' })
    expect(idsOf(card.own)).toEqual(['subnet-1'])
  })
})

test.each([
  { count: 3, detail: 'app-0, app-1, app-2' },
  { count: 4, detail: 'app-0, app-1, app-2 and more' },
])('one card for others names three of $count', ({ count, detail }) => {
  const cards = Array.from({ length: count }, (_, index): Card => ({
    id: `category:app-${index}`,
    form: 'category',
    label: `app-${index}`,
    detail: 'tag app',
    resources: [resource('AWS::Lambda::Function', `f-${index}`)],
    own: [resource('AWS::EC2::VPC', `vpc-${index}`)],
  }))
  const card = foldedCard('category', 'more', 'more applications', cards)
  expect(card).toMatchObject({ id: 'category:more', form: 'category', label: `${count} more applications`, detail })
  expect(idsOf(card.resources)).toEqual(cards.map((_, index) => `f-${index}`))
  expect(idsOf(card.own)).toEqual(cards.map((_, index) => `vpc-${index}`))
})

function cardOf(resources: readonly Resource[], more: Partial<Card> = {}): Card {
  return { id: 'category:orders', form: 'category', label: 'orders', detail: 'tag app', resources, own: [], ...more }
}

describe('the group of a card', () => {
  const nothing = indexGraph(graphBuilder().build())

  test('names the service of types whose short names are the same', () => {
    const card = cardOf([
      ...many('AWS::EFS::FileSystem', 2),
      ...many('AWS::FSx::FileSystem', 1),
      ...many('AWS::SQS::Queue', 1),
    ])
    const labelsOf = (counts: number) =>
      cardGroup(card, counts, nothing).children.map(({ label, detail }) =>
        detail === '' ? label : `${label}, ${detail}`,
      )
    expect(labelsOf(6).toSorted()).toEqual(['1 file system, FSx', '1 queue', '2 file systems, EFS'])
    // Not because of types that aren't on the card.
    expect(labelsOf(2)).toEqual(['2 file systems', '2 more, of 2 types'])
  })

  test('names the service where the short name says nothing else', () => {
    const card = cardOf([
      ...many('AWS::DirectConnect::Connection', 1),
      ...many('AWS::DirectConnect::DirectConnectGateway', 1),
      ...many('AWS::MSK::Cluster', 2),
      ...many('AWS::OpenSearchService::Domain', 1),
    ])
    const texts = cardGroup(card, 6, nothing).children.map(({ label, detail }) => `${label}, ${detail}`)
    expect(texts.toSorted()).toEqual([
      '1 connection, Direct Connect',
      '1 domain, OpenSearch Service',
      '1 gateway, Direct Connect',
      '2 clusters, MSK',
    ])
  })

  test('counts a cluster of databases without its instances, which belong to its count', () => {
    const graph = graphBuilder()
    const cluster = graph.add('AWS::RDS::DBCluster', 'orders', 'orders')
    for (const id of ['reader', 'writer'])
      graph.relate(graph.add('AWS::RDS::DBInstance', id, id), 'contained in', cluster)
    graph.add('AWS::RDS::DBInstance', 'alone', 'alone')
    const index = indexGraph(graph.build())
    const counts = cardGroup(cardOf(index.graph.resources), 6, index).children
    expect(counts.map(({ label, members }) => [label, ...idsOf(members)])).toEqual([
      ['1 DB instance', 'alone'],
      ['1 DB cluster', 'orders', 'reader', 'writer'],
    ])
    expect(counts[1]?.description.split('\n')[0]).toBe('1 RDS DB cluster')
  })

  test('keeps room for databases beside what the internet can reach', () => {
    const graph = graphBuilder()
    graph.add('AWS::EKS::Cluster', 'lab', 'lab', { publicEndpoint: true, publicAccessCidrs: ['0.0.0.0/0'] })
    graph.add('AWS::EKS::Cluster', 'office', 'office', { publicEndpoint: true, publicAccessCidrs: ['203.0.113.0/24'] })
    for (const { type, id } of [
      ...many('AWS::EC2::Instance', 5),
      ...many('AWS::EC2::NatGateway', 3),
      ...many('AWS::RDS::DBInstance', 1),
      ...many('AWS::DAX::Cluster', 1),
      ...many('AWS::Lambda::Function', 2),
    ])
      graph.add(type, id, id)
    const index = indexGraph(graph.build())
    const labelsOf = (most: number) =>
      cardGroup(cardOf(index.graph.resources), most, index).children.map(({ label }) => label)
    expect(labelsOf(5)).toEqual(['1 cluster', '1 cluster', '5 instances', '1 DB instance', '1 DAX cluster', '5 more'])
    expect(labelsOf(4)).toHaveLength(4)
  })

  test('counts the same type apart if the internet reaches some', () => {
    const graph = graphBuilder()
    graph.add('AWS::EKS::Cluster', 'lab', 'lab', { publicEndpoint: true, publicAccessCidrs: ['0.0.0.0/0'] })
    graph.add('AWS::EKS::Cluster', 'office', 'office', { publicEndpoint: false })
    const index = indexGraph(graph.build())
    const details = cardGroup(cardOf(index.graph.resources), 6, index).children.map(({ detail }) => detail)
    expect(details).toEqual(['open to the internet', 'EKS'])
  })

  test('counts resources by type, gateways last, with their names in the tooltip', () => {
    const card = cardOf([
      resource('AWS::EC2::InternetGateway', 'igw-1'),
      ...many('AWS::EC2::NatGateway', 3),
      resource('AWS::DynamoDB::Table', 'orders'),
      resource('AWS::Lambda::Function', 'get'),
      resource('AWS::Lambda::Function', 'create'),
      resource('AWS::SQS::Queue', 'jobs'),
    ])
    const drawn = cardGroup(card, 6, nothing)
    expect(drawn).toMatchObject({
      id: 'category:orders',
      form: 'category',
      arrangement: 'grid',
      type: null,
      members: [],
      presence: 'read',
      label: 'orders',
      detail: 'tag app',
    })
    expect(drawn.description.split('\n')).toEqual([
      'orders',
      'tag app',
      '2 Lambda functions',
      '1 DynamoDB table',
      '1 SQS queue',
      '1 internet gateway',
      '3 NAT gateways',
    ])
    expect(drawn.children.map(({ label }) => label)).toEqual([
      '2 functions',
      '1 queue',
      '1 table',
      '1 internet gateway',
      '3 NAT gateways',
    ])
    expect(drawn.children[0]).toEqual({
      kind: 'node',
      id: 'count:category:orders/ AWS::Lambda::Function',
      form: 'count',
      type: 'AWS::Lambda::Function',
      members: [
        { type: 'AWS::Lambda::Function', id: 'create' },
        { type: 'AWS::Lambda::Function', id: 'get' },
      ],
      presence: 'read',
      variant: '',
      label: '2 functions',
      detail: '',
      description: '2 Lambda functions\ncreate\nget',
      opens: null,
    })
  })

  test('of more types than fit counts the rest together', () => {
    const card = cardOf([
      ...many('AWS::Lambda::Function', 3),
      ...many('AWS::SQS::Queue', 2),
      ...many('AWS::DynamoDB::Table', 1),
    ])
    const labels = (counts: number) => cardGroup(card, counts, nothing).children.map(({ label }) => label)
    expect(labels(3)).toEqual(['3 functions', '2 queues', '1 table'])
    expect(labels(2)).toEqual(['3 functions', '3 more'])
    expect(labels(1)).toEqual(['6 more'])
    expect(cardGroup(card, 2, nothing).children[1]).toMatchObject({
      id: 'count:category:orders/rest',
      form: 'count',
      type: null,
      presence: 'read',
      detail: 'of 2 types',
      description: '3 more\n1 DynamoDB table\n2 SQS queues',
      members: [
        { type: 'AWS::DynamoDB::Table', id: 'AWS::DynamoDB::Table-00' },
        { type: 'AWS::SQS::Queue', id: 'AWS::SQS::Queue-00' },
        { type: 'AWS::SQS::Queue', id: 'AWS::SQS::Queue-01' },
      ],
    })
  })

  test('of more types than fit shows the most numerous one, then data stores', () => {
    const others = ['AWS::StepFunctions::StateMachine', 'AWS::SQS::Queue'].flatMap((type) => many(type, 2))
    const stores = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket'].flatMap((type) => many(type, 1))
    const labels = (counts: number, more: readonly Resource[]) =>
      cardGroup(cardOf([...others, ...stores, ...more]), counts, nothing).children.map(({ label }) => label)
    const functions = many('AWS::Lambda::Function', 3)
    expect(labels(4, functions)).toEqual(['3 functions', '1 table', '1 bucket', '4 more'])
    expect(labels(4, many('AWS::EC2::NatGateway', 4))).toEqual(['2 state machines', '2 queues', '1 table', '5 more'])
    expect(labels(3, many('AWS::Lambda::Function', 1))).toEqual(['2 state machines', '2 queues', '3 more'])
    const single = [...others.filter((_, position) => position % 2 === 0), ...stores]
    expect(cardGroup(cardOf(single), 3, nothing).children.map(({ label }) => label)).toEqual([
      '1 table',
      '1 bucket',
      '2 more',
    ])
  })

  test('of more types than fit ranks a cluster of databases by itself, without its instances', () => {
    const graph = graphBuilder()
    for (const name of ['orders', 'catalog']) {
      const cluster = graph.add('AWS::RDS::DBCluster', name, name)
      for (const id of ['1', '2'])
        graph.relate(graph.add('AWS::RDS::DBInstance', `${name}-${id}`, null), 'contained in', cluster)
    }
    for (let number = 0; number < 5; number++) graph.add('AWS::ECS::Service', `s-${number}`, `s-${number}`)
    for (let number = 0; number < 3; number++) graph.add('AWS::Lambda::Function', `f-${number}`, `f-${number}`)
    graph.add('AWS::DynamoDB::Table', 'carts', 'carts')
    const index = indexGraph(graph.build())
    const labels = (counts: number) =>
      cardGroup(cardOf(index.graph.resources), counts, index).children.map(({ label }) => label)
    expect(labels(2)).toEqual(['5 services', '6 more'])
    expect(labels(3)).toEqual(['5 services', '2 DB clusters', '4 more'])
  })

  test('lists twenty names in the tooltip of a count', () => {
    const [count] = cardGroup(cardOf(many('AWS::SQS::Queue', 21)), 6, nothing).children
    expect(count?.description.split('\n')).toHaveLength(22)
    expect(count?.description).toMatch(/-19\nand 1 more$/)
  })

  test('of a VPC has the VPC and its subnets as members', () => {
    const own = [resource('AWS::EC2::VPC', 'vpc-1', { presence: 'unknown' }), resource('AWS::EC2::Subnet', 'subnet-1')]
    expect(cardGroup(cardOf([], { form: 'network', own }), 6, nothing)).toMatchObject({
      type: 'AWS::EC2::VPC',
      presence: 'unknown',
      members: [
        { type: 'AWS::EC2::Subnet', id: 'subnet-1' },
        { type: 'AWS::EC2::VPC', id: 'vpc-1' },
      ],
      description: 'orders\ntag app',
    })
  })

  test('of resources outside the scan is external, and so is the count of the rest', () => {
    const outside = [...many('AWS::SQS::Queue', 2), ...many('AWS::SNS::Topic', 1)].map((each) => ({
      ...each,
      presence: 'external' as const,
    }))
    const drawn = cardGroup(cardOf(outside, { form: 'outside' }), 1, nothing)
    expect([drawn, ...drawn.children].map(({ presence }) => presence)).toEqual(['external', 'external'])
    const mixed = cardGroup(cardOf([...outside, ...many('AWS::S3::Bucket', 1)], { form: 'outside' }), 1, nothing)
    expect(mixed.children.map(({ presence }) => presence)).toEqual(['read'])
  })

  test('starts with what the internet can reach, the open before the conditional', () => {
    const graph = graphBuilder()
    const stages = { stages: ['prod'], methods: 2 }
    const type = 'AWS::ApiGateway::RestApi'
    graph.add(type, 'partners', 'partners', { ...stages, methodsWithoutAuthorization: 0 })
    graph.add(type, 'public', 'public', { ...stages, methodsWithoutAuthorization: 1 })
    graph.addUnread(type, 'elsewhere', 'external')
    for (let index = 0; index < 5; index++) graph.add('AWS::SQS::Queue', `queue-${index}`, null)
    const whole = indexGraph(graph.build())
    const { children, description } = cardGroup(cardOf(whole.graph.resources), 6, whole)
    expect(children.map((each) => each.kind === 'node' && [each.label, each.detail, each.reached, each.id])).toEqual([
      ['1 REST API', 'open to the internet', 'open', `count:category:orders/open ${type}`],
      ['1 REST API', 'conditionally open', 'conditional', `count:category:orders/conditional ${type}`],
      ['1 REST API', '', undefined, `count:category:orders/ ${type}`],
      ['5 queues', '', undefined, 'count:category:orders/ AWS::SQS::Queue'],
    ])
    expect(children[0]?.description).toBe('1 API Gateway REST API\nopen to the internet\npublic')
    expect(description).toContain('\n2 reachable from the internet\n')
  })
})
