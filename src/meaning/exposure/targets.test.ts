/** Tests each condition between load balancers and their targets, and its opposite. */
import { describe, expect, test } from 'vitest'
import { graphBuilder, type GraphBuilder } from '../../diagram/testing/sample-graphs.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import type { Json, Resource, ResourceGraph } from '../../graph/resource-graph.ts'
import type { Exposure } from './exposure.ts'
import { exposures, internetVerdicts } from './exposures.ts'
import { inOrder } from './targets.ts'

type Fields = Readonly<Record<string, Json>>

const types = {
  balancer: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
  classic: 'AWS::ElasticLoadBalancing::LoadBalancer',
  listener: 'AWS::ElasticLoadBalancingV2::Listener',
  rule: 'AWS::ElasticLoadBalancingV2::ListenerRule',
  group: 'AWS::ElasticLoadBalancingV2::TargetGroup',
  instance: 'AWS::EC2::Instance',
  interface: 'AWS::EC2::NetworkInterface',
  function: 'AWS::Lambda::Function',
  security: 'AWS::EC2::SecurityGroup',
  subnet: 'AWS::EC2::Subnet',
} as const

const rule = (source: string, port: number, more: Fields = {}): Fields => ({
  source,
  protocol: 'tcp',
  fromPort: port,
  toPort: port,
  ...more,
})
const at = (id: string, more: Fields = {}): Fields => ({ id, port: 8080, health: 'healthy', ...more })

type Given = {
  readonly ingress?: readonly Fields[]
  readonly balancer?: Fields
  readonly listener?: Fields
  readonly group?: Fields
  readonly targets?: readonly Fields[]
  readonly instance?: Fields
}

/** A load balancer that the internet can reach on port 443, with an instance as target on port 8080. */
function behind(given: Given = {}, more: (graph: GraphBuilder) => void = () => {}): GraphBuilder {
  const graph = graphBuilder()
  const vpc = graph.add('AWS::EC2::VPC', 'vpc-1', null)
  const subnet = graph.add(types.subnet, 'subnet-1', null, { cidrBlock: '10.0.1.0/24' })
  graph.relate(subnet, 'contained in', vpc)
  const routes = [{ destination: '0.0.0.0/0', target: 'igw-1', state: 'active' }]
  graph.relate(graph.add('AWS::EC2::RouteTable', 'rtb-1', null, { main: true, routes }), 'contained in', vpc)
  const entry = { rule: 100, action: 'allow', protocol: '-1', cidrBlock: '0.0.0.0/0', fromPort: null, toPort: null }
  const acl = graph.add('AWS::EC2::NetworkAcl', 'acl-1', null, { ingress: [entry], egress: [entry] })
  graph.relate(acl, 'associated with', subnet)
  const front = graph.add(types.security, 'sg-front', null, { ingress: [rule('0.0.0.0/0', 443)] })
  const balancer = graph.add(types.balancer, 'app/shop', 'shop', {
    scheme: 'internet-facing',
    loadBalancerType: 'application',
    ...given.balancer,
  })
  graph.relate(balancer, 'attached to', subnet)
  graph.relate(balancer, 'associated with', front)
  const listener = graph.add(types.listener, 'listener', null, {
    protocol: 'HTTPS',
    port: 443,
    defaultActions: ['forward'],
    ...given.listener,
  })
  graph.relate(listener, 'contained in', balancer)
  const group = graph.add(types.group, 'group', null, {
    protocol: 'HTTP',
    port: 80,
    targetType: 'instance',
    targets: given.targets ?? [at('i-1')],
    ...given.group,
  })
  graph.relate(listener, 'routes to', group)
  const back = graph.add(types.security, 'sg-back', null, { ingress: given.ingress ?? [rule('sg-front', 8080)] })
  const instance = graph.add(types.instance, 'i-1', 'api', { state: 'running', ...given.instance })
  graph.relate(instance, 'associated with', back)
  graph.relate(group, 'routes to', instance)
  more(graph)
  return graph
}

/** `open internet tcp 8080`, of all targets, or of one resource. */
function told(graph: ResourceGraph, id = 'i-1') {
  return exposures(indexGraph(graph))
    .filter(({ kind, resource }) => kind === 'target' && resource.id === id)
    .map(({ verdict, from, protocol, ports, condition, unknownBecause }) =>
      [verdict, from, protocol, ports, condition, ...unknownBecause.map(({ type }) => type)]
        .filter((part) => part !== null)
        .join(' '),
    )
}

test("a target has an exposure with its path as evidence, and isn't public itself", () => {
  const index = indexGraph(behind({}, (graph) => void graph.add(types.interface, 'eni-1', null)).build())
  const found = exposures(index).filter(({ resource: { id } }) => id === 'i-1')
  expect(found).toEqual([
    {
      resource: { type: types.instance, id: 'i-1', arn: null, name: 'api' },
      kind: 'target',
      from: 'internet',
      by: 'load balancer',
      protocol: 'tcp',
      ports: '8080',
      verdict: 'open',
      condition: null,
      path: [
        { type: 'AWS::EC2::InternetGateway', id: 'igw-1', evidence: 'is the target of routes of rtb-1' },
        { type: 'AWS::EC2::RouteTable', id: 'rtb-1', evidence: 'routes responses to the internet' },
        { type: 'AWS::EC2::NetworkAcl', id: 'acl-1', evidence: 'allows requests and their responses' },
        { type: types.security, id: 'sg-front', evidence: 'allows tcp 443 from internet' },
        { type: types.balancer, id: 'app/shop', evidence: 'is internet-facing' },
        { type: types.listener, id: 'listener', evidence: 'listens on port 443' },
        { type: types.group, id: 'group', evidence: 'has the target i-1' },
        { type: types.security, id: 'sg-back', evidence: 'allows tcp 8080 from sg-front' },
        { type: types.instance, id: 'i-1', evidence: 'receives it on tcp port 8080' },
      ],
      unknownBecause: [],
    },
  ])
  expect(internetVerdicts(index)({ type: types.instance, id: 'i-1' })).toBe('closed')
})

const open = ['open internet tcp 8080']

describe('security groups', () => {
  test.each<[what: string, ingress: readonly Fields[], expected: readonly string[]]>([
    ['to the group of the load balancer', [rule('sg-front', 8080)], open],
    ['to all protocols of it', [rule('sg-front', 8080, { protocol: '-1', fromPort: null, toPort: null })], open],
    ['to another group', [rule('sg-other', 8080)], []],
    ['at another port', [rule('sg-front', 443)], []],
    ['over another protocol', [rule('sg-front', 8080, { protocol: 'udp' })], []],
    ['to its subnet', [rule('10.0.1.0/24', 8080)], open],
    ['to halves of its subnet', [rule('10.0.1.0/25', 8080), rule('10.0.1.128/25', 8080)], open],
    ['to a part of its subnet', [rule('10.0.1.0/25', 8080)], ['unknown internet tcp 8080']],
    ['to other addresses', [rule('10.0.2.0/24', 8080)], []],
    ['to nobody', [], []],
    ['to a prefix list', [rule('pl-1', 8080)], ['unknown internet tcp 8080 AWS::EC2::PrefixList']],
  ])('%s', (_what, ingress, expected) => expect(told(behind({ ingress }).build())).toEqual(expected))

  test('without groups everything is allowed', () => {
    const graph = behind({ targets: [at('i-2')] }, (built) => {
      built.relate({ type: types.group, id: 'group' }, 'routes to', built.add(types.instance, 'i-2', null))
    })
    expect(told(graph.build(), 'i-2')).toEqual(open)
  })
})

describe('targets in use', () => {
  test.each<[health: string, expected: readonly string[]]>([
    ['healthy', open],
    ['unhealthy', open],
    ['initial', open],
    ['draining', []],
    ['unused', []],
  ])('%s', (health, expected) => expect(told(behind({ targets: [at('i-1', { health })] }).build())).toEqual(expected))

  test('the port of the group applies if the target has none', () => {
    const given = { targets: [at('i-1', { port: null })], ingress: [rule('sg-front', 80)] }
    expect(told(behind(given).build())).toEqual(['open internet tcp 80'])
  })

  test("targets of an internal load balancer aren't exposed", () => {
    expect(told(behind({ balancer: { scheme: 'internal' } }).build())).toEqual([])
  })

  test('each listener counts separately', () => {
    const graph = behind({}, (built) => {
      const inside = built.add(types.listener, 'inside', null, {
        protocol: 'HTTP',
        port: 81,
        defaultActions: ['forward'],
      })
      built.relate(inside, 'contained in', { type: types.balancer, id: 'app/shop' })
      const group = built.add(types.group, 'admin', null, { targetType: 'instance', port: 9000, targets: [at('i-2')] })
      built.relate(inside, 'routes to', group)
      built.relate(group, 'routes to', built.add(types.instance, 'i-2', null))
    })
    expect(told(graph.build(), 'i-2')).toEqual([])
    expect(told(graph.build())).toEqual(open)
  })
})

describe('conditions of listeners and rules', () => {
  const byRule = (properties: Fields) => {
    const graph = behind({ targets: [] }, (built) => {
      const added = built.add(types.rule, 'rule', null, properties)
      built.relate(added, 'contained in', { type: types.listener, id: 'listener' })
      const group = built.add(types.group, 'ruled', null, { targetType: 'instance', targets: [at('i-1')] })
      built.relate(added, 'routes to', group)
      built.relate(group, 'routes to', { type: types.instance, id: 'i-1' })
    })
    return told(graph.build())
  }

  test.each<[conditions: readonly Fields[], expected: readonly string[]]>([
    [[{ field: 'path-pattern', header: null, values: ['/api/*'] }], open],
    [
      [{ field: 'source-ip', header: null, values: ['198.51.100.0/24', '203.0.113.0/24'] }],
      ['conditional internet tcp 8080 only from 198.51.100.0/24 or 203.0.113.0/24'],
    ],
    [
      [{ field: 'http-header', header: 'X-Secret', values: [] }],
      ['conditional internet tcp 8080 only with the header X-Secret, which its rule requires'],
    ],
  ])('%o', (conditions, expected) => expect(byRule({ actions: ['forward'], conditions })).toEqual(expected))

  test('authorization', () => {
    const expected = ['conditional internet tcp 8080 only with authorization (authenticate-oidc)']
    expect(byRule({ actions: ['authenticate-oidc', 'forward'], conditions: [] })).toEqual(expected)
    expect(told(behind({ listener: { defaultActions: ['authenticate-oidc', 'forward'] } }).build())).toEqual(expected)
  })

  test.each([
    ['verify', ['conditional internet tcp 8080 only with a client certificate (mutual TLS)']],
    // Certificates are passed to targets unchecked.
    ['passthrough', open],
    ['off', open],
  ])('mutual authentication %s', (mutualAuthentication, expected) => {
    expect(told(behind({ listener: { mutualAuthentication } }).build())).toEqual(expected)
  })
})

describe('kinds of targets', () => {
  const addInterface = (graph: GraphBuilder, properties: Fields) => {
    const added = graph.add(types.interface, 'eni-1', null, properties)
    graph.relate({ type: types.group, id: 'group' }, 'routes to', added)
    graph.relate(added, 'associated with', { type: types.security, id: 'sg-back' })
  }
  const group = { targetType: 'ip' }

  test.each<Fields>([
    { privateIpAddress: '10.0.2.7' },
    { privateIpAddresses: [{ privateIpAddress: '10.0.2.9' }, { privateIpAddress: '10.0.2.7' }] },
  ])('an address of an interface with %o', (properties) => {
    const graph = behind({ group, targets: [at('10.0.2.7')] }, (built) => addInterface(built, properties))
    expect(told(graph.build(), 'eni-1')).toEqual(open)
  })

  test("an address that wasn't found is unknown", () => {
    const graph = behind({ group, targets: [at('10.9.9.9')] }, (built) =>
      addInterface(built, { privateIpAddress: '10.0.2.7' }),
    )
    expect(told(graph.build(), 'eni-1')).toEqual([])
    expect(told(graph.build(), 'group')).toEqual([`unknown internet ${types.interface}`])
  })

  test('a function is invoked, without a port', () => {
    const targets = [at('arn:aws:lambda:us-east-1:123456789012:function:orders:live', { port: null })]
    const graph = behind({ group: { targetType: 'lambda' }, targets }, (built) => {
      built.relate({ type: types.group, id: 'group' }, 'routes to', built.add(types.function, 'orders', 'orders'))
    })
    expect(told(graph.build(), 'orders')).toEqual(['open internet'])
  })

  const network = { loadBalancerType: 'network' }
  test.each<[what: string, ingress: readonly Fields[], expected: readonly string[]]>([
    ['admits everyone', [rule('0.0.0.0/0', 8080)], open],
    ['admits nobody', [rule('192.168.0.0/16', 8080)], []],
    ['admits its security group only', [rule('sg-front', 8080)], open],
    ['admits its nodes only', [rule('10.0.0.0/8', 8080)], [`unknown internet tcp 8080 ${types.group}`]],
    [
      'admits clients only',
      [rule('0.0.0.0/1', 8080), rule('128.0.0.0/1', 8080, { source: '203.0.113.0/24' })],
      [`unknown internet tcp 8080 ${types.group}`],
    ],
  ])('behind a network load balancer one that %s', (_what, ingress, expected) =>
    expect(told(behind({ balancer: network, ingress }).build())).toEqual(expected),
  )

  test.each<[keeps: boolean, ingress: string, expected: readonly string[]]>([
    [true, '0.0.0.0/0', open],
    [true, '10.0.0.0/8', []],
    [true, 'sg-front', open],
    [false, '10.0.0.0/8', open],
    [false, 'sg-front', open],
    [false, '192.168.0.0/16', []],
  ])('where it is read whether it preserves the addresses of clients (%s), %s decides', (keeps, source, expected) => {
    const graph = behind({ balancer: network, group: { preserveClientIp: keeps }, ingress: [rule(source, 8080)] })
    expect(told(graph.build())).toEqual(expected)
  })

  test('IPv6 clients come with addresses of the nodes, also where those of clients are preserved', () => {
    const graph = behind({
      balancer: { ...network, ipAddressType: 'dualstack' },
      group: { preserveClientIp: true },
      ingress: [rule('10.0.0.0/8', 8080)],
    })
    expect(told(graph.build())).toEqual([`unknown internet tcp 8080 ${types.group}`])
  })

  test('a load balancer behind a load balancer, and its targets', () => {
    const targets = [at('arn:aws:elasticloadbalancing:us-east-1:1:loadbalancer/app/inner', { port: 443 })]
    const graph = behind({ balancer: network, group: { targetType: 'alb', protocol: 'TCP' }, targets }, (built) => {
      const inner = built.add(types.balancer, 'app/inner', 'inner', {
        scheme: 'internal',
        loadBalancerType: 'application',
      })
      built.relate({ type: types.group, id: 'group' }, 'routes to', inner)
      built.relate(inner, 'attached to', { type: types.subnet, id: 'subnet-1' })
      built.relate(inner, 'associated with', { type: types.security, id: 'sg-front' })
      const listener = built.add(types.listener, 'inner', null, {
        protocol: 'HTTPS',
        port: 443,
        defaultActions: ['forward'],
      })
      built.relate(listener, 'contained in', inner)
      const innerGroup = built.add(types.group, 'inner', null, { targetType: 'instance', targets: [at('i-1')] })
      built.relate(listener, 'routes to', innerGroup)
      built.relate(innerGroup, 'routes to', { type: types.instance, id: 'i-1' })
    })
    expect(told(graph.build(), 'app/inner')).toEqual(['open internet tcp 443'])
    expect(told(graph.build())).toEqual(open)
  })

  const behindClassic = (state: string) => {
    const graph = behind({ balancer: { scheme: 'internal' }, instance: { state } }, (built) => {
      const listeners = ['HTTPS:443 to HTTP:8080', 'TCP:22 to TCP:22']
      const classic = built.add(types.classic, 'old', null, { scheme: 'internet-facing', listeners })
      built.relate(classic, 'attached to', { type: types.subnet, id: 'subnet-1' })
      built.relate(classic, 'associated with', { type: types.security, id: 'sg-front' })
      built.relate(classic, 'routes to', { type: types.instance, id: 'i-1' })
    })
    return told(graph.build())
  }

  test('instances of a classic load balancer', () => {
    expect(behindClassic('running')).toEqual(open)
  })

  test('a stopped instance receives nothing', () => {
    expect(behindClassic('stopped')).toEqual([])
  })
})

const ofAny = (graph: GraphBuilder) =>
  exposures(indexGraph(graph.build()))
    .filter(({ kind, resource }) => kind === 'target' && resource.id === null)
    .flatMap(({ resource: { type }, unknownBecause }) => unknownBecause.map((unread) => `${type} by ${unread.type}`))

describe('what was not read is unknown', () => {
  test.each([types.balancer, types.listener, types.rule, types.group])('targets of any kind, without %s', (type) => {
    const graph = behind()
    graph.deny(type)
    const found = ofAny(graph)
    for (const kind of [types.instance, types.interface, types.function, types.balancer])
      expect(found).toContain(`${kind} by ${type}`)
  })

  test('instances, without classic load balancers', () => {
    const graph = behind()
    graph.deny(types.classic)
    expect(ofAny(graph)).toContain(`${types.instance} by ${types.classic}`)
    expect(ofAny(graph)).not.toContain(`${types.function} by ${types.classic}`)
  })

  test.each([types.security, types.instance])('the target, without %s', (type) => {
    const graph = behind()
    const built = graph.build()
    graph.deny(type)
    const { coverage } = graph.build()
    const resources = built.resources.filter((each) => each.type !== type || each.id === 'sg-front')
    expect(told({ ...built, coverage, resources })).toEqual([`unknown internet tcp 8080 ${type}`])
  })

  test("the target, if its subnet wasn't read and its rules have addresses", () => {
    const graph = behind({ ingress: [rule('10.0.1.0/24', 8080)] })
    const without = (built: ResourceGraph) => ({
      ...built,
      resources: built.resources.filter(({ type }) => type !== types.subnet),
    })
    expect(told(without(graph.build()))).toEqual([`unknown internet tcp 8080 ${types.subnet}`])
    expect(told(without(behind({ ingress: [] }).build()))).toEqual([])
  })

  test("targets of the kind, if those of a group weren't read", () => {
    const built = behind({ group: { targetType: 'lambda' } }).build()
    const resources = built.resources.map((each): Resource => {
      const { targets: _targets, ...properties } = each.properties
      return each.type === types.group ? { ...each, properties } : each
    })
    const index = indexGraph({ ...built, resources })
    const found = exposures(index).find(({ kind, resource }) => kind === 'target' && resource.type === types.function)
    expect(found).toMatchObject({
      resource: { id: null },
      verdict: 'unknown',
      unknownBecause: expect.arrayContaining([
        { type: types.group, action: 'elasticloadbalancing:DescribeTargetHealth' },
      ]),
    })
  })

  test('the target, if no scan of the account has it', () => {
    const graph = behind({ targets: [at('10.9.9.9')], group: { targetType: 'ip' } }).build()
    const found = exposures(indexGraph(graph)).find(
      ({ kind, resource }) => kind === 'target' && resource.id === 'group',
    )
    expect(found?.verdict).toBe('unknown')
    expect(found?.path.at(-1)?.evidence).toBe("has the target 10.9.9.9, which couldn't be read")
  })

  test('the target of an unknown load balancer', () => {
    const graph = behind()
    graph.deny('AWS::EC2::RouteTable')
    const built = graph.build()
    const resources = built.resources.filter(({ type }) => type !== 'AWS::EC2::RouteTable')
    expect(told({ ...built, resources })).toEqual(['unknown internet tcp 8080 AWS::EC2::RouteTable'])
  })
})

test('an entry for all resources of a type comes before those of single resources', () => {
  const [entry] = exposures(indexGraph(behind().build()))
  if (entry === undefined) throw new Error('The graph has no exposures')
  const of = (type: string, id: string | null): Exposure => ({ ...entry, resource: { ...entry.resource, type, id } })
  const sorted = [of('A', null), of('A', 'i-1'), of('A', 'i-2'), of('B', null), of('B', 'i-1')]
  expect(inOrder(sorted.toReversed())).toEqual(sorted)
})

const second = (graph: GraphBuilder, listener: Fields, group: Fields) => {
  const other = graph.add(types.listener, 'second', null, { defaultActions: ['forward'], ...listener })
  graph.relate(other, 'contained in', { type: types.balancer, id: 'app/shop' })
  const behindIt = graph.add(types.group, 'second group', null, { targetType: 'instance', ...group })
  graph.relate(other, 'routes to', behindIt)
  graph.relate(behindIt, 'routes to', { type: types.instance, id: 'i-1' })
}

const ofProtocol = (protocol: string) =>
  told(
    behind(
      {
        balancer: { loadBalancerType: 'network' },
        listener: { protocol: 'TCP', port: 53 },
        group: { protocol: 'TCP', preserveClientIp: false },
        ingress: [rule('sg-front', 8080), rule('sg-front', 9090, { protocol: 'udp' })],
      },
      (built) => {
        second(
          built,
          { protocol: 'UDP', port: 53 },
          { protocol: 'UDP', targets: [at('i-1', { port: 9090 })], preserveClientIp: false },
        )
        const front = built.add(types.security, 'sg-dns', null, {
          ingress: [rule('0.0.0.0/0', 53, { protocol })],
        })
        built.relate({ type: types.balancer, id: 'app/shop' }, 'associated with', front)
      },
    ).build(),
  )

describe('a load balancer with several ports', () => {
  test('has one exposure for the ports of a group, and leads to the targets of each of its listeners', () => {
    const graph = behind({ ingress: [rule('sg-front', 8080), rule('sg-front', 9090)] }, (built) => {
      second(built, { protocol: 'HTTP', port: 80 }, { protocol: 'HTTP', targets: [at('i-1', { port: 9090 })] })
      const front = built.add(types.security, 'sg-http', null, { ingress: [rule('0.0.0.0/0', 80)] })
      built.relate({ type: types.balancer, id: 'app/shop' }, 'associated with', front)
    }).build()
    expect(told(graph)).toEqual(['open internet tcp 8080', 'open internet tcp 9090'])
  })

  test('leads from a port to listeners of its protocol only', () => {
    expect(ofProtocol('tcp')).toEqual(['open internet tcp 8080'])
    expect(ofProtocol('udp').map((line) => line.split(' ')[2])).toEqual(['udp'])
  })
})
