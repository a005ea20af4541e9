/** Two VPCs with a usual configuration, for cases that change one thing. */
import { allowAll, allowAllIpv6, denyRest, denyRestIpv6, emptyWorld, openRule, type World } from './world.ts'

/**
 * `vpc-a`: `i-web` (10.0.1.10, public 52.1.1.1) and a NAT gateway (10.0.1.5, public 52.1.1.5) in a public subnet, `i-app` (10.0.2.10)
 * in a private one of zone a, `i-db` (10.0.3.10) in one of zone b. `vpc-b`: `i-peer` (10.1.1.10), joined by peering.
 */
export function sampleWorld(): World {
  const open = {
    ingress: [allowAll, denyRest, allowAllIpv6, denyRestIpv6],
    egress: [allowAll, denyRest, allowAllIpv6, denyRestIpv6],
  }
  const everywhere = {
    ingress: [openRule, { ...openRule, peer: '::/0' }],
    egress: [openRule, { ...openRule, peer: '::/0' }],
  }
  return structuredClone({
    ...emptyWorld(),
    vpcs: [
      { id: 'vpc-a', cidr: '10.0.0.0/16' },
      { id: 'vpc-b', cidr: '10.1.0.0/16' },
    ],
    subnets: [
      {
        id: 'subnet-public',
        vpc: 'vpc-a',
        cidr: '10.0.1.0/24',
        zone: 'eu-west-1a',
        table: 'rtb-public',
        acl: 'acl-public',
      },
      { id: 'subnet-app', vpc: 'vpc-a', cidr: '10.0.2.0/24', zone: 'eu-west-1a', table: 'rtb-private', acl: 'acl-app' },
      { id: 'subnet-db', vpc: 'vpc-a', cidr: '10.0.3.0/24', zone: 'eu-west-1b', acl: 'acl-db' },
      { id: 'subnet-peer', vpc: 'vpc-b', cidr: '10.1.1.0/24', zone: 'eu-west-1a', acl: 'acl-peer' },
    ],
    tables: [
      {
        id: 'rtb-public',
        vpc: 'vpc-a',
        routes: [
          { destination: '10.0.0.0/16', target: 'local' },
          { destination: '2a05:d018::/56', target: 'local' },
          { destination: '0.0.0.0/0', target: 'igw-a' },
          { destination: '::/0', target: 'igw-a' },
        ],
      },
      {
        id: 'rtb-private',
        vpc: 'vpc-a',
        routes: [
          { destination: '10.0.0.0/16', target: 'local' },
          { destination: '2a05:d018::/56', target: 'local' },
          { destination: '0.0.0.0/0', target: 'nat-a' },
          { destination: '::/0', target: 'eigw-a' },
          { destination: '10.1.0.0/16', target: 'pcx-ab' },
        ],
      },
      { id: 'rtb-main-a', vpc: 'vpc-a', main: true, routes: [{ destination: '10.0.0.0/16', target: 'local' }] },
      {
        id: 'rtb-main-b',
        vpc: 'vpc-b',
        main: true,
        routes: [
          { destination: '10.1.0.0/16', target: 'local' },
          { destination: '10.0.0.0/16', target: 'pcx-ab' },
        ],
      },
    ],
    acls: [
      { id: 'acl-public', vpc: 'vpc-a', ...open },
      { id: 'acl-app', vpc: 'vpc-a', ...open },
      { id: 'acl-db', vpc: 'vpc-a', ...open },
      { id: 'acl-peer', vpc: 'vpc-b', ...open },
    ],
    groups: [
      { id: 'sg-web', vpc: 'vpc-a', ...everywhere },
      { id: 'sg-app', vpc: 'vpc-a', ...everywhere },
      { id: 'sg-db', vpc: 'vpc-a', ...everywhere },
      { id: 'sg-peer', vpc: 'vpc-b', ...everywhere },
    ],
    interfaces: [
      {
        id: 'eni-web',
        subnet: 'subnet-public',
        addresses: [{ privateIp: '10.0.1.10', publicIp: '52.1.1.1' }],
        ipv6: ['2a05:d018::1:10'],
        groups: ['sg-web'],
        instance: 'i-web',
      },
      {
        id: 'eni-nat',
        subnet: 'subnet-public',
        addresses: [{ privateIp: '10.0.1.5', publicIp: '52.1.1.5' }],
        groups: [],
      },
      {
        id: 'eni-app',
        subnet: 'subnet-app',
        addresses: [{ privateIp: '10.0.2.10' }],
        ipv6: ['2a05:d018::2:10'],
        groups: ['sg-app'],
        instance: 'i-app',
      },
      {
        id: 'eni-app2',
        subnet: 'subnet-app',
        addresses: [{ privateIp: '10.0.2.20' }],
        groups: ['sg-app'],
        instance: 'i-app2',
      },
      {
        id: 'eni-db',
        subnet: 'subnet-db',
        addresses: [{ privateIp: '10.0.3.10' }],
        groups: ['sg-db'],
        instance: 'i-db',
      },
      {
        id: 'eni-peer',
        subnet: 'subnet-peer',
        addresses: [{ privateIp: '10.1.1.10' }],
        groups: ['sg-peer'],
        instance: 'i-peer',
      },
    ],
    internetGateways: [{ id: 'igw-a', vpc: 'vpc-a' }],
    egressOnlyGateways: [{ id: 'eigw-a', vpc: 'vpc-a' }],
    nats: [{ id: 'nat-a', networkInterface: 'eni-nat' }],
    peerings: [{ id: 'pcx-ab', vpcs: ['vpc-a', 'vpc-b'] as [string, string] }],
  })
}

/** The sample with a transit gateway instead of the peering connection. */
export function transitWorld(): World {
  const world = sampleWorld()
  for (const table of world.tables) {
    for (const route of table.routes) if (route.target === 'pcx-ab') route.target = 'tgw-1'
  }
  world.peerings = []
  world.transitGateways = ['tgw-1']
  world.subnets.push(
    { id: 'subnet-tgw-a', vpc: 'vpc-a', cidr: '10.0.9.0/28', zone: 'eu-west-1a', acl: 'acl-tgw-a' },
    { id: 'subnet-tgw-b', vpc: 'vpc-b', cidr: '10.1.9.0/28', zone: 'eu-west-1a', acl: 'acl-tgw-b' },
  )
  const open = { ingress: [allowAll, denyRest], egress: [allowAll, denyRest] }
  world.acls.push(
    structuredClone({ id: 'acl-tgw-a', vpc: 'vpc-a', ...open }),
    structuredClone({ id: 'acl-tgw-b', vpc: 'vpc-b', ...open }),
  )
  world.attachments = [
    { id: 'tgw-attach-a', gateway: 'tgw-1', vpc: 'vpc-a', subnets: ['subnet-tgw-a'], table: 'tgw-rtb-1' },
    { id: 'tgw-attach-b', gateway: 'tgw-1', vpc: 'vpc-b', subnets: ['subnet-tgw-b'], table: 'tgw-rtb-1' },
  ]
  world.transitTables = [
    {
      id: 'tgw-rtb-1',
      gateway: 'tgw-1',
      routes: [
        { destination: '10.0.0.0/16', attachments: ['tgw-attach-a'], type: 'propagated' },
        { destination: '10.1.0.0/16', attachments: ['tgw-attach-b'], type: 'propagated' },
      ],
    },
  ]
  return world
}

/** Returns the item with this ID. Throws if there is none. */
export function one<Item extends { id: string }>(items: Item[], id: string): Item {
  const found = items.find((item) => item.id === id)
  if (found === undefined) throw new Error(`The world has no ${id}`)
  return found
}
