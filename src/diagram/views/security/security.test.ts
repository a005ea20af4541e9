import { describe, expect, test } from 'vitest'
import type { Json, ResourceReference } from '../../../graph/resource-graph.ts'
import type { Diagram } from '../../diagram.ts'
import { drawPage, overviewOptions } from '../../draw-page.ts'
import { placeDiagram } from '../../layout/place-diagram.ts'
import { type GraphBuilder, graphBuilder } from '../../testing/sample-graphs.ts'
import { flattened } from '../boxes/group.ts'
import { measureInter } from '../../typeface/inter.ts'
import { indexGraph } from '../../../graph/graph-index.ts'
import { portsToIdle } from './security-group-node.ts'
import { countedForCard } from './protected-resources.ts'
import { securityView } from './security.ts'
import { defaultViewOptions } from '../view-options.ts'

const rule = (source: string, port: number | null, protocol = 'tcp'): Json => ({
  source,
  protocol,
  fromPort: port,
  toPort: port,
})

/** Internet to load balancer to web servers to a database. */
function shop(): GraphBuilder {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop', { cidrBlocks: ['10.0.0.0/16'] })
  const group = (id: string, name: string, ingress: readonly Json[]) => {
    const added = graph.add('AWS::EC2::SecurityGroup', id, name, { ingress })
    graph.relate(added, 'contained in', network)
    return added
  }
  const edge = group('sg-edge', 'edge', [rule('0.0.0.0/0', 443), rule('0.0.0.0/0', 80)])
  const web = group('sg-web', 'web', [rule('sg-edge', 8080), rule('sg-web', null, '-1')])
  const data = group('sg-data', 'data', [rule('sg-web', 5432), rule('10.9.0.0/16', 5432)])
  group('sg-idle', 'idle', [rule('0.0.0.0/0', 22)])
  const balancer = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'app/shop', 'shop', {
    scheme: 'internet-facing',
  })
  graph.relate(balancer, 'associated with', edge)
  for (const id of ['i-1', 'i-2']) graph.relate(graph.add('AWS::EC2::Instance', id, id), 'associated with', web)
  graph.relate(graph.add('AWS::RDS::DBInstance', 'orders', 'orders'), 'associated with', data)
  return graph
}

function reach(diagram: Diagram): readonly string[] {
  const labels = new Map(flattened(diagram.elements).map(({ id, label }) => [id, label]))
  return diagram.edges
    .filter(({ form }) => form === 'reach')
    .map(({ source, target, label }) => `${labels.get(source)} > ${labels.get(target)}: ${label}`)
    .toSorted()
}

/** The requests with a resource that has two groups. `ingress`: of the group for what goes on. */
function requests(type: string, ingress: readonly Json[] = []): readonly string[] {
  const graph = shop()
  graph.add('AWS::EC2::SecurityGroup', 'sg-backend', 'backend', { ingress })
  const api = graph.add('AWS::EC2::SecurityGroup', 'sg-api', 'api', { ingress: [rule('sg-backend', 8080)] })
  graph.relate(graph.add('AWS::EC2::Instance', 'i-3', 'i-3'), 'associated with', api)
  const both = graph.add(type, 'both', 'both')
  for (const id of ['sg-edge', 'sg-backend'])
    graph.relate(both, 'associated with', { type: 'AWS::EC2::SecurityGroup', id })
  return securityView(graph.build())
    .edges.filter(({ form }) => form === 'request')
    .map(({ source, target, label }) => `${source.split('/').at(-1)} > ${target.split('/').at(-1)}: ${label}`)
}

describe('a resource with a group for what comes in and one for what goes on', () => {
  const balancerType = 'AWS::ElasticLoadBalancingV2::LoadBalancer'

  test('has an arrow between them if it is a load balancer', () => {
    expect(requests(balancerType)).toEqual(['sg-edge > sg-backend: same load balancer'])
    expect(requests('AWS::EC2::Instance')).toEqual([])
  })

  test('has none if rules lead to the second one too', () => {
    expect(requests(balancerType, [rule('10.9.0.0/16', 443)])).toEqual([])
  })
})

describe('allowed traffic', () => {
  const diagram = securityView(shop().build())

  test('comes from inbound rules, with protocol and ports', () => {
    expect(reach(diagram)).toEqual([
      '10.9.0.0/16 > data: tcp 5432',
      'Internet > edge: tcp 80, 443',
      'edge > web: tcp 8080',
      'web > data: tcp 5432',
    ])
  })

  test('groups show the resources that they are attached to, and what is open', () => {
    const boxes = new Map(flattened(diagram.elements).map((element) => [element.label, element]))
    expect(boxes.get('web')).toMatchObject({ detail: '2 EC2 instances', variant: 'AWS::EC2::Instance' })
    expect(boxes.get('web')?.description).toContain('Allowed between members: all traffic')
    expect(boxes.get('edge')?.description).toContain('Open to the internet: tcp 443, tcp 80')
    expect(boxes.get('10.9.0.0/16')).toMatchObject({ detail: 'private addresses', presence: 'external' })
  })

  test('groups not attached to any resource are counted, even if they are open', () => {
    expect(flattened(diagram.elements).map(({ label }) => label)).not.toContain('idle')
    expect(diagram.notDrawn).toEqual([
      { what: 'security group not attached to any resource', count: 1 },
      { what: 'resources protected by the security groups shown', count: 4 },
    ])
  })
})

test("if resources couldn't be read, no group is shown as not attached", () => {
  const graph = shop()
  graph.deny('AWS::RDS::DBInstance')
  const built = graph.build()
  const relations = built.relations.filter(({ source }) => source.type !== 'AWS::RDS::DBInstance')
  const diagram = securityView({ ...built, relations })
  const boxes = new Map(flattened(diagram.elements).map((element) => [element.label, element]))
  expect(boxes.get('data')).toMatchObject({ detail: 'not attached to any resource that could be read' })
  expect(reach(diagram)).toContain('web > data: tcp 5432')
  expect(diagram.notDrawn).toEqual([{ what: 'resources protected by the security groups shown', count: 3 }])
})

test('if a selection leaves out resources, no group is shown as not attached', () => {
  const drawn = drawPage('security', shop().build(), { ...overviewOptions, types: '-AWS::EC2::Instance' })
  if (drawn.kind !== 'drawn') throw new Error(drawn.message)
  const web = flattened(drawn.diagram.elements).find(({ label }) => label === 'web')
  expect(web).toMatchObject({ detail: 'not attached to any resource shown' })
  expect(drawn.diagram.notDrawn).toContainEqual({ what: 'security group not attached to any resource shown', count: 1 })
})

/** Groups attached to one resource of each type, all open to the internet. */
function behind(count: number, types: readonly string[]): Diagram {
  const graph = graphBuilder()
  for (let number = 0; number < count; number++) {
    const group = graph.add('AWS::EC2::SecurityGroup', `sg-${number}`, `web-${number}`, {
      ingress: [rule('0.0.0.0/0', 443)],
    })
    for (const [position, type] of types.entries()) {
      const carrier = graph.add(`AWS::${type}`, `${position}-${number}`, null)
      graph.relate(carrier, 'associated with', group)
    }
  }
  return securityView(graph.build(), { ...defaultViewOptions, elementLimit: 20 })
}

describe('the resources that groups are attached to', () => {
  const few = ['EC2::Instance', 'EC2::Instance', 'RDS::DBInstance', 'EFS::FileSystem', 'Redshift::Cluster']
  const many = [...few, 'MSK::Cluster']
  test('are listed by type as far as the card has room, and completely in the description', () => {
    const only = flattened(behind(1, few).elements).find(({ label }) => label === 'web-0')
    expect(only?.detail).toBe('2 EC2 instances, 3 more types')
    const stack = flattened(behind(30, many).elements).find(({ form }) => form === 'stack')
    expect(stack?.label).toBe('30 × web-*')
    expect(stack?.detail).toBe('60 EC2 instances, 4 more types')
    expect(stack?.description.split('\n')).toContain(
      'Attached to 60 EC2 instances, 30 EFS file systems, 30 MSK clusters, 30 RDS DB instances, 30 Redshift clusters',
    )
  })

  test.each([
    [['EC2::Instance', 'EC2::Instance', 'EKS::Cluster'], '2 EC2 instances, 1 EKS cluster'],
    [['EC2::Instance', 'EC2::Instance', 'ElasticLoadBalancingV2::LoadBalancer'], '2 instances, 1 load balancer'],
    [['EC2::Instance', 'EC2::Instance', 'EFS::FileSystem', 'RDS::DBInstance'], '2 EC2 instances, 2 more types'],
    [['Batch::ComputeEnvironment'], '1 compute environment'],
    [['RDS::DBInstance', 'RDS::DBInstance', 'Redshift::Cluster'], '2 DB instances, 1 more type'],
  ])('%j are counted in the only line below a long name, or as shortly as possible', (types, detail) => {
    const attached = types.map((type, position) => ({ type: `AWS::${type}`, id: `${position}` }))
    expect(countedForCard(attached, 'payments-production-web')).toBe(detail)
  })

  test('are never in one box with another tier, nor resources that the internet can reach with others', () => {
    const graph = graphBuilder()
    const add = (name: string, type: string, from: string | null) => {
      const group = graph.add('AWS::EC2::SecurityGroup', `sg-${name}`, name, {
        ingress: from === null ? [] : [rule(from, 443)],
      })
      graph.relate(graph.add(type, name, null, { scheme: 'internet-facing' }), 'associated with', group)
    }
    for (let number = 0; number < 10; number++) {
      add(`group-${number}`, 'AWS::EC2::Instance', null)
      add(`group-1${number}`, 'AWS::RDS::DBInstance', null)
    }
    const stacks = (elementLimit: number) =>
      flattened(securityView(graph.build(), { ...defaultViewOptions, elementLimit }).elements)
        .filter(({ form }) => form === 'stack')
        .map(({ label, detail }) => [label, detail])
    const closed = [
      ['10 × group-*', '10 EC2 instances'],
      ['10 × group-*', '10 RDS DB instances'],
    ]
    expect(stacks(4)).toEqual(closed)
    const balancer = 'AWS::ElasticLoadBalancingV2::LoadBalancer'
    for (const name of ['open-1', 'open-2']) add(name, balancer, '0.0.0.0/0')
    for (const name of ['open-3', 'open-4']) add(name, balancer, null)
    expect(stacks(5)).toEqual([...closed, ['2 × open-*', '2 load balancers'], ['2 × open-*', '2 load balancers']])
  })

  test("have two lines on the card, and aren't cut", async () => {
    const gateways = ['EC2::NatGateway', 'EC2::NatGateway', 'EC2::Image', 'RDS::DBProxy', 'Redshift::Cluster']
    const placed = await placeDiagram(behind(30, gateways), measureInter)
    const texts = placed.boxes.find(({ element }) => element.label === '30 × web-*')?.texts.map(({ text }) => text)
    expect(texts).toEqual(['30 × web-*', '60 NAT gateways, 30 AMIs,', '30 RDS proxies, 1 more type'])
  })
})

/** The detail of a group that is attached to instances in these states, and the count of rules. */
function behindRule(states: readonly string[], source: string) {
  const graph = shop()
  const admin = graph.add('AWS::EC2::SecurityGroup', 'sg-admin', 'admin', { ingress: [rule(source, 3389)] })
  for (const [number, state] of states.entries()) {
    const server = graph.add('AWS::EC2::Instance', `i-admin-${number}`, null, { state })
    graph.relate(server, 'associated with', admin)
  }
  const { elements, notDrawn } = securityView(graph.build())
  const { detail = '' } = flattened(elements).find(({ label }) => label === 'admin') ?? {}
  return [detail, ...notDrawn.filter(({ what }) => what.includes('anywhere'))]
}

test.each([
  ['AWS::ECS::Service', { status: 'ACTIVE', noTasksRunning: true }, '1 ECS service, not running'],
  ['AWS::RDS::DBCluster', { status: 'stopped' }, '1 RDS DB cluster, not running'],
  ['AWS::RDS::DBCluster', { status: 'available' }, '1 RDS DB cluster'],
] as const)('the card of a security group of %s %o says %s', (type, properties, expected) => {
  const graph = shop()
  const admin = graph.add('AWS::EC2::SecurityGroup', 'sg-admin', 'admin', { ingress: [rule('10.0.0.0/16', 3389)] })
  graph.relate(graph.add(type, 'inner', 'inner', properties), 'associated with', admin)
  const { elements } = securityView(graph.build())
  expect(flattened(elements).find(({ label }) => label === 'admin')?.detail).toBe(expected)
})

test("a rule from anywhere is counted if only instances that aren't running keep it from being drawn", () => {
  const one = { what: "rule from anywhere to resources that aren't running", count: 1 }
  expect(behindRule(['stopped'], '0.0.0.0/0')).toEqual(['1 EC2 instance, not running', one])
  expect(behindRule(['stopped', 'stopped'], '::/0')).toEqual(['2 EC2 instances, not running', one])
  expect(behindRule(['stopped', 'running'], '0.0.0.0/0')).toEqual(['2 EC2 instances', one])
  expect(behindRule(['running'], '0.0.0.0/0')).toEqual(['1 EC2 instance'])
  expect(behindRule(['stopped'], '10.0.0.0/16')).toEqual(['1 EC2 instance, not running'])
})

test('a rule is not one to idle resources if the internet reaches others through it', () => {
  const graph = graphBuilder()
  const idle = graph.add('AWS::EC2::Instance', 'i-idle', null, { state: 'stopped' })
  graph.add('AWS::EC2::SecurityGroup', 'sg-admin', 'admin', { ingress: [rule('0.0.0.0/0', 3389)] })
  const index = indexGraph(graph.build())
  const admin = index.find({ type: 'AWS::EC2::SecurityGroup', id: 'sg-admin' })
  if (admin === null) throw new Error('It was added')
  expect(portsToIdle(index, admin, [idle], [])).toEqual(['tcp 3389'])
  expect(portsToIdle(index, admin, [idle], ['tcp 3389'])).toEqual([])
})

test('groups of other accounts and prefix lists are external sources', () => {
  const graph = shop()
  graph.addUnread('AWS::EC2::SecurityGroup', 'sg-partner', 'external')
  graph.add('AWS::EC2::PrefixList', 'pl-1', 'offices')
  const carried = graph.add('AWS::EC2::SecurityGroup', 'sg-api', 'api', {
    ingress: [rule('sg-partner', 443), rule('pl-1', 443)],
  })
  graph.relate(graph.add('AWS::EC2::Instance', 'i-9', 'api'), 'associated with', carried)
  const outside = securityView(graph.build()).elements.find(({ id }) => id === 'category:External sources')
  expect(outside?.kind === 'group' && outside.children.map(({ label }) => label)).toEqual([
    '10.9.0.0/16',
    'offices',
    'sg-partner',
  ])
})

test('APIs and distributions are entry points, with arrows to the groups of their targets', () => {
  const graph = shop()
  const distribution = graph.add('AWS::CloudFront::Distribution', 'E1', 'shop.example')
  graph.relate(distribution, 'routes to', { type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', id: 'app/shop' })
  const diagram = securityView(graph.build())
  const requests = diagram.edges.filter(({ form }) => form === 'request').map(({ source, target }) => [source, target])
  expect(requests).toEqual([
    ['AWS::CloudFront::Distribution/E1', 'AWS::EC2::SecurityGroup/sg-edge'],
    ['internet', 'AWS::CloudFront::Distribution/E1'],
  ])
})

test('an arrow from an entry point says what goes over it', () => {
  const graph = shop()
  const arn = 'arn:aws:lambda:eu-west-1:123456789012:function:handler'
  const routeTargets = [{ route: 'POST /orders', target: arn }]
  const api = graph.add('AWS::ApiGatewayV2::Api', 'a1', 'orders', {
    stages: ['prod'],
    routes: 1,
    routesWithoutAuthorization: 1,
    routeTargets,
  })
  const handler = graph.add('AWS::Lambda::Function', 'handler', 'handler')
  graph.relate(api, 'invokes', handler)
  graph.relate(handler, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-web' })
  const built = graph.build()
  const resources = built.resources.map((each) => (each.id === 'handler' ? { ...each, arn } : each))
  const arrows = securityView({ ...built, resources }).edges.filter(({ source }) => source.endsWith('/a1'))
  expect(arrows.map(({ target, label }) => [target, label])).toEqual([
    ['AWS::EC2::SecurityGroup/sg-web', 'POST /orders'],
  ])
})

const policy = (condition: string | null, to = 'everyone') => ({ policyGrants: [{ to, condition }] })

test('a resource with a public policy is an entry point, and its arrow shows a restriction', () => {
  const graph = shop()
  graph.add('AWS::SQS::Queue', 'open', 'open', policy(null))
  graph.add('AWS::SQS::Queue', 'closed', 'closed', { policyGrants: [] })
  graph.add('AWS::SQS::Queue', 'partner', 'partner', policy(null, '111122223333'))
  graph.add('AWS::SQS::Queue', 'endpoint', 'endpoint', policy('only where aws:SourceVpce is vpce-1'))
  graph.add('AWS::EKS::Cluster', 'lab', 'lab', { publicEndpoint: true, publicAccessCidrs: ['0.0.0.0/0'] })
  graph.add('AWS::EKS::Cluster', 'office', 'office', { publicEndpoint: true, publicAccessCidrs: ['198.51.100.0/24'] })
  const diagram = securityView(graph.build())
  expect(entryLabels(diagram)).toEqual(['endpoint', 'lab', 'office', 'open'])
  const arrows = diagram.edges.filter(({ source, form }) => source === 'internet' && form === 'request')
  expect(Object.fromEntries(arrows.map(({ target, label }) => [target, label]))).toEqual({
    'AWS::EKS::Cluster/lab': 'tcp 443',
    'AWS::EKS::Cluster/office': '198.51.100.0/24',
    'AWS::SQS::Queue/endpoint': 'conditional',
    'AWS::SQS::Queue/open': 'resource policy',
  })
})

test('entry points whose long names begin alike are shown with the words before they differ', () => {
  const graph = shop()
  const long = 'orders-reference-architecture-tenant-template'
  for (const name of [`${long}-pooled-api`, `${long}-silo-api`, 'control-plane'])
    graph.add('AWS::SQS::Queue', name, name, policy(null))
  const page = drawPage('security', graph.build(), overviewOptions)
  expect(page.kind === 'drawn' && entryLabels(page.diagram)).toEqual([
    'control-plane',
    '…tenant-template-pooled-api',
    '…tenant-template-silo-api',
  ])
})

test("a public address without a security group is an entry point, one with a group isn't", () => {
  const graph = shop()
  graph.add('AWS::Lightsail::Instance', 'blog', 'blog', {
    publicIpAddress: '198.51.100.7',
    openPorts: [{ protocol: 'tcp', fromPort: 80, toPort: 80, cidrs: ['0.0.0.0/0'] }],
  })
  graph.add('AWS::Lightsail::Instance', 'batch', 'batch', {})
  const grouped = graph.add('AWS::ElasticLoadBalancingV2::LoadBalancer', 'net/grouped', 'grouped', {
    scheme: 'internet-facing',
  })
  graph.relate(grouped, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-edge' })
  const scanned = graph.build()
  expect(entryLabels(securityView(scanned))).toEqual(['blog'])
  // Not even if a selection leaves the group out.
  const selected = { ...scanned, relations: scanned.relations.filter(({ target }) => target.id !== 'sg-edge') }
  expect(entryLabels(securityView(selected, { ...defaultViewOptions, scanned }))).toEqual(['blog'])
})

function entryLabels(diagram: Diagram): readonly string[] {
  const entries = diagram.elements.find(({ id }) => id === 'category:Entry points')
  return entries?.kind === 'group' ? entries.children.map(({ label }) => label) : []
}

/** The boxes of ranges that one group allows. Another group also allows the first ones. */
function rangesOf(cidrs: readonly string[], twice = 1, graph = shop()) {
  const group = { type: 'AWS::EC2::SecurityGroup', id: 'sg-partners' }
  graph.add(group.type, group.id, 'partners', { ingress: cidrs.map((cidr) => rule(cidr, 443)) })
  const other = graph.add(group.type, 'sg-other', 'other', {
    ingress: cidrs.slice(0, twice).map((cidr) => rule(cidr, 22)),
  })
  for (const each of [group, other])
    graph.relate(graph.add('AWS::EC2::Instance', `i-${each.id}`, null), 'associated with', each)
  return flattened(securityView(graph.build()).elements).filter(({ id }) => id.startsWith('range:'))
}

describe('address ranges', () => {
  const privates = Array.from({ length: 30 }, (_, number) => `10.${number}.0.0/16`)
  const publics = ['198.51.100.0/24', '203.0.113.0/24']

  test('up to eight have a box of their own', () => {
    // The shop already has one.
    const boxes = rangesOf([...publics, ...privates.slice(1, 6)])
    expect(boxes).toHaveLength(8)
    const details = Object.fromEntries(boxes.map(({ label, detail }) => [label, detail]))
    expect(details).toMatchObject({
      '10.1.0.0/16': 'private addresses',
      '198.51.100.0/24': 'public addresses',
    })
  })

  test('above that, the six most used have one, and the rest shares one box for private and one for public addresses', () => {
    const boxes = rangesOf([...publics.slice(0, 1), ...privates.slice(1), '10.30.0.0/16', ...publics.slice(1)])
    const labels = boxes.map(({ label }) => label).toSorted()
    expect(labels).toHaveLength(8)
    // Two are used twice, one of them by the shop; of the others the first by name.
    const twice = ['10.9.0.0/16', '198.51.100.0/24']
    const once = privates
      .slice(1)
      .filter((cidr) => !twice.includes(cidr))
      .toSorted()
    expect(labels.filter((label) => !label.includes('more'))).toEqual([...once.slice(0, 4), ...twice])
    expect(labels.filter((label) => label.includes('more'))).toEqual(['1 more public range', '25 more private ranges'])
    const rest = boxes.find(({ label }) => label === '25 more private ranges')
    const lines = rest?.description.split('\n') ?? []
    expect(rest).toMatchObject({ form: 'stack', detail: 'of addresses', presence: 'external' })
    expect(lines).toHaveLength(23)
    expect(lines.at(-1)).toBe('and 5 more')
  })

  test.each([
    [4, 'and 1 more'],
    [5, ''],
  ])('of those that share a box, the description names twenty: %i fewer', (fewer, last) => {
    const boxes = rangesOf([...publics.slice(0, 1), ...privates.slice(1 + fewer), '10.30.0.0/16', ...publics.slice(1)])
    const lines = boxes.find(({ label }) => label.endsWith('more private ranges'))?.description.split('\n') ?? []
    expect(lines).toHaveLength(last === '' ? 22 : 23)
    expect(lines.filter((line) => line.startsWith('and '))).toEqual(last === '' ? [] : [last])
  })

  test('that share a box are sorted, although some are used more often', () => {
    const twice = privates.slice(10, 20)
    const rest = rangesOf([...twice, ...privates.slice(1, 5)], twice.length).find(({ label }) => label.includes('more'))
    const [label, detail, ...listed] = rest?.description.split('\n') ?? []
    // Four used twice, four used once, and the one of the shop.
    expect([label, detail, listed.length]).toEqual(['9 more private ranges', 'of addresses', 9])
    expect(listed).toEqual(listed.toSorted())
    expect(listed).toEqual(expect.arrayContaining(['10.1.0.0/16', '10.19.0.0/16']))
  })
})

describe('address ranges of VPCs of the scan', () => {
  const twin = { cidrBlocks: ['10.8.0.0/16', '100.64.0.0/10', '198.51.100.0/25'] }
  const withTwins = () => {
    const graph = shop()
    for (const id of ['vpc-2', 'vpc-3']) graph.add('AWS::EC2::VPC', id, `twin of ${id}`, twin)
    graph.addUnread('AWS::EC2::VPC', 'vpc-4', 'external')
    return graph
  }

  test.each([
    ['all addresses of a VPC', '10.0.0.0/16', 'shop', '10.0.0.0/16', 'read'],
    ['some addresses of a VPC', '10.0.128.0/20', 'shop', '10.0.128.0/20', 'read'],
    ['public addresses of VPCs', '198.51.100.0/26', '198.51.100.0/26', '2 VPCs', 'read'],
    ['the same addresses in two VPCs', '10.8.0.0/16', '10.8.0.0/16', '2 VPCs', 'read'],
    ['addresses of VPCs and others', '10.0.0.0/8', '10.0.0.0/8', '3 VPCs and others', 'read'],
    ['addresses of no VPC', '10.1.0.0/16', '10.1.0.0/16', 'private addresses', 'external'],
    ['mostly public addresses', '198.51.100.0/24', '198.51.100.0/24', 'public addresses', 'external'],
  ])("aren't external, and have the VPC's name: %s", (_, cidr, label, detail, presence) => {
    const box = rangesOf([cidr], 1, withTwins()).find(({ id }) => id === `range:${cidr}`)
    expect(box).toMatchObject({ label, detail, presence })
  })

  test('have a frame of their own, and share a box apart from other addresses', () => {
    const parts = Array.from({ length: 10 }, (_, number) => `10.0.${number}.0/24`)
    const graph = shop()
    const ours = graph.add('AWS::EC2::SecurityGroup', 'sg-9', 'ours', {
      ingress: ['10.1.0.0/16', ...parts].map((cidr) => rule(cidr, 443)),
    })
    graph.relate(graph.add('AWS::EC2::Instance', 'i-9', null), 'associated with', ours)
    const { elements } = securityView(graph.build())
    const framed = (name: string) => {
      const frame = elements.find(({ id }) => id === `category:${name}`)
      return frame?.kind === 'group' ? [frame.form, ...frame.children.map(({ label }) => label)] : []
    }
    expect(framed('Address ranges of VPCs')).toEqual([
      'category',
      ...parts.slice(0, 6).map(() => 'shop'),
      '4 more VPC ranges',
    ])
    expect(framed('External sources')).toEqual(['outside', '2 more private ranges'])
  })
})

test("a VPC that couldn't be read is unknown, one outside a selection isn't", () => {
  const built = shop().build()
  const boundaryOf = (graph: typeof built, types = '') => {
    const drawn = drawPage('security', graph, { ...overviewOptions, types })
    if (drawn.kind !== 'drawn') throw new Error(drawn.message)
    return flattened(drawn.diagram.elements).find(({ id }) => id === 'network:unknown')
  }
  const unread = { ...built, resources: built.resources.filter(({ type }) => type !== 'AWS::EC2::VPC') }
  expect(boundaryOf(unread)).toMatchObject({ form: 'network', presence: 'unknown', label: 'Unknown VPC' })
  expect(boundaryOf(built, '-AWS::EC2::VPC')).toMatchObject({ presence: 'read', label: 'VPCs not selected' })
  expect(boundaryOf(built)).toBeUndefined()
})

/** File systems whose security groups are those of network interfaces: of their own, and of a mount target. */
function fileSystems(): GraphBuilder {
  const graph = shop()
  const ofWeb = [rule('sg-web', 445)]
  const attach = (name: string, to: ResourceReference) => {
    const card = graph.add('AWS::EC2::NetworkInterface', `eni-${name}`, null)
    graph.relate(to, 'attached to', card)
    graph.relate(card, 'associated with', graph.add('AWS::EC2::SecurityGroup', `sg-${name}`, name, { ingress: ofWeb }))
  }
  const [shared, target] = [
    graph.add('AWS::EFS::FileSystem', 'fs-2', 'uploads'),
    graph.add('AWS::EFS::MountTarget', 'fsmt-1', null),
  ]
  graph.relate(target, 'contained in', shared)
  attach('windows', graph.add('AWS::FSx::FileSystem', 'fs-1', 'offices'))
  attach('linux', target)
  for (const name of ['windows', 'linux'])
    graph.relate({ type: 'AWS::EC2::SecurityGroup', id: `sg-${name}` }, 'allows traffic from', {
      type: 'AWS::EC2::SecurityGroup',
      id: 'sg-web',
    })
  return graph
}

function fileSystemGroups(diagram: Diagram) {
  return flattened(diagram.elements)
    .filter(({ id }) => /sg-(windows|linux)/u.test(id))
    .map((each) => [each.label, each.detail])
}

describe('file systems', () => {
  test('count as what a security group is attached to, not their network interfaces', () => {
    expect(fileSystemGroups(securityView(fileSystems().build()))).toEqual([
      ['linux', '1 EFS file system'],
      ['windows', '1 FSx file system'],
    ])
  })

  test('have their security groups around a group that may reach them, too', () => {
    const page = drawPage('security', fileSystems().build(), { ...overviewOptions, focus: 'sg-web' })
    if (page.kind !== 'drawn') throw new Error(page.message)
    expect(fileSystemGroups(page.diagram)).toEqual([
      ['linux', '1 EFS file system'],
      ['windows', '1 FSx file system'],
    ])
    expect(reach(page.diagram)).toEqual(expect.arrayContaining(['web > linux: tcp 445', 'web > windows: tcp 445']))
  })
})
