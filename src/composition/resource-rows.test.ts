import { expect, test } from 'vitest'
import type { Json, ResourceGraph } from '../graph/resource-graph.ts'
import { internetId } from '../diagram/views/boxes/account-frame.ts'
import { securityView } from '../diagram/views/security/security.ts'
import { type GraphBuilder, graphBuilder } from '../diagram/testing/sample-graphs.ts'
import { rowsOf } from './resource-rows.ts'

const rowOf = (graph: ResourceGraph, id: string) => rowsOf(graph).find((row) => row.id === id)

/** Returns whether a single resource is public. */
const alone = (type: string, properties: Readonly<Record<string, Json>>) => {
  const graph = graphBuilder()
  graph.add(type, 'it', null, properties)
  return rowOf(graph.build(), 'it')?.public
}

type Public = boolean | 'conditional' | null

test.for<[type: string, properties: Readonly<Record<string, Json>>, isPublic: Public]>([
  ['AWS::EC2::NetworkInterface', { publicIpAddress: '203.0.113.7' }, false],
  ['AWS::EC2::NatGateway', { publicIpAddresses: ['203.0.113.7'] }, false],
  ['AWS::EC2::EIP', { publicIp: '203.0.113.7' }, false],
  ['AWS::RDS::DBInstance', { publiclyAccessible: true }, null],
  ['AWS::RDS::DBInstance', { publiclyAccessible: false }, false],
  ['AWS::SQS::Queue', { policyGrants: [{ to: 'everyone', condition: null }] }, true],
  ['AWS::SQS::Queue', { policyGrants: [{ to: 'everyone', condition: 'only X' }] }, 'conditional'],
  ['AWS::SQS::Queue', { policyGrants: [] }, false],
  ['AWS::SQS::Queue', {}, null],
  ['AWS::EKS::Cluster', { publicEndpoint: true, publicAccessCidrs: ['198.51.100.0/24'] }, 'conditional'],
  ['AWS::CloudFront::Distribution', {}, true],
])('%s with %o is public: %s', ([type, properties, isPublic]) => {
  expect(alone(type, properties)).toBe(isPublic)
})

test('a resource with an arrow from the internet in the security view is public', () => {
  const graph = graphBuilder()
  graph.add('AWS::CloudFront::Distribution', 'edge', null)
  const api = { stages: ['$default'], routes: 1, routesWithoutAuthorization: 1 }
  graph.add('AWS::ApiGatewayV2::Api', 'orders', null, api)
  graph.add('AWS::SQS::Queue', 'jobs', null, { policyGrants: [{ to: 'everyone', condition: null }] })
  graph.add('AWS::SQS::Queue', 'private', null, { policyGrants: [] })
  graph.add('AWS::AppRunner::Service', 'web', null, { publiclyAccessible: true })
  const built = graph.build()
  const drawn = securityView(built).edges.filter(({ source }) => source === internetId)
  const listed = rowsOf(built).filter((row) => row.public === true)
  expect(drawn.map(({ target }) => target).sort()).toEqual(listed.map(({ type, id }) => `${type}/${id}`).sort())
  expect(drawn).toHaveLength(4)
})

test('it is unknown whether an unread or partial resource is public', () => {
  const graph = graphBuilder()
  graph.addUnread('AWS::EC2::Instance', 'elsewhere', 'external')
  graph.addUnread('AWS::S3::Bucket', 'denied', 'unknown')
  graph.add('AWS::SQS::Queue', 'half', null, {})
  const built = graph.build()
  const partial = {
    ...built,
    resources: built.resources.map((each) => (each.id === 'half' ? { ...each, partial: true as const } : each)),
  }
  expect(rowsOf(partial).map((row) => [row.id, row.public, row.external])).toEqual([
    ['elsewhere', null, true],
    ['denied', null, null],
    ['half', null, false],
  ])
})

/** Creates a VPC with a subnet, and another VPC. */
function networks(): GraphBuilder {
  const graph = graphBuilder()
  const shop = graph.add('AWS::EC2::VPC', 'vpc-1', 'shop')
  graph.add('AWS::EC2::VPC', 'vpc-2', null)
  graph.relate(graph.add('AWS::EC2::Subnet', 'subnet-1', null), 'contained in', shop)
  return graph
}
const [vpc1, vpc2, subnet1] = [
  { type: 'AWS::EC2::VPC', id: 'vpc-1' },
  { type: 'AWS::EC2::VPC', id: 'vpc-2' },
  { type: 'AWS::EC2::Subnet', id: 'subnet-1' },
]

test('a resource is in the VPCs that it names, or that its subnets are in', () => {
  const graph = networks()
  graph.relate(graph.add('AWS::EC2::Instance', 'i-1', null), 'contained in', subnet1)
  graph.relate(graph.add('AWS::Lambda::Function', 'f', null), 'attached to', subnet1)
  const peering = graph.add('AWS::EC2::VPCPeeringConnection', 'pcx-1', null)
  graph.relate(peering, 'attached to', vpc2)
  graph.relate(peering, 'attached to', vpc1)
  const group = graph.add('AWS::RDS::DBSubnetGroup', 'group', null)
  graph.relate(group, 'associated with', subnet1)
  graph.relate(graph.add('AWS::RDS::DBInstance', 'db', null), 'associated with', group)
  graph.add('AWS::S3::Bucket', 'none', null)
  const built = graph.build()
  const of = (id: string) => rowOf(built, id)?.networks
  const shop = { id: 'vpc-1', name: 'shop' }
  for (const id of ['vpc-1', 'subnet-1', 'i-1', 'f', 'group', 'db']) expect([id, of(id)]).toEqual([id, [shop]])
  expect(of('pcx-1')).toEqual([shop, { id: 'vpc-2', name: null }])
  expect(of('none')).toEqual([])
})

test('rows have the state, the relations that go out, and the order of the graph', () => {
  const graph = networks()
  const peering = graph.add('AWS::EC2::VPCPeeringConnection', 'pcx-1', 'to lab', { status: 'active' }, { env: 'prod' })
  graph.relate(peering, 'attached to', vpc2)
  graph.relate(peering, 'attached to', vpc1)
  graph.add('AWS::EC2::Volume', 'vol-1', null, { state: 'in-use', status: 'ok' })
  const built = graph.build()
  expect(rowsOf(built).map(({ type, id }) => [type, id])).toEqual(built.resources.map(({ type, id }) => [type, id]))
  expect(rowOf(built, 'pcx-1')).toEqual({
    type: 'AWS::EC2::VPCPeeringConnection',
    id: 'pcx-1',
    arn: null,
    name: 'to lab',
    external: false,
    partial: false,
    state: 'active',
    tags: { env: 'prod' },
    networks: [
      { id: 'vpc-1', name: 'shop' },
      { id: 'vpc-2', name: null },
    ],
    public: false,
    relations: 2,
  })
  expect(rowOf(built, 'vol-1')).toMatchObject({ state: 'in-use', relations: 0 })
})
