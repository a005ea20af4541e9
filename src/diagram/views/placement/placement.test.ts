/** Tests where a resource is drawn: in a subnet, across a VPC, outside of VPCs, or not at all. */
import { describe, expect, test } from 'vitest'
import { indexGraph, type GraphIndex } from '../../../graph/graph-index.ts'
import type { ResourceGraph, ResourceReference } from '../../../graph/resource-graph.ts'
import { graphBuilder } from '../../testing/sample-graphs.ts'
import { boxesWithin, type PlacedNetwork, type Placement, placeResources } from './placement.ts'

const [vpc, subnet, instance, database] = [
  'AWS::EC2::VPC',
  'AWS::EC2::Subnet',
  'AWS::EC2::Instance',
  'AWS::RDS::DBInstance',
] as const
const balancer = 'AWS::ElasticLoadBalancingV2::LoadBalancer'

const ids = (resources: readonly { readonly id: string }[]) => resources.map(({ id }) => id)

function contentOf({
  network,
  isHidden,
  gateways,
  loadBalancers,
  subnets,
  requested,
  spanning,
  leftOut,
}: PlacedNetwork) {
  return {
    network: network?.id ?? null,
    isHidden,
    gateways: ids(gateways),
    loadBalancers: ids(loadBalancers),
    subnets: subnets.map((placed) => [placed.subnet.id, ...ids(placed.resources)]),
    requested: ids(requested),
    spanning: ids(spanning),
    leftOut,
  }
}

function placed(graph: ResourceGraph, scanned: ResourceGraph | null = null): Placement {
  return placeResources(indexGraph(graph), scanned)
}

/** Only these resources of the graph, with the relations between them. */
function partOf(graph: ResourceGraph, kept: readonly string[]): ResourceGraph {
  const isKept = ({ id }: ResourceReference) => kept.includes(id)
  return {
    ...graph,
    resources: graph.resources.filter(isKept),
    relations: graph.relations.filter(({ source, target }) => isKept(source) && isKept(target)),
  }
}

/** A VPC with two subnets, an instance in each, a load balancer, a database that spans it, and a function outside. */
function shop() {
  const graph = graphBuilder()
  const network = graph.add(vpc, 'vpc-1', 'shop')
  const inNetwork = (type: string, id: string, properties = {}) => {
    const added = graph.add(type, id, id, properties)
    graph.relate(added, 'contained in', network)
    return added
  }
  graph.relate(graph.add('AWS::EC2::InternetGateway', 'igw-1', 'igw-1'), 'attached to', network)
  for (const letter of ['a', 'b']) {
    const added = inNetwork(subnet, `subnet-${letter}`, { availabilityZone: `eu-west-1${letter}` })
    graph.relate(graph.add(instance, `i-${letter}`, letter, { state: 'running' }), 'contained in', added)
  }
  inNetwork(balancer, 'app/internal/1', { scheme: 'internal' })
  inNetwork(balancer, 'app/public/1', { scheme: 'internet-facing' })
  inNetwork(database, 'orders')
  graph.add('AWS::Lambda::Function', 'handler', 'handler')
  return { graph, inNetwork }
}

describe('a scan', () => {
  test('has its resources where they are, load balancers that face the internet first', () => {
    const { graph } = shop()
    const { networks, edge, outside, unread } = placed(graph.build())
    expect(networks.map(contentOf)).toEqual([
      {
        network: 'vpc-1',
        isHidden: false,
        gateways: ['igw-1'],
        loadBalancers: ['app/public/1', 'app/internal/1'],
        subnets: [
          ['subnet-a', 'i-a'],
          ['subnet-b', 'i-b'],
        ],
        requested: [],
        spanning: ['orders'],
        leftOut: 0,
      },
    ])
    expect([edge, outside, unread].map(ids)).toEqual([[], ['handler'], []])
    expect(boxesWithin(networks)).toBe(1 + 2 + 1 + 2 * 2)
  })

  test('has default VPCs after others, and VPCs that were not read last', () => {
    const graph = graphBuilder()
    const unread = graph.addUnread(vpc, 'vpc-0', 'unknown')
    graph.add(vpc, 'vpc-1', 'b', { isDefault: true })
    graph.add(vpc, 'vpc-2', 'c')
    graph.add(vpc, 'vpc-3', 'a')
    graph.relate(graph.add(database, 'orders', 'orders'), 'contained in', unread)
    expect(placed(graph.build()).networks.map(({ network }) => network?.id)).toEqual([
      'vpc-3',
      'vpc-2',
      'vpc-1',
      'vpc-0',
    ])
  })

  test('has a VPC or subnet that was not read only if something is in it', () => {
    const graph = graphBuilder()
    for (const id of ['vpc-empty', 'vpc-used']) graph.addUnread(vpc, id, 'unknown')
    for (const id of ['subnet-empty', 'subnet-used']) {
      const added = graph.addUnread(subnet, id, 'unknown')
      graph.relate(added, 'contained in', { type: vpc, id: 'vpc-used' })
    }
    graph.relate(graph.add(instance, 'i-1', 'i-1'), 'contained in', { type: subnet, id: 'subnet-used' })
    expect(placed(graph.build()).networks.map(({ network, subnets }) => [network?.id, subnets.length])).toEqual([
      ['vpc-used', 1],
    ])
  })

  test('has an unknown VPC for subnets whose VPC is unknown, and a place for what was not read', () => {
    const graph = graphBuilder()
    graph.relate(graph.add(instance, 'i-1', 'i-1'), 'contained in', graph.addUnread(subnet, 'subnet-1', 'unknown'))
    graph.addUnread(database, 'orders', 'unknown')
    graph.addUnread(database, 'elsewhere', 'external')
    const { networks, unread, outside } = placed(graph.build())
    expect(networks.map(contentOf)).toMatchObject([{ network: null, isHidden: false, subnets: [['subnet-1', 'i-1']] }])
    expect([unread, outside].map(ids)).toEqual([['orders'], []])
  })

  test('has no box for terminated instances', () => {
    const graph = graphBuilder()
    for (const state of ['running', 'stopped', 'terminated']) graph.add(instance, `i-${state}`, state, { state })
    expect(ids(placed(graph.build()).outside)).toEqual(['i-running', 'i-stopped'])
  })
})

/** Of the only subnet of the only VPC. */
const placedSubnet = (build: (graph: ReturnType<typeof graphBuilder>, of: ResourceReference) => void) => {
  const graph = graphBuilder()
  const added = graph.add(subnet, 'subnet-1', 'subnet-1')
  graph.relate(added, 'contained in', graph.add(vpc, 'vpc-1', 'shop'))
  build(graph, added)
  return placed(graph.build()).networks[0]?.subnets[0]
}

const holding = (...types: readonly string[]) =>
  placedSubnet((graph, of) => {
    for (const [index, type] of types.entries()) graph.relate(graph.add(type, `r-${index}`, null), 'contained in', of)
  })

/** To two subnets, so that they have no box in one. */
const attached = (...types: readonly string[]) => attachedBeside(null, ...types)

const attachedBeside = (group: string | null, ...types: readonly string[]) =>
  placedSubnet((graph, of) => {
    const other = graph.add(subnet, 'subnet-2', 'subnet-2')
    if (group !== null) graph.relate(graph.add(group, 'group', 'group'), 'associated with', of)
    for (const [index, type] of types.entries()) {
      const added = graph.add(type, `r-${index}`, null)
      for (const each of [of, other]) graph.relate(added, 'attached to', each)
    }
  })

const inZone = (own: string | null, ofContent: readonly string[]) => {
  const graph = graphBuilder()
  const added = graph.add(subnet, 'subnet-1', null, own === null ? {} : { availabilityZone: own })
  for (const [index, availabilityZone] of ofContent.entries())
    graph.relate(graph.add(instance, `i-${index}`, null, { availabilityZone }), 'contained in', added)
  return placed(graph.build()).networks[0]?.subnets[0]?.zone
}

const noteOf = (denied: boolean, types: readonly string[] = []) =>
  placedSubnet((graph, of) => {
    for (const type of types) graph.relate(graph.add(type, 'r-1', null), 'contained in', of)
    if (denied) graph.deny(database)
  })?.note

describe('a subnet', () => {
  test.each([
    { types: [], tier: 'application' },
    { types: [instance], tier: 'application' },
    { types: [database], tier: 'data' },
    { types: [instance, database], tier: 'application' },
    { types: [instance, database, database], tier: 'data' },
  ])('has the tier of most of its resources: $types', ({ types, tier }) => {
    expect(holding(...types)?.tier).toBe(tier)
  })

  test('without resources has the tier of most that may be in it', () => {
    const [proxy, service] = ['AWS::RDS::DBProxy', 'AWS::ECS::Service']
    expect(attached(database)?.tier).toBe('data')
    expect(attached(proxy, service, service)?.tier).toBe('application')
    expect(attached(proxy, service)?.tier).toBe('application')
    expect(attached(proxy, proxy, service)?.tier).toBe('data')
    expect(attachedBeside('AWS::RDS::DBSubnetGroup')?.tier).toBe('data')
    expect(attachedBeside('AWS::RDS::DBSubnetGroup', service)?.tier).toBe('application')
    expect(attached('AWS::EC2::TransitGateway')?.tier).toBe('application')
  })

  test.each([
    ['db-a', 'db-b', 'db-c'],
    ['db1', 'db2', 'db3'],
    ['db-1a', 'db-eu-west-1b', 'db-c'],
  ])('has the tier of the subnets %s, %s, and %s in other Availability Zones', (...names) => {
    const graph = graphBuilder()
    const network = graph.add(vpc, 'vpc-1', 'shop')
    for (const [position, name] of [...names, 'web-a', 'cache-a'].entries()) {
      const availabilityZone = `eu-west-1${'abcaa'[position]}`
      graph.relate(graph.add(subnet, name, name, { availabilityZone }), 'contained in', network)
    }
    for (const id of ['orders', 'payments'])
      graph.relate(graph.add(database, id, id), 'contained in', { type: subnet, id: names[1] ?? '' })
    graph.relate(graph.add(instance, 'i-1', 'admin'), 'contained in', { type: subnet, id: names[0] ?? '' })
    const groups = graph.add('AWS::ElastiCache::SubnetGroup', 'caches', 'caches')
    graph.relate(groups, 'associated with', { type: subnet, id: 'cache-a' })
    const tiers = placed(graph.build()).networks[0]?.subnets.map(({ subnet: { id }, tier }) => `${id}: ${tier}`)
    const ofData = [...names, 'cache-a'].map((id) => `${id}: data`)
    expect(tiers?.toSorted()).toEqual([...ofData, 'web-a: application'].toSorted())
  })

  test('has its own Availability Zone, otherwise that of a resource in it', () => {
    expect(inZone('a', ['b'])).toBe('a')
    expect(inZone(null, ['', 'b', 'c'])).toBe('b')
    expect(inZone(null, [])).toBe('')
  })

  test('without resources notes that some may be missing', () => {
    expect([noteOf(false), noteOf(true), noteOf(true, [instance])]).toEqual(['', 'may be incomplete', ''])
  })
})

describe('a part of a scan', () => {
  const whole = shop().graph.build()

  test('counts what it leaves out of its VPCs and subnets', () => {
    const { networks } = placed(partOf(whole, ['vpc-1', 'subnet-a', 'subnet-b', 'i-a']), whole)
    expect(networks.map(contentOf)).toMatchObject([{ network: 'vpc-1', leftOut: 4 }])
    expect(networks[0]?.subnets.map(({ leftOut, note }) => [leftOut, note])).toEqual([
      [0, ''],
      [1, '1 not selected'],
    ])
  })

  test('has resources of VPCs and subnets that are not selected in one place', () => {
    const { networks, outside } = placed(partOf(whole, ['i-a', 'orders', 'subnet-b', 'handler']), whole)
    expect(networks.map(contentOf)).toEqual([
      {
        network: null,
        isHidden: true,
        gateways: [],
        loadBalancers: [],
        subnets: [['subnet-b']],
        requested: [],
        spanning: ['i-a', 'orders'],
        leftOut: 0,
      },
    ])
    expect(ids(outside)).toEqual(['handler'])
  })

  test('has the Auto Scaling groups of the whole scan', () => {
    const graph = graphBuilder()
    const fleet = graph.add('AWS::AutoScaling::AutoScalingGroup', 'fleet', 'fleet')
    graph.relate(fleet, 'associated with', graph.add(instance, 'i-1', 'i-1'))
    const built = graph.build()
    const expected = new Map([['AWS::EC2::Instance/i-1', 'fleet']])
    expect(placed(built).scaledBy).toEqual(expected)
    expect(placed(partOf(built, ['i-1']), built).scaledBy).toEqual(expected)
    const nodes = graph.add('AWS::EKS::Nodegroup', 'nodes', 'nodes')
    graph.relate(nodes, 'associated with', fleet)
    expect(placed(graph.build()).scaledBy).toEqual(new Map([['AWS::EC2::Instance/i-1', 'nodes']]))
  })

  test('is placed once for each index', () => {
    const index: GraphIndex = indexGraph(whole)
    expect(placeResources(index)).toBe(placeResources(index))
  })
})

test('gateways of a VPC are in the order of the Availability Zones that route to them', () => {
  const { graph, inNetwork } = shop()
  for (const [letter, gateway] of [
    ['b', 'nat-1'],
    ['a', 'nat-2'],
  ] as const) {
    inNetwork('AWS::EC2::NatGateway', gateway)
    const routes = [{ destination: '0.0.0.0/0', target: gateway, state: 'active' }]
    const table = inNetwork('AWS::EC2::RouteTable', `rtb-${letter}`, { routes })
    graph.relate(table, 'associated with', { type: subnet, id: `subnet-${letter}` })
  }
  inNetwork('AWS::EC2::NatGateway', 'nat-0')
  const [{ spanning, subnets } = { spanning: [], subnets: [] }] = placed(graph.build()).networks
  expect([subnets.map(({ via }) => via), ids(spanning)]).toEqual([
    [['nat-2'], ['nat-1']],
    ['nat-2', 'nat-1', 'nat-0', 'orders'],
  ])
})
