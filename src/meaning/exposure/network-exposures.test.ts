/** Tests each condition for access from the internet to a VPC, and its opposite. */
import { describe, expect, test } from 'vitest'
import { graphBuilder, type GraphBuilder } from '../../diagram/testing/sample-graphs.ts'
import { indexGraph } from '../../graph/graph-index.ts'
import type { Json, Resource, ResourceGraph } from '../../graph/resource-graph.ts'
import { exposures } from './exposures.ts'

type Fields = Readonly<Record<string, Json>>

const anywhere = '0.0.0.0/0'
const allow = (cidrBlock: string, more: Fields = {}): Fields => ({
  rule: 100,
  action: 'allow',
  protocol: '-1',
  cidrBlock,
  fromPort: null,
  toPort: null,
  ...more,
})
const deny = (cidrBlock: string, more: Fields = {}) => allow(cidrBlock, { rule: 50, action: 'deny', ...more })
const rule = (source: string, port: number | null = 22, more: Fields = {}): Fields => ({
  source,
  protocol: port === null ? '-1' : 'tcp',
  fromPort: port,
  toPort: port,
  ...more,
})
const route = (destination: string, target: string, state = 'active'): Fields => ({ destination, target, state })

type Given = {
  readonly routes?: readonly Fields[]
  readonly ingress?: readonly Fields[]
  readonly aclIn?: readonly Fields[]
  readonly aclOut?: readonly Fields[]
  readonly instance?: Fields
}

/** An instance that the internet can reach on port 22, except for the given changes. */
function server(given: Given = {}): GraphBuilder {
  const graph = graphBuilder()
  const vpc = graph.add('AWS::EC2::VPC', 'vpc-1', null)
  const subnet = graph.add('AWS::EC2::Subnet', 'subnet-1', null, { cidrBlock: '10.0.1.0/24' })
  graph.relate(subnet, 'contained in', vpc)
  const table = graph.add('AWS::EC2::RouteTable', 'rtb-1', null, {
    main: true,
    routes: given.routes ?? [route(anywhere, 'igw-1')],
  })
  graph.relate(table, 'contained in', vpc)
  const acl = graph.add('AWS::EC2::NetworkAcl', 'acl-1', null, {
    ingress: given.aclIn ?? [allow(anywhere), allow('::/0', { rule: 101 })],
    egress: given.aclOut ?? [allow(anywhere), allow('::/0', { rule: 101 })],
  })
  graph.relate(acl, 'associated with', subnet)
  const group = graph.add('AWS::EC2::SecurityGroup', 'sg-1', null, { ingress: given.ingress ?? [rule(anywhere)] })
  const address = graph.add('AWS::EC2::NetworkInterface', 'eni-1', null, { publicIpAddress: '198.51.100.7' })
  const instance = graph.add('AWS::EC2::Instance', 'i-1', 'web', {
    state: 'running',
    publicIpAddress: '198.51.100.7',
    ...given.instance,
  })
  graph.relate(address, 'attached to', instance)
  for (const each of [address, instance]) {
    graph.relate(each, 'contained in', subnet)
    graph.relate(each, 'associated with', group)
  }
  return graph
}

/** `open internet tcp 22`, with the reason if it isn't open. */
function told(graph: ResourceGraph, type = 'AWS::EC2::Instance') {
  return exposures(indexGraph(graph))
    .filter(({ resource }) => resource.type === type && resource.id !== null)
    .map(({ verdict, from, protocol, ports, condition, unknownBecause }) =>
      [verdict, from, protocol, ports ?? 'all', condition, ...unknownBecause.map(({ type: unread }) => unread)]
        .filter((part) => part !== null)
        .join(' '),
    )
}

const ofServer = (graph: GraphBuilder) =>
  exposures(indexGraph(graph.build())).filter(({ resource }) => resource.id === 'i-1')

const toldOf = (given: Given) => told(server(given).build())
const partial = 'only from addresses that acl-1 allows and rtb-1 routes responses to'

describe('the route table of the internet gateway', () => {
  const toldWith = (...routes: readonly Fields[]) => {
    const graph = server()
    const gateway = graph.add('AWS::EC2::InternetGateway', 'igw-1', null)
    const table = graph.add('AWS::EC2::RouteTable', 'rtb-edge', null, { main: false, routes })
    graph.relate(table, 'associated with', gateway)
    return told(graph.build())
  }
  const local = route('10.0.0.0/16', 'local')

  test.each<[string, readonly Fields[], readonly string[]]>([
    ['that routes nothing elsewhere', [local], ['open internet tcp 22']],
    [
      'that routes the subnet to a firewall',
      [local, route('10.0.1.0/24', 'vpce-1')],
      ['unknown internet tcp 22 AWS::EC2::VPCEndpoint'],
    ],
    [
      'that routes a part of the subnet to an appliance',
      [local, route('10.0.1.0/28', 'eni-9')],
      ['unknown internet tcp 22 AWS::EC2::NetworkInterface'],
    ],
    ['that routes another subnet to a firewall', [local, route('10.0.2.0/24', 'vpce-1')], ['open internet tcp 22']],
    [
      'that routes IPv6 addresses to a firewall',
      [local, route('2001:db8:0:1::/64', 'vpce-1')],
      ['open internet tcp 22'],
    ],
  ])('%s', (_, routes, expected) => {
    expect(toldWith(...routes)).toEqual(expected)
  })
})

test('an address, a route, a network ACL, and a group that allow access, with the path as evidence', () => {
  const found = exposures(indexGraph(server().build())).find(({ resource }) => resource.id === 'i-1')
  expect(found).toEqual({
    resource: { type: 'AWS::EC2::Instance', id: 'i-1', arn: null, name: 'web' },
    kind: 'network',
    from: 'internet',
    by: 'public address',
    protocol: 'tcp',
    ports: '22',
    verdict: 'open',
    condition: null,
    path: [
      { type: 'AWS::EC2::InternetGateway', id: 'igw-1', evidence: 'is the target of routes of rtb-1' },
      { type: 'AWS::EC2::RouteTable', id: 'rtb-1', evidence: 'routes responses to the internet' },
      { type: 'AWS::EC2::NetworkAcl', id: 'acl-1', evidence: 'allows requests and their responses' },
      { type: 'AWS::EC2::SecurityGroup', id: 'sg-1', evidence: 'allows tcp 22 from internet' },
      { type: 'AWS::EC2::Instance', id: 'i-1', evidence: 'has the address 198.51.100.7 at eni-1' },
    ],
    unknownBecause: [],
  })
})

describe('VPC Block Public Access', () => {
  const options = 'AWS::EC2::VPCBlockPublicAccessOptions'
  const exclusion = 'AWS::EC2::VPCBlockPublicAccessExclusion'
  const blocked = (mode: string, excluded: string | null = null, more: Fields = {}) => {
    const graph = server()
    graph.add(options, '111111111111', null, { mode, state: 'update-complete' })
    const it = graph.add(exclusion, 'vpcbpa-exclude-1', null, {
      mode: 'allow-bidirectional',
      state: 'create-complete',
      ...more,
    })
    const type = excluded?.startsWith('vpc-') === true ? 'AWS::EC2::VPC' : 'AWS::EC2::Subnet'
    if (excluded !== null) graph.relate(it, 'associated with', { type, id: excluded })
    return graph
  }
  test.each<[mode: string, excluded: string | null, more: Fields, expected: readonly string[]]>([
    ['block-bidirectional', null, {}, []],
    ['block-ingress', null, {}, []],
    ['block-ingress', 'subnet-2', {}, []],
    ['block-ingress', 'subnet-1', {}, ['open internet tcp 22']],
    ['block-bidirectional', 'vpc-1', {}, ['open internet tcp 22']],
    ['block-bidirectional', 'vpc-1', { mode: 'allow-egress' }, []],
    ['block-bidirectional', 'vpc-1', { state: 'delete-in-progress' }, [`unknown internet tcp 22 ${exclusion}`]],
    ['block-bidirectional', 'vpc-1', { state: 'delete-complete' }, []],
  ])('%s, but for %s with %o', (mode, excluded, more, expected) => {
    expect(told(blocked(mode, excluded, more).build())).toEqual(expected)
  })

  test.each(['denied', 'unavailable', 'failed'] as const)('is unknown if it is %s', (status) => {
    const graph = server()
    graph.deny(options, status)
    expect(told(graph.build())).toEqual([`unknown internet tcp 22 ${options}`])
  })

  test('of an unread subnet makes exposures unknown', () => {
    const graph = blocked('block-ingress', 'subnet-1')
    graph.deny('AWS::EC2::Subnet')
    expect(told(graph.build())).toEqual(['unknown internet tcp 22 AWS::EC2::Subnet'])
  })
})

describe('routes', () => {
  test.each<[what: string, routes: readonly Fields[], expected: readonly string[]]>([
    ['in halves', [route('0.0.0.0/1', 'igw-1'), route('128.0.0.0/1', 'igw-1')], ['open internet tcp 22']],
    ['less than half of it', [route('128.0.0.0/1', 'igw-1')], [`conditional internet tcp 22 ${partial}`]],
    ['at least half of it', [route('0.0.0.0/1', 'igw-1')], ['open internet tcp 22']],
    ['to a NAT gateway', [route(anywhere, 'nat-1')], []],
    ['with a blackhole route', [route(anywhere, 'igw-1', 'blackhole')], []],
    ['of IPv6 only', [route('::/0', 'igw-1')], []],
    ['none', [], []],
    [
      'but a small part has another target',
      [route(anywhere, 'igw-1'), route('203.0.113.0/24', 'tgw-1')],
      ['open internet tcp 22'],
    ],
    [
      'but a part goes through an unread appliance',
      [route(anywhere, 'igw-1'), route('203.0.113.0/24', 'vpce-1')],
      ['open internet tcp 22'],
    ],
    [
      'a private part has another target',
      [route(anywhere, 'igw-1'), route('10.0.0.0/8', 'tgw-1')],
      ['open internet tcp 22'],
    ],
  ])('%s', (_what, routes, expected) => expect(toldOf({ routes })).toEqual(expected))

  test("of the subnet's route table apply, not those of the main route table", () => {
    const graph = server()
    const own = graph.add('AWS::EC2::RouteTable', 'rtb-2', null, { main: false, routes: [] })
    graph.relate(own, 'associated with', { type: 'AWS::EC2::Subnet', id: 'subnet-1' })
    expect(told(graph.build())).toEqual([])
  })

  test('of the main route table apply, not those of another route table of the VPC', () => {
    const graph = graphBuilder()
    const other = graph.add('AWS::EC2::RouteTable', 'rtb-0', null, { main: false, routes: [route(anywhere, 'igw-1')] })
    graph.relate(other, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-1' })
    const [before, after] = [graph.build(), server({ routes: [] }).build()]
    const resources = [...before.resources, ...after.resources]
    expect(told({ ...after, resources, relations: [...before.relations, ...after.relations] })).toEqual([])
  })

  test('through an appliance make exposures unknown', () => {
    const graph = server({ routes: [route(anywhere, 'vpce-1')] })
    const endpoint = graph.add('AWS::EC2::VPCEndpoint', 'vpce-1', null)
    graph.relate({ type: 'AWS::EC2::RouteTable', id: 'rtb-1' }, 'routes to', endpoint)
    expect(told(graph.build())).toEqual(['unknown internet tcp 22 AWS::EC2::VPCEndpoint'])
  })
})

const through = (endpointType: string, owner: string) => {
  const graph = server({ routes: [route('pl-s3', 'vpce-1'), route(anywhere, 'igw-1')] })
  // More than half of the internet, so that counting it changes the verdict.
  graph.add('AWS::EC2::PrefixList', 'pl-s3', null, { owner, entries: ['0.0.0.0/1'] })
  const endpoint = graph.add('AWS::EC2::VPCEndpoint', 'vpce-1', null, { endpointType })
  graph.relate({ type: 'AWS::EC2::RouteTable', id: 'rtb-1' }, 'routes to', endpoint)
  return ofServer(graph)
}

describe('gateway endpoints', () => {
  test("don't change which addresses reach a subnet", () => {
    const direct = ofServer(server())
    expect(through('Gateway', '111122223333')).toEqual(direct)
    expect(through('GatewayLoadBalancer', 'AWS')).toEqual(direct)
  })

  test('of load balancers with a prefix list of the account do', () => {
    expect(through('GatewayLoadBalancer', '111122223333')).toMatchObject([{ verdict: 'conditional' }])
  })
})

describe('an open exposure lists the exceptions', () => {
  const evidence = (given: Given) =>
    ofServer(server(given)).flatMap(({ verdict, path }) => [verdict, ...path.slice(1, 3).map((step) => step.evidence)])
  const routes = 'routes responses to the internet'
  const admits = 'allows requests and their responses'

  test.each<[what: string, given: Given, expected: readonly string[]]>([
    ['none', {}, ['open', routes, admits]],
    [
      'of routes',
      { routes: [route(anywhere, 'igw-1'), route('203.0.113.0/24', 'tgw-1')] },
      ['open', `${routes}, except 203.0.113.0/24`, admits],
    ],
    [
      'of network ACLs',
      { aclIn: [allow(anywhere), deny('203.0.113.9/32'), deny('198.51.100.0/24')] },
      ['open', routes, `${admits}, except 198.51.100.0/24 and 203.0.113.9/32`],
    ],
    [
      'as their number, if there are many',
      {
        aclIn: [allow(anywhere), ...['9.1.0.0/24', '9.2.0.0/24', '9.3.0.0/24', '9.4.0.0/24'].map((each) => deny(each))],
      },
      ['open', routes, `${admits}, except 4 ranges`],
    ],
    [
      'not of addresses outside the rule',
      { ingress: [rule('198.51.100.0/24')], aclIn: [allow(anywhere), deny('203.0.113.9/32')] },
      ['open', routes, admits],
    ],
  ])('%s', (_what, given, expected) => expect(evidence(given)).toEqual(expected))
})

describe('security groups', () => {
  test.each<[what: string, ingress: readonly Fields[], expected: readonly string[]]>([
    ['all traffic', [rule(anywhere, null)], ['open internet all all']],
    ['halves', [rule('0.0.0.0/1'), rule('128.0.0.0/1')], ['open internet tcp 22']],
    ['one half', [rule('0.0.0.0/1')], ['open 0.0.0.0/1 tcp 22']],
    ['a public range', [rule('203.0.113.0/24')], ['open 203.0.113.0/24 tcp 22']],
    [
      'several ranges as one',
      [rule('203.0.113.0/24'), rule('198.51.100.0/24'), rule('198.51.100.0/24')],
      ['open 198.51.100.0/24,203.0.113.0/24 tcp 22'],
    ],
    [
      'several ranges for each port',
      [rule('203.0.113.0/24'), rule('198.51.100.0/24'), rule('203.0.113.0/24', 23)],
      ['open 198.51.100.0/24,203.0.113.0/24 tcp 22', 'open 203.0.113.0/24 tcp 23'],
    ],
    ['a private range', [rule('10.0.0.0/8')], []],
    ['another group', [rule('sg-2')], []],
    ['IPv6 only', [rule('::/0')], []],
    ['ports', [rule(anywhere, 8000, { toPort: 8999 })], ['open internet tcp 8000-8999']],
    ['ICMP', [rule(anywhere, 8, { protocol: 'icmp', toPort: -1 })], ['open internet icmp all']],
    ['a prefix list that was not read', [rule('pl-1')], ['unknown internet AWS::EC2::PrefixList']],
    ['nothing', [], []],
  ])('%s', (_what, ingress, expected) =>
    expect(toldOf({ ingress }).map((text) => text.replace(' all AWS', ' AWS'))).toEqual(expected),
  )

  test('a prefix list counts by its entries', () => {
    const graph = server({ ingress: [rule('pl-1')] })
    graph.add('AWS::EC2::PrefixList', 'pl-1', null, { entries: [{ cidr: '203.0.113.0/24' }, { cidr: '10.0.0.0/8' }] })
    expect(told(graph.build())).toEqual(['open 203.0.113.0/24 tcp 22'])
  })
})

test('ranges are listed by security group', () => {
  const graph = server({ ingress: [rule('203.0.113.0/24')] })
  const other = graph.add('AWS::EC2::SecurityGroup', 'sg-2', null, { ingress: [rule('198.51.100.0/24')] })
  for (const type of ['AWS::EC2::NetworkInterface', 'AWS::EC2::Instance']) {
    graph.relate({ type, id: type.endsWith('Interface') ? 'eni-1' : 'i-1' }, 'associated with', other)
  }
  expect(ofServer(graph).map(({ from, path }) => [from, path.at(-2)?.id, path.at(-2)?.evidence])).toEqual([
    ['198.51.100.0/24', 'sg-2', 'allows tcp 22 from 198.51.100.0/24'],
    ['203.0.113.0/24', 'sg-1', 'allows tcp 22 from 203.0.113.0/24'],
  ])
})

test('three ranges are named in the evidence', () => {
  const ranges = ['198.51.0.0/24', '198.51.1.0/24', '198.51.2.0/24']
  const [found] = ofServer(server({ ingress: ranges.map((range) => rule(range)) }))
  expect(found?.path.at(-2)?.evidence).toBe(`allows tcp 22 from ${ranges.join(' and ')}`)
})

test('many ranges are counted in the evidence', () => {
  const ranges = Array.from({ length: 5 }, (_, at) => `198.51.${at}.0/24`)
  const [found, ...others] = ofServer(server({ ingress: ranges.map((range) => rule(range)) }))
  expect(others).toEqual([])
  expect([found?.from, found?.path.at(-2)?.evidence]).toEqual([ranges.join(','), 'allows tcp 22 from 5 ranges'])
})

describe('network ACLs', () => {
  test.each<[what: string, given: Given, expected: readonly string[]]>([
    ['nothing in', { aclIn: [] }, []],
    ['no outbound responses', { aclOut: [] }, []],
    ['responses to low ports only', { aclOut: [allow(anywhere, { protocol: '6', fromPort: 0, toPort: 1023 })] }, []],
    [
      'responses to high ports',
      { aclOut: [allow(anywhere, { protocol: '6', fromPort: 32_768, toPort: 65_535 })] },
      ['open internet tcp 22'],
    ],
    ['another port in', { aclIn: [allow(anywhere, { protocol: '6', fromPort: 80, toPort: 80 })] }, []],
    ['another protocol in', { aclIn: [allow(anywhere, { protocol: '17', fromPort: 22, toPort: 22 })] }, []],
    ['a denial before', { aclIn: [allow(anywhere), deny(anywhere)] }, []],
    ['a denial after', { aclIn: [allow(anywhere), deny(anywhere, { rule: 200 })] }, ['open internet tcp 22']],
    ['a denial of some', { aclIn: [allow(anywhere), deny('203.0.113.0/24')] }, ['open internet tcp 22']],
    ['a denial of most', { aclIn: [allow(anywhere), deny('0.0.0.0/1')] }, [`conditional internet tcp 22 ${partial}`]],
    [
      'a denial of most of a range',
      { ingress: [rule('203.0.113.0/24')], aclIn: [allow('203.0.113.0/26')] },
      [`conditional 203.0.113.0/24 tcp 22 ${partial}`],
    ],
    [
      'a denial of one of several ranges',
      { ingress: [rule('203.0.113.0/24'), rule('198.51.100.0/24')], aclIn: [allow('203.0.113.0/24')] },
      ['open 203.0.113.0/24 tcp 22'],
    ],
    [
      'a denial of half of a range',
      { ingress: [rule('203.0.113.0/24')], aclIn: [allow('203.0.113.0/25')] },
      ['open 203.0.113.0/24 tcp 22'],
    ],
    [
      'a denial of one IP version',
      {
        ingress: [rule(anywhere), rule('::/0')],
        routes: [route(anywhere, 'igw-1'), route('::/0', 'igw-1')],
        instance: { ipv6Addresses: ['2600::1'] },
        aclIn: [allow(anywhere)],
      },
      ['open internet tcp 22'],
    ],
    [
      'a part of the ports',
      {
        ingress: [rule(anywhere, 20, { toPort: 30 })],
        aclIn: [allow(anywhere, { protocol: '6', fromPort: 25, toPort: 65_535 })],
      },
      ['open internet tcp 25-30'],
    ],
    [
      'a part of all traffic',
      { ingress: [rule(anywhere, null)], aclIn: [allow(anywhere, { protocol: '6', fromPort: 443, toPort: 443 })] },
      ['open internet tcp 443'],
    ],
  ])('%s', (_what, given, expected) => expect(toldOf(given)).toEqual(expected))
})

const inPrivate = (addressesOfFirst: readonly string[]) => {
  const ingress = [rule('::/0')]
  const graph = server({
    ingress,
    routes: [route('::/0', 'igw-1')],
    instance: { ipv6Addresses: ['2600::1', ...addressesOfFirst] },
  })
  const subnet = graph.add('AWS::EC2::Subnet', 'subnet-2', null)
  const table = graph.add('AWS::EC2::RouteTable', 'rtb-2', null, { main: false, routes: [] })
  const second = graph.add('AWS::EC2::NetworkInterface', 'eni-2', null, { ipv6Addresses: ['2600::1'] })
  graph.relate(table, 'associated with', subnet)
  graph.relate({ type: 'AWS::EC2::NetworkAcl', id: 'acl-1' }, 'associated with', subnet)
  graph.relate(second, 'attached to', { type: 'AWS::EC2::Instance', id: 'i-1' })
  graph.relate(second, 'contained in', subnet)
  graph.relate(second, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-1' })
  const built = graph.build()
  const resources = built.resources.map((each): Resource =>
    each.id === 'eni-1' ? { ...each, properties: { ...each.properties, ipv6Addresses: addressesOfFirst } } : each,
  )
  return told({ ...built, resources })
}

describe('instances', () => {
  test.each<[what: string, instance: Fields, expected: readonly string[]]>([
    ['stopped', { state: 'stopped' }, []],
    ['terminated', { state: 'terminated' }, []],
  ])('%s', (_what, instance, expected) => expect(toldOf({ instance })).toEqual(expected))

  test('with IPv6 addresses can be reached at these', () => {
    const given = { ingress: [rule('::/0')], instance: { ipv6Addresses: ['2001:db8::1'] } }
    expect(toldOf({ ...given, routes: [route('::/0', 'igw-1')] })).toEqual(['open internet tcp 22'])
    expect(toldOf({ ...given, routes: [route('::/0', 'eigw-1')] })).toEqual([])
  })

  test('can be reached at public addresses of secondary private addresses', () => {
    const built = server({ instance: { publicIpAddress: '' } }).build()
    const privateIpAddresses = [
      { privateIpAddress: '10.0.0.4', publicIpAddress: null },
      { privateIpAddress: '10.0.0.5', publicIpAddress: '198.51.100.9' },
    ]
    const resources = built.resources.map((each): Resource =>
      each.id === 'eni-1' ? { ...each, properties: { privateIpAddresses } } : each,
    )
    const found = exposures(indexGraph({ ...built, resources })).find(({ resource }) => resource.id === 'i-1')
    expect(found).toMatchObject({ verdict: 'open', ports: '22' })
    expect(found?.path.at(-1)?.evidence).toBe('has the address 198.51.100.9 at eni-1')
  })

  test('can be reached by IPv6 only at the interface with the address', () => {
    expect(inPrivate([])).toEqual([])
    expect(inPrivate(['2600::2'])).toEqual(['open internet tcp 22'])
  })

  test('can be reached at their own address if no interface has it', () => {
    const built = server({ instance: { publicIpAddress: '198.51.100.8' } }).build()
    const without = built.resources.map((each): Resource =>
      each.id === 'eni-1' ? { ...each, properties: { ipv6Addresses: [] } } : each,
    )
    expect(told({ ...built, resources: without })).toEqual(['open internet tcp 22'])
  })

  test("without an address are never exposed, and their network interfaces aren't exposures of their own", () => {
    const built = server({ instance: { publicIpAddress: '' } }).build()
    const without = built.resources.map((each): Resource => (each.id === 'eni-1' ? { ...each, properties: {} } : each))
    expect(told({ ...built, resources: without })).toEqual([])
    expect(told(server().build(), 'AWS::EC2::NetworkInterface')).toEqual([])
  })
})

describe("what couldn't be read is unknown", () => {
  test.each(['AWS::EC2::SecurityGroup', 'AWS::EC2::RouteTable', 'AWS::EC2::NetworkAcl'])('%s', (type) => {
    const graph = server()
    graph.deny(type)
    const [found] = told(graph.build())
    expect(found).toContain('unknown')
    expect(found).toContain(type)
  })

  test('unless something else closes it', () => {
    const graph = server({ ingress: [] })
    graph.deny('AWS::EC2::RouteTable')
    expect(told(graph.build())).toEqual([])
    const routed = server({ routes: [] })
    routed.deny('AWS::EC2::SecurityGroup')
    expect(told(routed.build())).toEqual([])
  })

  test.each(['AWS::EC2::Instance', 'AWS::EC2::NetworkInterface'])('of all instances, without %s', (type) => {
    const graph = server()
    graph.deny(type)
    const ofType = exposures(indexGraph(graph.build())).filter(
      ({ resource, kind }) => resource.type === 'AWS::EC2::Instance' && resource.id === null && kind === 'network',
    )
    expect(ofType).toMatchObject([{ verdict: 'unknown', unknownBecause: [{ type, action: 'service:Describe' }] }])
  })

  test('of a type whose list is uncertain', () => {
    const graph = server()
    graph.add('AWS::EC2::Instance', 'i-2', null)
    const built = graph.build()
    const ofType = (uncertain: true | null) =>
      exposures(
        indexGraph({
          ...built,
          coverage: built.coverage.map((each) => ({ ...each, ...(uncertain && { uncertain }) })),
        }),
      ).filter(
        ({ resource, kind }) => resource.type === 'AWS::EC2::Instance' && resource.id === null && kind === 'network',
      )
    expect(ofType(true)).toMatchObject([{ verdict: 'unknown' }])
    expect(ofType(null)).toEqual([])
  })

  test('a region without a service has no exposures of it', () => {
    const graph = server()
    graph.deny('AWS::Lightsail::Instance', 'unavailable')
    expect(
      exposures(indexGraph(graph.build())).filter(({ resource }) => resource.type === 'AWS::Lightsail::Instance'),
    ).toEqual([])
  })
})

const balancerType = 'AWS::ElasticLoadBalancingV2::LoadBalancer'

/** In the subnet of the server, on port 443. */
function balancer(properties: Fields = {}, withGroup = true, given: Given = { ingress: [rule(anywhere, 443)] }) {
  const graph = server(given)
  const it = graph.add(balancerType, 'app/shop', 'shop', { scheme: 'internet-facing', ...properties })
  graph.relate(it, 'attached to', { type: 'AWS::EC2::Subnet', id: 'subnet-1' })
  if (withGroup) graph.relate(it, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-1' })
  const listener = graph.add('AWS::ElasticLoadBalancingV2::Listener', 'listener', null, {
    protocol: 'HTTPS',
    port: 443,
  })
  graph.relate(listener, 'contained in', it)
  return graph
}

describe('load balancers', () => {
  test.each<[what: string, graph: () => GraphBuilder, expected: readonly string[]]>([
    ['behind a group', () => balancer(), ['open internet tcp 443']],
    ['without IPv4', () => balancer({ ipAddressType: 'dualstack-without-public-ipv4' }), []],
    [
      'without IPv4 but with IPv6',
      () =>
        balancer({ ipAddressType: 'dualstack-without-public-ipv4' }, true, {
          ingress: [rule('::/0', 443)],
          routes: [route('::/0', 'igw-1')],
        }),
      ['open internet tcp 443'],
    ],
    ['without a group', () => balancer({}, false, { ingress: [] }), ['open internet tcp 443']],
    ['internal', () => balancer({ scheme: 'internal' }), []],
    ['behind a group of other ports', () => balancer({}, true, { ingress: [rule(anywhere, 80)] }), []],
    ['without a route', () => balancer({}, true, { ingress: [rule(anywhere, 443)], routes: [] }), []],
    ['of IPv4 only', () => balancer({}, true, { ingress: [rule('::/0', 443)], routes: [route('::/0', 'igw-1')] }), []],
    [
      'of IPv6 too',
      () =>
        balancer({ ipAddressType: 'dualstack' }, true, {
          ingress: [rule('::/0', 443)],
          routes: [route('::/0', 'igw-1')],
        }),
      ['open internet tcp 443'],
    ],
  ])('%s', (_what, graph, expected) => expect(told(graph().build(), balancerType)).toEqual(expected))

  test("without listeners aren't exposed, and with unread listeners are unknown", () => {
    const graph = balancer()
    const built = graph.build()
    const bare = built.resources.filter(({ type }) => type !== 'AWS::ElasticLoadBalancingV2::Listener')
    const coverage = { ...built.coverage[0]!, type: 'AWS::ElasticLoadBalancingV2::Listener' }
    expect(told({ ...built, resources: bare, coverage: [...built.coverage, coverage] }, balancerType)).toEqual([])
    graph.deny('AWS::ElasticLoadBalancingV2::Listener')
    expect(told(graph.build(), balancerType)).toEqual(['unknown internet all AWS::ElasticLoadBalancingV2::Listener'])
  })

  test('without listeners are closed, even if their security groups were not read', () => {
    const graph = balancer()
    graph.deny('AWS::EC2::SecurityGroup')
    const built = graph.build()
    const bare = built.resources.filter(({ type }) => type !== 'AWS::ElasticLoadBalancingV2::Listener')
    const coverage = {
      ...built.coverage[0]!,
      type: 'AWS::ElasticLoadBalancingV2::Listener',
      status: 'collected' as const,
    }
    expect(told({ ...built, resources: bare, coverage: [...built.coverage, coverage] }, balancerType)).toEqual([])
  })

  test('are exposed at the listeners that were read, if others were not', () => {
    const built = balancer().build()
    const unread = { ...built.coverage[0]!, type: 'AWS::ElasticLoadBalancingV2::Listener', status: 'failed' as const }
    const coverage = [...built.coverage.filter(({ type }) => type !== unread.type), unread]
    expect(told({ ...built, coverage }, balancerType)).toEqual(['open internet tcp 443'])
  })

  test('are as open as their most open subnet', () => {
    const graph = balancer()
    const second = graph.add('AWS::EC2::Subnet', 'subnet-2', null)
    const table = graph.add('AWS::EC2::RouteTable', 'rtb-2', null, { routes: [route('128.0.0.0/1', 'igw-1')] })
    graph.relate(table, 'associated with', second)
    graph.relate({ type: 'AWS::EC2::NetworkAcl', id: 'acl-1' }, 'associated with', second)
    graph.relate({ type: balancerType, id: 'app/shop' }, 'attached to', second)
    expect(told(graph.build(), balancerType)).toEqual(['open internet tcp 443'])
  })

  test('listen for TCP and UDP', () => {
    const graph = balancer({}, false)
    const listener = graph.add('AWS::ElasticLoadBalancingV2::Listener', 'dns', null, { protocol: 'TCP_UDP', port: 53 })
    graph.relate(listener, 'contained in', { type: balancerType, id: 'app/shop' })
    expect(told(graph.build(), balancerType)).toEqual(['open internet tcp 53,443', 'open internet udp 53'])
  })

  test('of the classic type have their listeners as properties', () => {
    const graph = server({ ingress: [rule(anywhere, null)] })
    const type = 'AWS::ElasticLoadBalancing::LoadBalancer'
    const it = graph.add(type, 'old', null, { scheme: 'internet-facing', listeners: ['HTTPS:443 to HTTP:8080'] })
    graph.relate(it, 'attached to', { type: 'AWS::EC2::Subnet', id: 'subnet-1' })
    graph.relate(it, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-1' })
    expect(told(graph.build(), type)).toEqual(['open internet tcp 443'])
  })
})

describe('resources with public addresses by a setting', () => {
  const place = (type: string, properties: Fields, given: Given = { ingress: [rule(anywhere, 5432)] }) => {
    const graph = server(given)
    const it = graph.add(type, 'it', null, properties)
    graph.relate(it, 'attached to', { type: 'AWS::EC2::Subnet', id: 'subnet-1' })
    graph.relate(it, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-1' })
    return told(graph.build(), type)
  }

  test.each<[type: string, properties: Fields, expected: readonly string[]]>([
    ['AWS::RDS::DBInstance', { publiclyAccessible: true, port: 5432 }, ['open internet tcp 5432']],
    ['AWS::RDS::DBInstance', { publiclyAccessible: true, port: 3306 }, []],
    ['AWS::RDS::DBInstance', { publiclyAccessible: false, port: 5432 }, []],
    ['AWS::RDS::DBInstance', { publiclyAccessible: true, port: 5432, status: 'stopped' }, []],
    ['AWS::Redshift::Cluster', { publiclyAccessible: true, port: 5432 }, ['open internet tcp 5432']],
    ['AWS::MSK::Cluster', { publicAccess: 'SERVICE_PROVIDED_EIPS' }, ['open internet tcp 5432']],
    ['AWS::MSK::Cluster', { publicAccess: 'DISABLED' }, []],
    ['AWS::ECS::Service', { assignPublicIp: 'ENABLED' }, ['open internet tcp 5432']],
    ['AWS::ECS::Service', { assignPublicIp: 'DISABLED' }, []],
    ['AWS::AmazonMQ::Broker', { publiclyAccessible: true }, ['open internet tcp 5432']],
    ['AWS::Transfer::Server', { endpointType: 'VPC', internetFacing: true, protocols: ['SFTP'] }, []],
    ['AWS::Transfer::Server', { endpointType: 'VPC', internetFacing: false }, []],
    ['AWS::Transfer::Server', { endpointType: 'PUBLIC', protocols: ['SFTP'] }, ['open internet tcp 22']],
    ['AWS::Transfer::Server', { endpointType: 'PUBLIC', state: 'OFFLINE' }, []],
    ['AWS::Transfer::Server', { endpointType: 'VPC' }, ['unknown internet all AWS::Transfer::Server']],
    ['AWS::Transfer::Server', { endpointType: 'VPC_ENDPOINT' }, []],
    ['AWS::Transfer::Server', {}, ['unknown internet all AWS::Transfer::Server']],
  ])('%s with %o', (type, properties, expected) => expect(place(type, properties)).toEqual(expected))

  // Source: "Configuring an SFTP, FTPS, or FTP server endpoint" in the Transfer Family user guide.
  test.each([22, 2222, 2223, 22_000])('an SFTP server in a VPC listens on port %i', (port) => {
    const properties = { endpointType: 'VPC', internetFacing: true, protocols: ['SFTP'] }
    expect(place('AWS::Transfer::Server', properties, { ingress: [rule(anywhere, port)] })).toEqual([
      `open internet tcp ${port}`,
    ])
  })

  test.each<[type: string, properties: Fields, expected: readonly string[]]>([
    ['AWS::ECS::Service', { assignPublicIp: 'ENABLED' }, ['unknown internet all AWS::EC2::SecurityGroup']],
    [
      'AWS::Transfer::Server',
      { endpointType: 'VPC', internetFacing: true, protocols: ['SFTP'] },
      ['unknown internet all AWS::EC2::SecurityGroup'],
    ],
    [
      'AWS::Transfer::Server',
      { endpointType: 'VPC', internetFacing: true, protocols: ['FTPS'] },
      ['unknown internet tcp 21 AWS::EC2::SecurityGroup'],
    ],
    ['AWS::AmazonMQ::Broker', { publiclyAccessible: true }, ['open internet all all']],
  ])('%s without security groups', (type, properties, expected) => {
    const graph = server()
    const it = graph.add(type, 'it', null, properties)
    graph.relate(it, 'attached to', { type: 'AWS::EC2::Subnet', id: 'subnet-1' })
    expect(told(graph.build(), type)).toEqual(expected)
  })

  describe('in a subnet group', () => {
    type More = { readonly routes?: readonly Fields[]; readonly zone?: string; readonly unread?: boolean }
    const inGroup = (more: More, own: Fields = {}, type = 'AWS::RDS::DBInstance') => {
      const graph = server({ ingress: [rule(anywhere, 5432)] })
      const subnets = graph.add('AWS::RDS::DBSubnetGroup', 'group', null)
      const first = graph.add('AWS::EC2::Subnet', 'subnet-a', null, { availabilityZone: 'a' })
      const second = graph.add('AWS::EC2::Subnet', 'subnet-b', null, { availabilityZone: more.zone ?? 'a' })
      const table = graph.add('AWS::EC2::RouteTable', 'rtb-2', null, { routes: more.routes ?? [] })
      graph.relate(table, 'associated with', second)
      for (const each of [first, second]) {
        graph.relate({ type: 'AWS::EC2::NetworkAcl', id: 'acl-1' }, 'associated with', each)
        graph.relate(subnets, 'associated with', each)
      }
      graph.relate(first, 'contained in', { type: 'AWS::EC2::VPC', id: 'vpc-1' })
      const it = graph.add(type, 'it', null, {
        publiclyAccessible: true,
        port: 5432,
        assignPublicIp: 'ENABLED',
        ...own,
      })
      graph.relate(it, 'associated with', subnets)
      graph.relate(it, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-1' })
      const built = graph.build()
      const resources = built.resources.map((each): Resource =>
        each.id === 'subnet-b' && more.unread === true ? { ...each, properties: {}, presence: 'external' } : each,
      )
      return told({ ...built, resources }, type)
    }
    const open = ['open internet tcp 5432']
    const unknown = ['unknown internet tcp 5432 AWS::EC2::Subnet']

    test('a database is in one of the subnets', () => {
      expect(inGroup({})).toEqual(unknown)
      expect(inGroup({ routes: [route(anywhere, 'igw-1')] })).toEqual(open)
    })

    test('a database is in its Availability Zone', () => {
      expect(inGroup({ zone: 'b' }, { availabilityZone: 'a' })).toEqual(open)
      expect(inGroup({ zone: 'b' }, { availabilityZone: 'b' })).toEqual([])
      expect(inGroup({ zone: 'a' }, { availabilityZone: 'a' })).toEqual(unknown)
    })

    test('a subnet that was not read may be the one', () => {
      expect(inGroup({ zone: 'b', unread: true }, { availabilityZone: 'a' })).toEqual(unknown)
    })

    test('tasks may be in all of the subnets', () => {
      expect(inGroup({}, {}, 'AWS::ECS::Service')).toEqual(open)
    })
  })

  test('is exposed only if route and security group allow it', () => {
    const database = { publiclyAccessible: true, port: 5432 }
    expect(place('AWS::RDS::DBInstance', database, { ingress: [rule(anywhere, 5432)], routes: [] })).toEqual([])
    expect(place('AWS::RDS::DBInstance', database, { ingress: [rule('10.0.0.0/8', 5432)] })).toEqual([])
  })

  test('without known subnets it is unknown', () => {
    const graph = server()
    const it = graph.add('AWS::RDS::DBInstance', 'it', null, { publiclyAccessible: true, port: 22 })
    graph.relate(it, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-1' })
    expect(told(graph.build(), 'AWS::RDS::DBInstance')).toEqual(['unknown internet tcp 22 AWS::EC2::Subnet'])
  })

  test('a partially read broker is unknown', () => {
    const graph = server()
    graph.add('AWS::AmazonMQ::Broker', 'it', null, {})
    const built = graph.build()
    expect(told(built, 'AWS::AmazonMQ::Broker')).toEqual([])
    const resources = built.resources.map((each): Resource => (each.id === 'it' ? { ...each, partial: true } : each))
    expect(told({ ...built, resources }, 'AWS::AmazonMQ::Broker')).toEqual([
      'unknown internet all AWS::AmazonMQ::Broker',
    ])
  })

  test('a Redshift cluster is in its subnet group, a database in its Availability Zone', () => {
    const graph = server({ ingress: [rule(anywhere, 5439)] })
    const group = graph.add('AWS::Redshift::ClusterSubnetGroup', 'group', null)
    graph.relate(group, 'associated with', { type: 'AWS::EC2::Subnet', id: 'subnet-1' })
    const it = graph.add('AWS::Redshift::Cluster', 'it', null, { publiclyAccessible: true, port: 5439 })
    graph.relate(it, 'associated with', group)
    graph.relate(it, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-1' })
    expect(told(graph.build(), 'AWS::Redshift::Cluster')).toEqual(['open internet tcp 5439'])
  })
})

describe('an Elastic Beanstalk environment', () => {
  const type = 'AWS::ElasticBeanstalk::Environment'
  const served = (endpointUrl: string) => {
    const graph = balancer({ dnsName: 'Shop-1.elb.amazonaws.com' })
    graph.add(type, 'shop', null, { endpointUrl })
    return graph.build()
  }

  test('is exposed like the resource that serves its address', () => {
    expect(told(served('shop-1.elb.amazonaws.com'), type)).toEqual(['open internet tcp 443'])
    expect(told(served(''), type)).toEqual([])
    expect(told(served('other.elb.amazonaws.com'), type)[0]).toContain('unknown')
  })

  test('names the types that may serve its address and were not read', () => {
    const graph = graphBuilder()
    graph.add(type, 'shop', null, { endpointUrl: 'other.elb.amazonaws.com' })
    graph.deny('AWS::EC2::Instance')
    expect(told(graph.build(), type)).toEqual([
      'unknown internet tcp 80,443 AWS::EC2::Instance AWS::ElasticLoadBalancing::LoadBalancer',
    ])
  })
})

const openPorts = (...given: readonly number[]) => given.map((port) => rule(anywhere, port))

describe('ports with the same source and path', () => {
  test('are one exposure, whose evidence names them', () => {
    const found = ofServer(server({ ingress: openPorts(443, 22, 81, 80) }))
    expect(found.map(({ ports: listed }) => listed)).toEqual(['22,80-81,443'])
    expect(found[0]?.path.at(-2)?.evidence).toBe('allows tcp 22,80-81,443 from internet')
  })

  test('are apart by source, protocol, and network ACL', () => {
    expect(
      toldOf({ ingress: [...openPorts(22, 443), rule('203.0.113.0/24', 8080), rule('203.0.113.0/24', 25)] }),
    ).toEqual(['open 203.0.113.0/24 tcp 25,8080', 'open internet tcp 22,443'])
    expect(toldOf({ ingress: [...openPorts(22, 443), rule(anywhere, 53, { protocol: 'udp' })] })).toEqual([
      'open internet tcp 22,443',
      'open internet udp 53',
    ])
    const half = [deny('0.0.0.0/2', { protocol: '6', fromPort: 443, toPort: 443 }), allow(anywhere)]
    const byAcl = ofServer(server({ ingress: openPorts(22, 443, 8080), aclIn: half }))
    expect(byAcl.map(({ ports: listed }) => listed)).toEqual(['22,8080', '443'])
    // Entries with later numbers may start at earlier ports.
    const later = [
      deny('0.0.0.0/2', { protocol: '6', fromPort: 8000, toPort: 9000 }),
      deny('0.0.0.0/2', { rule: 60, protocol: '6', fromPort: 400, toPort: 500 }),
      allow(anywhere),
    ]
    const byPart = ofServer(server({ ingress: [rule(anywhere, 1, { toPort: 65_535 })], aclIn: later }))
    expect(byPart.map(({ ports: listed }) => listed)).toEqual(['1-399,501-7999,9001-65535', '400-500,8000-9000'])
    // One of them is for all ports.
    expect(toldOf({ ingress: [...openPorts(22), rule(anywhere, null, { protocol: 'tcp' })] })).toEqual([
      'open internet tcp all',
    ])
  })

  test('of many instances with one group are one exposure for each', () => {
    const graph = server({ ingress: Array.from({ length: 60 }, (_, port) => rule(anywhere, 1000 + 2 * port)) })
    for (let place = 2; place <= 50; place += 1) {
      const it = graph.add('AWS::EC2::Instance', `i-${place}`, null, { publicIpAddress: `198.51.100.${100 + place}` })
      graph.relate(it, 'contained in', { type: 'AWS::EC2::Subnet', id: 'subnet-1' })
      graph.relate(it, 'associated with', { type: 'AWS::EC2::SecurityGroup', id: 'sg-1' })
    }
    const built = graph.build()
    expect(told(built)).toHaveLength(50)
  })
})

describe('of routes for the same block', () => {
  const withList = (given: Given) => {
    const graph = server(given)
    graph.add('AWS::EC2::PrefixList', 'pl-9', null, { entries: [anywhere] })
    return told(graph.build())
  }
  const propagated = { ...route(anywhere, 'vgw-1'), propagated: true }
  const own = route(anywhere, 'igw-1')
  const listed = route('pl-9', 'tgw-1')

  test.each<[what: string, routes: readonly Fields[], expected: readonly string[]]>([
    ['a static one comes before a propagated one', [propagated, own], ['open internet tcp 22']],
    ['a static one comes before one of a prefix list', [listed, own], ['open internet tcp 22']],
    [
      'one of a prefix list comes before a propagated one',
      [propagated, route('pl-9', 'igw-1')],
      ['open internet tcp 22'],
    ],
    ['a static one to elsewhere closes it', [{ ...own, propagated: true }, route(anywhere, 'tgw-1')], []],
    ['one of a prefix list to elsewhere closes it', [{ ...own, propagated: true }, listed], []],
  ])('%s', (_what, routes, expected) => {
    expect(withList({ routes })).toEqual(expected)
    expect(withList({ routes: routes.toReversed() })).toEqual(expected)
  })
})

test('a prefix list that was not read may have more specific entries than any other route', () => {
  const unread = ['unknown internet tcp 22 AWS::EC2::PrefixList']
  const elsewhere = route(anywhere, 'nat-1')
  expect(toldOf({ routes: [elsewhere, route('pl-9', 'igw-1')] })).toEqual(unread)
  expect(toldOf({ routes: [route(anywhere, 'igw-1'), route('pl-9', 'tgw-1')] })).toEqual(unread)
  expect(toldOf({ routes: [route(anywhere, 'igw-1'), route('pl-9', 'igw-1')] })).toEqual(['open internet tcp 22'])
  expect(toldOf({ routes: [elsewhere, route('pl-9', 'tgw-1')] })).toEqual([])
})
