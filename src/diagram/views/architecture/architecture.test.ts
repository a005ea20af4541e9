import { describe, expect, test } from 'vitest'
import type { Diagram, DiagramElement, DiagramGroup, ViewOptions } from '../../diagram.ts'
import { drawPage, overviewOptions } from '../../draw-page.ts'
import {
  addThreeTierNetwork,
  deniedGraph,
  emptyGraph,
  graphBuilder,
  largeGraph,
  threeTierGraph,
  unknownSubnetsGraph,
  unreadTargetsGraph,
} from '../../testing/sample-graphs.ts'
import { architectureView } from './architecture.ts'
import { flattened } from '../boxes/group.ts'
import { networkView } from '../network/network.ts'
import { defaultViewOptions } from '../view-options.ts'

function elementsOf(diagram: Diagram): readonly DiagramElement[] {
  return flattened(diagram.elements)
}

function find(diagram: Diagram, id: string): DiagramElement {
  const found = elementsOf(diagram).find((element) => element.id === id)
  if (found === undefined) throw new Error(`No element ${id}`)
  return found
}

function shopOf(webPerZone: number) {
  const graph = graphBuilder()
  addThreeTierNetwork(graph, 'shop', { zones: ['eu-west-1a'], webPerZone, appPerZone: 3 })
  return graph.build()
}

/** Labels of the bordered groups around an element, outermost first. */
function pathTo(diagram: Diagram, id: string): readonly string[] {
  const holders = elementsOf(diagram).filter(
    (element): element is DiagramGroup =>
      element.kind === 'group' && flattened(element.children).some((child) => child.id === id),
  )
  return holders.filter(({ form }) => form !== 'band').map(({ label }) => label)
}

describe('three tiers over three zones', () => {
  const diagram = architectureView(threeTierGraph())

  test('an instance is in its account, region, VPC, Availability Zone, and subnet', () => {
    expect(pathTo(diagram, 'AWS::EC2::Instance/i-shop-web-b-0')).toEqual([
      'shop-production',
      'eu-west-1',
      'shop-network',
      'eu-west-1b',
      'shop-app-b',
    ])
  })

  test('a database is in the subnet of its Availability Zone, and its cluster spans the zones', () => {
    expect(pathTo(diagram, 'AWS::RDS::DBInstance/shop-orders-2').at(-1)).toBe('shop-data-b')
    expect(pathTo(diagram, 'AWS::RDS::DBCluster/shop-orders').at(-1)).toBe('shop-network')
  })

  test('captions of subnets show how they reach the internet', () => {
    const exposures = ['public', 'app', 'data'].map((tier) => find(diagram, `AWS::EC2::Subnet/subnet-shop-${tier}-a`))
    expect(exposures.map(({ detail }) => detail.split(' · ')[0])).toEqual(['public', 'private', 'isolated'])
    expect(exposures.map((subnet) => subnet.kind === 'group' && subnet.row)).toEqual([0, 1, 2])
  })

  test('requests go from the internet to the gateway, the load balancer, and its targets', () => {
    const requests = diagram.edges
      .filter(({ form }) => form === 'request')
      .map(({ source, target }) => `${source} > ${target}`)
    const balancer = 'AWS::ElasticLoadBalancingV2::LoadBalancer/app/shop-web/50dc6c495c0c9188'
    expect(requests).toContain('internet > AWS::EC2::InternetGateway/igw-shop')
    expect(requests).toContain(`AWS::EC2::InternetGateway/igw-shop > ${balancer}`)
    expect(requests).toContain(`${balancer} > AWS::EC2::Instance/i-shop-web-c-1`)
    expect(requests.filter((edge) => edge.includes('igw-shop > '))).toHaveLength(1)
  })

  test('outbound connections go through the NAT gateway of the route table', () => {
    const egress = diagram.edges
      .filter(({ form }) => form === 'egress')
      .map(({ source, target }) => `${source} > ${target}`)
    expect(egress).toContain('AWS::EC2::Subnet/subnet-shop-app-a > AWS::EC2::NatGateway/nat-shop-a')
    expect(egress).toContain('AWS::EC2::NatGateway/nat-shop-a > AWS::EC2::InternetGateway/igw-shop')
  })

  test.each([
    ['available', ''],
    ['failed', '(failed)'],
    ['deleting', '(stopped)'],
  ])('the outbound connections of a NAT gateway that is %s say "%s"', (state, label) => {
    const whole = threeTierGraph()
    const resources = whole.resources.map((each) =>
      each.id === 'nat-shop-a' ? { ...each, properties: { ...each.properties, state } } : each,
    )
    for (const view of [architectureView, networkView]) {
      const { elements, edges } = view({ ...whole, resources })
      const nat = flattened(elements).find(({ members }) => members.some(({ id }) => id === 'nat-shop-a'))
      const ways = edges.filter(({ source, target }) => source === nat?.id || target === nat?.id)
      expect([view.name, ...ways.map((edge) => edge.label)]).toEqual([view.name, label, label])
      expect(nat?.detail).toBe(label === '' ? 'NAT gateway' : `NAT gateway · ${state}`)
    }
  })

  test("resources that aren't drawn are counted, including terminated instances", () => {
    expect(diagram.notDrawn).toEqual([
      { what: 'terminated EC2 instance', count: 1 },
      { what: 'route tables (shown as subnet labels)', count: 5 },
      { what: 'security groups', count: 3 },
      { what: 'target groups (shown as arrows)', count: 2 },
    ])
  })

  test('an empty default VPC is one card', () => {
    expect(find(diagram, 'AWS::EC2::VPC/vpc-0d1e2f3a')).toMatchObject({
      kind: 'node',
      form: 'resource',
      label: 'Default VPC',
    })
  })
})

describe("what couldn't be read", () => {
  test('is one placeholder at the end of the column beside the VPCs', () => {
    const diagram = architectureView(deniedGraph())
    const side = find(diagram, 'side')
    expect(side.kind === 'group' && side.children.at(-1)?.id).toBe('gap:all')
    expect(find(diagram, 'gap:all')).toMatchObject({
      form: 'gap',
      label: "4 types couldn't be read",
      detail: 'NAT gateways, RDS DB clusters, RDS DB instances, S3 buckets',
    })
  })

  test('is below the VPCs without such a column', () => {
    const graph = graphBuilder()
    addThreeTierNetwork(graph, 'shop', { zones: ['eu-west-1a'], webPerZone: 1, appPerZone: 0 })
    graph.deny('AWS::EC2::RouteTable')
    for (const diagram of [architectureView(graph.build()), networkView(graph.build())]) {
      const account = elementsOf(diagram).find(({ form }) => form === 'account')
      expect(account?.kind === 'group' && account.children.map(({ id }) => id)).toEqual(['region:eu-west-1', 'gaps'])
    }
  })

  test('subnets that look empty are marked as possibly incomplete', () => {
    const details = elementsOf(architectureView(deniedGraph())).flatMap((each) =>
      each.kind === 'group' && each.form === 'subnet' && each.children.length === 0 ? [each.detail] : [],
    )
    expect(details.length).toBeGreaterThan(0)
    expect(details.filter((detail) => !detail.endsWith(' · may be incomplete'))).toEqual([])
    const graph = graphBuilder()
    addThreeTierNetwork(graph, 'shop', { zones: ['eu-west-1a'], webPerZone: 0, appPerZone: 0 })
    graph.deny('AWS::Redshift::Cluster', 'unavailable')
    const offered = elementsOf(architectureView(graph.build())).map(({ detail }) => detail)
    expect(offered.filter((detail) => detail.includes('may be incomplete'))).toEqual([])
  })

  test('a VPC that looks empty is marked as possibly incomplete', () => {
    const graph = graphBuilder()
    graph.add('AWS::EC2::VPC', 'vpc-default', 'spare', { isDefault: true })
    expect(find(architectureView(graph.build()), 'AWS::EC2::VPC/vpc-default').detail).toBe('no resources')
    graph.deny('AWS::ElasticLoadBalancingV2::LoadBalancer')
    expect(find(architectureView(graph.build()), 'AWS::EC2::VPC/vpc-default').detail).toBe('may be incomplete')
    expect(find(networkView(graph.build()), 'AWS::EC2::VPC/vpc-default').detail).toBe('may be incomplete')
  })

  test('targets outside the scan are outside the account, with arrows from resources that reference them directly or through a rule', () => {
    const graph = graphBuilder()
    const [machine, bus] = [
      graph.add('AWS::StepFunctions::StateMachine', 'price-cart', 'price-cart'),
      graph.add('AWS::Events::EventBus', 'orders', 'orders'),
    ]
    const rule = graph.add('AWS::Events::Rule', 'orders/all', 'all')
    graph.relate(rule, 'contained in', bus)
    graph.relate(machine, 'invokes', graph.addUnread('AWS::Lambda::Function', 'pricing', 'external'))
    graph.relate(rule, 'invokes', graph.addUnread('AWS::Events::EventBus', 'security', 'external'))
    graph.relate(machine, 'uses', graph.addUnread('AWS::KMS::Key', 'shared', 'external'))
    const elsewhere = architectureView(graph.build())
    const outside = find(elsewhere, 'outside')
    expect(outside.kind === 'group' && outside.children.map(({ label }) => label)).toEqual(['pricing', 'security'])
    expect(elsewhere.edges.map(({ form, description }) => [form, description])).toEqual([
      ['event', 'orders to security through rule all'],
      ['request', 'price-cart to pricing'],
    ])
    expect(elsewhere.notDrawn).toContainEqual({ what: 'target outside this scan', count: 1 })
  })

  test('an instance outside the scan is outside the account', () => {
    const diagram = architectureView(deniedGraph())
    expect(pathTo(diagram, 'AWS::EC2::Instance/i-0123456789abcdef0')).toEqual(['Outside this scan'])
  })

  test("referenced resources are in the VPC of their relations, otherwise beside the types that couldn't be read", () => {
    const diagram = architectureView(unreadTargetsGraph())
    expect(elementsOf(diagram).map(({ label }) => label)).not.toContain('Outside this scan')
    expect(pathTo(diagram, 'AWS::EC2::NatGateway/nat-shop-a').at(-1)).toBe('shop-network')
    expect(pathTo(diagram, 'AWS::EC2::Instance/i-shop-app-a-0').at(-1)).toBe('shop-network')
    expect(pathTo(diagram, 'AWS::Lambda::Function/checkout').at(-1)).toBe("Couldn't be read, but referenced (1)")
    expect(diagram.edges.map(({ target }) => target)).toEqual(
      expect.arrayContaining(['AWS::EC2::NatGateway/nat-shop-a', 'AWS::Lambda::Function/checkout']),
    )
  })

  test('many referenced resources of one type share a summary box, marked as not read', () => {
    const diagram = architectureView(unreadTargetsGraph({ appPerZone: 80 }))
    const stack = elementsOf(diagram).find(({ label }) => label === '80 instances')
    expect(stack).toMatchObject({ presence: 'unknown', detail: "instances, couldn't be read" })
  })

  test("instances in subnets that couldn't be read keep their place", () => {
    const diagram = architectureView(unknownSubnetsGraph())
    expect(pathTo(diagram, 'AWS::EC2::Instance/i-4').slice(2)).toEqual(['Unknown VPC', 'eu-west-1b', 'subnet-1'])
  })

  test('an empty account has no placeholder', () => {
    expect(elementsOf(architectureView(emptyGraph())).filter(({ form }) => form === 'gap')).toEqual([])
  })
})

const manyTypes = [
  'AWS::Lambda::Function',
  'AWS::SQS::Queue',
  'AWS::DynamoDB::Table',
  'AWS::SNS::Topic',
  'AWS::S3::Bucket',
  'AWS::Kinesis::Stream',
]

/** The frames of applications with a resource of each type, and the boxes of other applications. */
function framesOf(count: number, types: readonly string[], elementLimit = 75) {
  const graph = graphBuilder()
  for (let number = 0; number < count; number++)
    for (const type of types) graph.add(type, `f-${number}`, `f-${number}`, {}, { app: `app${10 + number}` })
  const elements = elementsOf(architectureView(graph.build(), { ...defaultViewOptions, elementLimit }))
  const all = elements.flatMap((each) => (each.kind === 'group' && each.form === 'category' ? [each] : []))
  const frames = all.filter(({ label }) => !label.includes('more'))
  return { frames, others: all.filter((each) => !frames.includes(each)).flatMap(({ children }) => children) }
}

test('of applications without a box of their own, those that the internet reaches share one', () => {
  const graph = graphBuilder()
  for (let number = 0; number < 40; number++)
    for (const type of manyTypes.slice(0, 5)) {
      const isOpen = type === 'AWS::S3::Bucket' && number >= 38
      const properties = type === 'AWS::S3::Bucket' ? { publicByPolicy: isOpen, publicByAcl: false } : {}
      graph.add(type, `f-${number}`, `f-${number}`, properties, { app: `app${10 + number}` })
    }
  graph.add('AWS::S3::AccountPublicAccessBlock', '1', null, { restrictPublicBuckets: false, ignorePublicAcls: false })
  const labels = elementsOf(architectureView(graph.build())).map(({ label }) => label)
  expect(labels.filter((label) => label.endsWith('applications'))).toEqual([
    expect.stringMatching(/^\d+ more applications$/u),
    '2 more public applications',
  ])
})

function otherApplications(count: number): readonly string[] {
  return framesOf(count, manyTypes.slice(0, 4)).others.map(({ label, detail }) => `${label}: ${detail}`)
}

/** 50 applications: first others, then one for each tenant. All tenants are alike, except those that are archived. */
function tenants(others: number, archived: number) {
  const graph = graphBuilder()
  for (let number = 0; number < 50; number++) {
    const app = number < others ? `other${number}` : `tenant-${number}`
    const state = number >= 50 - archived ? { status: 'ARCHIVED' } : {}
    for (const type of manyTypes.slice(0, 4)) graph.add(type, `f-${number}`, `f-${number}`, state, { app })
  }
  return graph.build()
}

function categoriesOfTenants(focus: string) {
  const drawn = drawPage('architecture', tenants(4, 1), { ...overviewOptions, focus })
  if (drawn.kind !== 'drawn') throw new Error(drawn.message)
  return elementsOf(drawn.diagram).flatMap((each) => (each.kind === 'group' && each.form === 'category' ? [each] : []))
}

describe('aggregation', () => {
  test('counts the least numerous types of a place together before it merges subnets', () => {
    const graph = graphBuilder()
    const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
    const zone = { availabilityZone: 'eu-west-1a' }
    const compute = ['EC2::Instance', 'Lambda::Function', 'ECS::Service', 'SageMaker::NotebookInstance']
    const stores = ['RDS::DBInstance', 'ElastiCache::CacheCluster', 'Redshift::Cluster', 'OpenSearchService::Domain']
    const types = [...compute, ...stores, 'MSK::Cluster', 'AmazonMQ::Broker']
    for (const name of ['a', 'b']) {
      const subnet = graph.add('AWS::EC2::Subnet', `subnet-${name}`, name, zone)
      graph.relate(subnet, 'contained in', network)
      for (const [position, type] of types.entries()) {
        for (let number = 0; number <= position; number++)
          graph.relate(graph.add(`AWS::${type}`, `${name}-${position}-${number}`, null), 'contained in', subnet)
      }
    }
    const diagram = architectureView(graph.build(), { ...defaultViewOptions, elementLimit: 20 })
    const subnet = find(diagram, 'AWS::EC2::Subnet/subnet-a')
    const counts = subnet.kind === 'group' ? subnet.children.map(({ members }) => members.length) : []
    expect(counts.toSorted((one, other) => other - one)).toEqual([10, 9, 8, 7, 6, 6, 5, 4])
  })

  test('similar instances of one subnet share a summary box per role', () => {
    const [many, few] = [160, 80].map((webPerZone) => {
      const graph = graphBuilder()
      addThreeTierNetwork(graph, 'shop', { zones: ['eu-west-1a'], webPerZone, appPerZone: 7 })
      const boxes = elementsOf(architectureView(graph.build())).filter(({ form }) => form === 'stack')
      return boxes.map(({ label }) => label)
    })
    expect(many).toEqual(expect.arrayContaining(['160 × shop-web-a-*', '7 × shop-app-a-*']))
    // As few as needed.
    expect(few).toEqual(['80 × shop-web-a-*'])
  })

  test('begins above 75 boxes', () => {
    const stacksOf = (webPerZone: number) =>
      elementsOf(architectureView(shopOf(webPerZone))).filter(({ form }) => form === 'stack').length
    const others = elementsOf(architectureView(shopOf(0))).filter(
      ({ kind, form }) => kind === 'node' || form === 'subnet',
    ).length
    expect(stacksOf(75 - others)).toBe(0)
    expect(stacksOf(76 - others)).toBeGreaterThan(0)
  })

  describe('of a page that is over its limit', () => {
    const words = Array.from({ length: 20 }, (_, position) => String.fromCodePoint(97 + position).repeat(3))
    /** Twenty of each: functions that use a table, and buckets. */
    function shop(replicas: number) {
      const graph = graphBuilder()
      for (const word of words) {
        const handler = graph.add('AWS::Lambda::Function', word, `${word}-handler`)
        graph.relate(handler, 'uses', graph.add('AWS::DynamoDB::Table', word, `${word}-table`))
        graph.add('AWS::S3::Bucket', word, `${word}-files`)
      }
      for (let number = 0; number < replicas; number++)
        graph.add('AWS::StepFunctions::StateMachine', `step-${number}`, `step-${number}`)
      return graph
    }
    const boxesOf = (graph: ReturnType<typeof shop>, options: Partial<ViewOptions> = {}) => {
      const nodes = elementsOf(architectureView(graph.build(), { ...defaultViewOptions, ...options })).filter(
        ({ kind }) => kind === 'node',
      )
      return {
        single: nodes.filter(({ form }) => form === 'resource').length,
        counted: nodes.filter(({ form }) => form === 'stack').map(({ label, detail }) => [label, detail]),
      }
    }
    const unused = ['20 buckets', 'no known relations']
    const replicas = ['16 × step-*', 'state machines']

    test('counts unused resources together first', () => {
      // With the internet, which has room even where it has no arrow, 75.
      expect(boxesOf(shop(14))).toEqual({ single: 74, counted: [] })
      expect(boxesOf(shop(15))).toEqual({ single: 73, counted: [['2 more buckets', 'no known relations']] })
    })

    test('counts replicas together next, then names beyond a limit', () => {
      expect(boxesOf(shop(16), { elementLimit: 56 })).toEqual({ single: 40, counted: [replicas, unused] })
      const next = boxesOf(shop(16), { elementLimit: 40 })
      expect(next.single).toBeLessThan(40)
      expect(next.counted).toEqual(expect.arrayContaining([replicas, unused]))
    })

    test('draws nothing as unused that a policy lets others use, or that the internet can reach', () => {
      const graph = shop(16)
      graph.permit({ type: 'AWS::Lambda::Function', id: 'aaa' }, 'uses', { type: 'AWS::S3::Bucket', id: 'ttt' })
      const permitted = graph.build()
      const limit = { elementLimit: 59 }
      expect(boxesOf(graph, { permitted, ...limit })).toEqual({
        single: 57,
        counted: [['19 buckets', 'no known relations']],
      })
      const open = shop(16)
      open.add('AWS::S3::Bucket', 'open', 'open', { publicByPolicy: true, publicByAcl: false })
      open.add('AWS::S3::AccountPublicAccessBlock', '1', null, {
        restrictPublicBuckets: false,
        ignorePublicAcls: false,
      })
      expect(boxesOf(open, limit)).toEqual({ single: 57, counted: [unused] })
    })

    test('counts no unused ones apart where the caller chose the groups or the level', () => {
      const labels = ({ counted }: ReturnType<typeof boxesOf>) => counted.flat()
      expect(labels(boxesOf(shop(16), { groupBy: 'team' }))).not.toContain('no known relations')
      expect(labels(boxesOf(shop(16), { collapse: 1 }))).not.toContain('no known relations')
    })
  })

  test('keeps the largest of a thousand applications, and counts the others', () => {
    const graph = graphBuilder()
    for (let number = 0; number < 1000; number++) {
      for (let each = 0; each < (number < 30 ? 3 : 2); each++)
        graph.add('AWS::Lambda::Function', `f-${number}-${each}`, `f-${number}-${each}`, {}, { app: `app${number}` })
    }
    const groups = elementsOf(architectureView(graph.build())).filter(({ form }) => form === 'category')
    expect(groups.map(({ label }) => label)).toEqual([
      'app0 (3)',
      'app1 (3)',
      'app10 (3)',
      ...groups.slice(3, -1).map(({ label }) => label),
      '977 more applications (1,961)',
    ])
    expect(groups.at(-1)?.description.split('\n').slice(1)).toEqual(expect.arrayContaining(['app100', 'and 958 more']))
    const byTag = architectureView(graph.build(), { ...defaultViewOptions, groupBy: 'app' })
    const ofTag = elementsOf(byTag).filter(({ form }) => form === 'category')
    expect(ofTag.map(({ label }) => label)).toContainEqual(expect.stringMatching(/more values of app/u))
  })

  test('shows four distributions one by one, however few boxes there is room for', () => {
    const graph = graphBuilder()
    for (const name of ['shop', 'admin', 'blog', 'help'])
      graph.add('AWS::CloudFront::Distribution', name, `${name}.example`)
    for (let number = 0; number < 80; number++) graph.add('AWS::S3::Bucket', `logs-${number}`, `logs-${number}`)
    const { elements } = architectureView(graph.build(), { ...defaultViewOptions, elementLimit: 1 })
    const distributions = flattened(elements).filter(({ type }) => type === 'AWS::CloudFront::Distribution')
    expect(distributions.map(({ label }) => label)).toEqual([
      'admin.example',
      'blog.example',
      'help.example',
      'shop.example',
    ])
  })

  test('shows each of the other applications as one box, up to a limit', () => {
    const types = '1 topic, 1 function, 1 queue, 1 table'
    const other = (count: number, first = 21) =>
      Array.from({ length: count }, (_, number) => `app${first + number}: ${types}`)
    expect(otherApplications(30)).toEqual(other(16, 24))
    const rest = '5 more applications: 5 topics, 5 functions, 5 queues, 5 tables'
    expect(otherApplications(40)).toEqual([...other(23, 22), rest])
  })

  test.each([
    [81, [11, 14], 6],
    [62, [7, 18], 6],
    [55, [7, 18], 6],
    [50, [7, 18], 5],
    [40, [5, 15], 4],
    [30, [5, 13], 3],
    [25, [4, 11], 3],
    [15, [4, 5], 2],
  ])('with room for %i boxes, shows %j frames and other applications', (elementLimit, expected, inFrame) => {
    const { frames, others } = framesOf(25, manyTypes, elementLimit)
    const applications = others.filter(({ label }) => label.startsWith('app'))
    expect([[frames.length, applications.length], frames[0]?.children.length]).toEqual([expected, inFrame])
  })

  test('does not speak of more applications where none has a frame', () => {
    const frames = elementsOf(architectureView(tenants(0, 2))).filter(({ id }) => id.startsWith('category:'))
    expect(frames.map(({ label }) => label).slice(0, 2)).toEqual(['50 applications (200)', '48 × tenant-*'])
  })

  test('shows applications that are alike as one box before others have no frame', () => {
    const first = categoriesOfTenants('')
    const others = ['other0 (4)', 'other1 (4)', 'other2 (4)', 'other3 (4)']
    expect(first.map(({ label }) => label)).toEqual([...others, '46 more applications (184)'])
    expect(first.at(-1)?.children.map(({ id, label }) => [id, label])).toEqual([
      ['category:alike:tenant-*', '45 × tenant-*'],
      ['category:application:tenant-49', 'tenant-49'],
    ])
    const opened = categoriesOfTenants('category:alike:tenant-*')
    expect([opened.length, opened.at(-1)?.children.length]).toEqual([24, 22])
  })

  test('shows an application in all environments in the same way', () => {
    const graph = graphBuilder()
    for (let number = 0; number < 30; number++)
      for (const environment of ['prod', 'test'])
        for (const type of ['AWS::Lambda::Function', 'AWS::SQS::Queue', 'AWS::DynamoDB::Table', 'AWS::SNS::Topic'])
          graph.add(type, `${environment}-${number}`, `x-${number}`, {}, { app: `app${10 + number}-${environment}` })
    const labels = elementsOf(architectureView(graph.build())).map(({ label }) => label.replace(/ \(.*/u, ''))
    const named = (environment: string) =>
      labels.filter((label) => label.endsWith(`-${environment}`)).map((label) => label.split('-')[0])
    expect(named('prod').length).toBeGreaterThan(5)
    expect(named('prod')).toEqual(named('test'))
  })

  test('beside applications, one or two resources of other services share a group', () => {
    const graph = graphBuilder()
    for (const name of ['a', 'b']) graph.add('AWS::Lambda::Function', name, name, {}, { app: 'shop' })
    graph.add('AWS::S3::Bucket', 'bucket', 'bucket')
    graph.add('AWS::SQS::Queue', 'queue', 'queue')
    for (const name of ['c', 'd']) graph.add('AWS::DynamoDB::Table', name, name)
    for (const name of ['e', 'f', 'g']) graph.add('AWS::SNS::Topic', name, name)
    const groups = elementsOf(architectureView(graph.build())).filter(({ form }) => form === 'category')
    expect(groups.map(({ label, detail }) => [label, detail])).toEqual([
      ['shop (2)', 'tag app'],
      ['Queues, topics and event buses (4)', ''],
      ['Other (3)', ''],
    ])
  })

  test('beside applications, two resources in one box share that group too', () => {
    const graph = graphBuilder()
    for (const name of ['a', 'b']) graph.add('AWS::Lambda::Function', name, name, {}, { app: 'shop' })
    graph.add('AWS::DynamoDB::Table', 'table', 'table')
    for (const name of ['inbox', 'outbox']) graph.add('AWS::SQS::Queue', name, name)
    const groupsOf = (elementLimit: number) =>
      elementsOf(architectureView(graph.build(), { ...defaultViewOptions, elementLimit })).flatMap((element) =>
        element.kind === 'group' && element.label.startsWith('Other')
          ? [[element.label, ...element.children.map(({ label }) => label)]]
          : [],
      )
    expect(groupsOf(6)).toEqual([['Other (3)', 'inbox', 'outbox', 'table']])
    expect(groupsOf(5)).toEqual([['Other (3)', 'inbox, outbox', 'table']])
  })

  test('every resource of a large account is drawn, in a summary box, on a card, or counted as not drawn', () => {
    const graph = largeGraph(30, 15)
    const diagram = architectureView(graph)
    const elements = elementsOf(diagram)
    const members = elements.flatMap(({ members }) => members.map(({ type, id }) => `${type}/${id}`))
    const notDrawn = diagram.notDrawn.reduce((sum, { count }) => sum + count, 0)
    expect(new Set(members).size).toBe(members.length)
    expect(members.length + notDrawn).toBe(graph.resources.length)
  })
})

test('an Availability Zone has its name, or is unknown if no subnet has it', () => {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
  for (const availabilityZone of ['eu-west-1a', ''])
    graph.relate(
      graph.add('AWS::EC2::Subnet', `subnet-${availabilityZone}`, null, { availabilityZone }),
      'contained in',
      network,
    )
  const zones = elementsOf(architectureView(graph.build())).filter(({ form }) => form === 'zone')
  expect(zones.map(({ label, detail, description }) => [label, detail, description])).toEqual([
    ['Unknown Availability Zone', '', 'Unknown Availability Zone'],
    ['eu-west-1a', 'Availability Zone', 'Availability Zone eu-west-1a'],
  ])
})

test('empty subnets that a database may use are below the other empty ones', () => {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
  const database = graph.add('AWS::RDS::DBCluster', 'orders', 'orders')
  for (const id of ['a-data', 'b-app', 'c-app']) {
    const subnet = graph.add('AWS::EC2::Subnet', id, id, { availabilityZone: 'eu-west-1a' })
    graph.relate(subnet, 'contained in', network)
    if (id === 'a-data') graph.relate(database, 'attached to', subnet)
  }
  const subnets = elementsOf(architectureView(graph.build())).filter(({ form }) => form === 'subnet')
  expect(subnets.map(({ label }) => label)).toEqual(['b-app', 'c-app', 'a-data'])
})

/** What is drawn of so many CloudFront distributions. */
function edgeOf(count: number) {
  const graph = graphBuilder()
  for (let number = 0; number < count; number++) {
    const name = String.fromCodePoint(97 + number)
    graph.add('AWS::CloudFront::Distribution', name, name)
  }
  return elementsOf(architectureView(graph.build())).find(({ id }) => id === 'edge')
}

describe('resources at the edge', () => {
  test('are a row of up to five, then a grid', () => {
    expect([1, 5, 6].map((count) => edgeOf(count))).toMatchObject([
      { arrangement: 'row' },
      { arrangement: 'row' },
      { arrangement: 'grid' },
    ])
    expect(edgeOf(0)).toBeUndefined()
  })
})

test('distributions with an alternate domain name never share a box with distributions without one', () => {
  const graph = graphBuilder()
  const type = 'AWS::CloudFront::Distribution'
  graph.add(type, 'e-shop', 'shop.example', { enabled: true, aliases: ['shop.example'] })
  for (let number = 0; number < 30; number++) {
    const name = `d${number}.cloudfront.net`
    graph.add(type, name, name, { enabled: true, ...(number % 2 === 0 && { aliases: [] }) })
    for (const each of manyTypes) graph.add(each, `f-${number}`, `f-${number}`, {}, { app: `app${number}` })
  }
  const drawn = elementsOf(architectureView(graph.build())).filter((each) => each.type === type)
  expect(drawn.length).toBeLessThan(31)
  expect(drawn.find(({ members }) => members.some(({ id }) => id === 'e-shop'))?.members).toHaveLength(1)
})

/** 56 between the queues. APIs have arrows from the internet. */
function arrowsOfQueues(other: 'AWS::S3::Bucket' | 'AWS::ApiGatewayV2::Api') {
  const graph = graphBuilder()
  const add = (type: string, count: number) =>
    Array.from({ length: count }, (_, number) => {
      const name = `${String.fromCodePoint(97 + number)}${type.at(-1)}`
      return graph.add(type, name, name)
    })
  const queues = add('AWS::SQS::Queue', 8)
  for (const from of queues) for (const to of queues) if (from !== to) graph.relate(from, 'routes to', to)
  add('AWS::Lambda::Function', 15)
  add(other, 15)
  const options = { ...defaultViewOptions, collapse: 0, elementLimit: 150 }
  const { edges, notDrawn } = architectureView(graph.build(), options)
  const left = notDrawn.find(({ what }) => what === 'arrows for events, messages, and dependencies')
  return { drawn: edges.filter(({ form }) => form === 'event').length, left: left?.count }
}

describe('arrows of events between 8 queues, beside 30 other boxes,', () => {
  test('are all drawn with up to one and a half arrows a box', () => {
    expect(arrowsOfQueues('AWS::S3::Bucket')).toEqual({ drawn: 56, left: undefined })
  })

  test('are left out above that, requests included, and counted', () => {
    expect(arrowsOfQueues('AWS::ApiGatewayV2::Api')).toEqual({ drawn: 41, left: 15 })
  })
})

/** What the card of a VPC with so many of each says. */
function cardOf(instances: number, functions: number) {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
  for (let number = 0; number < instances; number++)
    graph.relate(graph.add('AWS::EC2::Instance', `i-${number}`, null), 'contained in', network)
  for (let number = 0; number < functions; number++)
    graph.relate(graph.add('AWS::Lambda::Function', `f-${number}`, null), 'contained in', network)
  return find(architectureView(graph.build(), { ...defaultViewOptions, collapse: 11 }), 'AWS::EC2::VPC/vpc-1').detail
}

test('the card of a VPC shows its most frequent type, the first by name if there are several', () => {
  expect([cardOf(1, 2), cardOf(2, 1), cardOf(2, 2)]).toEqual([
    '2 Lambda functions',
    '2 EC2 instances',
    '2 EC2 instances',
  ])
})

test('nodes of a Kubernetes cluster have the name of their node group, other instances that of their Auto Scaling group', () => {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
  const subnet = graph.add('AWS::EC2::Subnet', 'subnet-1', 'shop', { availabilityZone: 'eu-west-1a' })
  graph.relate(subnet, 'contained in', network)
  for (const name of ['eks-7f3a', 'web']) {
    const group = graph.add('AWS::AutoScaling::AutoScalingGroup', name, name)
    for (const number of [1, 2]) {
      const instance = graph.add('AWS::EC2::Instance', `i-${name}-${number}`, null)
      graph.relate(instance, 'contained in', subnet)
      graph.relate(group, 'associated with', instance)
    }
  }
  const nodes = graph.add('AWS::EKS::Nodegroup', 'shop/workers', 'workers')
  graph.relate(nodes, 'associated with', { type: 'AWS::AutoScaling::AutoScalingGroup', id: 'eks-7f3a' })
  const boxes = elementsOf(architectureView(graph.build())).filter(({ type }) => type === 'AWS::EC2::Instance')
  expect(boxes.map(({ label, detail }) => [label, detail])).toEqual([
    ['2 × web', 'Auto Scaling group'],
    ['2 × workers', 'Auto Scaling group'],
  ])
})

/** The number of environments in each box of buckets that these applications use. */
function environmentsInBoxes(applications: readonly string[]): readonly number[] {
  const graph = graphBuilder()
  const buckets = ['ads', 'carts', 'clicks'].flatMap((name) =>
    ['prod', 'staging'].map((environment) => graph.add('AWS::S3::Bucket', `${name}-${environment}`, null)),
  )
  graph.add('AWS::Lambda::Function', 'other', 'other', {}, { application: 'other' })
  for (const application of applications) {
    const user = graph.add('AWS::Lambda::Function', application, application, {}, { application })
    for (const bucket of buckets) graph.relate(user, 'uses', bucket)
  }
  const { elements } = architectureView(graph.build(), { ...defaultViewOptions, collapse: 3 })
  const boxes = flattened(elements).filter(({ kind, type }) => kind === 'node' && type === 'AWS::S3::Bucket')
  return boxes.map(({ members }) => new Set(members.map(({ id }) => id.split('-').at(-1))).size)
}

test('what several applications use never shares a box with that of another environment', () => {
  const shared = environmentsInBoxes(['orders', 'reports'])
  expect(shared.length).toBeLessThan(6)
  expect(new Set(shared)).toEqual(new Set([1]))
  // Of one application, names say it.
  expect(environmentsInBoxes(['orders'])).toContain(2)
})

test('a page does not depend on the tag by which another one was grouped before', () => {
  const graph = graphBuilder()
  const buckets = ['ads', 'carts', 'clicks'].flatMap((name) =>
    ['prod', 'staging'].map((lane, at) => graph.add('AWS::S3::Bucket', `${name}-${'ab'[at]}`, name, {}, { lane })),
  )
  for (const application of ['orders', 'reports']) {
    const user = graph.add('AWS::Lambda::Function', application, application, {}, { application })
    for (const bucket of buckets) graph.relate(user, 'uses', bucket)
  }
  const built = graph.build()
  const plain = (of: typeof built): Diagram => architectureView(of, { ...defaultViewOptions, collapse: 3 })
  const expected = plain(structuredClone(built))
  architectureView(built, { ...defaultViewOptions, collapse: 3, groupBy: 'lane' })
  expect(plain(built)).toEqual(expected)
})

/** The arrows of a VPC with its own endpoint service, or with an endpoint for that of another account. */
function privateLinkArrows(isExternal: boolean) {
  const graph = graphBuilder()
  const vpc = graph.add('AWS::EC2::VPC', 'vpc', 'shop')
  const type = 'AWS::EC2::VPCEndpointService'
  const service = isExternal
    ? graph.addUnread(type, 'vpce-svc-1', 'external')
    : graph.add(type, 'vpce-svc-1', 'orders-api')
  if (isExternal) {
    const endpoint = graph.add('AWS::EC2::VPCEndpoint', 'vpce-1', 'to-orders')
    graph.relate(endpoint, 'contained in', vpc)
    graph.relate(endpoint, 'routes to', service)
  } else {
    const balancer = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'nlb', 'orders', { scheme: 'internal' })
    graph.relate(balancer, 'contained in', vpc)
    graph.relate(service, 'routes to', balancer)
  }
  const { edges } = architectureView(graph.build())
  return edges.map(({ form, source, target }) => [form, source, target])
}

describe('PrivateLink', () => {
  test('an endpoint service is an entry, with an arrow to its load balancer', () => {
    expect(privateLinkArrows(false)).toEqual([
      ['request', 'AWS::EC2::VPCEndpointService/vpce-svc-1', 'AWS::ElasticLoadBalancingV2::LoadBalancer/nlb'],
    ])
  })

  test('a VPC has an arrow to the endpoint service of another account', () => {
    expect(privateLinkArrows(true)).toEqual([
      ['request', 'AWS::EC2::VPC/vpc', 'AWS::EC2::VPCEndpointService/vpce-svc-1'],
    ])
  })
})
