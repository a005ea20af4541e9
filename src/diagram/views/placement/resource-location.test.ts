import { describe, expect, test } from 'vitest'
import { indexGraph } from '../../../graph/graph-index.ts'
import type { Json, ResourceReference } from '../../../graph/resource-graph.ts'
import { type GraphBuilder, graphBuilder } from '../../testing/sample-graphs.ts'
import { locationOf } from './resource-location.ts'

const vpc = 'AWS::EC2::VPC'
const subnetType = 'AWS::EC2::Subnet'

/** Two VPCs with a subnet in each of two Availability Zones, and a VPC that couldn't be read. */
function landscape() {
  const graph = graphBuilder()
  const [one, two] = [graph.add(vpc, 'vpc-1', null), graph.add(vpc, 'vpc-2', null)]
  for (const [network, name] of [
    [one, '1'],
    [two, '2'],
  ] as const)
    for (const zone of ['a', 'b']) {
      const availabilityZone = `eu-west-1${zone}`
      graph.relate(graph.add(subnetType, `subnet-${name}${zone}`, null, { availabilityZone }), 'contained in', network)
    }
  graph.addUnread(subnetType, 'subnet-unread', 'unknown')
  return graph
}

const subnet = (id: string): ResourceReference => ({ type: subnetType, id: `subnet-${id}` })
const network = (id: string): ResourceReference => ({ type: vpc, id: `vpc-${id}` })

type Relations = readonly (readonly ['contained in' | 'attached to', ResourceReference])[]

/** The location of a resource of this type, such as `subnet-1a in vpc-1`. */
function placeOf(type: string, relations: Relations, properties: Readonly<Record<string, Json>> = {}): string {
  return placed(landscape(), type, relations, properties)
}

function placed(graph: GraphBuilder, type: string, relations: Relations, properties = {}): string {
  const it = graph.add(type, 'it', null, properties)
  for (const [verb, target] of relations) graph.relate(it, verb, target)
  const index = indexGraph(graph.build())
  const found = index.find(it)
  if (found === null) throw new Error('It is in the graph')
  const home = locationOf(index, found)
  return `${home.subnet?.id ?? 'no subnet'} in ${home.network?.id ?? 'no VPC'}`
}

describe('a resource is', () => {
  test.each<[string, string, Relations, Readonly<Record<string, Json>>, string]>([
    ['in its subnet', 'AWS::EC2::Instance', [['contained in', subnet('1a')]], {}, 'subnet-1a in vpc-1'],
    [
      'in the VPC of its subnet, whatever else names one',
      'AWS::EC2::Instance',
      [
        ['contained in', subnet('2a')],
        ['contained in', network('1')],
      ],
      {},
      'subnet-2a in vpc-2',
    ],
    [
      'in the VPC that it names where that of its subnet is not known',
      'AWS::EC2::Instance',
      [
        ['contained in', subnet('unread')],
        ['contained in', network('1')],
      ],
      {},
      'subnet-unread in vpc-1',
    ],
    ['in its VPC', 'AWS::Lambda::Function', [['contained in', network('2')]], {}, 'no subnet in vpc-2'],
    [
      'in the only subnet that it is attached to',
      'AWS::Lambda::Function',
      [['attached to', subnet('1b')]],
      {},
      'subnet-1b in vpc-1',
    ],
    [
      'in no subnet of several',
      'AWS::Lambda::Function',
      [
        ['attached to', subnet('1a')],
        ['attached to', subnet('1b')],
      ],
      {},
      'no subnet in vpc-1',
    ],
    [
      'in the subnet of its own zone',
      'AWS::RDS::DBInstance',
      [
        ['attached to', subnet('1a')],
        ['attached to', subnet('1b')],
      ],
      { availabilityZone: 'eu-west-1b' },
      'subnet-1b in vpc-1',
    ],
    [
      'across its subnets where none is of its zone',
      'AWS::RDS::DBInstance',
      [
        ['attached to', subnet('1a')],
        ['attached to', subnet('1b')],
      ],
      { availabilityZone: 'eu-west-1c' },
      'no subnet in vpc-1',
    ],
    [
      'above its subnets, when it is a load balancer',
      'AWS::ElasticLoadBalancingV2::LoadBalancer',
      [['attached to', subnet('1a')]],
      {},
      'no subnet in vpc-1',
    ],
    [
      'outside of all, when it is an edge',
      'AWS::CloudFront::Distribution',
      [['contained in', network('1')]],
      {},
      'no subnet in no VPC',
    ],
    ['nowhere, when nothing tells', 'AWS::Lambda::Function', [], {}, 'no subnet in no VPC'],
  ])('%s', (_, type, relations, properties, place) => {
    expect(placeOf(type, relations, properties)).toBe(place)
  })

  test('where its subnet group is', () => {
    const graph = landscape()
    const group = graph.add('AWS::RDS::DBSubnetGroup', 'group', null)
    graph.relate(group, 'contained in', network('2'))
    for (const id of ['2a', '2b']) graph.relate(group, 'associated with', subnet(id))
    const database = graph.add('AWS::RDS::DBInstance', 'database', null, { availabilityZone: 'eu-west-1b' })
    graph.relate(database, 'associated with', group)
    const index = indexGraph(graph.build())
    const found = index.find(database)
    expect(found && locationOf(index, found)).toMatchObject({ subnet: subnet('2b'), network: network('2') })
  })

  test('where its parts are, across all of their subnets', () => {
    const graph = landscape()
    const instance = graph.add('AWS::RDS::DBInstance', 'instance', null)
    graph.relate(instance, 'attached to', subnet('2a'))
    graph.relate(instance, 'contained in', { type: 'AWS::RDS::DBCluster', id: 'it' })
    expect(placed(graph, 'AWS::RDS::DBCluster', [])).toBe('no subnet in vpc-2')
  })
})

/** Route tables in these VPCs have a route to a NAT gateway that couldn't be read. */
function placeOfGateway(networks: readonly string[]) {
  const graph = landscape()
  const gateway = graph.addUnread('AWS::EC2::NatGateway', 'nat-1', 'unknown')
  for (const [position, id] of networks.entries()) {
    const table = graph.add('AWS::EC2::RouteTable', `rtb-${position}`, null)
    graph.relate(table, 'contained in', network(id))
    graph.relate(table, 'routes to', gateway)
  }
  const index = indexGraph(graph.build())
  const found = index.find(gateway)
  return found && locationOf(index, found).network?.id
}

describe("a resource that couldn't be read is in the VPC of the resources that reference it", () => {
  test('unless several VPCs reference it, or none', () => {
    expect(placeOfGateway(['1'])).toBe('vpc-1')
    expect(placeOfGateway(['2', '2'])).toBe('vpc-2')
    expect(placeOfGateway(['1', '2'])).toBeUndefined()
    expect(placeOfGateway([])).toBeUndefined()
  })
})
