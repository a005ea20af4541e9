/** Tests what a VPC shows of its content, as a card and as a frame. */
import { describe, expect, test } from 'vitest'
import type { Resource } from '../../../graph/resource-graph.ts'
import type { DiagramGroup } from '../../diagram.ts'
import { levelsOf, type DetailLevel } from '../boxes/detail-level.ts'
import { flattened } from '../boxes/group.ts'
import { defaultViewOptions } from '../view-options.ts'
import { isEmpty, networkCard, networkGroup } from './network-group.ts'
import type { PlacedNetwork, PlacedSubnet } from './placement.ts'

function resource(type: string, id: string, more: Partial<Resource> = {}): Resource {
  return { type, id, arn: null, name: id, presence: 'read', tags: {}, properties: {}, ...more }
}

const instances = (count: number, of = 'web') =>
  Array.from({ length: count }, (_, index) => resource('AWS::EC2::Instance', `${of}-${index}`))
const gateway = resource('AWS::EC2::InternetGateway', 'igw-1')
const nat = resource('AWS::EC2::NatGateway', 'nat-1')
const balancer = resource('AWS::ElasticLoadBalancingV2::LoadBalancer', 'app/shop/1')
const database = resource('AWS::RDS::DBInstance', 'orders')

function subnet(id: string, more: Partial<PlacedSubnet> = {}): PlacedSubnet {
  return {
    subnet: resource('AWS::EC2::Subnet', id, { properties: { cidrBlock: '10.0.1.0/24' } }),
    zone: 'eu-west-1a',
    tier: 'application',
    purpose: '',
    exposure: 'private',
    via: [],
    isBlackhole: false,
    resources: [],
    leftOut: 0,
    note: '',
    ...more,
  }
}

function vpc(more: Partial<PlacedNetwork> = {}): PlacedNetwork {
  return {
    network: resource('AWS::EC2::VPC', 'vpc-1', { name: 'shop', properties: { cidrBlocks: ['10.0.0.0/16'] } }),
    isHidden: false,
    gateways: [],
    loadBalancers: [],
    subnets: [],
    requested: [],
    spanning: [],
    leftOut: 0,
    mayBeIncomplete: false,
    ...more,
  }
}

describe('a VPC is empty', () => {
  test.each([
    { of: {}, expected: true },
    { of: { gateways: [gateway] }, expected: true },
    { of: { subnets: [subnet('subnet-1')] }, expected: true },
    { of: { subnets: [subnet('subnet-1'), subnet('subnet-2', { resources: instances(1) })] }, expected: false },
    { of: { loadBalancers: [balancer] }, expected: false },
    { of: { requested: instances(1) }, expected: false },
    { of: { spanning: [database] }, expected: false },
  ])('$expected: $of', ({ of, expected }) => {
    expect(isEmpty(vpc(of))).toBe(expected)
    expect(networkCard(vpc(of)).form).toBe(expected ? 'resource' : 'stack')
  })
})

describe('the card of a VPC', () => {
  test('counts all content by type, and shows the most frequent type that not every VPC has', () => {
    const card = networkCard(
      vpc({
        gateways: [gateway],
        loadBalancers: [balancer],
        requested: instances(1, 'requested'),
        spanning: [database, nat, resource('AWS::EC2::NatGateway', 'nat-2')],
        subnets: [subnet('subnet-2', { resources: instances(1) }), subnet('subnet-1'), subnet('subnet-3')],
        leftOut: 1_200,
      }),
    )
    expect(card).toEqual({
      kind: 'node',
      id: 'AWS::EC2::VPC/vpc-1',
      form: 'stack',
      type: 'AWS::EC2::VPC',
      members: [
        { type: 'AWS::EC2::Instance', id: 'requested-0' },
        { type: 'AWS::EC2::Instance', id: 'web-0' },
        { type: 'AWS::EC2::InternetGateway', id: 'igw-1' },
        { type: 'AWS::EC2::NatGateway', id: 'nat-1' },
        { type: 'AWS::EC2::NatGateway', id: 'nat-2' },
        { type: 'AWS::EC2::Subnet', id: 'subnet-1' },
        { type: 'AWS::EC2::Subnet', id: 'subnet-2' },
        { type: 'AWS::EC2::Subnet', id: 'subnet-3' },
        { type: 'AWS::EC2::VPC', id: 'vpc-1' },
        { type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', id: 'app/shop/1' },
        { type: 'AWS::RDS::DBInstance', id: 'orders' },
      ],
      presence: 'read',
      variant: '',
      label: 'shop',
      detail: '2 EC2 instances',
      description: [
        'shop',
        'VPC vpc-1',
        '10.0.0.0/16',
        '3 subnets',
        '1 internet gateway',
        '2 NAT gateways',
        '1 load balancer',
        '2 EC2 instances',
        '1 RDS DB instance',
        '1,200 outside this selection',
      ].join('\n'),
      opens: null,
    })
  })

  test('shows the first of equally frequent types by name', () => {
    expect(networkCard(vpc({ spanning: [database], requested: instances(1) })).detail).toBe('1 EC2 instance')
  })

  test.each([
    { of: {}, detail: 'no resources' },
    { of: { gateways: [gateway], subnets: [subnet('subnet-1')] }, detail: 'no resources' },
    { of: { mayBeIncomplete: true }, detail: 'may be incomplete' },
    { of: { leftOut: 3, mayBeIncomplete: true }, detail: '3 outside this selection' },
  ])('without resources tells why: $of', ({ of, detail }) => {
    expect(networkCard(vpc(of)).detail).toBe(detail)
  })

  test.each([
    { isHidden: true, presence: 'read', label: 'VPCs not selected' },
    { isHidden: false, presence: 'unknown', label: 'Unknown VPC' },
  ])('of unknown VPCs has no VPC among its members: $label', ({ isHidden, presence, label }) => {
    const unknown = vpc({ network: null, isHidden, requested: instances(1) })
    const texts = { id: 'network:unknown', presence, label }
    expect(networkCard(unknown)).toMatchObject({ ...texts, members: [{ type: 'AWS::EC2::Instance', id: 'web-0' }] })
    expect(networkGroup(unknown, closest, new Map())).toMatchObject({ ...texts, members: [] })
  })
})

const [closest] = levelsOf({ ...defaultViewOptions, collapse: 1 }, 1_000) as readonly [DetailLevel]
const merging: DetailLevel = { ...closest, mergeSubnets: true }

/** The frame's bands with the IDs in them. */
function bandsOf({ children }: DiagramGroup) {
  return children.map((band) => [
    band.id.replace('AWS::EC2::VPC/vpc-1/', ''),
    band.kind === 'group' ? [band.arrangement, ...band.children.map(({ id }) => id)] : [],
  ])
}

function zonesOf(drawn: DiagramGroup): readonly DiagramGroup[] {
  return flattened([drawn]).filter((element): element is DiagramGroup => element.form === 'zone')
}

function subnetsOf(drawn: DiagramGroup): readonly DiagramGroup[] {
  return flattened([drawn]).filter((element): element is DiagramGroup => element.form === 'subnet')
}

describe('the frame of a VPC', () => {
  test('has gateways, load balancers, targets of requests, zones, and the rest, in this order', () => {
    const drawn = networkGroup(
      vpc({
        gateways: [gateway],
        loadBalancers: [balancer],
        requested: instances(1),
        spanning: [database],
        subnets: [subnet('subnet-1')],
      }),
      closest,
      new Map(),
    )
    expect(drawn).toMatchObject({
      id: 'AWS::EC2::VPC/vpc-1',
      form: 'network',
      arrangement: 'column',
      type: 'AWS::EC2::VPC',
      members: [{ type: 'AWS::EC2::VPC', id: 'vpc-1' }],
      presence: 'read',
      label: 'shop',
      detail: '10.0.0.0/16',
    })
    expect(bandsOf(drawn)).toEqual([
      ['gateways', ['row', 'AWS::EC2::InternetGateway/igw-1']],
      ['load balancers', ['grid', 'AWS::ElasticLoadBalancingV2::LoadBalancer/app/shop/1']],
      ['requested', ['grid', 'AWS::EC2::Instance/web-0']],
      ['zones', ['matrix', 'AWS::EC2::VPC/vpc-1/zone eu-west-1a']],
      ['spanning', ['grid', 'AWS::RDS::DBInstance/orders']],
    ])
    expect(networkGroup(vpc(), closest, new Map()).children).toEqual([])
  })

  test.each(['loadBalancers', 'requested', 'spanning'] as const)('shows at least four %s one by one', (part) => {
    const type = part === 'loadBalancers' ? balancer.type : 'AWS::EC2::Instance'
    const boxes = (count: number, subnetStackAbove: number) => {
      const resources = Array.from({ length: count }, (_, index) => resource(type, `${'abcdefgh'[index]}`))
      return flattened(networkGroup(vpc({ [part]: resources }), { ...closest, subnetStackAbove }, new Map()).children)
    }
    const singles = (...given: Parameters<typeof boxes>) =>
      boxes(...given).filter(({ form }) => form === 'resource').length
    expect(singles(4, 1)).toBe(4)
    expect(singles(5, 1)).toBe(3)
    expect(singles(6, 6)).toBe(6)
  })

  test('shows two gateways of a kind one by one', () => {
    const gateways = ['a', 'b', 'c'].map((id) => resource(gateway.type, id))
    const singles = (count: number) =>
      flattened(networkGroup(vpc({ gateways: gateways.slice(0, count) }), closest, new Map()).children).filter(
        ({ form }) => form === 'resource',
      ).length
    expect([2, 3].map(singles)).toEqual([2, 0])
  })

  test('has a column for each Availability Zone, in which tiers start in the same row', () => {
    const drawn = networkGroup(
      vpc({
        subnets: [
          subnet('b-data', { zone: 'b', tier: 'data' }),
          subnet('b-public', { zone: 'b', tier: 'public' }),
          subnet('a-app', { zone: 'a' }),
          subnet('a-public-1', { zone: 'a', tier: 'public' }),
          subnet('a-public-2', { zone: 'a', tier: 'public' }),
          subnet('a-data', { zone: 'a', tier: 'data' }),
          subnet('nowhere', { zone: '' }),
        ],
      }),
      closest,
      new Map(),
    )
    expect(zonesOf(drawn).map(({ label, detail, description }) => ({ label, detail, description }))).toEqual([
      { label: 'Unknown Availability Zone', detail: '', description: 'Unknown Availability Zone' },
      { label: 'a', detail: 'Availability Zone', description: 'Availability Zone a' },
      { label: 'b', detail: 'Availability Zone', description: 'Availability Zone b' },
    ])
    expect(zonesOf(drawn).map(({ id, arrangement }) => [id, arrangement])).toEqual(
      ['', 'a', 'b'].map((zone) => [`AWS::EC2::VPC/vpc-1/zone ${zone}`, 'column']),
    )
    expect(
      zonesOf(drawn).map(({ children }) => children.map((each) => [each.label, (each as DiagramGroup).row])),
    ).toEqual([
      [['nowhere', 2]],
      [
        ['a-public-1', 0],
        ['a-public-2', 1],
        ['a-app', 2],
        ['a-data', 3],
      ],
      [
        ['b-public', 0],
        ['b-data', 3],
      ],
    ])
  })
})

const drawnAs = (more: Partial<PlacedSubnet>) =>
  subnetsOf(networkGroup(vpc({ subnets: [subnet('subnet-1', more)] }), closest, new Map()))[0]

describe('a subnet', () => {
  test.each([
    { more: { exposure: 'public' }, words: 'public' },
    { more: { exposure: 'private' }, words: 'private' },
    { more: { exposure: 'isolated' }, words: 'isolated' },
    { more: { exposure: 'unknown' }, words: 'unknown routes' },
  ] as const)('tells its exposure and addresses: $words', ({ more, words }) => {
    expect(drawnAs(more)).toMatchObject({
      exposure: more.exposure,
      arrangement: 'grid',
      members: [{ type: 'AWS::EC2::Subnet', id: 'subnet-1' }],
      label: 'subnet-1',
      detail: `${words} · 10.0.1.0/24`,
      description: `subnet-1\nSubnet subnet-1\n${words} 10.0.1.0/24`,
    })
  })

  test('tells its default route and its note', () => {
    expect(drawnAs({ via: ['nat-1', 'nat-2'], note: 'may be incomplete' })).toMatchObject({
      detail: 'private · 10.0.1.0/24 · may be incomplete',
      description: [
        'subnet-1',
        'Subnet subnet-1',
        'private 10.0.1.0/24',
        'Default route through nat-1, nat-2',
        'may be incomplete',
      ].join('\n'),
    })
  })

  test('tells that its default route is a blackhole', () => {
    expect(drawnAs({ exposure: 'isolated', isBlackhole: true })).toMatchObject({
      detail: 'isolated · blackhole · 10.0.1.0/24',
      description: 'subnet-1\nSubnet subnet-1\nisolated 10.0.1.0/24\nIts default route is a blackhole',
    })
  })

  test('that was not read has no exposure in words', () => {
    const unread = resource('AWS::EC2::Subnet', 'subnet-1', { presence: 'unknown', name: null })
    expect(drawnAs({ subnet: unread, exposure: 'unknown' })).toMatchObject({
      presence: 'unknown',
      detail: "couldn't be read",
      description: "subnet-1\nSubnet subnet-1\ncouldn't be read",
    })
  })

  test('counts the least numerous types together beyond the limit of a place', () => {
    const resources = [...instances(1), database, resource('AWS::ElastiCache::CacheCluster', 'sessions')]
    const boxes = (placeLimit: number) =>
      subnetsOf(
        networkGroup(vpc({ subnets: [subnet('subnet-1', { resources })] }), { ...closest, placeLimit }, new Map()),
      )[0]?.children.map(({ label }) => label)
    expect(boxes(3)).toEqual(['web-0', 'orders', 'sessions'])
    expect(boxes(2)).toEqual(['web-0', '2 more resources'])
  })
})

const merged = (subnets: readonly PlacedSubnet[]) => subnetsOf(networkGroup(vpc({ subnets }), merging, new Map()))

describe('merged subnets', () => {
  test('are of the same tier and Availability Zone, and have the resources of all', () => {
    const drawn = merged([
      subnet('a-1', { resources: instances(1, 'first') }),
      subnet('a-2', { resources: instances(1, 'second') }),
      subnet('a-3', { tier: 'data' }),
      subnet('b-1', { zone: 'eu-west-1b' }),
    ])
    expect(drawn.map(({ label, detail }) => [label, detail])).toEqual([
      ['2 subnets', 'private'],
      ['a-3', 'private · 10.0.1.0/24'],
      ['b-1', 'private · 10.0.1.0/24'],
    ])
    expect(drawn[0]).toMatchObject({
      id: 'subnets:AWS::EC2::VPC/vpc-1/eu-west-1a/application',
      exposure: 'private',
      presence: 'read',
      members: [{ id: 'a-1' }, { id: 'a-2' }],
      description: '2 subnets, private\na-1 (a-1)\na-2 (a-2)',
    })
    expect(drawn[0]?.children.flatMap(({ members }) => members.map(({ id }) => id))).toEqual(['first-0', 'second-0'])
  })

  test('of several exposures name them all, and have none', () => {
    expect(merged([subnet('a'), subnet('b', { exposure: 'isolated' })])[0]).toMatchObject({
      exposure: null,
      detail: 'isolated, private',
    })
  })

  test('are unknown if one of them was not read', () => {
    const unread = resource('AWS::EC2::Subnet', 'b', { presence: 'unknown' })
    expect(merged([subnet('a'), subnet('b', { subnet: unread })])[0]?.presence).toBe('unknown')
  })

  test('list twenty of them', () => {
    const many = Array.from({ length: 21 }, (_, index) => subnet(`subnet-${index}`))
    expect(merged(many)[0]?.description.split('\n')).toHaveLength(21)
  })
})
