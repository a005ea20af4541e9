/** Tests what answers say in words, and whose scan they name, besides rare paths. */
import { expect, test } from 'vitest'
import { graphOfWorld } from '../../../test/support/network/graph-of-world.ts'
import { one, sampleWorld, transitWorld } from '../../../test/support/network/sample-world.ts'
import { allowAll, denyRest, type World } from '../../../test/support/network/world.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import type { Relation, Resource, Verb } from '../../graph/resource-graph.ts'
import type { ReachAnswer } from './answer.ts'
import { reach } from './reach.ts'

type Part = { readonly resource: Resource; readonly relations: readonly Relation[] }

function ask(world: World, [from, to]: readonly [string, string], part?: Part): ReachAnswer {
  const { resources, relations, ...graph } = graphOfWorld(world)
  const index = indexGraph({
    ...graph,
    resources: [...resources, ...(part === undefined ? [] : [part.resource])],
    relations: [...relations, ...(part?.relations ?? [])],
  })
  const answer = reach([index], { from, to, protocol: 'tcp', port: 443 })
  if ('problem' in answer) throw new Error(answer.problem)
  return answer
}

function partOf(
  type: string,
  id: string,
  properties: Resource['properties'],
  targets: readonly (readonly [verb: Verb, type: string, id: string])[],
): Part {
  const resource: Resource = { type, id, arn: null, name: null, presence: 'read', tags: {}, properties }
  return {
    resource,
    relations: targets.map(([verb, target, targetId]) => ({
      source: resource,
      verb,
      target: { type: `AWS::EC2::${target}`, id: targetId },
      evidence: 'test',
    })),
  }
}

const inPublicSubnet = (type: string, properties: Resource['properties'] = {}) =>
  partOf(type, 'it', properties, [
    ['attached to', 'Subnet', 'subnet-public'],
    ['associated with', 'SecurityGroup', 'sg-web'],
  ])

test('names the ports of responses and the addresses of a subnet', () => {
  const world = sampleWorld()
  one(world.acls, 'acl-db').egress = [denyRest]
  const { blockedBy } = ask(world, ['it', 'i-db'], inPublicSubnet('AWS::Lambda::Function'))
  expect(blockedBy.map(({ reason }) => reason)).toEqual([
    'On the return path: Its egress entry 32767 (deny 0.0.0.0/0) denies TCP ports 1024-65535 to 10.0.1.0-10.0.1.255.',
  ])
})

test('names one port, one address, and the network ACL without a matching entry', () => {
  const world = sampleWorld()
  one(world.acls, 'acl-db').ingress = []
  const { blockedBy } = ask(world, ['i-app', 'i-db'])
  expect(blockedBy.map(({ reason }) => reason)).toEqual(['Its ingress entries deny TCP port 443 from 10.0.2.10.'])
})

test('functions use more client ports than instances', () => {
  const world = sampleWorld()
  const responses = { ...allowAll, protocol: '6', fromPort: 32_768, toPort: 65_535 }
  for (const id of ['acl-public', 'acl-app']) one(world.acls, id).ingress = [responses, denyRest]
  expect(ask(world, ['i-app', 'i-db']).verdict).toBe('reachable')
  expect(ask(world, ['it', 'i-db'], inPublicSubnet('AWS::Lambda::Function')).verdict).not.toBe('reachable')
})

test('names the account and region of the unread side of a peering connection', () => {
  for (const [accounts, regions] of [
    [
      ['111111111111', '222222222222'],
      ['eu-west-1', 'eu-west-1'],
    ],
    [
      ['111111111111', '111111111111'],
      ['eu-west-1', 'us-east-1'],
    ],
  ] as const) {
    const world = sampleWorld()
    world.vpcs = world.vpcs.filter(({ id }) => id !== 'vpc-b')
    world.interfaces = world.interfaces.filter(({ id }) => id !== 'eni-peer')
    Object.assign(one(world.peerings, 'pcx-ab'), { accounts, regions })
    expect(ask(world, ['i-app', '10.1.1.10'])).toMatchObject({
      verdict: 'unknown',
      unknownBecause: [{ type: 'AWS::EC2::VPC', account: accounts[1], region: regions[1] }],
    })
  }
})

test('says the state of an attachment', () => {
  const world = transitWorld()
  one(world.attachments, 'tgw-attach-a').state = 'rejected'
  expect(ask(world, ['i-app', 'i-peer'])).toMatchObject({
    blockedBy: [{ code: 'BAD_STATE_ATTACHMENT', reason: 'It is rejected.' }],
  })
})

test('an address that two VPCs have is that of the own VPC', () => {
  const world = sampleWorld()
  world.vpcs.push({ id: 'vpc-c', cidr: '10.0.0.0/16' })
  world.subnets.push({ id: 'subnet-c', vpc: 'vpc-c', cidr: '10.0.3.0/24', zone: 'eu-west-1a', acl: 'acl-c' })
  world.acls.push({ ...one(world.acls, 'acl-db'), id: 'acl-c', vpc: 'vpc-c' })
  const other = { ...one(world.interfaces, 'eni-db'), id: 'eni-c', subnet: 'subnet-c', groups: [] }
  delete other.instance
  world.interfaces.unshift(other)
  const { verdict, path } = ask(world, ['i-app', '10.0.3.10'])
  expect([verdict, path.at(-1)?.id]).toEqual(['reachable', 'eni-db'])
})

test('a VPN connection that is being deleted is not counted', () => {
  const world = sampleWorld()
  world.vpnGateways = [{ id: 'vgw-a', vpc: 'vpc-a' }]
  world.vpnConnections = [
    { id: 'vpn-1', gateway: 'vgw-a', staticRoutes: ['192.168.0.0/16'] },
    { id: 'vpn-2', gateway: 'vgw-a', staticRoutes: ['192.168.0.0/16'], state: 'deleting' },
  ]
  one(world.tables, 'rtb-private').routes.push({ destination: '192.168.0.0/16', target: 'vgw-a' })
  expect(ask(world, ['i-app', '192.168.1.1']).verdict).toBe('reachable')
})

test('NAT gateways that route to each other are unknown', () => {
  const world = sampleWorld()
  world.subnets.push({ id: 'subnet-nat', vpc: 'vpc-a', cidr: '10.0.4.0/24', zone: 'eu-west-1a', acl: 'acl-app' })
  world.interfaces.push({ id: 'eni-nat2', subnet: 'subnet-nat', addresses: [{ privateIp: '10.0.4.5' }], groups: [] })
  world.nats.push({ id: 'nat-b', networkInterface: 'eni-nat2' })
  one(world.tables, 'rtb-public').routes = [
    { destination: '10.0.0.0/16', target: 'local' },
    { destination: '0.0.0.0/0', target: 'nat-b' },
  ]
  one(world.tables, 'rtb-main-a').routes.push({ destination: '0.0.0.0/0', target: 'nat-a' })
  expect(ask(world, ['i-app', '9.9.9.9'])).toMatchObject({
    verdict: 'unknown',
    unknownBecause: [{ type: 'AWS::EC2::NatGateway', reason: 'NAT gateways route to each other.' }],
  })
})

test('whether a resource without known interfaces leaves with a public address is unknown', () => {
  const database = inPublicSubnet('AWS::RDS::DBInstance', { status: 'available', publiclyAccessible: true })
  expect(ask(sampleWorld(), ['it', '9.9.9.9'], database)).toMatchObject({
    verdict: 'unknown',
    unknownBecause: [{ type: 'AWS::EC2::NetworkInterface', reason: 'It is unknown whether it has a public address.' }],
  })
})

test('a service without public addresses has none', () => {
  const service = inPublicSubnet('AWS::ECS::Service', { assignPublicIp: 'DISABLED' })
  expect(ask(sampleWorld(), ['it', '9.9.9.9'], service)).toMatchObject({
    verdict: 'blocked',
    blockedBy: [{ code: 'IGW_PUBLIC_IP_ASSOCIATION_FOR_EGRESS', reason: 'it has no public address.' }],
  })
})

test('a resource is in the subnets of its subnet group, not in those of its other targets', () => {
  const database = partOf('AWS::RDS::DBInstance', 'it', { status: 'available', port: 443 }, [
    ['associated with', 'RouteTable', 'rtb-public'],
    ['associated with', 'SecurityGroup', 'sg-web'],
  ])
  expect(ask(sampleWorld(), ['i-app', 'it'], database).verdict).toBe('unknown')
})
