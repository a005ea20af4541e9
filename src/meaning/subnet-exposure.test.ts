import { expect, test } from 'vitest'
import type { Json } from '../graph/resource-graph.ts'
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

/** Of a subnet in a network with a main route table, and perhaps one of its own. */
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
  ['no route', [], 'isolated', []],
] as const)('%s', (_, routes, exposure, via) => {
  expect(exposureOf(routes)).toEqual({ exposure, via })
})

test('the table that a subnet is associated with prevails over the main one', () => {
  expect(exposureOf([], [toGateway])).toMatchObject({ exposure: 'public' })
  expect(exposureOf([toGateway], [])).toMatchObject({ exposure: 'isolated' })
})
