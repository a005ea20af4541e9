import { describe, expect, test } from 'vitest'
import { graphOfWorld, type Unread } from '../../../test/support/network/graph-of-world.ts'
import { one, sampleWorld, transitWorld } from '../../../test/support/network/sample-world.ts'
import { allowAll, denyRest, type World, type WorldEntry } from '../../../test/support/network/world.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import type { Relation, Resource, Verb } from '../../graph/resource-graph.ts'
import type { ReachAnswer } from './answer.ts'
import { reach, type ReachQuery } from './reach.ts'

type Asked = readonly [from: string, to: string, protocol?: 'tcp' | 'udp' | 'icmp', port?: number]

function ask(
  world: World | readonly World[],
  [from, to, protocol = 'tcp', port = 443]: Asked,
  unread: Unread = {},
): ReachAnswer {
  const graphs = [world].flat().map((each) => indexGraph(graphOfWorld(each, unread)))
  const query: ReachQuery = protocol === 'icmp' ? { from, to, protocol } : { from, to, protocol, port }
  const answer = reach(graphs, query)
  if ('problem' in answer) throw new Error(`${answer.parameter} is ${answer.problem}`)
  return answer
}

/** The verdict with its reason. */
function told({ verdict, blockedBy, unknownBecause }: ReachAnswer): readonly string[] {
  return [
    verdict,
    ...blockedBy.map(({ code, id, direction }) => `${code} ${id} ${direction ?? ''}`.trim()),
    ...unknownBecause.map(({ type }) => type.split('::')[2] ?? type),
  ]
}

type Case = readonly [name: string, asked: Asked, change: (world: World) => void, expected: readonly string[]]

const entry = (more: Partial<WorldEntry>): WorldEntry => ({
  ...allowAll,
  protocol: '6',
  fromPort: 0,
  toPort: 65_535,
  ...more,
})
const same = () => {}

describe('within a VPC', () => {
  const cases: readonly Case[] = [
    ['another subnet', ['i-app', 'i-db'], same, ['reachable']],
    ['the same subnet', ['i-app', 'i-app2'], same, ['reachable']],
    ['the address of the instance', ['i-app', '10.0.3.10'], same, ['reachable']],
    ['an unused address', ['i-app', '10.0.3.99'], same, ['unknown', 'NetworkInterface']],
    [
      'a stopped instance',
      ['i-app', 'i-db'],
      (world) => void (world.instances = { 'i-db': 'stopped' }),
      ['blocked', 'BAD_STATE i-db'],
    ],
    [
      'the address of a stopped instance',
      ['i-app', '10.0.3.10'],
      (world) => void (world.instances = { 'i-db': 'stopped' }),
      ['blocked', 'BAD_STATE i-db'],
    ],
    [
      'a network interface that is not attached',
      ['i-app', 'eni-spare'],
      (world) =>
        void world.interfaces.push({
          id: 'eni-spare',
          subnet: 'subnet-app',
          addresses: [{ privateIp: '10.0.2.77' }],
          groups: ['sg-app'],
          status: 'available',
        }),
      ['blocked', 'BAD_STATE eni-spare'],
    ],
    [
      'a group without inbound rules',
      ['i-app', 'i-db'],
      (world) => void (one(world.groups, 'sg-db').ingress = []),
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-db ingress'],
    ],
    [
      'a group without outbound rules',
      ['i-app', 'i-db'],
      (world) => void (one(world.groups, 'sg-app').egress = []),
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-app egress'],
    ],
    [
      'groups need no rule for responses',
      ['i-app', 'i-db'],
      (world) => {
        one(world.groups, 'sg-app').ingress = []
        one(world.groups, 'sg-db').egress = []
      },
      ['reachable'],
    ],
    [
      'a rule for another port',
      ['i-app', 'i-db', 'tcp', 5432],
      (world) =>
        void (one(world.groups, 'sg-db').ingress = [
          { protocol: 'tcp', fromPort: 5433, toPort: 5440, peer: '0.0.0.0/0' },
        ]),
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-db ingress'],
    ],
    [
      'a rule for a range of ports',
      ['i-app', 'i-db', 'tcp', 5432],
      (world) =>
        void (one(world.groups, 'sg-db').ingress = [
          { protocol: 'tcp', fromPort: 5432, toPort: 5440, peer: '10.0.2.0/24' },
        ]),
      ['reachable'],
    ],
    [
      'a rule for another protocol',
      ['i-app', 'i-db', 'udp', 53],
      (world) =>
        void (one(world.groups, 'sg-db').ingress = [{ protocol: 'tcp', fromPort: 53, toPort: 53, peer: '0.0.0.0/0' }]),
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-db ingress'],
    ],
    [
      'a rule for a security group of the caller',
      ['i-app', 'i-db'],
      (world) =>
        void (one(world.groups, 'sg-db').ingress = [{ protocol: 'tcp', fromPort: 443, toPort: 443, peer: 'sg-app' }]),
      ['reachable'],
    ],
    [
      'a rule for another security group',
      ['i-app', 'i-db'],
      (world) =>
        void (one(world.groups, 'sg-db').ingress = [{ protocol: 'tcp', fromPort: 443, toPort: 443, peer: 'sg-web' }]),
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-db ingress'],
    ],
    [
      'an outbound rule for the security group of the other side',
      ['i-app', 'i-db'],
      (world) =>
        void (one(world.groups, 'sg-app').egress = [{ protocol: 'tcp', fromPort: 443, toPort: 443, peer: 'sg-db' }]),
      ['reachable'],
    ],
    [
      'a rule for a prefix list that contains the caller',
      ['i-app', 'i-db'],
      (world) => {
        world.prefixLists = [{ id: 'pl-1', entries: ['10.9.0.0/16', '10.0.2.0/24'] }]
        one(world.groups, 'sg-db').ingress = [{ protocol: 'tcp', fromPort: 443, toPort: 443, peer: 'pl-1' }]
      },
      ['reachable'],
    ],
    [
      'a rule for a prefix list without the caller',
      ['i-app', 'i-db'],
      (world) => {
        world.prefixLists = [{ id: 'pl-1', entries: ['10.9.0.0/16'] }]
        one(world.groups, 'sg-db').ingress = [{ protocol: 'tcp', fromPort: 443, toPort: 443, peer: 'pl-1' }]
      },
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-db ingress'],
    ],
    [
      'a rule for a prefix list that was not read',
      ['i-app', 'i-db'],
      (world) =>
        void (one(world.groups, 'sg-db').ingress = [{ protocol: 'tcp', fromPort: 443, toPort: 443, peer: 'pl-2' }]),
      ['unknown', 'PrefixList'],
    ],
    [
      'a network ACL that denies inbound traffic',
      ['i-app', 'i-db'],
      (world) => void (one(world.acls, 'acl-db').ingress = [denyRest]),
      ['blocked', 'SUBNET_ACL_RESTRICTION acl-db ingress'],
    ],
    [
      'a network ACL that denies outbound traffic',
      ['i-app', 'i-db'],
      (world) => void (one(world.acls, 'acl-app').egress = [denyRest]),
      ['blocked', 'SUBNET_ACL_RESTRICTION acl-app egress'],
    ],
    [
      'a network ACL that denies the outbound response',
      ['i-app', 'i-db'],
      (world) => void (one(world.acls, 'acl-db').egress = [denyRest]),
      ['blocked', 'SUBNET_ACL_RESTRICTION acl-db egress'],
    ],
    [
      'a network ACL that denies the inbound response',
      ['i-app', 'i-db'],
      (world) => void (one(world.acls, 'acl-app').ingress = [denyRest]),
      ['blocked', 'SUBNET_ACL_RESTRICTION acl-app ingress'],
    ],
    [
      'network ACLs do not apply within a subnet',
      ['i-app', 'i-app2'],
      (world) => {
        one(world.acls, 'acl-app').ingress = [denyRest]
        one(world.acls, 'acl-app').egress = [denyRest]
      },
      ['reachable'],
    ],
    [
      'a network ACL that allows responses to all source ports of clients',
      ['i-app', 'i-db'],
      (world) => void (one(world.acls, 'acl-app').ingress = [entry({ fromPort: 32_768 }), denyRest]),
      ['reachable'],
    ],
    [
      'a network ACL that allows responses to some source ports',
      ['i-app', 'i-db'],
      (world) => void (one(world.acls, 'acl-app').ingress = [entry({ fromPort: 49_152 }), denyRest]),
      ['unknown', 'NetworkAcl'],
    ],
    [
      'a network ACL that allows responses to rarely used source ports',
      ['i-app', 'i-db'],
      (world) => void (one(world.acls, 'acl-app').ingress = [entry({ fromPort: 1024, toPort: 5000 }), denyRest]),
      ['unknown', 'NetworkAcl'],
    ],
    [
      'a network ACL that allows responses to no source port of clients',
      ['i-app', 'i-db'],
      (world) => void (one(world.acls, 'acl-app').ingress = [entry({ fromPort: 0, toPort: 1023 }), denyRest]),
      ['blocked', 'SUBNET_ACL_RESTRICTION acl-app ingress'],
    ],
    [
      'the first matching entry of a network ACL decides',
      ['i-app', 'i-db'],
      (world) => void (one(world.acls, 'acl-db').ingress = [{ ...allowAll, rule: 90, action: 'deny' }, allowAll]),
      ['blocked', 'SUBNET_ACL_RESTRICTION acl-db ingress'],
    ],
    [
      'an earlier entry of a network ACL takes precedence over a later one',
      ['i-app', 'i-db'],
      (world) => void (one(world.acls, 'acl-db').ingress = [allowAll, { ...allowAll, rule: 110, action: 'deny' }]),
      ['reachable'],
    ],
    [
      'an echo request that a group allows',
      ['i-app', 'i-db', 'icmp'],
      (world) =>
        void (one(world.groups, 'sg-db').ingress = [{ protocol: 'icmp', fromPort: 8, toPort: -1, peer: '0.0.0.0/0' }]),
      ['reachable'],
    ],
    [
      'an echo request if a group allows only replies',
      ['i-app', 'i-db', 'icmp'],
      (world) =>
        void (one(world.groups, 'sg-db').ingress = [{ protocol: 'icmp', fromPort: 0, toPort: -1, peer: '0.0.0.0/0' }]),
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-db ingress'],
    ],
    [
      'a network ACL that allows only echo requests in both directions',
      ['i-app', 'i-db', 'icmp'],
      (world) => {
        const echo = { ...allowAll, protocol: '1', icmpType: 8, icmpCode: -1 }
        one(world.acls, 'acl-db').ingress = [echo, denyRest]
        one(world.acls, 'acl-db').egress = [echo, denyRest]
      },
      ['blocked', 'SUBNET_ACL_RESTRICTION acl-db egress'],
    ],
    [
      'a network ACL that allows inbound echo requests and outbound replies',
      ['i-app', 'i-db', 'icmp'],
      (world) => {
        one(world.acls, 'acl-db').ingress = [{ ...allowAll, protocol: '1', icmpType: 8, icmpCode: 0 }, denyRest]
        one(world.acls, 'acl-db').egress = [{ ...allowAll, protocol: '1', icmpType: 0, icmpCode: -1 }, denyRest]
      },
      ['reachable'],
    ],
    [
      'a network ACL entry whose ICMP type was not read',
      ['i-app', 'i-db', 'icmp'],
      (world) => void (one(world.acls, 'acl-db').ingress = [{ ...allowAll, protocol: '1' }, denyRest]),
      ['unknown', 'NetworkAcl'],
    ],
    [
      'a narrower route within the VPC to an appliance with its check on',
      ['i-app', 'i-db'],
      (world) => void one(world.tables, 'rtb-private').routes.push({ destination: '10.0.3.0/24', target: 'eni-web' }),
      ['blocked', 'ENI_SOURCE_DEST_CHECK_RESTRICTION eni-web ingress'],
    ],
    [
      'a narrower route within the VPC to an appliance with its check off',
      ['i-app', 'i-db'],
      (world) => {
        one(world.interfaces, 'eni-web').check = false
        one(world.tables, 'rtb-private').routes.push({ destination: '10.0.3.0/24', target: 'i-web' })
      },
      ['unknown', 'NetworkInterface'],
    ],
  ]
  test.each(cases)('%s', (_, asked, change, expected) => {
    const world = sampleWorld()
    change(world)
    expect(told(ask(world, asked))).toEqual(expected)
  })
})

describe('to and from the internet', () => {
  const cases: readonly Case[] = [
    ['in to a public address', ['internet', 'i-web'], same, ['reachable']],
    [
      'in to a resource without one',
      ['internet', 'i-app'],
      (world) => void (one(world.interfaces, 'eni-app').ipv6 = []),
      ['blocked', 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS igw-a ingress'],
    ],
    ['in to the public address', ['internet', '52.1.1.1'], same, ['reachable']],
    ['in from one address', ['9.9.9.9', 'i-web'], same, ['reachable']],
    ['from the internet to the internet', ['internet', '9.9.9.9'], same, ['unknown', 'NetworkInterface']],
    ['to instance metadata', ['i-app', '169.254.169.254'], same, ['unknown', 'NetworkInterface']],
    [
      'to the public address of another resource, without a route to the internet',
      ['i-db', '52.1.1.1'],
      same,
      ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-main-a'],
    ],
    ['through NAT to the public address of another resource', ['i-app', '52.1.1.1'], same, ['reachable']],
    [
      'through NAT to a public address that allows only private addresses',
      ['i-app', '52.1.1.1'],
      (world) =>
        void (one(world.groups, 'sg-web').ingress = [
          { protocol: 'tcp', fromPort: 443, toPort: 443, peer: '10.0.0.0/16' },
        ]),
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-web ingress'],
    ],
    [
      'through NAT to a public address that allows the NAT gateway',
      ['i-app', '52.1.1.1'],
      (world) =>
        void (one(world.groups, 'sg-web').ingress = [
          { protocol: 'tcp', fromPort: 443, toPort: 443, peer: '52.1.1.5/32' },
        ]),
      ['reachable'],
    ],
    [
      'through NAT to a public address that allows only a group',
      ['i-app', '52.1.1.1'],
      (world) =>
        void (one(world.groups, 'sg-web').ingress = [{ protocol: 'tcp', fromPort: 443, toPort: 443, peer: 'sg-app' }]),
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-web ingress'],
    ],
    [
      'in through an unread gateway of the route table',
      ['9.9.9.9', 'i-web'],
      (world) => void (world.internetGateways = []),
      ['unknown', 'InternetGateway'],
    ],
    [
      'in with an unread prefix list routed to the gateway',
      ['internet', '52.1.1.1'],
      (world) =>
        void (one(world.tables, 'rtb-public').routes = [
          { destination: '10.0.0.0/16', target: 'local' },
          { destination: 'pl-9', target: 'igw-a' },
        ]),
      ['unknown', 'PrefixList'],
    ],
    [
      'in with an unread prefix list that routes responses to another target',
      ['internet', '52.1.1.1'],
      (world) => void one(world.tables, 'rtb-public').routes.push({ destination: 'pl-9', target: 'nat-a' }),
      ['unknown', 'PrefixList'],
    ],
    [
      'in with an unread prefix list routed to the same gateway',
      ['internet', '52.1.1.1'],
      (world) => void one(world.tables, 'rtb-public').routes.push({ destination: 'pl-9', target: 'igw-a' }),
      ['reachable'],
    ],
    [
      'in with a gateway endpoint for an unread part of the internet',
      ['internet', '52.1.1.1'],
      (world) => void one(world.tables, 'rtb-public').routes.push({ destination: 'pl-9', target: 'vpce-s3' }),
      ['reachable'],
    ],
    [
      'in to a VPC without an internet gateway',
      ['internet', 'i-peer'],
      (world) =>
        void (one(world.interfaces, 'eni-peer').addresses = [{ privateIp: '10.1.1.10', publicIp: '52.2.2.2' }]),
      ['blocked', 'IGW_PRIVATE_IP_ASSOCIATION_FOR_INGRESS vpc-b ingress'],
    ],
    [
      'responses need a route to the internet gateway',
      ['internet', '52.1.1.1'],
      (world) => void (one(world.tables, 'rtb-public').routes = [{ destination: '10.0.0.0/16', target: 'local' }]),
      ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-public'],
    ],
    [
      'a group that allows half of the addresses, and the other half',
      ['9.9.9.9', 'i-web'],
      (world) =>
        void (one(world.groups, 'sg-web').ingress = ['0.0.0.0/1', '128.0.0.0/1'].map((peer) => ({
          protocol: 'tcp',
          fromPort: 443,
          toPort: 443,
          peer,
        }))),
      ['reachable'],
    ],
    [
      'a group that allows the whole internet in two halves',
      ['internet', '52.1.1.1'],
      (world) =>
        void (one(world.groups, 'sg-web').ingress = ['0.0.0.0/1', '128.0.0.0/1'].map((peer) => ({
          protocol: 'tcp',
          fromPort: 443,
          toPort: 443,
          peer,
        }))),
      ['reachable'],
    ],
    [
      'a group that allows one office',
      ['internet', '52.1.1.1'],
      (world) =>
        void (one(world.groups, 'sg-web').ingress = [
          { protocol: 'tcp', fromPort: 443, toPort: 443, peer: '203.0.113.0/24' },
        ]),
      ['unknown', 'SecurityGroup'],
    ],
    [
      'a group that allows only private networks',
      ['internet', '52.1.1.1'],
      (world) =>
        void (one(world.groups, 'sg-web').ingress = [
          { protocol: 'tcp', fromPort: 443, toPort: 443, peer: '10.0.0.0/8' },
        ]),
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-web ingress'],
    ],
    ['out through the internet gateway', ['i-web', 'internet'], same, ['reachable']],
    ['out through the NAT gateway', ['i-app', '9.9.9.9'], same, ['reachable']],
    [
      'out without a public address',
      ['i-app', '9.9.9.9'],
      (world) => void (one(world.subnets, 'subnet-app').table = 'rtb-public'),
      ['blocked', 'IGW_PUBLIC_IP_ASSOCIATION_FOR_EGRESS igw-a egress'],
    ],
    ['out without a route', ['i-db', '9.9.9.9'], same, ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-main-a']],
    [
      'out through a route whose target was deleted',
      ['i-app', '9.9.9.9'],
      (world) =>
        void one(world.tables, 'rtb-private').routes.splice(2, 1, {
          destination: '0.0.0.0/0',
          target: 'nat-a',
          state: 'blackhole',
        }),
      ['blocked', 'BAD_STATE_ROUTE rtb-private'],
    ],
    [
      'a narrower blackhole route',
      ['i-web', '9.9.9.9'],
      (world) =>
        void one(world.tables, 'rtb-public').routes.push({
          destination: '9.9.0.0/16',
          target: 'eni-gone',
          state: 'blackhole',
        }),
      ['blocked', 'BAD_STATE_ROUTE rtb-public'],
    ],
    [
      'a blackhole route for other addresses',
      ['i-web', '9.9.9.9'],
      (world) =>
        void one(world.tables, 'rtb-public').routes.push({
          destination: '9.8.0.0/16',
          target: 'eni-gone',
          state: 'blackhole',
        }),
      ['reachable'],
    ],
    [
      'a NAT gateway that failed',
      ['i-app', '9.9.9.9'],
      (world) => void (one(world.nats, 'nat-a').state = 'failed'),
      ['blocked', 'BAD_STATE nat-a'],
    ],
    [
      'a NAT gateway whose subnet has no internet gateway',
      ['i-app', '9.9.9.9'],
      (world) => void (one(world.subnets, 'subnet-public').table = 'rtb-main-a'),
      ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-main-a'],
    ],
    [
      'a network ACL of the NAT gateway that denies the client',
      ['i-app', '9.9.9.9'],
      (world) =>
        void (one(world.acls, 'acl-public').ingress = [
          { ...allowAll, rule: 90, action: 'deny', cidrBlock: '10.0.2.0/24' },
          allowAll,
        ]),
      ['blocked', 'SUBNET_ACL_RESTRICTION acl-public ingress'],
    ],
    [
      'a network ACL of the NAT gateway that allows only responses to the ports of Linux',
      ['i-app', '9.9.9.9'],
      (world) =>
        void (one(world.acls, 'acl-public').ingress = [
          { ...allowAll, cidrBlock: '10.0.0.0/16' },
          entry({ rule: 110, fromPort: 32_768 }),
          denyRest,
        ]),
      ['unknown', 'NetworkAcl'],
    ],
    [
      'a network ACL of the NAT gateway that allows responses to all its ports',
      ['i-app', '9.9.9.9'],
      (world) =>
        void (one(world.acls, 'acl-public').ingress = [
          { ...allowAll, cidrBlock: '10.0.0.0/16' },
          entry({ rule: 110, fromPort: 1024 }),
          denyRest,
        ]),
      ['reachable'],
    ],
    [
      'a network ACL does not apply within the subnet of the NAT gateway',
      ['i-web', '9.9.9.9'],
      (world) => {
        world.tables.push({ id: 'rtb-nat', vpc: 'vpc-a', routes: one(world.tables, 'rtb-public').routes })
        world.subnets.push({
          id: 'subnet-nat',
          vpc: 'vpc-a',
          cidr: '10.0.7.0/24',
          zone: 'eu-west-1a',
          table: 'rtb-private',
          acl: 'acl-app',
        })
        one(world.interfaces, 'eni-web').subnet = 'subnet-nat'
        one(world.interfaces, 'eni-web').addresses = [{ privateIp: '10.0.7.10' }]
      },
      ['reachable'],
    ],
    [
      'a private address outside all VPCs without a gateway',
      ['i-web', '192.168.1.1'],
      same,
      ['blocked', 'IGW_DESTINATION_ADDRESS_NOT_IN_RFC1918_EGRESS igw-a egress'],
    ],
    [
      'responses that would leave through the NAT gateway',
      ['9.9.9.9', 'i-web'],
      (world) => void (one(world.subnets, 'subnet-public').table = 'rtb-private'),
      ['blocked', 'NGW_SOURCE_ADDRESS_REASSIGN nat-a egress'],
    ],
    ['IPv6 in', ['2600::1', 'i-web'], same, ['reachable']],
    ['IPv6 out through the egress-only internet gateway', ['i-app', '2600::1'], same, ['reachable']],
    [
      'IPv6 in with only an egress-only internet gateway',
      ['2600::1', 'i-app'],
      same,
      ['blocked', 'NO_POSSIBLE_DESTINATION eigw-a egress'],
    ],
    [
      'IPv6 that a group denies',
      ['2600::1', 'i-web'],
      (world) =>
        void (one(world.groups, 'sg-web').ingress = [
          { protocol: '-1', fromPort: null, toPort: null, peer: '0.0.0.0/0' },
        ]),
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-web ingress'],
    ],
    [
      'an echo over IPv6',
      ['2600::1', 'i-web', 'icmp'],
      (world) =>
        void (one(world.groups, 'sg-web').ingress = [{ protocol: 'icmpv6', fromPort: 128, toPort: -1, peer: '::/0' }]),
      ['reachable'],
    ],
    [
      'an echo over IPv6 whose reply alone the network ACL allows',
      ['2600::1', 'i-web', 'icmp'],
      (world) => {
        const reply = { ...allowAll, cidrBlock: '::/0', protocol: '58', icmpType: 129, icmpCode: 0 }
        one(world.acls, 'acl-public').egress = [reply, denyRest]
      },
      ['reachable'],
    ],
    [
      'an echo over IPv6 whose reply the network ACL denies',
      ['2600::1', 'i-web', 'icmp'],
      (world) => {
        const request = { ...allowAll, cidrBlock: '::/0', protocol: '58', icmpType: 128, icmpCode: 0 }
        one(world.acls, 'acl-public').egress = [request, denyRest]
      },
      ['blocked', 'SUBNET_ACL_RESTRICTION acl-public egress'],
    ],
    [
      'the public address of a secondary private one',
      ['9.9.9.9', '52.1.1.9'],
      (world) => void one(world.interfaces, 'eni-web').addresses.push({ privateIp: '10.0.1.11', publicIp: '52.1.1.9' }),
      ['reachable'],
    ],
    [
      'a NAT gateway from the internet',
      ['internet', 'nat-a'],
      same,
      ['blocked', 'NGW_REQUIRES_SOURCE_IN_VPC nat-a ingress'],
    ],
    [
      'the address of a NAT gateway',
      ['9.9.9.9', '52.1.1.5'],
      same,
      ['blocked', 'NGW_REQUIRES_SOURCE_IN_VPC nat-a ingress'],
    ],
    ['a NAT gateway that the traffic uses', ['i-app', 'nat-a'], same, ['reachable']],
    ['a NAT gateway that the traffic does not use', ['i-web', 'eni-nat'], same, ['unknown', 'NatGateway']],
    [
      'an interface without security groups',
      ['i-web', 'eni-other'],
      (world) =>
        void world.interfaces.push({
          id: 'eni-other',
          subnet: 'subnet-app',
          addresses: [{ privateIp: '10.0.2.99' }],
          groups: [],
        }),
      ['unknown', 'NetworkInterface'],
    ],
    [
      'an internet gateway whose route table routes to an appliance',
      ['9.9.9.9', 'i-web'],
      (world) =>
        void world.tables.push({
          id: 'rtb-edge',
          vpc: 'vpc-a',
          edgeOf: 'igw-a',
          routes: [
            { destination: '10.0.0.0/16', target: 'local' },
            { destination: '10.0.1.0/24', target: 'eni-app' },
          ],
        }),
      ['unknown', 'NetworkInterface'],
    ],
    [
      'an internet gateway with a route table that changes nothing',
      ['9.9.9.9', 'i-web'],
      (world) =>
        void world.tables.push({
          id: 'rtb-edge',
          vpc: 'vpc-a',
          edgeOf: 'igw-a',
          routes: [{ destination: '10.0.0.0/16', target: 'local' }],
        }),
      ['reachable'],
    ],
    [
      'a gateway endpoint on the path',
      ['i-web', '3.5.1.1'],
      (world) => {
        world.prefixLists = [{ id: 'pl-s3', entries: ['3.5.0.0/16'] }]
        world.endpoints = [{ id: 'vpce-s3', vpc: 'vpc-a', serviceName: 'com.amazonaws.eu-west-1.s3' }]
        one(world.tables, 'rtb-public').routes.push({ destination: 'pl-s3', target: 'vpce-s3' })
      },
      ['reachable'],
    ],
    [
      'a gateway endpoint with a policy',
      ['i-web', '3.5.1.1'],
      (world) => {
        world.prefixLists = [{ id: 'pl-s3', entries: ['3.5.0.0/16'] }]
        world.endpoints = [
          { id: 'vpce-s3', vpc: 'vpc-a', serviceName: 'com.amazonaws.eu-west-1.s3', fullAccess: false },
        ]
        one(world.tables, 'rtb-public').routes.push({ destination: 'pl-s3', target: 'vpce-s3' })
      },
      ['unknown', 'VPCEndpoint'],
    ],
    [
      'UDP to a gateway endpoint',
      ['i-web', '3.5.1.1', 'udp'],
      (world) => {
        world.prefixLists = [{ id: 'pl-s3', entries: ['3.5.0.0/16'] }]
        world.endpoints = [{ id: 'vpce-s3', vpc: 'vpc-a', serviceName: 'com.amazonaws.eu-west-1.s3' }]
        one(world.tables, 'rtb-public').routes.push({ destination: 'pl-s3', target: 'vpce-s3' })
      },
      ['blocked', 'VPCE_GATEWAY_PROTOCOL_RESTRICTION vpce-s3'],
    ],
    [
      'a gateway endpoint whose addresses were not read',
      ['i-web', '3.5.1.1'],
      (world) => void one(world.tables, 'rtb-public').routes.push({ destination: 'pl-s3', target: 'vpce-s3' }),
      ['unknown', 'PrefixList'],
    ],
    [
      'unread addresses of a gateway endpoint do not include private ones',
      ['i-web', 'i-db'],
      (world) => void one(world.tables, 'rtb-public').routes.push({ destination: 'pl-s3', target: 'vpce-s3' }),
      ['reachable'],
    ],
  ]
  test.each(cases)('%s', (_, asked, change, expected) => {
    const world = sampleWorld()
    change(world)
    expect(told(ask(world, asked))).toEqual(expected)
  })
})

describe('under VPC Block Public Access', () => {
  type Exclusion = NonNullable<World['blockPublicAccess']>['exclusions'][number]
  const under =
    (mode: string, ...exclusions: readonly Partial<Exclusion>[]) =>
    (world: World) => {
      const all = { id: 'vpcbpa-exclude-1', of: 'vpc-a', mode: 'allow-bidirectional' } as const
      world.blockPublicAccess = { mode, exclusions: exclusions.map((each) => ({ ...all, ...each })) }
    }
  const code = 'VPC_BLOCK_PUBLIC_ACCESS_ENABLED'
  const inward: Asked = ['internet', 'i-web']
  const outward: Asked = ['i-web', '9.9.9.9']
  const natOut: Asked = ['i-app', '9.9.9.9']
  const ipv6Out: Asked = ['i-app', '2600::1']
  const blockedIn = ['blocked', `${code} 111111111111 ingress`]
  const blockedOut = ['blocked', `${code} 111111111111 egress`]
  const excludedIn = ['blocked', `${code} vpcbpa-exclude-1 ingress`]
  const cases: readonly Case[] = [
    ['in, both directions blocked', inward, under('block-bidirectional'), blockedIn],
    ['out, both directions blocked', outward, under('block-bidirectional'), blockedOut],
    ['through a NAT gateway, both directions blocked', natOut, under('block-bidirectional'), blockedOut],
    [
      'through an egress-only internet gateway, both directions blocked',
      ipv6Out,
      under('block-bidirectional'),
      blockedOut,
    ],
    ['in, ingress blocked', inward, under('block-ingress'), blockedIn],
    ['out, ingress blocked', outward, under('block-ingress'), blockedOut],
    ['through a NAT gateway, ingress blocked', natOut, under('block-ingress'), ['reachable']],
    ['through an egress-only internet gateway, ingress blocked', ipv6Out, under('block-ingress'), ['reachable']],
    ['within the VPC', ['i-app', 'i-db'], under('block-bidirectional'), ['reachable']],
    ['across peering', ['i-app', 'i-peer'], under('block-bidirectional'), ['reachable']],
    ['in, the VPC is excluded', inward, under('block-bidirectional', {}), ['reachable']],
    ['in, the subnet is excluded', inward, under('block-ingress', { of: 'subnet-public' }), ['reachable']],
    ['in, another subnet is excluded', inward, under('block-ingress', { of: 'subnet-app' }), blockedIn],
    ['in, excluded for egress', inward, under('block-bidirectional', { mode: 'allow-egress' }), excludedIn],
    ['out, excluded for egress', outward, under('block-bidirectional', { mode: 'allow-egress' }), ['reachable']],
    [
      'out, excluded for egress, ingress blocked',
      outward,
      under('block-ingress', { mode: 'allow-egress' }),
      blockedOut,
    ],
    [
      'through a NAT gateway in an excluded subnet',
      natOut,
      under('block-bidirectional', { of: 'subnet-public' }),
      ['reachable'],
    ],
    [
      'through a NAT gateway from an excluded subnet',
      natOut,
      under('block-bidirectional', { of: 'subnet-app' }),
      blockedOut,
    ],
    ['a disabled exclusion', inward, under('block-ingress', { state: 'disable-complete' }), blockedIn],
    [
      'an exclusion that is being created',
      inward,
      under('block-ingress', { state: 'create-in-progress' }),
      ['unknown', 'VPCBlockPublicAccessExclusion'],
    ],
    [
      'a setting that is being changed',
      inward,
      (world) => void (world.blockPublicAccess = { mode: 'off', state: 'update-in-progress', exclusions: [] }),
      ['unknown', 'VPCBlockPublicAccessOptions'],
    ],
    ['an unknown mode', inward, under('block-all'), ['unknown', 'VPCBlockPublicAccessOptions']],
    [
      'in a Local Zone, ingress blocked',
      inward,
      (world) => {
        one(world.subnets, 'subnet-public').zone = 'eu-west-1-lax-1a'
        under('block-ingress')(world)
      },
      ['unknown', 'VPCBlockPublicAccessOptions'],
    ],
  ]
  test.each(cases)('%s', (_, asked, change, expected) => {
    const world = sampleWorld()
    change(world)
    expect(told(ask(world, asked))).toEqual(expected)
  })

  test('the exclusion that allows it is a step of the path', () => {
    const world = sampleWorld()
    under('block-bidirectional', {})(world)
    expect(ask(world, inward).path).toContainEqual(expect.objectContaining({ id: 'vpcbpa-exclude-1' }))
  })

  test('for shared subnets, the setting of their owner applies', () => {
    const [own, owners] = [sampleWorld(), sampleWorld()]
    owners.account = '222222222222'
    const graphs = [own, owners].map((world) => graphOfWorld(world))
    const shared = graphs.map((graph) => ({
      ...graph,
      resources: graph.resources.map((each) =>
        each.type === 'AWS::EC2::Subnet'
          ? { ...each, arn: `arn:aws:ec2:eu-west-1:222222222222:subnet/${each.id}` }
          : each,
      ),
    }))
    const answer = (from: number, to: number) =>
      reach(shared.slice(from, to).map(indexGraph), { from: 'internet', to: 'i-web', protocol: 'tcp', port: 443 })
    expect(answer(0, 1)).toMatchObject({
      verdict: 'unknown',
      unknownBecause: [{ type: 'AWS::EC2::VPCBlockPublicAccessOptions', account: '222222222222', region: 'eu-west-1' }],
    })
    expect(answer(0, 2)).toMatchObject({ verdict: 'reachable' })
  })
})

describe('across peering', () => {
  const cases: readonly Case[] = [
    ['in both directions', ['i-app', 'i-peer'], same, ['reachable']],
    ['without a route', ['i-db', 'i-peer'], same, ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-main-a']],
    [
      'without a route back',
      ['i-app', 'i-peer'],
      (world) => void one(world.tables, 'rtb-main-b').routes.pop(),
      ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-main-b'],
    ],
    [
      'that is not accepted',
      ['i-app', 'i-peer'],
      (world) => void (one(world.peerings, 'pcx-ab').status = 'pending-acceptance'),
      ['blocked', 'BAD_STATE pcx-ab'],
    ],
    [
      'with a rule for a group of the other VPC',
      ['i-app', 'i-peer'],
      (world) =>
        void (one(world.groups, 'sg-peer').ingress = [
          { protocol: '-1', fromPort: null, toPort: null, peer: 'sg-app' },
        ]),
      ['reachable'],
    ],
    [
      'with an outbound rule for a group of the other VPC',
      ['i-app', 'i-peer'],
      (world) =>
        void (one(world.groups, 'sg-app').egress = [{ protocol: '-1', fromPort: null, toPort: null, peer: 'sg-peer' }]),
      ['reachable'],
    ],
    [
      'of two regions, with a rule for a group of the other VPC',
      ['i-app', 'i-peer'],
      (world) => {
        one(world.peerings, 'pcx-ab').regions = ['eu-west-1', 'eu-west-2']
        one(world.groups, 'sg-peer').ingress = [{ protocol: '-1', fromPort: null, toPort: null, peer: 'sg-app' }]
      },
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-peer ingress'],
    ],
    [
      'a network ACL on the other side',
      ['i-app', 'i-peer'],
      (world) => void (one(world.acls, 'acl-peer').ingress = [denyRest]),
      ['blocked', 'SUBNET_ACL_RESTRICTION acl-peer ingress'],
    ],
    [
      'not on to the internet',
      ['i-peer', '9.9.9.9'],
      (world) => void one(world.tables, 'rtb-main-b').routes.push({ destination: '0.0.0.0/0', target: 'pcx-ab' }),
      ['blocked', 'PCX_REQUIRES_ADDRESS_IN_VPC_CIDR pcx-ab'],
    ],
  ]
  test.each(cases)('%s', (_, asked, change, expected) => {
    const world = sampleWorld()
    change(world)
    expect(told(ask(world, asked))).toEqual(expected)
  })
})

describe('across a transit gateway', () => {
  const cases: readonly Case[] = [
    ['in both directions', ['i-app', 'i-peer'], same, ['reachable']],
    [
      'without a route',
      ['i-app', 'i-peer'],
      (world) => void one(world.transitTables, 'tgw-rtb-1').routes.pop(),
      ['blocked', 'TGW_RTB_NO_ROUTE_TO_TGW_ATTACHMENT tgw-rtb-1'],
    ],
    [
      'without a route back',
      ['i-app', 'i-peer'],
      (world) => void one(world.transitTables, 'tgw-rtb-1').routes.shift(),
      ['blocked', 'TGW_RTB_NO_ROUTE_TO_TGW_ATTACHMENT tgw-rtb-1'],
    ],
    [
      'with a blackhole route',
      ['i-app', 'i-peer'],
      (world) =>
        void one(world.transitTables, 'tgw-rtb-1').routes.push({
          destination: '10.1.1.0/24',
          attachments: [],
          state: 'blackhole',
        }),
      ['blocked', 'TGW_RTB_BAD_STATE_ROUTE tgw-rtb-1'],
    ],
    [
      'whose routes could not be searched',
      ['i-app', 'i-peer'],
      (world) => void (one(world.transitTables, 'tgw-rtb-1').unread = 'denied'),
      ['unknown', 'TransitGatewayRouteTable'],
    ],
    [
      'with more routes than a search returns',
      ['i-app', 'i-peer'],
      (world) => void (one(world.transitTables, 'tgw-rtb-1').unread = 'cut'),
      ['unknown', 'TransitGatewayRouteTable'],
    ],
    [
      'with a route whose destination is not told, which may lead anywhere',
      ['i-app', 'i-peer'],
      (world) => {
        const { routes } = one(world.transitTables, 'tgw-rtb-1')
        routes.pop()
        routes.push({ attachments: ['tgw-attach-b'] })
      },
      ['unknown', 'TransitGatewayRouteTable'],
    ],
    [
      'with a static route before a propagated one',
      ['i-app', 'i-peer'],
      (world) =>
        void one(world.transitTables, 'tgw-rtb-1').routes.push({
          destination: '10.1.0.0/16',
          attachments: [],
          state: 'blackhole',
        }),
      ['blocked', 'TGW_RTB_BAD_STATE_ROUTE tgw-rtb-1'],
    ],
    [
      'with an attachment that has no route table',
      ['i-app', 'i-peer'],
      (world) => void delete one(world.attachments, 'tgw-attach-a').table,
      ['blocked', 'TGW_ATTACH_MISSING_TGW_RTB_ASSOCIATION tgw-attach-a'],
    ],
    [
      'with an attachment that is being modified',
      ['i-app', 'i-peer'],
      (world) => void (one(world.attachments, 'tgw-attach-a').state = 'modifying'),
      ['unknown', 'TransitGatewayAttachment'],
    ],
    [
      'with an attachment that is being deleted',
      ['i-app', 'i-peer'],
      (world) => void (one(world.attachments, 'tgw-attach-a').state = 'deleting'),
      ['blocked', 'BAD_STATE_ATTACHMENT tgw-attach-a'],
    ],
    [
      'from an Availability Zone without a subnet of the attachment',
      ['i-app', 'i-peer'],
      (world) => void (one(world.subnets, 'subnet-tgw-a').zone = 'eu-west-1b'),
      ['blocked', 'TGW_ROUTE_AZ_RESTRICTION tgw-attach-a'],
    ],
    [
      'with a network ACL that denies traffic into the subnet of the attachment',
      ['i-app', 'i-peer'],
      (world) => void (one(world.acls, 'acl-tgw-a').ingress = [denyRest]),
      ['blocked', 'SUBNET_ACL_RESTRICTION acl-tgw-a ingress'],
    ],
    [
      'with a network ACL that denies traffic out of the subnet of the other attachment',
      ['i-app', 'i-peer'],
      (world) => void (one(world.acls, 'acl-tgw-b').egress = [denyRest]),
      ['blocked', 'SUBNET_ACL_RESTRICTION acl-tgw-b egress'],
    ],
    [
      'with network ACLs that do not apply to the attachments',
      ['i-app', 'i-peer', 'tcp', 443],
      (world) => {
        one(world.acls, 'acl-tgw-a').egress = [
          { ...allowAll, rule: 90, action: 'deny', cidrBlock: '10.1.0.0/16' },
          allowAll,
        ]
        one(world.acls, 'acl-tgw-b').ingress = [
          { ...allowAll, rule: 90, action: 'deny', cidrBlock: '10.0.0.0/16' },
          allowAll,
        ]
      },
      ['reachable'],
    ],
    [
      'with the attachment in the subnet of the instance: no network ACL applies',
      ['i-peer', 'i-app'],
      (world) => {
        one(world.attachments, 'tgw-attach-a').subnets = ['subnet-app']
        one(world.acls, 'acl-app').ingress = [{ ...allowAll, cidrBlock: '10.0.2.0/24' }, denyRest]
      },
      ['reachable'],
    ],
    [
      'with a rule for a group of the other VPC',
      ['i-app', 'i-peer'],
      (world) =>
        void (one(world.groups, 'sg-peer').ingress = [
          { protocol: '-1', fromPort: null, toPort: null, peer: 'sg-app' },
        ]),
      ['unknown', 'SecurityGroup'],
    ],
    [
      'and through a peering connection',
      ['i-peer', '10.2.0.1'],
      (world) => {
        one(world.tables, 'rtb-main-b').routes.push({ destination: '10.2.0.0/16', target: 'tgw-1' })
        one(world.transitTables, 'tgw-rtb-1').routes.push({ destination: '10.2.0.0/16', attachments: ['tgw-attach-a'] })
        one(world.tables, 'rtb-main-a').routes.push({ destination: '10.2.0.0/16', target: 'pcx-ac' })
        world.peerings = [{ id: 'pcx-ac', vpcs: ['vpc-a', 'vpc-c'] }]
      },
      ['unknown', 'VPCPeeringConnection'],
    ],
    [
      'to the internet through the NAT gateway of the other VPC',
      ['i-peer', '9.9.9.9'],
      (world) => {
        one(world.tables, 'rtb-main-b').routes.push({ destination: '0.0.0.0/0', target: 'tgw-1' })
        one(world.transitTables, 'tgw-rtb-1').routes.push({ destination: '0.0.0.0/0', attachments: ['tgw-attach-a'] })
        one(world.tables, 'rtb-main-a').routes.push({ destination: '0.0.0.0/0', target: 'nat-a' })
        one(world.tables, 'rtb-public').routes.push({ destination: '10.1.0.0/16', target: 'tgw-1' })
      },
      ['reachable'],
    ],
    [
      'to the internet through a NAT gateway without a route back',
      ['i-peer', '9.9.9.9'],
      (world) => {
        one(world.tables, 'rtb-main-b').routes.push({ destination: '0.0.0.0/0', target: 'tgw-1' })
        one(world.transitTables, 'tgw-rtb-1').routes.push({ destination: '0.0.0.0/0', attachments: ['tgw-attach-a'] })
        one(world.tables, 'rtb-main-a').routes.push({ destination: '0.0.0.0/0', target: 'nat-a' })
      },
      ['blocked', 'IGW_DESTINATION_ADDRESS_NOT_IN_RFC1918_EGRESS igw-a egress'],
    ],
  ]
  test.each(cases)('%s', (_, asked, change, expected) => {
    const world = transitWorld()
    change(world)
    expect(told(ask(world, asked))).toEqual(expected)
  })
})

describe('names of Availability Zones mean the same within one account only', () => {
  const [sender, receiver] = ['111111111111', '222222222222']

  /** `i-app` in one account, `i-peer` in another, which has an attachment in two zones. */
  function accounts(owner: string, closedZone: string): World[] {
    const parts = [sender, receiver].map((account) => {
      const world = transitWorld()
      const vpc = account === sender ? 'vpc-a' : 'vpc-b'
      const other = account === sender ? 'vpc-b' : 'vpc-a'
      for (const attachment of world.attachments) attachment.owner = owner
      world.subnets.push({
        id: 'subnet-tgw-b2',
        vpc: 'vpc-b',
        cidr: '10.1.9.16/28',
        zone: 'eu-west-1b',
        acl: 'acl-closed',
      })
      world.acls.push({ id: 'acl-closed', vpc: 'vpc-b', ingress: [denyRest], egress: [denyRest] })
      one(world.attachments, 'tgw-attach-b').subnets?.push('subnet-tgw-b2')
      if (closedZone === 'eu-west-1a') {
        one(world.subnets, 'subnet-tgw-b').acl = 'acl-closed'
        one(world.subnets, 'subnet-tgw-b2').acl = 'acl-tgw-b'
      }
      const isElsewhere = (each: { readonly vpc?: string }) => each.vpc === other
      const elsewhere = new Set(world.subnets.filter(isElsewhere).map(({ id }) => id))
      return {
        ...world,
        account,
        vpcs: world.vpcs.filter(({ id }) => id === vpc),
        subnets: world.subnets.filter((each) => !isElsewhere(each)),
        tables: world.tables.filter((each) => !isElsewhere(each)),
        acls: world.acls.filter((each) => !isElsewhere(each)),
        groups: world.groups.filter((each) => !isElsewhere(each)),
        interfaces: world.interfaces.filter(({ subnet }) => !elsewhere.has(subnet)),
        internetGateways: [],
        egressOnlyGateways: [],
        nats: [],
        // Route tables are told to the owner only, attachments to both.
        transitTables: account === owner ? world.transitTables : [],
        attachments: world.attachments
          .filter(({ vpc: attached }) => attached === vpc || account === owner)
          .map(({ table, ...attachment }) => ({ ...attachment, ...(account === owner && { table: table ?? '' }) })),
      }
    })
    return parts
  }

  test.each([
    ['the sender', sender, 'eu-west-1b'],
    ['the receiver', receiver, 'eu-west-1b'],
    ['the sender, with the zone of the same name closed', sender, 'eu-west-1a'],
    ['the receiver, with the zone of the same name closed', receiver, 'eu-west-1a'],
  ])('with a transit gateway of %s', (_, owner, closedZone) => {
    expect(told(ask(accounts(owner, closedZone), ['i-app', 'i-peer']))).toEqual(['unknown', 'TransitGatewayAttachment'])
  })

  test('within one account the zone decides', () => {
    const world = transitWorld()
    world.subnets.push({
      id: 'subnet-tgw-b2',
      vpc: 'vpc-b',
      cidr: '10.1.9.16/28',
      zone: 'eu-west-1b',
      acl: 'acl-closed',
    })
    world.acls.push({ id: 'acl-closed', vpc: 'vpc-b', ingress: [denyRest], egress: [denyRest] })
    one(world.attachments, 'tgw-attach-b').subnets?.push('subnet-tgw-b2')
    expect(told(ask(world, ['i-app', 'i-peer']))).toEqual(['reachable'])
  })
})

describe('of routes for the same block', () => {
  const block = '10.1.0.0/16'
  const cases: readonly Case[] = [
    [
      'one with a CIDR block comes before one with a prefix list',
      ['i-app', 'i-peer'],
      (world) => {
        world.prefixLists = [{ id: 'pl-1', entries: [block] }]
        one(world.tables, 'rtb-private').routes.push({ destination: 'pl-1', target: 'vpce-1', state: 'blackhole' })
      },
      ['reachable'],
    ],
    [
      'a black hole with a CIDR block as well',
      ['i-app', 'i-peer'],
      (world) => {
        world.prefixLists = [{ id: 'pl-1', entries: [block] }]
        const { routes } = one(world.tables, 'rtb-private')
        routes.splice(
          -1,
          1,
          { destination: 'pl-1', target: 'pcx-ab' },
          { destination: block, target: 'pcx-gone', state: 'blackhole' },
        )
      },
      ['blocked', 'BAD_STATE_ROUTE rtb-private'],
    ],
    [
      'one with a prefix list comes before a propagated one',
      ['i-app', 'i-peer'],
      (world) => {
        world.prefixLists = [{ id: 'pl-1', entries: [block] }]
        const { routes } = one(world.tables, 'rtb-private')
        routes.splice(
          -1,
          1,
          { destination: 'pl-1', target: 'pcx-ab' },
          { destination: block, target: 'vgw-a', propagated: true },
        )
      },
      ['reachable'],
    ],
    [
      'a longer entry of a prefix list comes first',
      ['i-app', 'i-peer'],
      (world) => {
        world.prefixLists = [{ id: 'pl-1', entries: ['10.1.1.0/24'] }]
        one(world.tables, 'rtb-private').routes.push({ destination: 'pl-1', target: 'pcx-gone', state: 'blackhole' })
      },
      ['blocked', 'BAD_STATE_ROUTE rtb-private'],
    ],
    [
      'AWS chooses between two prefix lists',
      ['i-app', 'i-peer'],
      (world) => {
        world.prefixLists = [
          { id: 'pl-1', entries: [block] },
          { id: 'pl-2', entries: [block] },
        ]
        const { routes } = one(world.tables, 'rtb-private')
        routes.splice(-1, 1, { destination: 'pl-1', target: 'pcx-ab' }, { destination: 'pl-2', target: 'igw-a' })
      },
      ['unknown', 'RouteTable'],
    ],
  ]
  test.each(cases)('%s', (_, asked, change, expected) => {
    const world = sampleWorld()
    change(world)
    expect(told(ask(world, asked))).toEqual(expected)
  })
})

test('a NAT gateway with network interfaces in several zones may use any of them', () => {
  const world = sampleWorld()
  world.interfaces.push({
    id: 'eni-nat2',
    subnet: 'subnet-db',
    addresses: [{ privateIp: '10.0.3.5', publicIp: '52.1.1.6' }],
    groups: [],
  })
  expect(told(ask(world, ['i-app', '9.9.9.9']))).toEqual(['reachable'])
  one(world.nats, 'nat-a').others = ['eni-nat2']
  expect(told(ask(world, ['i-app', '9.9.9.9']))).toEqual(['unknown', 'NetworkInterface'])
})

function vpnWorld(): World {
  const world = sampleWorld()
  world.vpnGateways = [{ id: 'vgw-a', vpc: 'vpc-a' }]
  world.vpnConnections = [{ id: 'vpn-1', gateway: 'vgw-a', staticRoutes: ['192.168.0.0/16'] }]
  one(world.tables, 'rtb-private').routes.push({ destination: '192.168.0.0/16', target: 'vgw-a' })
  return world
}

describe('to a network behind a VPN connection', () => {
  const cases: readonly Case[] = [
    ['out', ['i-app', '192.168.1.1'], same, ['reachable']],
    ['in', ['192.168.1.1', 'i-app'], same, ['reachable']],
    ['in, without a route back', ['192.168.1.1', 'i-db'], same, ['blocked', 'NO_ROUTE_TO_DESTINATION rtb-main-a']],
    [
      'with no tunnel up',
      ['i-app', '192.168.1.1'],
      (world) => void (one(world.vpnConnections, 'vpn-1').tunnelStatus = ['DOWN', 'DOWN']),
      ['blocked', 'BAD_STATE_VPN vpn-1'],
    ],
    [
      'with tunnels that were not read',
      ['i-app', '192.168.1.1'],
      (world) => void (one(world.vpnConnections, 'vpn-1').tunnelStatus = []),
      ['unknown', 'VPNConnection'],
    ],
    [
      'that is not available',
      ['i-app', '192.168.1.1'],
      (world) => void (one(world.vpnConnections, 'vpn-1').state = 'pending'),
      ['blocked', 'BAD_STATE_VPN vpn-1'],
    ],
    [
      'without a static route for it',
      ['i-app', '192.168.1.1'],
      (world) => void (one(world.vpnConnections, 'vpn-1').staticRoutes = ['192.168.9.0/24']),
      ['unknown', 'VPNGateway'],
    ],
    [
      'with a propagated route',
      ['i-app', '192.168.1.1'],
      (world) => {
        one(world.vpnConnections, 'vpn-1').staticRoutes = []
        one(world.tables, 'rtb-private').routes.push({
          destination: '192.168.1.0/24',
          target: 'vgw-a',
          propagated: true,
        })
      },
      ['reachable'],
    ],
    [
      'a static route takes precedence over a propagated one',
      ['i-app', '192.168.1.1'],
      (world) =>
        void one(world.tables, 'rtb-private').routes.push({
          destination: '192.168.0.0/16',
          target: 'pcx-ab',
          propagated: true,
        }),
      ['reachable'],
    ],
    [
      'with two connections that route to it',
      ['i-app', '192.168.1.1'],
      (world) => void world.vpnConnections.push({ id: 'vpn-3', gateway: 'vgw-a', staticRoutes: ['192.168.1.0/24'] }),
      ['unknown', 'VPNGateway'],
    ],
    ...(
      [
        ['with BGP', { staticRoutesOnly: false }, ['unknown', 'VPNGateway']],
        ['with BGP and unread tunnels', { staticRoutesOnly: false, tunnelStatus: [] }, ['unknown', 'VPNGateway']],
        [
          'with BGP that is down',
          { staticRoutesOnly: false, tunnelStatus: ['DOWN'] },
          ['blocked', 'BAD_STATE_VPN vpn-1'],
        ],
        ['with BGP that is pending', { staticRoutesOnly: false, state: 'pending' }, ['blocked', 'BAD_STATE_VPN vpn-1']],
        ['with static routes to other networks', {}, ['blocked', 'BAD_STATE_VPN vpn-1']],
      ] satisfies [string, Partial<World['vpnConnections'][number]>, Case[3]][]
    ).map(([what, second, expected]): Case => [
      `with no tunnel up, and a second connection ${what}`,
      ['i-app', '192.168.1.1'],
      (world) => {
        one(world.vpnConnections, 'vpn-1').tunnelStatus = ['DOWN', 'DOWN']
        world.vpnConnections.push({ id: 'vpn-3', gateway: 'vgw-a', ...second })
      },
      expected,
    ]),
    [
      'with one that is up, and a second connection with BGP',
      ['i-app', '192.168.1.1'],
      (world) => void world.vpnConnections.push({ id: 'vpn-3', gateway: 'vgw-a', staticRoutesOnly: false }),
      ['reachable'],
    ],
    [
      'with a second connection that was deleted',
      ['i-app', '192.168.1.1'],
      (world) =>
        void world.vpnConnections.push({
          id: 'vpn-3',
          gateway: 'vgw-a',
          staticRoutes: ['192.168.1.0/24'],
          state: 'deleted',
        }),
      ['reachable'],
    ],
    [
      'with a static route for a part of it only',
      ['i-app', '192.168.1.1'],
      (world) => void (one(world.vpnConnections, 'vpn-1').staticRoutes = ['192.168.1.2/32']),
      ['unknown', 'VPNGateway'],
    ],
    [
      'to the internet, with a static route for a part of it only',
      ['i-app', 'internet'],
      (world) => {
        one(world.tables, 'rtb-private').routes = [
          { destination: '10.0.0.0/16', target: 'local' },
          { destination: '0.0.0.0/0', target: 'vgw-a' },
        ]
        Object.assign(one(world.vpnConnections, 'vpn-1'), {
          staticRoutes: ['1.0.0.0/8'],
          tunnelStatus: ['DOWN', 'DOWN'],
        })
      },
      ['unknown', 'VPNGateway'],
    ],
    [
      'in, denied by a group',
      ['192.168.1.1', 'i-app'],
      (world) =>
        void (one(world.groups, 'sg-app').ingress = [
          { protocol: '-1', fromPort: null, toPort: null, peer: '10.0.0.0/8' },
        ]),
      ['blocked', 'ENI_SG_RULES_MISMATCH sg-app ingress'],
    ],
    [
      'across a transit gateway',
      ['i-app', '172.20.1.1'],
      (world) => {
        const transit = transitWorld()
        world.transitGateways = transit.transitGateways
        world.attachments = [
          ...transit.attachments.slice(0, 1),
          { id: 'tgw-attach-vpn', gateway: 'tgw-1', vpn: 'vpn-2', table: 'tgw-rtb-1' },
        ]
        world.subnets.push(one(transit.subnets, 'subnet-tgw-a'))
        world.acls.push(one(transit.acls, 'acl-tgw-a'))
        world.vpnConnections.push({ id: 'vpn-2', transitGateway: 'tgw-1' })
        world.transitTables = [
          {
            id: 'tgw-rtb-1',
            gateway: 'tgw-1',
            routes: [
              { destination: '172.20.0.0/16', attachments: ['tgw-attach-vpn'] },
              { destination: '10.0.0.0/16', attachments: ['tgw-attach-a'] },
            ],
          },
        ]
        one(world.tables, 'rtb-private').routes.push({ destination: '172.20.0.0/16', target: 'tgw-1' })
      },
      ['reachable'],
    ],
  ]
  test.each(cases)('%s', (_, asked, change, expected) => {
    const world = vpnWorld()
    change(world)
    expect(told(ask(world, asked))).toEqual(expected)
  })
})

function worldWithoutTunnel(): World {
  const world = vpnWorld()
  one(world.vpnConnections, 'vpn-1').tunnelStatus = ['DOWN', 'DOWN']
  return world
}

describe('a connection without a tunnel up is unknown, because Direct Connect may route to it', () => {
  const directions: readonly Asked[] = [
    ['i-app', '192.168.1.1'],
    ['192.168.1.1', 'i-app'],
  ]
  test.each<[why: string, directConnectGateways: string[] | 'unread']>([
    ['a Direct Connect gateway is associated, of any account', ['dx-1']],
    ['the associations of the gateway were not read', 'unread'],
  ])('if %s', (_, directConnectGateways) => {
    const world = worldWithoutTunnel()
    one(world.vpnGateways, 'vgw-a').directConnectGateways = directConnectGateways
    for (const asked of directions) expect(told(ask(world, asked))).toEqual(['unknown', 'VPNGateway'])
  })

  test('if a virtual interface is attached', () => {
    const graph = graphOfWorld(worldWithoutTunnel())
    const [first] = graph.resources
    if (first === undefined) throw new Error('The graph has no resources')
    const direct = { ...first, type: 'AWS::DirectConnect::VirtualInterface', id: 'dxvif-1', properties: {} }
    const relation: Relation = {
      source: direct,
      verb: 'attached to',
      target: { type: 'AWS::EC2::VPNGateway', id: 'vgw-a' },
      evidence: 'test',
    }
    const answer = reach(
      [indexGraph({ ...graph, resources: [...graph.resources, direct], relations: [...graph.relations, relation] })],
      { from: 'i-app', to: '192.168.1.1', protocol: 'tcp', port: 443 },
    )
    expect(answer).toMatchObject({ verdict: 'unknown', unknownBecause: [{ type: 'AWS::EC2::VPNGateway' }] })
  })

  test('if virtual interfaces were denied', () => {
    const unread = {
      'AWS::DirectConnect::VirtualInterface': { action: 'directconnect:DescribeVirtualInterfaces' },
    }
    for (const asked of directions)
      expect(told(ask(worldWithoutTunnel(), asked, unread))).toEqual(['unknown', 'VirtualInterface'])
  })

  test('not if Direct Connect gateways were denied, but the associations of the gateway were read', () => {
    const unread = {
      'AWS::DirectConnect::DirectConnectGateway': { action: 'directconnect:DescribeDirectConnectGateways' },
    }
    for (const asked of directions)
      expect(told(ask(worldWithoutTunnel(), asked, unread))).toEqual(['blocked', 'BAD_STATE_VPN vpn-1'])
  })
})

describe('an interface endpoint', () => {
  test.each<[state: string, ...expected: string[]]>([
    ['available', 'reachable'],
    ['Available', 'reachable'],
    ['partial', 'reachable'],
    ['pendingAcceptance', 'blocked', 'BAD_STATE vpce-1'],
    ['deleting', 'blocked', 'BAD_STATE vpce-1'],
  ])('that is %s', (state, ...expected) => {
    const world = sampleWorld()
    world.interfaces.push({
      ...one(world.interfaces, 'eni-db'),
      id: 'eni-endpoint',
      addresses: [{ privateIp: '10.0.3.77' }],
    })
    delete one(world.interfaces, 'eni-endpoint').instance
    const { resources, relations, ...graph } = graphOfWorld(world)
    const [first] = resources
    if (first === undefined) throw new Error('The graph has no resources')
    const endpoint = {
      ...first,
      type: 'AWS::EC2::VPCEndpoint',
      id: 'vpce-1',
      properties: { endpointType: 'Interface', state },
    }
    const target = { type: 'AWS::EC2::NetworkInterface', id: 'eni-endpoint' }
    const relation: Relation = { source: endpoint, verb: 'attached to', target, evidence: 'test' }
    const index = indexGraph({ ...graph, resources: [...resources, endpoint], relations: [...relations, relation] })
    for (const to of ['vpce-1', 'eni-endpoint', '10.0.3.77']) {
      const answer = reach([index], { from: 'i-app', to, protocol: 'tcp', port: 443 })
      if ('problem' in answer) throw new Error(answer.problem)
      expect(told(answer)).toEqual(expected)
    }
  })
})

const ec2 = (type: string, action: string) => ({ [`AWS::EC2::${type}`]: { action: `ec2:${action}` } })

describe("what wasn't read makes it unknown", () => {
  const cases: readonly (readonly [type: string, action: string, asked: Asked])[] = [
    ['SecurityGroup', 'DescribeSecurityGroups', ['i-app', 'i-db']],
    ['NetworkAcl', 'DescribeNetworkAcls', ['i-app', 'i-db']],
    ['RouteTable', 'DescribeRouteTables', ['i-app', 'i-db']],
    ['NetworkInterface', 'DescribeNetworkInterfaces', ['i-app', '9.9.9.9']],
    ['InternetGateway', 'DescribeInternetGateways', ['i-web', '9.9.9.9']],
    ['InternetGateway', 'DescribeInternetGateways', ['9.9.9.9', 'i-web']],
    ['NatGateway', 'DescribeNatGateways', ['i-app', '9.9.9.9']],
    ['VPCBlockPublicAccessOptions', 'DescribeVpcBlockPublicAccessOptions', ['i-web', '9.9.9.9']],
    ['VPCBlockPublicAccessOptions', 'DescribeVpcBlockPublicAccessOptions', ['9.9.9.9', 'i-web']],
    ['EgressOnlyInternetGateway', 'DescribeEgressOnlyInternetGateways', ['i-app', '2600::1']],
    ['VPCPeeringConnection', 'DescribeVpcPeeringConnections', ['i-app', 'i-peer']],
  ]
  test.each(cases)('%s by %s', (type, action, asked) => {
    const { verdict, unknownBecause } = ask(sampleWorld(), asked, ec2(type, action))
    expect(verdict).toBe('unknown')
    expect(unknownBecause).toContainEqual(
      expect.objectContaining({
        type: `AWS::EC2::${type}`,
        action: `ec2:${action}`,
        account: '111111111111',
        region: 'eu-west-1',
      }),
    )
  })
  test('the exclusions of VPC Block Public Access, if it is on', () => {
    const world = sampleWorld()
    const unread = ec2('VPCBlockPublicAccessExclusion', 'DescribeVpcBlockPublicAccessExclusions')
    expect(told(ask(world, ['internet', 'i-web'], unread))).toEqual(['reachable'])
    world.blockPublicAccess = { mode: 'block-ingress', exclusions: [] }
    expect(told(ask(world, ['internet', 'i-web'], unread))).toEqual(['unknown', 'VPCBlockPublicAccessExclusion'])
  })
  const transit: readonly (readonly [type: string, action: string])[] = [
    ['TransitGatewayAttachment', 'DescribeTransitGatewayAttachments'],
    ['TransitGatewayRouteTable', 'DescribeTransitGatewayRouteTables'],
  ]
  test.each(transit)('%s by %s', (type, action) => {
    const answer = ask(transitWorld(), ['i-app', 'i-peer'], ec2(type, action))
    expect(told(answer)).toEqual(['unknown', type])
  })
  test('a route table was read only in part', () => {
    const graph = graphOfWorld(sampleWorld())
    const resources = graph.resources.map((each): Resource =>
      each.id === 'rtb-private' ? { ...each, partial: true } : each,
    )
    const query = { to: '9.9.9.9', protocol: 'tcp', port: 443 } as const
    const index = indexGraph({ ...graph, resources })
    expect(reach([index], { from: 'i-app', ...query })).toMatchObject({
      verdict: 'unknown',
      unknownBecause: [{ type: 'AWS::EC2::RouteTable', reason: 'The routes of rtb-private were not read.' }],
    })
  })
  test('the transit gateway belongs to another account', () => {
    const world = transitWorld()
    world.transitTables = []
    one(world.attachments, 'tgw-attach-a').owner = '222222222222'
    const { verdict, unknownBecause } = ask(world, ['i-app', 'i-peer'])
    expect(verdict).toBe('unknown')
    expect(unknownBecause).toMatchObject([
      { type: 'AWS::EC2::TransitGatewayRouteTable', account: '222222222222', region: 'eu-west-1' },
    ])
  })
  test("a scan by a version that didn't read network interfaces completely", () => {
    const graph = graphOfWorld(sampleWorld())
    const resources = graph.resources.map((resource) => ({
      ...resource,
      properties: Object.fromEntries(
        Object.entries(resource.properties).filter(([name]) => name !== 'privateIpAddresses'),
      ),
    }))
    const answer = reach([indexGraph({ ...graph, resources })], {
      from: 'i-app',
      to: 'i-db',
      protocol: 'tcp',
      port: 443,
    })
    expect(answer).toMatchObject({ verdict: 'unknown', unknownBecause: [{ type: 'AWS::EC2::NetworkInterface' }] })
  })
})

test.each([
  [{ from: 'warmer', to: 'i-db' }, 'reachable', []],
  [{ from: 'warmer', to: '9.9.9.9' }, 'blocked', ['IGW_PUBLIC_IP_ASSOCIATION_FOR_EGRESS']],
  [{ from: 'i-db', to: 'warmer' }, 'unknown', []],
] as const)('a function in a public subnet, %o: %s', (ends, verdict, codes) => {
  const graph = graphOfWorld(sampleWorld())
  const [first] = graph.resources
  if (first === undefined) throw new Error('The graph has no resources')
  const source = { ...first, type: 'AWS::Lambda::Function', id: 'warmer', properties: {} }
  const relation = { source, evidence: 'test' }
  const index = indexGraph({
    ...graph,
    resources: [...graph.resources, source],
    relations: [
      ...graph.relations,
      { ...relation, verb: 'attached to', target: { type: 'AWS::EC2::Subnet', id: 'subnet-public' } },
      { ...relation, verb: 'associated with', target: { type: 'AWS::EC2::SecurityGroup', id: 'sg-web' } },
    ],
  })
  const answer = reach([index], { ...ends, protocol: 'tcp', port: 443 })
  expect(answer).toMatchObject({ verdict, blockedBy: codes.map((code) => ({ code })) })
})

test('an ID that several types have needs the type', () => {
  const graph = graphOfWorld(sampleWorld())
  const [first] = graph.resources
  if (first === undefined) throw new Error('The graph has no resources')
  const same = { ...first, type: 'AWS::Lambda::Function', id: 'i-app' }
  const query = { to: 'i-db', protocol: 'tcp', port: 443 } as const
  const index = indexGraph({ ...graph, resources: [...graph.resources, same] })
  expect(reach([index], { from: 'i-app', ...query })).toEqual({
    parameter: 'from',
    problem: 'several',
    types: ['AWS::EC2::Instance', 'AWS::Lambda::Function'],
  })
  expect(reach([index], { from: 'AWS::EC2::Instance/i-app', ...query })).toMatchObject({ verdict: 'reachable' })
})

const onlyToGroup = (world: World) =>
  void (one(world.groups, 'sg-app').egress = [{ protocol: 'tcp', fromPort: 443, toPort: 443, peer: 'sg-db' }])

describe('a resource with unknown network interfaces', () => {
  const database = {
    type: 'AWS::RDS::DBInstance',
    id: 'orders',
    arn: null,
    name: null,
    presence: 'read',
    tags: {},
    properties: { status: 'available', port: 443 },
  } as const satisfies Resource
  const relate = (verb: Verb, type: string, id: string): Relation => ({
    source: database,
    verb,
    target: { type: `AWS::EC2::${type}`, id },
    evidence: 'test',
  })
  const answer = (
    relations: readonly Relation[],
    properties: Resource['properties'] = database.properties,
    change: (world: World) => void = same,
  ) => {
    const world = sampleWorld()
    change(world)
    const graph = graphOfWorld(world)
    const index = indexGraph({
      ...graph,
      resources: [...graph.resources, { ...database, properties }],
      relations: [...graph.relations, ...relations],
    })
    const found = reach([index], { from: 'i-app', to: 'orders', protocol: 'tcp', port: 443 })
    if ('problem' in found) throw new Error(found.problem)
    return told(found)
  }
  const inSubnet = relate('attached to', 'Subnet', 'subnet-db')
  const inGroup = relate('associated with', 'SecurityGroup', 'sg-db')

  test('is in one of its subnets', () => {
    expect(answer([inSubnet, inGroup])).toEqual(['reachable'])
    expect(answer([inSubnet, inGroup, relate('attached to', 'Subnet', 'subnet-gone')])).toEqual(['unknown', 'Subnet'])
  })

  test('accepts nothing while it is stopped', () => {
    expect(answer([inSubnet, inGroup], { ...database.properties, status: 'stopped' })).toEqual([
      'blocked',
      'BAD_STATE orders',
    ])
  })

  test('may have any group if none is known', () => {
    expect(answer([inSubnet])).toEqual(['unknown', 'SecurityGroup'])
    expect(answer([inSubnet], database.properties, onlyToGroup)).toEqual(['unknown', 'SecurityGroup', 'SecurityGroup'])
    expect(answer([inSubnet, inGroup], database.properties, onlyToGroup)).toEqual(['reachable'])
  })
})

test('the internet gateway of a shared VPC is that of its owner', () => {
  const [own, owners] = [sampleWorld(), sampleWorld()]
  own.internetGateways = []
  Object.assign(owners, { account: '222222222222', interfaces: [], nats: [] })
  expect(told(ask(own, ['internet', '52.1.1.1']))).toEqual(['unknown', 'InternetGateway'])
  expect(told(ask([own, owners], ['internet', '52.1.1.1']))).toEqual(['reachable'])
})
