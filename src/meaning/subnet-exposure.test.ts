import { expect, test } from 'vitest'
import type { Json, ResourceReference } from '../graph/resource-graph.ts'
import { graphBuilder } from '../diagram/testing/sample-graphs.ts'
import { indexGraph } from '../graph/graph-index.ts'
import { subnetExposure } from './subnet-exposure.ts'

const route = (target: string | null, more: Readonly<Record<string, Json>> = {}) => ({
  destination: '0.0.0.0/0',
  target,
  state: 'active',
  ...more,
})
const toGateway = route('igw-1')

/** A subnet in a VPC with a main route table, and optionally one of its own. */
function exposureOf(main: readonly Json[], own: readonly Json[] | null = null) {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', null)
  const subnet = graph.add('AWS::EC2::Subnet', 'subnet-1', null)
  graph.relate(subnet, 'contained in', network)
  graph.relate(graph.add('AWS::EC2::RouteTable', 'rtb-1', null, { main: true, routes: main }), 'contained in', network)
  if (own !== null) {
    const table = graph.add('AWS::EC2::RouteTable', 'rtb-2', null, { main: false, routes: own })
    graph.relate(table, 'contained in', network)
    graph.relate(table, 'associated with', subnet)
  }
  const index = indexGraph(graph.build())
  const found = index.find(subnet)
  if (found === null) throw new Error('The subnet is not in the graph')
  return subnetExposure(index, found, network)
}

test.each([
  ['an active default route to an internet gateway', [toGateway], 'public', ['igw-1']],
  [
    'an active IPv6 default route to an internet gateway',
    [route('igw-1', { destination: '::/0' })],
    'public',
    ['igw-1'],
  ],
  ['a black-hole default route to an internet gateway', [route('igw-1', { state: 'blackhole' })], 'isolated', []],
  ['a black-hole default route to a NAT gateway', [route('nat-1', { state: 'blackhole' })], 'isolated', []],
  [
    'a black hole to an internet gateway beside a default route to a NAT gateway',
    [route('igw-1', { state: 'blackhole', destination: '::/0' }), route('nat-1')],
    'private',
    ['nat-1'],
  ],
  ['a default route to a NAT gateway', [route('nat-1')], 'private', ['nat-1']],
  [
    'a route of a narrower range to an internet gateway',
    [route('igw-1', { destination: '10.0.0.0/8' })],
    'isolated',
    [],
  ],
  ['a default route that leads to nothing', [route(null)], 'isolated', []],
  [
    'default routes of both families to NAT gateways, one of them twice',
    [route('nat-2'), route('nat-1', { destination: '::/0' }), route('nat-2', { destination: '::/0' })],
    'private',
    ['nat-1', 'nat-2'],
  ],
  [
    'a default route to an internet gateway beside one to a NAT gateway',
    [route('nat-1'), route('igw-1', { destination: '::/0' })],
    'public',
    ['igw-1', 'nat-1'],
  ],
  ['what is no route beside one', [null, 'all', [], { target: 'igw-1' }, route('nat-1')], 'private', ['nat-1']],
  ['no route', [], 'isolated', []],
] as const)('%s', (_, routes, exposure, via) => {
  expect(exposureOf(routes)).toMatchObject({ exposure, via })
})

test.each([
  ['no route', [], false],
  ['only black holes', [route('nat-1', { state: 'blackhole' }), route('igw-1', { state: 'blackhole' })], true],
  ['another one', [route('nat-1', { state: 'blackhole' }), route('igw-1', { destination: '::/0' })], false],
  ['a black hole of a narrower range', [route('nat-1', { state: 'blackhole', destination: '10.0.0.0/8' })], false],
] as const)('whether all default routes are black holes: %s', (_, routes, isBlackhole) => {
  expect(exposureOf(routes).isBlackhole).toBe(isBlackhole)
})

test('the associated route table takes precedence over the main one', () => {
  expect(exposureOf([], [toGateway])).toMatchObject({ exposure: 'public' })
  expect(exposureOf([toGateway], [])).toMatchObject({ exposure: 'isolated' })
})

/** A subnet in a VPC without route tables, except those that `add` adds. */
function exposureWith(add: (graph: ReturnType<typeof graphBuilder>, subnet: ResourceReference) => void) {
  const graph = graphBuilder()
  const network = graph.add('AWS::EC2::VPC', 'vpc-1', null)
  const subnet = graph.add('AWS::EC2::Subnet', 'subnet-1', null)
  add(graph, subnet)
  const index = indexGraph(graph.build())
  const found = index.find(subnet)
  if (found === null) throw new Error('The subnet is not in the graph')
  return [subnetExposure(index, found, network), subnetExposure(index, found, null)]
}

const unknown = { exposure: 'unknown', via: [], isBlackhole: false }

test('without a table of its own or a main one, the exposure is unknown', () => {
  expect(exposureWith(() => undefined)).toEqual([unknown, unknown])
})

test("a route table that is neither main nor associated doesn't apply", () => {
  const found = exposureWith((graph) => {
    const table = graph.add('AWS::EC2::RouteTable', 'rtb-1', null, { main: false, routes: [toGateway] })
    graph.relate(table, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-1' })
  })
  expect(found).toEqual([unknown, unknown])
})

test("if its own route table couldn't be read, the main one doesn't apply", () => {
  const found = exposureWith((graph, subnet) => {
    const main = graph.add('AWS::EC2::RouteTable', 'rtb-1', null, { main: true, routes: [toGateway] })
    graph.relate(main, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-1' })
    graph.relate(graph.addUnread('AWS::EC2::RouteTable', 'rtb-2', 'unknown'), 'associated with', subnet)
  })
  expect(found).toEqual([unknown, unknown])
})

test('a route table without routes makes a subnet isolated', () => {
  for (const properties of [{ main: true }, { main: true, routes: null }, { main: true, routes: 'none' }]) {
    const [exposure] = exposureWith((graph) => {
      const main = graph.add('AWS::EC2::RouteTable', 'rtb-1', null, properties)
      graph.relate(main, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-1' })
    })
    expect(exposure).toEqual({ exposure: 'isolated', via: [], isBlackhole: false })
  }
})
