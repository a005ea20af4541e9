import { expect, test } from 'vitest'
import { graphOfWorld, type Unread } from '../../../test/support/network/graph-of-world.ts'
import { one, sampleWorld } from '../../../test/support/network/sample-world.ts'
import { allowAll, denyRest, type World, type WorldRule } from '../../../test/support/network/world.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import type { Json, Relation, Resource, ResourceReference, Verb } from '../../graph/resource-graph.ts'
import { reach } from './reach.ts'

const v2 = 'AWS::ElasticLoadBalancingV2'

type Shop = {
  world: World
  balancer: Record<string, Json>
  listener: Record<string, Json>
  group: Record<string, Json>
  interfaces: boolean
  /** The called port. */
  port: number
  /** Whether the scan read it. */
  read: boolean
}

const healthy = (more: Record<string, Json> = {}) => ({
  id: 'i-app',
  port: 8080,
  availabilityZone: 'eu-west-1a',
  health: 'healthy',
  ...more,
})

/** A load balancer in the public subnet that forwards port 443 to port 8080 of `i-app`. */
function shop(): Shop {
  const world = sampleWorld()
  world.interfaces.push({
    id: 'eni-lb',
    subnet: 'subnet-public',
    addresses: [{ privateIp: '10.0.1.80', publicIp: '52.1.1.80' }],
    groups: ['sg-web'],
  })
  return {
    world,
    balancer: { loadBalancerType: 'application', scheme: 'internet-facing' },
    listener: { protocol: 'HTTPS', port: 443, defaultActions: ['forward'] },
    group: { targetType: 'instance', port: 8080, targets: [healthy()] },
    interfaces: true,
    port: 443,
    read: true,
  }
}

function resource(type: string, id: string, properties: Record<string, Json>): Resource {
  return { type, id, arn: null, name: null, presence: 'read', tags: {}, properties }
}

function relation(source: ResourceReference, verb: Verb, target: ResourceReference): Relation {
  return { source, verb, target, evidence: 'test' }
}

function ask(
  { world, balancer, listener, group, interfaces, port, read }: Shop,
  from = 'internet',
  to = 'app/shop/1',
  unread: Unread = {},
) {
  const graph = graphOfWorld(world, unread)
  const lb = resource(`${v2}::LoadBalancer`, 'app/shop/1', balancer)
  const ear = resource(`${v2}::Listener`, 'app/shop/1/2', listener)
  const targets = resource(`${v2}::TargetGroup`, 'shop/3', group)
  const described = graph.resources.flatMap((each) =>
    each.id !== 'eni-lb'
      ? [each]
      : interfaces
        ? [{ ...each, properties: { ...each.properties, description: 'ELB app/shop/1' } }]
        : [],
  )
  const index = indexGraph({
    ...graph,
    resources: [...described, ...(read ? [lb] : []), ear, targets],
    relations: [
      ...graph.relations,
      relation(lb, 'attached to', { type: 'AWS::EC2::Subnet', id: 'subnet-public' }),
      relation(lb, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-web' }),
      relation(ear, 'contained in', lb),
      relation(ear, 'routes to', targets),
      relation(targets, 'routes to', { type: 'AWS::EC2::NetworkInterface', id: 'eni-app' }),
    ],
  })
  const answer = reach([index], { from, to, protocol: 'tcp', port })
  if ('problem' in answer) throw new Error(answer.problem)
  return answer
}

type Case = readonly [name: string, change: (shop: Shop) => void, expected: readonly string[]]

function asNetwork({ balancer, listener, world }: Shop, ingress?: WorldRule[]): void {
  balancer['loadBalancerType'] = 'network'
  listener['protocol'] = 'TCP'
  if (ingress !== undefined) one(world.groups, 'sg-app').ingress = ingress
}

const cases: readonly Case[] = [
  ['to a healthy target', () => {}, ['reachable']],
  ['no listener for the port', (all) => void (all.port = 8443), ['blocked', 'ELBV2_LISTENERS_MISMATCH app/shop/1']],
  [
    'a listener for another protocol',
    ({ listener }) => void (listener['protocol'] = 'UDP'),
    ['blocked', 'ELBV2_LISTENERS_MISMATCH app/shop/1'],
  ],
  [
    'a listener with a fixed response',
    ({ listener, group }) => {
      listener['defaultActions'] = ['redirect']
      group['targets'] = []
    },
    ['reachable'],
  ],
  ['no targets', ({ group }) => void (group['targets'] = []), ['blocked', 'ELBV2_LISTENER_HAS_NO_TG app/shop/1/2']],
  ['targets that were not read', ({ group }) => void delete group['targets'], ['unknown', 'TargetGroup']],
  [
    'a target that is not in use',
    ({ group }) => void (group['targets'] = [healthy({ health: 'unused' })]),
    ['blocked', 'ELBV2_LISTENER_REQUIRES_TG_ACCEPT shop/3'],
  ],
  [
    'a target that is draining',
    ({ group }) => void (group['targets'] = [healthy({ health: 'draining' })]),
    ['blocked', 'ELBV2_LISTENER_REQUIRES_TG_ACCEPT shop/3'],
  ],
  [
    'no healthy target',
    ({ group }) => void (group['targets'] = [healthy({ health: 'unhealthy' })]),
    ['unknown', 'TargetGroup'],
  ],
  [
    'one healthy target of two',
    ({ group }) => void (group['targets'] = [healthy({ id: 'i-db', health: 'unhealthy' }), healthy()]),
    ['reachable'],
  ],
  [
    'a target whose group denies the port',
    ({ world }) =>
      void (one(world.groups, 'sg-app').ingress = [{ protocol: 'tcp', fromPort: 443, toPort: 443, peer: '0.0.0.0/0' }]),
    ['blocked', 'ENI_SG_RULES_MISMATCH sg-app ingress'],
  ],
  [
    'a target whose group allows the group of the load balancer',
    ({ world }) =>
      void (one(world.groups, 'sg-app').ingress = [{ protocol: 'tcp', fromPort: 8080, toPort: 8080, peer: 'sg-web' }]),
    ['reachable'],
  ],
  [
    'a target by its address',
    ({ group }) => {
      group['targetType'] = 'ip'
      group['targets'] = [healthy({ id: '10.0.2.10' })]
    },
    ['reachable'],
  ],
  [
    'a target with an unknown address',
    ({ group }) => {
      group['targetType'] = 'ip'
      group['targets'] = [healthy({ id: '10.9.2.10' })]
    },
    ['unknown', 'TargetGroup'],
  ],
  [
    'a function',
    ({ group }) => {
      group['targetType'] = 'lambda'
      group['targets'] = [healthy({ id: 'arn:aws:lambda:eu-west-1:111111111111:function:shop' })]
    },
    ['reachable'],
  ],
  ['a Network Load Balancer whose targets allow everyone', (all) => asNetwork(all), ['reachable']],
  [
    'a Network Load Balancer whose targets allow only its own addresses',
    (all) => asNetwork(all, [{ protocol: 'tcp', fromPort: 8080, toPort: 8080, peer: '10.0.1.0/24' }]),
    ['unknown', 'TargetGroup'],
  ],
  [
    'a Network Load Balancer whose targets allow its group',
    (all) => asNetwork(all, [{ protocol: 'tcp', fromPort: 8080, toPort: 8080, peer: 'sg-web' }]),
    ['reachable'],
  ],
  [
    'a Network Load Balancer whose targets allow no one on the port',
    (all) => asNetwork(all, [{ protocol: 'tcp', fromPort: 443, toPort: 443, peer: '0.0.0.0/0' }]),
    ['blocked', 'ENI_SG_RULES_MISMATCH sg-app ingress'],
  ],
  [
    'a Network Load Balancer without security groups',
    (all) => {
      asNetwork(all)
      one(all.world.interfaces, 'eni-lb').groups = []
    },
    ['reachable'],
  ],
  [
    'a Network Load Balancer whose target is in another Availability Zone',
    (all) => {
      asNetwork(all, [{ protocol: 'tcp', fromPort: 8080, toPort: 8080, peer: '10.0.1.0/24' }])
      all.group['preserveClientIp'] = false
    },
    ['reachable'],
  ],
  [
    'a Network Load Balancer whose targets let in its own addresses only, but it keeps those of clients',
    (all) => {
      asNetwork(all, [{ protocol: 'tcp', fromPort: 8080, toPort: 8080, peer: '10.0.1.0/24' }])
      all.group['preserveClientIp'] = true
    },
    ['blocked', 'ENI_SG_RULES_MISMATCH sg-app ingress'],
  ],
  ...(
    [
      ['network', null, null, 'unknown'],
      ['network', 'true', null, 'reachable'],
      ['network', 'false', true, 'unknown'],
      ['network', 'use_load_balancer_configuration', true, 'reachable'],
      ['network', 'use_load_balancer_configuration', false, 'unknown'],
      ['network', 'use_load_balancer_configuration', null, 'unknown'],
      ['application', null, true, 'unknown'],
      ['application', 'false', true, 'unknown'],
      ['application', 'use_load_balancer_configuration', null, 'reachable'],
    ] as const
  ).map(([type, ofGroup, ofBalancer, verdict]): Case => [
    `a target of the ${type} type in another zone, with ${ofGroup} and ${ofBalancer} for cross-zone load balancing`,
    (all) => {
      if (type === 'network') asNetwork(all)
      all.group['targets'] = [healthy({ id: 'i-db' })]
      if (ofGroup !== null) all.group['crossZoneLoadBalancing'] = ofGroup
      if (ofBalancer !== null) all.balancer['crossZoneLoadBalancing'] = ofBalancer
    },
    verdict === 'unknown' ? ['unknown', 'TargetGroup'] : [verdict],
  ]),
  [
    'a target in another zone that refuses it in any case',
    (all) => {
      all.group['targets'] = [healthy({ id: 'i-db' })]
      one(all.world.groups, 'sg-db').ingress = []
    },
    ['blocked', 'ENI_SG_RULES_MISMATCH sg-db ingress'],
  ],
  [
    'a network ACL of the targets that denies clients of a Network Load Balancer',
    (all) => {
      asNetwork(all)
      one(all.world.acls, 'acl-app').ingress = [{ ...allowAll, cidrBlock: '10.0.0.0/8' }, denyRest]
    },
    ['unknown', 'TargetGroup'],
  ],
  [
    'a network ACL of the targets that denies responses to everyone',
    (all) => {
      asNetwork(all)
      one(all.world.acls, 'acl-app').egress = [denyRest]
    },
    ['blocked', 'SUBNET_ACL_RESTRICTION acl-app egress'],
  ],
  [
    'a Network Load Balancer in front of an Application Load Balancer',
    (all) => {
      asNetwork(all)
      all.group['targetType'] = 'alb'
    },
    ['unknown', 'TargetGroup'],
  ],
  [
    'its own group denies the caller',
    ({ world }) =>
      void (one(world.groups, 'sg-web').ingress = [
        { protocol: '-1', fromPort: null, toPort: null, peer: '10.0.0.0/8' },
      ]),
    ['blocked', 'ENI_SG_RULES_MISMATCH sg-web ingress'],
  ],
  [
    'without its network interfaces, its public address is unknown',
    (all) => void (all.interfaces = false),
    ['unknown', 'NetworkInterface'],
  ],
]
test.each(cases)('%s', (_, change, expected) => {
  const all = shop()
  change(all)
  const { verdict, blockedBy, unknownBecause } = ask(all)
  expect([
    verdict,
    ...blockedBy.map(({ code, id, direction }) => `${code} ${id} ${direction ?? ''}`.trim()),
    ...new Set(unknownBecause.map(({ type }) => type.split('::')[2])),
  ]).toEqual(expected)
})

test('a function behind a load balancer has no health check by default', () => {
  const all = shop()
  all.group['targetType'] = 'lambda'
  all.group['targets'] = [healthy({ id: 'arn:aws:lambda:eu-west-1:111111111111:function:shop', health: 'unavailable' })]
  expect(ask(all)).toMatchObject({ verdict: 'reachable' })
})

test('a failed load balancer accepts nothing', () => {
  const all = shop()
  all.balancer['state'] = 'failed'
  expect(ask(all)).toMatchObject({ verdict: 'blocked', blockedBy: [{ code: 'BAD_STATE', id: 'app/shop/1' }, {}] })
})

test('the port of a target takes precedence over that of its group', () => {
  const all = shop()
  one(all.world.groups, 'sg-app').ingress = [{ protocol: 'tcp', fromPort: 9090, toPort: 9090, peer: '0.0.0.0/0' }]
  expect(ask(all)).toMatchObject({ verdict: 'blocked' })
  all.group['targets'] = [healthy({ port: 9090 })]
  expect(ask(all)).toMatchObject({ verdict: 'reachable' })
})

test('one reachable target is enough, and only the first ones are checked', () => {
  const all = shop()
  const closed = Array.from({ length: 19 }, () => healthy({ id: 'i-db' }))
  one(all.world.groups, 'sg-db').ingress = []
  all.group['targets'] = [...closed, healthy()]
  expect(ask(all)).toMatchObject({ verdict: 'reachable' })
  all.group['targets'] = [...closed, ...closed, healthy()]
  expect(ask(all)).toMatchObject({
    verdict: 'unknown',
    unknownBecause: [{ reason: expect.stringContaining("19 others weren't checked") }],
  })
  all.group['targets'] = closed
  expect(ask(all)).toMatchObject({ verdict: 'blocked' })
})

test('the path continues from the load balancer to the target', () => {
  const { path, returnPath } = ask(shop())
  expect(path.map(({ id }) => id)).toEqual([
    'igw-a',
    'acl-public',
    'sg-web',
    'app/shop/1',
    'app/shop/1',
    'sg-web',
    'rtb-public',
    'acl-public',
    'acl-app',
    'sg-app',
    'i-app',
  ])
  expect(returnPath.at(0)?.id).toBe('i-app')
  expect(returnPath.at(-1)?.id).toBe('igw-a')
})

test('from within the VPC, its subnets are enough', () => {
  const all = shop()
  all.interfaces = false
  expect(ask(all, 'i-app')).toMatchObject({ verdict: 'reachable' })
})

const inService = { instanceHealth: [{ id: 'i-app', state: 'InService' }] }
const outOfService = { instanceHealth: [{ id: 'i-app', state: 'OutOfService' }] }

test.each([
  [80, '0.0.0.0/0', {}, 'unknown', []],
  [80, '0.0.0.0/0', inService, 'reachable', []],
  [80, '0.0.0.0/0', outOfService, 'unknown', []],
  [80, '10.0.3.0/24', {}, 'blocked', ['ENI_SG_RULES_MISMATCH']],
  [80, '10.0.3.0/24', inService, 'blocked', ['ENI_SG_RULES_MISMATCH']],
  [80, '0.0.0.0/0', { instanceHealth: [{ id: 'i-unread', state: 'InService' }] }, 'unknown', []],
  [80, '0.0.0.0/0', { instanceHealth: [] }, 'unknown', []],
  [8080, '0.0.0.0/0', {}, 'blocked', ['ELB_LISTENERS_MISMATCH']],
] as const)(
  'a Classic Load Balancer with a listener for port 80, called at %d, by %s, with %o: %s',
  (port, peer, more, verdict, codes) => {
    const world = sampleWorld()
    one(world.groups, 'sg-peer').ingress = [{ protocol: 'tcp', fromPort: 8080, toPort: 8080, peer }]
    one(world.interfaces, 'eni-app').groups = ['sg-peer']
    const graph = graphOfWorld(world)
    const balancer = resource('AWS::ElasticLoadBalancing::LoadBalancer', 'shop', {
      scheme: 'internal',
      listeners: ['HTTP:80 to HTTP:8080'],
      ...(more as Record<string, Json>),
    })
    const index = indexGraph({
      ...graph,
      resources: [...graph.resources, balancer],
      relations: [
        ...graph.relations,
        relation(balancer, 'attached to', { type: 'AWS::EC2::Subnet', id: 'subnet-app' }),
        relation(balancer, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-app' }),
        relation(balancer, 'routes to', { type: 'AWS::EC2::Instance', id: 'i-app' }),
      ],
    })
    const answer = reach([index], { from: 'i-db', to: 'shop', protocol: 'tcp', port })
    expect(answer).toMatchObject({ verdict, blockedBy: codes.map((code) => ({ code })) })
    const isIdle = Object.hasOwn(more, 'instanceHealth') && !JSON.stringify(more).includes('InService')
    const reasons = 'unknownBecause' in answer ? answer.unknownBecause.map(({ reason }) => reason) : []
    expect(reasons.includes('shop has no instance in service.')).toBe(isIdle)
  },
)

test.each([
  [true, 'reachable'],
  [false, 'unknown'],
  [null, 'unknown'],
] as const)(
  'a Classic Load Balancer whose instance is in another zone, with cross-zone load balancing %s: %s',
  (crosses, verdict) => {
    const graph = graphOfWorld(sampleWorld())
    const balancer = resource('AWS::ElasticLoadBalancing::LoadBalancer', 'shop', {
      scheme: 'internal',
      listeners: ['HTTP:80 to HTTP:8080'],
      instanceHealth: [{ id: 'i-db', state: 'InService' }],
      ...(crosses !== null && { crossZoneLoadBalancing: crosses }),
    })
    const index = indexGraph({
      ...graph,
      resources: [...graph.resources, balancer],
      relations: [
        ...graph.relations,
        relation(balancer, 'attached to', { type: 'AWS::EC2::Subnet', id: 'subnet-app' }),
        relation(balancer, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-app' }),
        relation(balancer, 'routes to', { type: 'AWS::EC2::Instance', id: 'i-db' }),
      ],
    })
    expect(reach([index], { from: 'i-app', to: 'shop', protocol: 'tcp', port: 80 })).toMatchObject({ verdict })
  },
)

test.each([
  ['52.1.1.80', 443, 'reachable'],
  ['52.1.1.80', 8443, 'blocked'],
  ['eni-lb', 443, 'reachable'],
  ['eni-lb', 8443, 'blocked'],
] as const)('its listeners decide for its interface too: %s, port %d is %s', (to, port, verdict) => {
  expect(ask({ ...shop(), port }, 'internet', to)).toMatchObject({ verdict })
})

test('the network interface of an unread load balancer is unknown', () => {
  expect(ask({ ...shop(), read: false }, 'internet', 'eni-lb')).toMatchObject({
    verdict: 'unknown',
    unknownBecause: [{ type: `${v2}::LoadBalancer` }],
  })
})

test.each(['Listener', 'ListenerRule', 'TargetGroup'])('is unknown if the type %s could not be read', (name) => {
  const type = `${v2}::${name}`
  const unread = { [type]: { action: `elasticloadbalancing:Describe${name}s` } }
  expect(ask(shop(), 'internet', 'app/shop/1', unread)).toMatchObject({
    verdict: 'unknown',
    unknownBecause: [{ type, action: unread[type]?.action }],
  })
})
