/** Cases with answers that were worked out by hand: what a plan opens, closes, cuts off, and breaks, and what stays unknown. */
import { describe, expect, test } from 'vitest'
import { indexGraph } from '../../graph/graph-index.ts'
import type { Json, Relation, Resource, ResourceGraph, Verb } from '../../graph/resource-graph.ts'
import { applyPlan } from './apply-plan.ts'
import { judgePlan, type PlanJudgment } from './judge-plan.ts'
import { readPlan } from './read-plan.ts'
import {
  account,
  anywhere,
  arnOf,
  refersTo,
  type SampleChange,
  shopGraph,
  terraformPlan,
} from '../../../test/support/sample-plans.ts'

type Edit = (graph: ResourceGraph) => ResourceGraph

function added(resources: readonly Resource[], relations: readonly Relation[] = []): Edit {
  return (graph) => ({
    ...graph,
    resources: [...graph.resources, ...resources],
    relations: [...graph.relations, ...relations],
  })
}

function resource(type: string, id: string, properties: Resource['properties'] = {}, arn: string | null = null) {
  return { type, id, arn, name: id, presence: 'read', tags: {}, properties } as const
}

const at = (text: string) => ({ type: text.slice(0, text.indexOf('/')), id: text.slice(text.indexOf('/') + 1) })

/** `AWS::EC2::Instance/i-web` and others. */
function relation(source: string, verb: Verb, target: string): Relation {
  return { source: at(source), verb, target: at(target), evidence: 'test' }
}

const withProperties =
  (id: string, change: (properties: Resource['properties']) => Resource['properties']): Edit =>
  (graph) => ({
    ...graph,
    resources: graph.resources.map((each) =>
      each.id === id ? { ...each, properties: change(each.properties) } : each,
    ),
  })

function judged(
  changes: Readonly<Record<string, SampleChange>>,
  edits: readonly Edit[] = [],
  more: Parameters<typeof terraformPlan>[1] = {},
): PlanJudgment {
  const graph = edits.reduce((edited, edit) => edit(edited), shopGraph())
  return judgePlan(indexGraph(graph), readPlan(terraformPlan(changes, more)))
}

/** Everything that is said of a plan, in short. */
function told({ exposures, cutOff, breaks, unknown }: PlanJudgment): readonly string[] {
  return [
    ...exposures.map(({ summary }) => summary),
    ...cutOff.map(({ summary }) => summary),
    ...breaks.flatMap(({ resource: { id }, dependents }) =>
      dependents
        .filter(({ effect }) => effect === 'breaks')
        .map(({ resource: other }) => `${other.id} breaks without ${id}`),
    ),
    ...unknown.map(({ address, reason }) => `${address}: ${reason}`),
  ]
}

const closesWeb = 'Closes tcp 443 of web to the internet by public address'
const opensOrders = 'Opens tcp 5432 of orders to the internet by public access'
const webCutOff = "web can't reach the internet on tcp 443"

const table = { id: 'rtb-1', vpc_id: 'vpc-1' }

describe('what moves to another address is neither closed nor opened', () => {
  const web = { protocol: 'tcp', from_port: 443, to_port: 443, cidr_blocks: [anywhere] }
  const separate = { ...web, type: 'ingress', security_group_id: 'sg-web' }
  const group = { id: 'sg-web', vpc_id: 'vpc-1', name: 'web', description: 'web' }
  const route = { route_table_id: 'rtb-1', destination_cidr_block: anywhere, gateway_id: 'igw-1' }
  const block = { cidr_block: anywhere, gateway_id: 'igw-1' }
  const port = (number: number) => ({ ...separate, from_port: number, to_port: number })

  test.each<[string, Readonly<Record<string, SampleChange>>]>([
    ['a rule', { 'aws_security_group_rule.a': { after: separate }, 'aws_security_group_rule.b': { before: separate } }],
    ['a route', { 'aws_route.a': { after: route }, 'aws_route.b': { before: route } }],
    [
      'an inline rule that becomes a resource',
      {
        'aws_security_group.a': { before: { ...group, ingress: [web] }, after: { ...group, ingress: [] } },
        'aws_vpc_security_group_ingress_rule.a': {
          after: { security_group_id: 'sg-web', ip_protocol: 'tcp', from_port: 443, to_port: 443, cidr_ipv4: anywhere },
        },
      },
    ],
    [
      'a rule that becomes inline',
      {
        'aws_security_group.a': { before: { ...group, ingress: [] }, after: { ...group, ingress: [web] } },
        'aws_security_group_rule.a': { before: separate },
      },
    ],
    [
      'an inline route that becomes a resource',
      {
        'aws_route.a': { after: route },
        'aws_route_table.a': { before: { ...table, route: [block] }, after: { ...table, route: [] } },
      },
    ],
    [
      'rules of which the first is left out, so that the others move up',
      {
        'aws_security_group_rule.a[0]': { before: port(80), after: port(443) },
        'aws_security_group_rule.a[1]': { before: port(443), after: port(8443) },
        'aws_security_group_rule.a[2]': { before: port(8443) },
      },
    ],
  ])('%s', (_what, changes) => {
    const only443 = (told(judged(changes)) as string[]).filter((text) => !text.includes('8443'))
    expect(only443).toEqual([])
  })

  test('a policy', () => {
    const policy = JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }] })
    const values = { queue_url: `https://sqs.eu-west-1.amazonaws.com/${account}/jobs`, policy }
    const granted = withProperties('jobs', (own) => ({ ...own, policyGrants: [{ to: 'everyone', condition: null }] }))
    const changes = { 'aws_sqs_queue_policy.a': { after: values }, 'aws_sqs_queue_policy.b': { before: values } }
    expect(told(judged(changes, [granted]))).toEqual([])
  })
})

describe('rules of security groups', () => {
  const rule = { protocol: 'tcp', from_port: 5432, to_port: 5432, type: 'ingress', security_group_id: 'sg-orders' }

  test.each<[string, SampleChange, readonly string[]]>([
    ['two halves of the internet', { after: { ...rule, cidr_blocks: ['0.0.0.0/1', '128.0.0.0/1'] } }, [opensOrders]],
    ['private addresses', { after: { ...rule, cidr_blocks: ['10.0.0.0/8'] } }, []],
    ['another port', { after: { ...rule, from_port: 22, to_port: 22, cidr_blocks: [anywhere] } }, []],
    [
      'all protocols',
      { after: { ...rule, protocol: '-1', from_port: 0, to_port: 0, cidr_blocks: [anywhere] } },
      [opensOrders],
    ],
    ['IPv6 only', { after: { ...rule, ipv6_cidr_blocks: ['::/0'] } }, []],
    [
      'the rule between the groups',
      { before: { ...rule, source_security_group_id: 'sg-web' } },
      ["web can't reach batch on tcp 5432"],
    ],
    [
      'its description',
      {
        before: { ...rule, source_security_group_id: 'sg-web', description: 'a' },
        after: { ...rule, source_security_group_id: 'sg-web', description: 'b' },
      },
      [],
    ],
    [
      'a sensitive range',
      { after: { ...rule, cidr_blocks: [anywhere] }, sensitive: { cidr_blocks: true } },
      [
        'May open tcp 5432 of orders to the internet by public access',
        'aws_security_group_rule.a: source of ingress is sensitive and not evaluated.',
      ],
    ],
    [
      'another sensitive range than before',
      {
        before: { ...rule, cidr_blocks: ['10.0.0.0/8'] },
        after: { ...rule, cidr_blocks: [anywhere] },
        sensitive: { cidr_blocks: true },
      },
      [
        'May open tcp 5432 of orders to the internet by public access',
        'aws_security_group_rule.a: source of ingress is sensitive and not evaluated.',
      ],
    ],
    [
      'a sensitive range that ends',
      { before: { ...rule, cidr_blocks: ['10.0.0.0/8'] }, sensitive: { cidr_blocks: true } },
      ['aws_security_group_rule.a: source of ingress is sensitive and not evaluated.'],
    ],
    [
      'the same sensitive range as before',
      {
        before: { ...rule, cidr_blocks: ['10.0.0.0/8'], description: 'a' },
        after: { ...rule, cidr_blocks: ['10.0.0.0/8'], description: 'b' },
        sensitive: { cidr_blocks: true },
      },
      [],
    ],
  ])('%s', (_what, change, expected) => {
    expect(told(judged({ 'aws_security_group_rule.a': change }))).toEqual(expected)
  })

  test('a prefix list that a rule names', () => {
    const list = 'AWS::EC2::PrefixList/pl-1'
    const edits = [
      added(
        [resource('AWS::EC2::PrefixList', 'pl-1', { entries: ['198.51.100.0/24'] })],
        [relation('AWS::EC2::SecurityGroup/sg-orders', 'allows traffic from', list)],
      ),
      withProperties('sg-orders', (own) => ({
        ...own,
        ingress: [{ protocol: 'tcp', fromPort: 5432, toPort: 5432, source: 'pl-1' }],
      })),
    ]
    const before = { id: 'pl-1', entry: [{ cidr: '198.51.100.0/24' }] }
    const change = { before, after: { ...before, entry: [...before.entry, { cidr: anywhere }] } }
    const plan = judged({ 'aws_ec2_managed_prefix_list.a': change }, edits)
    expect(plan.exposures.map(({ summary, causedBy }) => `${summary}: ${causedBy.join()}`)).toEqual([
      `Opens tcp 5432 of orders to the internet by public access: aws_ec2_managed_prefix_list.a`,
    ])
    const own = { prefix_list_id: 'pl-1', cidr: anywhere }
    expect(told(judged({ 'aws_ec2_managed_prefix_list_entry.a': { after: own } }, edits))).toEqual([opensOrders])
    const old = { prefix_list_id: 'pl-1', cidr: '198.51.100.0/24' }
    expect(told(judged({ 'aws_ec2_managed_prefix_list_entry.a': { before: old } }, edits))).toEqual([
      'Closes tcp 5432 of orders to 198.51.100.0/24 by public access',
    ])
    const unknown = { after: { prefix_list_id: 'pl-1' }, unknown: { cidr: true } }
    expect(judged({ 'aws_ec2_managed_prefix_list_entry.a': unknown }, edits).exposures).toMatchObject([
      {
        summary: 'May close tcp 5432 of orders to 198.51.100.0/24 by public access',
        causedBy: ['aws_ec2_managed_prefix_list_entry.a'],
      },
      {
        summary: 'May open tcp 5432 of orders to the internet by public access',
        causedBy: ['aws_ec2_managed_prefix_list_entry.a'],
      },
    ])
  })
})

const instance = { id: 'i-web', subnet_id: 'subnet-a', vpc_security_group_ids: ['sg-web'], ami: 'ami-1' }

const tableWith = (routes: readonly object[]) => ({ id: 'rtb-1', vpc_id: 'vpc-1', route: routes })

describe('routes, gateways, and addresses', () => {
  const toInternet = { cidr_block: anywhere, gateway_id: 'igw-1' }
  const privateRoutes: Json = [
    { destination: anywhere, target: 'nat-1', state: 'active', propagated: false },
    { destination: '10.0.0.0/16', target: 'local', state: 'active', propagated: false },
  ]
  /** `batch` has no public address, and reaches the internet through a NAT gateway. */
  const natGateway = added(
    [
      resource('AWS::EC2::EIP', 'eipalloc-1', { publicIp: '203.0.113.99' }),
      resource('AWS::EC2::NatGateway', 'nat-1', { state: 'available', connectivityType: 'public' }),
      resource('AWS::EC2::NetworkInterface', 'eni-nat', {
        privateIpAddress: '10.0.0.99',
        privateIpAddresses: [{ privateIpAddress: '10.0.0.99', publicIpAddress: '203.0.113.99' }],
        publicIpAddress: '203.0.113.99',
        ipv6Addresses: [],
        sourceDestCheck: false,
      }),
      resource('AWS::EC2::RouteTable', 'rtb-2', { main: false, routes: privateRoutes }),
    ],
    [
      relation('AWS::EC2::NatGateway/nat-1', 'contained in', 'AWS::EC2::Subnet/subnet-a'),
      relation('AWS::EC2::NatGateway/nat-1', 'attached to', 'AWS::EC2::NetworkInterface/eni-nat'),
      relation('AWS::EC2::NetworkInterface/eni-nat', 'contained in', 'AWS::EC2::Subnet/subnet-a'),
      relation('AWS::EC2::RouteTable/rtb-2', 'contained in', 'AWS::EC2::VPC/vpc-1'),
      relation('AWS::EC2::RouteTable/rtb-2', 'associated with', 'AWS::EC2::Subnet/subnet-b'),
      relation('AWS::EC2::RouteTable/rtb-2', 'routes to', 'AWS::EC2::NatGateway/nat-1'),
    ],
  )
  const nat = { id: 'nat-1', subnet_id: 'subnet-a', allocation_id: 'eipalloc-1' }
  const replacedNat = {
    before: nat,
    after: { subnet_id: 'subnet-a', allocation_id: 'eipalloc-1' },
    unknown: { id: true },
    actions: ['create', 'delete'],
  }
  const association = { id: 'a', route_table_id: 'rtb-2', subnet_id: 'subnet-b' }
  const batchCutOff = "batch can't reach the internet on tcp 443"
  const batchUnclear = "null: It isn't known whether batch can still reach the internet on tcp 443."
  const route = { route_table_id: 'rtb-2', destination_cidr_block: anywhere }

  test.each<[string, Readonly<Record<string, SampleChange>>, readonly string[]]>([
    [
      'an inline route goes',
      { 'aws_route_table.a': { before: tableWith([toInternet]), after: tableWith([]) } },
      [closesWeb, batchCutOff, webCutOff],
    ],
    ['a NAT gateway goes', { 'aws_nat_gateway.a': { before: nat } }, [batchCutOff, 'rtb-2 breaks without nat-1']],
    [
      'a NAT gateway that an unmanaged route names is replaced',
      { 'aws_nat_gateway.a': replacedNat },
      ['rtb-2 breaks without nat-1', batchUnclear],
    ],
    [
      'a NAT gateway is replaced, and the route follows',
      {
        'aws_nat_gateway.a': replacedNat,
        'aws_route.a': {
          before: { ...route, nat_gateway_id: 'nat-1' },
          after: route,
          unknown: { nat_gateway_id: true },
        },
      },
      [batchUnclear],
    ],
    [
      'a private subnet gets the public table',
      { 'aws_route_table_association.a': { before: association, after: { ...association, route_table_id: 'rtb-1' } } },
      [batchCutOff],
    ],
  ])('%s', (_what, changes, expected) => {
    const configuration = {
      'aws_nat_gateway.a': {},
      'aws_route.a': { nat_gateway_id: refersTo('aws_nat_gateway.a.id') },
    }
    expect(told(judged(changes, [natGateway], { configuration }))).toEqual(expected)
  })

  test('a route follows a replacement that it names through a local value', () => {
    const follows = { before: { ...route, nat_gateway_id: 'nat-1' }, after: route, unknown: { nat_gateway_id: true } }
    const configuration = { 'aws_nat_gateway.a': {}, 'aws_route.a': { nat_gateway_id: refersTo('local.nat') } }
    const plan = judged({ 'aws_nat_gateway.a': replacedNat, 'aws_route.a': follows }, [natGateway], { configuration })
    expect(plan.breaks).toEqual([])
    const elsewhere = { ...route, destination_cidr_block: '10.9.0.0/16' }
    const other = {
      before: { ...elsewhere, nat_gateway_id: 'nat-9' },
      after: elsewhere,
      unknown: { nat_gateway_id: true },
    }
    expect(
      judged({ 'aws_nat_gateway.a': replacedNat, 'aws_route.a': other }, [natGateway], { configuration }).breaks.length,
    ).toBe(1)
  })

  test('a part that only gets other unknown values does not follow', () => {
    const elsewhere = { ...route, destination_cidr_block: '10.9.0.0/16', nat_gateway_id: 'nat-9' }
    const change = { before: elsewhere, after: { ...elsewhere, timeouts: 1 }, unknown: { origin: true } }
    const plan = judged({ 'aws_nat_gateway.a': replacedNat, 'aws_route.a': change }, [natGateway], {
      configuration: { 'aws_nat_gateway.a': {}, 'aws_route.a': { origin: refersTo('local.origin') } },
    })
    expect(plan.breaks).toHaveLength(1)
  })

  const elasticIp = added(
    [resource('AWS::EC2::EIP', 'eipalloc-1', { publicIp: '203.0.113.10' })],
    [
      relation('AWS::EC2::EIP/eipalloc-1', 'attached to', 'AWS::EC2::Instance/i-web'),
      relation('AWS::EC2::EIP/eipalloc-1', 'attached to', 'AWS::EC2::NetworkInterface/eni-i-web'),
    ],
  )
  const mayClose = 'May close tcp 443 of web to the internet by public address'
  const another = "It isn't known whether it gets another public address."

  test.each<[string, Readonly<Record<string, SampleChange>>]>([
    ['a deleted address', { 'aws_eip.a': { before: { id: 'eipalloc-1', instance: 'i-web' } } }],
    [
      'an address without its instance',
      { 'aws_eip.a': { before: { id: 'eipalloc-1', instance: 'i-web' }, after: { id: 'eipalloc-1' } } },
    ],
    [
      'a deleted association of the instance',
      { 'aws_eip_association.a': { before: { allocation_id: 'eipalloc-1', instance_id: 'i-web' } } },
    ],
    [
      'a deleted association of the interface',
      { 'aws_eip_association.a': { before: { allocation_id: 'eipalloc-1', network_interface_id: 'eni-i-web' } } },
    ],
  ])('%s', (_what, changes) => {
    const plan = judged(changes, [elasticIp])
    expect(plan.exposures.map(({ summary }) => summary)).toEqual([mayClose])
    expect(plan.cutOff).toEqual([])
    expect(plan.unknown.map(({ address, reason }) => `${address}: ${reason}`).toSorted()).toEqual([
      `eni-i-web: ${another}`,
      `i-web: ${another}`,
      "null: It isn't known whether web can still reach the internet on tcp 443.",
    ])
  })

  test('an address that stays with its replaced instance', () => {
    const changes = {
      'aws_instance.a': {
        before: instance,
        after: { ...instance, id: null, ami: 'ami-2', associate_public_ip_address: false },
        actions: ['delete', 'create'],
      },
      'aws_eip.a': {
        before: { id: 'eipalloc-1', instance: 'i-web' },
        after: { id: 'eipalloc-1' },
        unknown: { instance: true },
      },
    }
    const configuration = { 'aws_eip.a': { instance: refersTo('aws_instance.a.id') } }
    expect(told(judged(changes, [elasticIp], { configuration }))).toEqual([])
  })

  test.each<[string, SampleChange, readonly string[]]>([
    [
      'a count',
      { after: { ipv6_address_count: 1 } },
      ['Opens tcp 443 of aws_instance.a to the internet by public address'],
    ],
    [
      'addresses',
      { after: { ipv6_addresses: ['2600::1'] } },
      ['Opens tcp 443 of aws_instance.a to the internet by public address'],
    ],
    ['none', { after: { ipv6_address_count: 0, ipv6_addresses: [] } }, []],
    [
      'a count that is not known',
      { after: {}, unknown: { ipv6_address_count: true } },
      [
        'May open aws_instance.a to the internet by public address',
        "aws_instance.a: It isn't known whether it gets an IPv6 address.",
      ],
    ],
    [
      'addresses that are not known',
      { after: {}, unknown: { ipv6_addresses: [true] } },
      [
        'May open aws_instance.a to the internet by public address',
        "aws_instance.a: It isn't known whether it gets an IPv6 address.",
      ],
    ],
  ])('IPv6: %s', (_what, { after, unknown = {} }, expected) => {
    const edits = [
      withProperties('sg-web', (own) => ({
        ...own,
        ingress: [{ protocol: 'tcp', fromPort: 443, toPort: 443, source: '::/0' }],
      })),
      withProperties('rtb-1', (own) => ({
        ...own,
        routes: [{ destination: '::/0', target: 'igw-1', state: 'active', propagated: false }],
      })),
    ]
    const values = { subnet_id: 'subnet-a', vpc_security_group_ids: ['sg-web'], associate_public_ip_address: false }
    expect(told(judged({ 'aws_instance.a': { after: { ...values, ...after }, unknown } }, edits))).toEqual(expected)
  })

  test('a security group of the network interface of an instance', () => {
    const edit = added([
      resource('AWS::EC2::SecurityGroup', 'sg-open', {
        ingress: [{ protocol: '-1', fromPort: null, toPort: null, source: anywhere }],
        egress: [],
      }),
    ])
    const address = 'aws_network_interface_sg_attachment.a'
    const plan = judged({ [address]: { after: { network_interface_id: 'eni-i-web', security_group_id: 'sg-open' } } }, [
      edit,
    ])
    expect(plan.exposures).toMatchObject([
      { summary: 'Opens all traffic of web to the internet by public address', causedBy: [address] },
    ])
  })
})

describe('what AWS made with a VPC is taken over', () => {
  const defaultGroup = added(
    [
      resource('AWS::EC2::SecurityGroup', 'sg-default', {
        description: 'default VPC security group',
        ingress: [],
        egress: [],
      }),
    ],
    [
      relation('AWS::EC2::SecurityGroup/sg-default', 'contained in', 'AWS::EC2::VPC/vpc-1'),
      relation('AWS::EC2::Instance/i-web', 'associated with', 'AWS::EC2::SecurityGroup/sg-default'),
      relation('AWS::EC2::NetworkInterface/eni-i-web', 'associated with', 'AWS::EC2::SecurityGroup/sg-default'),
    ],
  )
  const everything = { protocol: '-1', from_port: 0, to_port: 0, cidr_blocks: [anywhere] }
  const local = { destination: '10.0.0.0/16', target: 'local', state: 'active', propagated: false }
  const group = { vpc_id: 'vpc-1', egress: [everything] }

  test.each<[string, Readonly<Record<string, SampleChange>>, readonly string[]]>([
    [
      'the security group',
      { 'aws_default_security_group.a': { after: { ...group, ingress: [everything] } } },
      ['Opens all traffic of web to the internet by public address'],
    ],
    [
      'the route table',
      { 'aws_default_route_table.a': { after: { default_route_table_id: 'rtb-1', route: [] } } },
      [closesWeb, webCutOff],
    ],
    [
      'the network ACL',
      { 'aws_default_network_acl.a': { after: { default_network_acl_id: 'acl-1', ingress: [], egress: [] } } },
      [closesWeb, "web can't reach batch on tcp 5432", webCutOff],
    ],
    ['and never deleted', { 'aws_default_security_group.a': { before: { id: 'sg-default', ...group } } }, []],
  ])('%s', (_what, changes, expected) => {
    expect(told(judged(changes, [defaultGroup]))).toEqual(expected)
  })

  test('routes that AWS keeps stay', () => {
    const kept = [
      local,
      { destination: '10.9.0.0/16', target: 'vgw-1', state: 'active', propagated: true },
      { destination: 'pl-s3', target: 'vpce-1', state: 'active', propagated: false },
    ]
    const edit = withProperties('rtb-1', (own) => ({ ...own, routes: kept }))
    const plan = judged({ 'aws_default_route_table.a': { after: { default_route_table_id: 'rtb-1', route: [] } } }, [
      edit,
    ])
    expect(plan.described.changes).toEqual([])
  })
})

const policyFor = (principal: string) =>
  JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: { AWS: principal }, Action: '*', Resource: '*' }] })
const everyone = JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }] })

const grants = (uri: string | null) => ({ grant: [{ grantee: [{ uri }], permission: 'READ' }] })

describe('buckets', () => {
  const byPolicy = 'Opens new to the internet by bucket policy'
  const byAcl = 'Opens new to the internet by bucket ACL'
  const unblocked = {
    'aws_s3_bucket_public_access_block.a': {
      after: { bucket: 'new', ignore_public_acls: false, restrict_public_buckets: false },
    },
  }
  const allUsers = 'http://acs.amazonaws.com/groups/global/AllUsers'

  test.each<[string, SampleChange['after'], Readonly<Record<string, SampleChange>>, readonly string[]]>([
    ['an ACL of its own', { acl: 'public-read' }, unblocked, [byAcl]],
    ['grants of its own', { grant: grants(allUsers).grant }, unblocked, [byAcl]],
    ['a private ACL of its own', { acl: 'private', grant: [] }, unblocked, []],
    ['a policy of its own', { policy: everyone }, unblocked, [byPolicy]],
    ['an empty policy', { policy: '' }, unblocked, []],
    ['a policy of the own account', { policy: policyFor(account) }, unblocked, []],
    ['an ACL that the plan leaves to AWS', { acl: null, grant: null }, unblocked, []],
    ['an ACL for everyone to write', { acl: 'public-read-write' }, unblocked, [byAcl]],
    ['a blocked policy', { policy: everyone }, {}, []],
    ['a blocked ACL', { acl: 'public-read-write' }, {}, []],
    [
      'a policy of another resource',
      {},
      { ...unblocked, 'aws_s3_bucket_policy.a': { after: { bucket: 'new', policy: everyone } } },
      [byPolicy],
    ],
    [
      'grants of another resource',
      {},
      { ...unblocked, 'aws_s3_bucket_acl.a': { after: { bucket: 'new', access_control_policy: [grants(allUsers)] } } },
      [byAcl],
    ],
    [
      'an ACL for everyone with an account',
      {},
      { ...unblocked, 'aws_s3_bucket_acl.a': { after: { bucket: 'new', acl: 'authenticated-read' } } },
      [byAcl],
    ],
  ])('a new one with %s', (_what, after, others, expected) => {
    expect(told(judged({ 'aws_s3_bucket.a': { after: { bucket: 'new', ...after } }, ...others }))).toEqual(expected)
  })

  test('what is not known after a change is not gone', () => {
    const before = { bucket: 'assets', restrict_public_buckets: true, ignore_public_acls: true }
    const plan = judged({ 'aws_s3_bucket_public_access_block.a': { before } })
    expect(plan.exposures.map(({ kind }) => kind)).toEqual(['unknown', 'unknown'])
    expect(plan.compared.changed).toEqual([])
    const list = added([resource('AWS::EC2::PrefixList', 'pl-1', { entries: ['198.51.100.0/24'], maxEntries: 5 })])
    const entry = { after: { prefix_list_id: 'pl-1' }, unknown: { cidr: true } }
    expect(judged({ 'aws_ec2_managed_prefix_list_entry.a': entry }, [list]).compared.changed).toEqual([])
    const values = { id: 'pl-1', max_entries: 5, entry: [{ cidr: '198.51.100.0/24' }] }
    const changed = {
      before: values,
      after: { ...values, max_entries: 9, entry: [{}] },
      unknown: { entry: [{ cidr: true }] },
    }
    const { compared } = judged({ 'aws_ec2_managed_prefix_list.a': changed }, [list])
    expect(compared.changed.map(({ changes }) => changes)).toEqual([
      [{ path: ['properties', 'maxEntries'], before: 5, after: 9 }],
    ])
  })

  test('grants that are not known may be for everyone', () => {
    const changes = {
      'aws_s3_bucket.a': { after: { bucket: 'new' } },
      ...unblocked,
      'aws_s3_bucket_acl.a': {
        after: { bucket: 'new', access_control_policy: [grants(null)] },
        unknown: { access_control_policy: [{ grant: [{ grantee: [{ uri: true }] }] }] },
      },
    }
    expect(told(judged(changes))).toEqual([
      'May open new to the internet by bucket ACL',
      "aws_s3_bucket_acl.a: Its ACL isn't known until the plan is applied.",
    ])
  })

  test('the copy of a policy at its bucket is not another policy', () => {
    const open: Edit = withProperties('assets', () => ({
      publicAccessBlocked: false,
      publicByPolicy: true,
      publicByAcl: false,
    }))
    const bucket = { id: 'assets', bucket: 'assets', policy: everyone }
    const changes = {
      'aws_s3_bucket.a': { before: { ...bucket, force_destroy: false }, after: { ...bucket, force_destroy: true } },
      'aws_s3_bucket_policy.a': { before: { bucket: 'assets', policy: everyone } },
    }
    expect(told(judged(changes, [open]))).toEqual(['Closes assets to the internet by bucket policy'])
  })

  test('an ACL of its own that becomes public, where the block is not known', () => {
    const bucket = { id: 'assets', bucket: 'assets' }
    const change = { before: { ...bucket, acl: 'private' }, after: { ...bucket, acl: 'public-read' } }
    const edit = withProperties('assets', (own) => ({ ...own, publicAccessBlocked: false }))
    expect(told(judged({ 'aws_s3_bucket.a': change }, [edit]))).toEqual([
      'May open assets to the internet by bucket ACL',
    ])
    expect(told(judged({ 'aws_s3_bucket.a': change }))).toEqual([])
  })
})

const withFunction = (urls: readonly Json[]) =>
  added([resource('AWS::Lambda::Function', 'api', { policyGrants: [], urls })])

const url = (authorization: string, grants: readonly Json[] = [], alias: string | null = null): Json => ({
  address: 'https://a',
  alias,
  authorization,
  grants,
})

describe('functions', () => {
  const toEveryone = [{ to: 'everyone', condition: null }]
  const opens = 'Opens tcp 443 of api to the internet by function URL'
  const permission = {
    function_name: 'api',
    action: 'lambda:InvokeFunctionUrl',
    principal: '*',
    function_url_auth_type: 'NONE',
  }
  const own = { function_name: 'api', function_url: 'https://a' }

  test.each<[string, readonly Json[], Readonly<Record<string, SampleChange>>, readonly string[]]>([
    [
      'a permission for a URL without authorization',
      [url('NONE')],
      { 'aws_lambda_permission.a': { after: permission } },
      [opens],
    ],
    ['a permission for other URLs', [url('AWS_IAM')], { 'aws_lambda_permission.a': { after: permission } }, []],
    [
      'a permission for another alias',
      [url('NONE', [], 'live')],
      { 'aws_lambda_permission.a': { after: permission } },
      [],
    ],
    [
      'a permission for the alias',
      [url('NONE', [], 'live')],
      { 'aws_lambda_permission.a': { after: { ...permission, qualifier: 'live' } } },
      [opens],
    ],
    [
      'a permission for the own account',
      [url('NONE')],
      { 'aws_lambda_permission.a': { after: { ...permission, principal: account } } },
      [],
    ],
    ['a permission without a URL', [], { 'aws_lambda_permission.a': { after: permission } }, []],
    [
      'a URL without authorization',
      [],
      { 'aws_lambda_function_url.a': { after: { function_name: 'api', authorization_type: 'NONE' } } },
      [opens],
    ],
    [
      'a URL that loses its authorization',
      [url('AWS_IAM')],
      {
        'aws_lambda_function_url.a': {
          before: { ...own, authorization_type: 'AWS_IAM' },
          after: { ...own, authorization_type: 'NONE' },
        },
      },
      [opens],
    ],
    [
      'a URL that gets authorization',
      [url('NONE', toEveryone)],
      {
        'aws_lambda_function_url.a': {
          before: { ...own, authorization_type: 'NONE' },
          after: { ...own, authorization_type: 'AWS_IAM' },
        },
      },
      ['Closes tcp 443 of api to the internet by function URL'],
    ],
    [
      'a deleted URL',
      [url('NONE', toEveryone)],
      { 'aws_lambda_function_url.a': { before: { ...own, authorization_type: 'NONE' } } },
      ['Closes tcp 443 of api to the internet by function URL'],
    ],
    [
      'a permission of an API',
      [],
      {
        'aws_lambda_permission.a': {
          after: {
            function_name: 'api',
            action: 'lambda:InvokeFunction',
            principal: 'apigateway.amazonaws.com',
            source_arn: arnOf('execute-api', 'a/*'),
          },
        },
      },
      [],
    ],
    [
      'a permission for everyone',
      [],
      {
        'aws_lambda_permission.a': { after: { function_name: 'api', action: 'lambda:InvokeFunction', principal: '*' } },
      },
      ['Opens api to the internet by resource policy'],
    ],
  ])('%s', (_what, urls, changes, expected) => {
    expect(told(judged(changes, [withFunction(urls)]))).toEqual(expected)
  })

  test('a deleted permission may not be the only one for its callers', () => {
    const open = added([resource('AWS::Lambda::Function', 'api', { policyGrants: toEveryone, urls: [] })])
    const before = { function_name: 'api', action: 'lambda:InvokeFunction', principal: '*' }
    expect(told(judged({ 'aws_lambda_permission.a': { before } }, [open]))).toEqual([
      'May close api to the internet by resource policy',
      'aws_lambda_permission.a: Other statements of its policy may still allow the same callers.',
    ])
  })

  test('a change of another setting does not read what the scan could not', () => {
    const unread = added([{ ...resource('AWS::Lambda::Function', 'api'), partial: true }])
    const change = {
      before: { function_name: 'api', memory_size: 128 },
      after: { function_name: 'api', memory_size: 256 },
    }
    expect(told(judged({ 'aws_lambda_function.a': change }, [unread]))).toEqual([])
  })
})

const memberIn = (identifier: string, of: string) => ({
  identifier,
  cluster_identifier: of,
  publicly_accessible: true,
})

describe('clusters of databases', () => {
  const openGroup = resource('AWS::EC2::SecurityGroup', 'sg-open', {
    ingress: [{ protocol: '-1', fromPort: null, toPort: null, source: anywhere }],
    egress: [],
  })
  const cluster = 'AWS::RDS::DBCluster/shop-cluster'
  const member = 'AWS::RDS::DBInstance/shop-1'
  const live = added(
    [
      openGroup,
      resource('AWS::RDS::DBCluster', 'shop-cluster', { engine: 'aurora-postgresql' }),
      resource('AWS::RDS::DBInstance', 'shop-1', { publiclyAccessible: true, port: 5433 }),
    ],
    [
      relation(member, 'contained in', cluster),
      relation(member, 'associated with', 'AWS::EC2::SecurityGroup/sg-orders'),
      relation(member, 'associated with', 'AWS::RDS::DBSubnetGroup/shop'),
      relation(cluster, 'associated with', 'AWS::EC2::SecurityGroup/sg-orders'),
      relation(cluster, 'associated with', 'AWS::RDS::DBSubnetGroup/shop'),
    ],
  )
  const own = { cluster_identifier: 'shop-cluster', db_subnet_group_name: 'shop', engine: 'aurora-postgresql' }

  test.each<[string, Readonly<Record<string, SampleChange>>, readonly string[]]>([
    [
      'another security group',
      {
        'aws_rds_cluster.a': {
          before: { ...own, vpc_security_group_ids: ['sg-orders'] },
          after: { ...own, vpc_security_group_ids: ['sg-open'] },
        },
      },
      ['Opens tcp 5433 of shop-1 to the internet by public access'],
    ],
    [
      'a new instance in an open cluster',
      {
        'aws_rds_cluster.a': {
          before: { ...own, vpc_security_group_ids: ['sg-orders'] },
          after: { ...own, vpc_security_group_ids: ['sg-open'] },
        },
        'aws_rds_cluster_instance.a': { after: memberIn('shop-2', 'shop-cluster') },
      },
      [
        'Opens tcp 5433 of shop-1 to the internet by public access',
        'Opens tcp 5433 of shop-2 to the internet by public access',
      ],
    ],
    [
      'a new instance in a closed cluster',
      { 'aws_rds_cluster_instance.a': { after: memberIn('shop-2', 'shop-cluster') } },
      [],
    ],
    [
      'a new cluster',
      {
        'aws_rds_cluster.b': { after: { ...own, cluster_identifier: 'new', vpc_security_group_ids: ['sg-open'] } },
        'aws_rds_cluster_instance.b': { after: memberIn('new-1', 'new') },
      },
      ['Opens tcp 5432 of new-1 to the internet by public access'],
    ],
    [
      'a new cluster with a port of its own',
      {
        'aws_rds_cluster.b': {
          after: { ...own, cluster_identifier: 'new', port: 6543, vpc_security_group_ids: ['sg-open'] },
        },
        'aws_rds_cluster_instance.b': { after: memberIn('new-1', 'new') },
      },
      ['Opens tcp 6543 of new-1 to the internet by public access'],
    ],
  ])('%s', (_what, changes, expected) => {
    expect(told(judged(changes, [live]))).toEqual(expected)
  })

  test('a public database whose group opens another port', () => {
    const edit = withProperties('sg-orders', (group) => ({
      ...group,
      ingress: [{ protocol: 'tcp', fromPort: 443, toPort: 443, source: anywhere }],
    }))
    const database = {
      identifier: 'new',
      publicly_accessible: true,
      db_subnet_group_name: 'shop',
      vpc_security_group_ids: ['sg-orders'],
    }
    const changes = { 'aws_db_instance.a': { after: { ...database, engine: 'mysql' }, unknown: { port: true } } }
    expect(told(judged(changes, [edit], { configuration: { 'aws_db_instance.a': { engine: {} } } }))).toEqual([])
  })
})

const arn = (kind: string, id: string) => arnOf('elasticloadbalancing', `${kind}/${id}`)

describe('load balancers', () => {
  const [balancer, listener, group] = [
    arn('loadbalancer', 'app/front/1'),
    arn('listener', 'app/front/1/2'),
    arn('targetgroup', 'front/1'),
  ]
  const elb = 'AWS::ElasticLoadBalancingV2'
  const front = added(
    [
      resource(
        `${elb}::LoadBalancer`,
        'app/front/1',
        { scheme: 'internet-facing', loadBalancerType: 'application', ipAddressType: 'ipv4' },
        balancer,
      ),
      resource(
        `${elb}::Listener`,
        'app/front/1/2',
        { protocol: 'HTTP', port: 80, defaultActions: ['forward'] },
        listener,
      ),
      resource(
        `${elb}::TargetGroup`,
        'front/1',
        {
          protocol: 'HTTP',
          port: 8080,
          targetType: 'instance',
          targets: [{ id: 'i-batch', port: 8080, availabilityZone: null, health: null }],
        },
        group,
      ),
      resource('AWS::EC2::SecurityGroup', 'sg-front', {
        ingress: [{ protocol: 'tcp', fromPort: 443, toPort: 443, source: anywhere }],
        egress: [{ protocol: '-1', fromPort: null, toPort: null, destination: anywhere }],
      }),
    ],
    [
      relation(`${elb}::Listener/app/front/1/2`, 'contained in', `${elb}::LoadBalancer/app/front/1`),
      relation(`${elb}::Listener/app/front/1/2`, 'routes to', `${elb}::TargetGroup/front/1`),
      relation(`${elb}::TargetGroup/front/1`, 'routes to', 'AWS::EC2::Instance/i-batch'),
      relation(`${elb}::LoadBalancer/app/front/1`, 'associated with', 'AWS::EC2::SecurityGroup/sg-front'),
      relation(`${elb}::LoadBalancer/app/front/1`, 'attached to', 'AWS::EC2::Subnet/subnet-a'),
      relation(`${elb}::LoadBalancer/app/front/1`, 'attached to', 'AWS::EC2::Subnet/subnet-b'),
      relation('AWS::EC2::SecurityGroup/sg-orders', 'allows traffic from', 'AWS::EC2::SecurityGroup/sg-front'),
    ],
  )
  const fromFront = withProperties('sg-orders', (own) => ({
    ...own,
    ingress: [
      ...((own['ingress'] ?? []) as readonly Json[]),
      { protocol: 'tcp', fromPort: 8080, toPort: 8080, source: 'sg-front' },
    ],
  }))
  const own = {
    id: listener,
    arn: listener,
    load_balancer_arn: balancer,
    port: 80,
    protocol: 'HTTP',
    default_action: [{ type: 'forward', target_group_arn: group }],
  }
  const opened = [
    'Opens tcp 8080 of batch to the internet by load balancer',
    'Opens tcp 443 of app/front/1 to the internet by internet-facing scheme',
  ]
  const frontRule = {
    type: 'ingress',
    security_group_id: 'sg-orders',
    source_security_group_id: 'sg-front',
    protocol: 'tcp',
    from_port: 8080,
    to_port: 8080,
  }

  test.each<[string, Readonly<Record<string, SampleChange>>, readonly string[]]>([
    [
      'a listener on another port',
      { 'aws_lb_listener.a': { before: own, after: { ...own, port: 443, protocol: 'HTTPS' } } },
      opened,
    ],
    ['a new listener', { 'aws_lb_listener.b': { after: { ...own, id: null, arn: null, port: 443 } } }, opened],
    [
      'a new listener of a load balancer that is not in the scan',
      {
        'aws_lb_listener.b': {
          after: { ...own, id: null, arn: null, port: 443, load_balancer_arn: arn('loadbalancer', 'app/other/1') },
        },
      },
      [`aws_lb_listener.b: The load balancer ${arn('loadbalancer', 'app/other/1')} isn't in the scan.`],
    ],
    [
      'a deleted target group',
      { 'aws_lb_target_group.a': { before: { id: group, arn: group, name: 'front' } } },
      ['app/front/1/2 breaks without front/1'],
    ],
    [
      'the rule of its targets',
      { 'aws_security_group_rule.a': { before: frontRule } },
      ["app/front/1 can't reach batch on tcp 8080"],
    ],
  ])('%s', (_what, changes, expected) => {
    expect(told(judged(changes, [front, fromFront]))).toEqual(expected)
  })
})

describe('what Terraform does besides changing resources', () => {
  const web = { id: 'i-web', subnet_id: 'subnet-a', vpc_security_group_ids: ['sg-web'] }

  test('a deposed object is not the resource at its address', () => {
    const document = terraformPlan({
      'aws_instance.a': { before: web, after: { ...web, vpc_security_group_ids: ['sg-orders'] } },
      'aws_instance.b': { before: { id: 'i-old', subnet_id: 'subnet-a' } },
    })
    const [current, old] = document['resource_changes'] as readonly object[]
    const deposed = { ...old, address: 'aws_instance.a', deposed: 'ab12cd34' }
    const plan = judgePlan(indexGraph(shopGraph()), readPlan({ ...document, resource_changes: [current, deposed] }))
    expect(told(plan)).toEqual([
      closesWeb,
      "web can't reach batch on tcp 5432",
      "aws_instance.a (deposed object ab12cd34): i-old isn't in the scan.",
    ])
  })

  test('a forgotten resource stays', () => {
    const forgotten = { 'aws_instance.a': { before: web, actions: ['forget'] } }
    expect(told(judged(forgotten))).toEqual([])
    const remade = { before: { name: 'jobs' }, after: { name: 'jobs-2' }, actions: ['create', 'forget'] }
    const plan = judged({ 'aws_sqs_queue.a': remade })
    expect(told(plan)).toEqual([])
    expect(plan.compared.removed).toEqual([])
    expect(plan.compared.added).toMatchObject([{ id: 'jobs-2' }])
  })

  test('what is deleted and not in the scan is told', () => {
    expect(told(judged({ 'aws_sqs_queue.a': { before: { name: 'gone' } } }))).toEqual([
      "aws_sqs_queue.a: gone isn't in the scan.",
    ])
    const replaced = { before: { name: 'gone' }, after: { name: 'new' }, actions: ['delete', 'create'] }
    const plan = judged({ 'aws_sqs_queue.a': replaced })
    expect(told(plan)).toEqual(["aws_sqs_queue.a: gone isn't in the scan."])
    expect(plan.compared.added).toHaveLength(1)
  })

  test('one that exists under the same name may keep its settings', () => {
    const edit = withProperties('jobs', () => ({ policyGrants: [{ to: 'everyone', condition: null }] }))
    expect(told(judged({ 'aws_sqs_queue.a': { after: { name: 'jobs', delay_seconds: 5 } } }, [edit]))).toEqual([
      'May close jobs to the internet by resource policy',
      'aws_sqs_queue.a: jobs is already in the scan.',
    ])
  })

  test.each([
    [{ complete: false }, ['Terraform needs another plan after this one.']],
    [{ complete: true, deferred_changes: [], action_invocations: [] }, []],
    [{ complete: false, deferred_changes: [{}] }, ['Terraform deferred some changes to a later plan.']],
    [{ action_invocations: [{}] }, ['Actions that the plan invokes are not evaluated.']],
  ])('%o', (document, reasons) => {
    expect(judged({}, [], { document }).unknown.map(({ reason }) => reason)).toEqual(reasons)
  })
})

const providers = (used: Readonly<Record<string, string>>, regions: Readonly<Record<string, string>> = {}) => ({
  configuration: {
    provider_config: Object.fromEntries(
      Object.entries(regions).map(([key, value]) => [key, { expressions: { region: { constant_value: value } } }]),
    ),
    root_module: {
      resources: Object.entries(used).map(([address, key]) => ({
        address,
        provider_config_key: key,
        expressions: {},
      })),
    },
  },
})

const used = { 'aws_security_group_rule.a': 'aws', 'aws_sqs_queue.a': 'aws.west' }

const inState = (region: string, owner: string) => ({
  state: {
    'aws_sqs_queue.b': { name: 'b', arn: `arn:aws:sqs:${region}:${owner}:b` },
    'aws_sqs_queue.jobs': { name: 'jobs', arn: arnOf('sqs', 'jobs') },
  },
  document: providers({ ...used, 'aws_sqs_queue.b': 'aws.west', 'aws_sqs_queue.jobs': 'aws' }),
})

describe('places', () => {
  const rule = {
    type: 'ingress',
    protocol: 'tcp',
    from_port: 5432,
    to_port: 5432,
    cidr_blocks: [anywhere],
    security_group_id: 'sg-orders',
  }
  const queue = { after: { name: 'new', policy: everyone } }
  const both = { 'aws_security_group_rule.a': { after: rule }, 'aws_sqs_queue.a': queue }
  const openedQueue = 'Opens new to the internet by resource policy'

  test('a resource of another provider with an unknown region is left out', () => {
    const plan = judged(both, [], { document: providers(used) })
    expect(told(plan)).toEqual([
      opensOrders,
      "null: The region of aws_sqs_queue.a isn't known, so that it is left out.",
    ])
    const inherited = { ...used, 'aws_sqs_queue.a': 'module.shop:aws' }
    expect(told(judged(both, [], { document: providers(inherited) }))).toContain(openedQueue)
    const west = providers(inherited, { 'module.shop:aws': 'us-west-2' })
    expect(told(judged(both, [], { document: west }))).not.toContain(openedQueue)
    const own = judged({ 'aws_sqs_queue.a': queue }, [], { document: providers(used) })
    expect(told(own)).toEqual([openedQueue])
  })

  test('a resource of another provider with credentials of its own is left out', () => {
    const inRegion = { aws: 'eu-west-1', 'aws.west': 'eu-west-1' }
    const assumes = (...names: readonly string[]) => {
      const { configuration } = providers(used, inRegion)
      const own = names.map((name) => [
        name,
        { expressions: { region: { constant_value: 'eu-west-1' }, assume_role: null } },
      ])
      return {
        configuration: {
          ...configuration,
          provider_config: { ...configuration.provider_config, ...(Object.fromEntries(own) as object) },
        },
      }
    }
    const leftOut = "null: The account of aws_sqs_queue.a isn't known, so that it is left out."
    expect(told(judged(both, [], { document: assumes() }))).toContain(openedQueue)
    for (const names of [['aws'], ['aws.west'], ['aws', 'aws.west']]) {
      expect(told(judged(both, [], { document: assumes(...names) }))).toEqual([opensOrders, leftOut])
    }
    const kept = { before: { name: 'jobs' }, after: { name: 'jobs', policy: everyone } }
    const changes = { ...both, 'aws_sqs_queue.a': kept }
    expect(told(judged(changes, [], { document: assumes('aws.west') }))).toContain(
      'Opens jobs to the internet by resource policy',
    )
    const unchanged = { ...both, 'aws_sqs_queue.a': { ...queue, actions: ['no-op'] } }
    expect(told(judged(unchanged, [], { document: assumes('aws.west') }))).toEqual([opensOrders])
  })

  test('a provider is where its other resources are', () => {
    expect(told(judged(both, [], inState('eu-west-1', account)))).toContain(openedQueue)
    const elsewhere = 'null: Changes in other accounts or regions are left out: 1.'
    expect(told(judged(both, [], inState('us-west-2', account)))).toEqual([opensOrders, elsewhere])
    expect(told(judged(both, [], inState('eu-west-1', '999999999999')))).toEqual([opensOrders, elsewhere])
  })

  test('a plan that is only for another place is an error', () => {
    const document = providers({ 'aws_sqs_queue.a': 'aws' }, { aws: 'us-west-2' })
    expect(() => judged({ 'aws_sqs_queue.a': queue }, [], { document })).toThrow(
      'The plan is for us-west-2, but the scan is of eu-west-1 in AWS account 123456789012.',
    )
    const others = { before: { name: 'a', arn: 'arn:aws:sqs:us-west-2:999999999999:a' } }
    const west = { before: { name: 'b', region: 'us-west-1' } }
    expect(() => judged({ 'aws_sqs_queue.a': others, 'aws_sqs_queue.b': west, 'aws_sqs_queue.c': west })).toThrow(
      'The plan is for AWS account 999999999999, us-west-1, but the scan is of eu-west-1 in AWS account 123456789012.',
    )
  })
})

const changed = (before: object, after: object) => ({ before: { ...before }, after: { ...before, ...after } })

describe('what is not evaluated', () => {
  test.each<[string, SampleChange, readonly string[]]>([
    [
      'aws_cloudformation_stack',
      changed({ id: 's' }, { template_body: 'b' }),
      ["The plan doesn't have the changes of the resources of this stack.", "s isn't in the scan."],
    ],
    ['aws_autoscaling_group', { after: { name: 'a' } }, ['The instances that it starts are not evaluated.']],
    ['aws_eks_node_group', { after: { node_group_name: 'a' } }, ['The instances that it starts are not evaluated.']],
    ['aws_batch_compute_environment', { after: { name: 'a' } }, ['The instances that it starts are not evaluated.']],
    ['aws_vpc_endpoint', { after: { service_name: 's3' } }, ['Settings of VPC endpoints in plans are not evaluated.']],
    ['aws_cloudwatch_log_group', { after: { name: 'a' } }, []],
    [
      'awscc_ec2_security_group_ingress',
      { after: { cidr_ip: anywhere } },
      ["Surveyor doesn't read awscc_ec2_security_group_ingress, so its effects are unknown."],
    ],
  ])('%s', (type, change, reasons) => {
    const document = terraformPlan({ [`${type}.a`]: change })
    const [entry] = document['resource_changes'] as readonly object[]
    const own = {
      ...entry,
      type,
      provider_name: `registry.terraform.io/hashicorp/${type.startsWith('awscc') ? 'awscc' : 'aws'}`,
    }
    const plan = judgePlan(indexGraph(shopGraph()), readPlan({ ...document, resource_changes: [own] }))
    expect(plan.unknown.map(({ reason }) => reason)).toEqual(reasons)
  })

  test.each([
    ['aws_autoscaling_group', 'AWS::AutoScaling::AutoScalingGroup', { desired_capacity: 3 }, 0],
    ['aws_autoscaling_group', 'AWS::AutoScaling::AutoScalingGroup', { vpc_zone_identifier: ['subnet-b'] }, 1],
    ['aws_iam_role', 'AWS::IAM::Role', { description: 'b' }, 0],
    ['aws_iam_role', 'AWS::IAM::Role', { assume_role_policy: everyone }, 1],
    ['aws_vpc_endpoint', 'AWS::EC2::VPCEndpoint', { tags: { a: 'b' } }, 0],
    ['aws_vpc_endpoint', 'AWS::EC2::VPCEndpoint', { subnet_ids: ['subnet-b'] }, 1],
  ])('of an existing %s, %s: %o', (type, read, after, reasons) => {
    const edit = added([resource(read, 'a')])
    expect(judged({ [`${type}.a`]: changed({ id: 'a', name: 'a' }, after) }, [edit]).unknown).toHaveLength(reasons)
  })
})

const target = (id: string, port: number | null): Json => ({ id, port, availabilityZone: null, health: null })

describe('targets of load balancers', () => {
  const elb = 'AWS::ElasticLoadBalancingV2'
  const group = arnOf('elasticloadbalancing', 'targetgroup/front/1')
  const withTargets = (properties: Resource['properties']) =>
    added([resource(`${elb}::TargetGroup`, 'front/1', { port: 8080, ...properties }, group)])

  /** The targets and relations of the group after a plan. */
  function after(change: SampleChange, properties: Resource['properties']) {
    const { graph } = applyPlan(
      indexGraph(withTargets(properties)(shopGraph())),
      readPlan(terraformPlan({ 'aws_lb_target_group_attachment.a': change })),
    )
    return {
      targets: graph.resources.find(({ id }) => id === 'front/1')?.properties['targets'],
      to: graph.relations.flatMap(({ source, verb, target: to }) =>
        source.id === 'front/1' && verb === 'routes to' ? [`${to.type}/${to.id}`] : [],
      ),
    }
  }
  const attachment = (id: string, port?: number) => ({
    target_group_arn: group,
    target_id: id,
    ...(port !== undefined && { port }),
  })

  test.each<[string, SampleChange, Resource['properties'], readonly Json[], readonly string[]]>([
    [
      'a new instance',
      { after: attachment('i-web', 81) },
      { targets: [] },
      [target('i-web', 81)],
      ['AWS::EC2::Instance/i-web'],
    ],
    [
      'a new function',
      { after: attachment(arnOf('lambda', 'function:api')) },
      { targets: [], targetType: 'lambda' },
      [target(arnOf('lambda', 'function:api'), null)],
      ['AWS::Lambda::Function/api'],
    ],
    [
      'a new address',
      { after: attachment('10.0.0.9') },
      { targets: [], targetType: 'ip' },
      [target('10.0.0.9', null)],
      [],
    ],
    [
      'one of two ports goes',
      { before: attachment('i-web', 81) },
      { targets: [target('i-web', 8080), target('i-web', 81)], targetType: 'instance' },
      [target('i-web', 8080)],
      ['AWS::EC2::Instance/i-web'],
    ],
    [
      'the port of the group goes',
      { before: attachment('i-web') },
      { targets: [target('i-web', 8080), target('i-web', 81)], targetType: 'instance' },
      [target('i-web', 81)],
      ['AWS::EC2::Instance/i-web'],
    ],
  ])('%s', (_what, change, properties, targets, to) => {
    expect(after(change, properties)).toEqual({ targets, to })
  })

  test('a target that is not known takes none away', () => {
    const targets = [{ id: 'i-web', port: 80, availabilityZone: null, health: null }]
    const group = added([
      resource('AWS::ElasticLoadBalancingV2::TargetGroup', 'a/1', { targets, targetType: 'instance' }),
    ])
    const attachment = { after: { target_group_arn: 'a/1' }, unknown: { target_id: true } }
    expect(judged({ 'aws_lb_target_group_attachment.a': attachment }, [group]).compared.changed).toEqual([])
  })

  test('a target that is not known makes all unknown', () => {
    const unknown = { after: { target_group_arn: group }, unknown: { target_id: true } }
    expect(after(unknown, { targets: [target('i-web', 81)] }).targets).toBeUndefined()
  })
})

const newGroup = (name: string) => ({
  after: { vpc_id: 'vpc-1', name, ingress: [], egress: [] },
  unknown: { id: true },
})

const unnamed: Edit = (graph) => ({
  ...graph,
  resources: graph.resources.map((each) => (each.id === 'orders' ? { ...each, id: 'db-1', name: null } : each)),
  relations: graph.relations.map((each) =>
    each.source.id === 'orders' ? { ...each, source: { ...each.source, id: 'db-1' } } : each,
  ),
})

const groupsNotShown = {
  configuration: { 'aws_instance.web': { vpc_security_group_ids: { references: ['local.a'] } } },
}

describe('what is not known beside an open port', () => {
  const ofWeb = { type: 'ingress', protocol: 'tcp', from_port: 22, to_port: 22, security_group_id: 'sg-web' }
  const values = { id: 'i-web', subnet_id: 'subnet-a', vpc_security_group_ids: ['sg-web'] }
  const mayOpen = 'May open web to the internet by public address'
  const groupUnknown = "aws_instance.web: The security group of aws_instance.web isn't known until the plan is applied."

  test('a source may open another port', () => {
    const plan = judged({ 'aws_security_group_rule.a': { after: ofWeb, unknown: { cidr_blocks: true } } })
    expect(plan.exposures).toMatchObject([{ summary: mayOpen, causedBy: ['aws_security_group_rule.a'] }])
    // Everyone reaches this port.
    const open = { ...ofWeb, from_port: 443, to_port: 443, cidr_blocks: [anywhere] }
    expect(judged({ 'aws_security_group_rule.a': { after: open } }).exposures).toEqual([])
  })

  test('one more security group may open another port', () => {
    const after = { ...values, vpc_security_group_ids: ['sg-web', null] }
    const change = { before: values, after, unknown: { vpc_security_group_ids: [false, true] } }
    const plan = judged({ 'aws_instance.web': change }, [], groupsNotShown)
    expect(told(plan)).toEqual([mayOpen, groupUnknown])
  })

  test('unknown security groups neither cut off nor keep', () => {
    const { vpc_security_group_ids: _groups, ...after } = values
    const change = { before: values, after, unknown: { vpc_security_group_ids: true } }
    const plan = judged({ 'aws_instance.web': change }, [], groupsNotShown)
    expect(told(plan)).toEqual([
      'May close tcp 443 of web to the internet by public address',
      mayOpen,
      groupUnknown,
      "null: It isn't known whether web can still reach batch on tcp 5432.",
      "null: It isn't known whether web can still reach the internet on tcp 443.",
    ])
  })
})

const broken = (plan: PlanJudgment) =>
  plan.breaks.flatMap(({ dependents }) =>
    dependents.flatMap(({ effect, resource: { id } }) => (effect === 'breaks' ? [id] : [])),
  )

describe('a replaced security group', () => {
  const group = { name: 'web', description: 'web', vpc_id: 'vpc-1', ingress: [], egress: [] }
  const replaced = {
    before: { id: 'sg-web', ...group },
    after: { ...group, description: 'new' },
    unknown: { id: true },
    actions: ['create', 'delete'],
  }

  test('does not break the network interface of a managed instance, which changes with it', () => {
    const before = { id: 'i-web', subnet_id: 'subnet-a', vpc_security_group_ids: ['sg-web'] }
    const { vpc_security_group_ids: _groups, ...after } = before
    const changes = {
      'aws_security_group.web': replaced,
      'aws_instance.web': { before, after, unknown: { vpc_security_group_ids: true } },
    }
    const configuration = { 'aws_instance.web': { vpc_security_group_ids: refersTo('aws_security_group.web.id') } }
    expect(broken(judged(changes, [], { configuration }))).toEqual([])
    expect(broken(judged({ 'aws_security_group.web': replaced }))).toEqual(['i-web', 'eni-i-web'])
  })
})

test('the VPC of a default resource is not set', () => {
  const computed = { id: true, vpc_id: true }
  const configuration = { 'aws_default_route_table.a': { route: {} }, 'aws_default_network_acl.a': { ingress: {} } }
  const plan = judged(
    {
      'aws_default_route_table.a': { after: { default_route_table_id: 'rtb-1', route: [] }, unknown: computed },
      'aws_default_network_acl.a': {
        after: { default_network_acl_id: 'acl-1', ingress: [], egress: [] },
        unknown: computed,
      },
    },
    [],
    { configuration },
  )
  expect(plan.unknown).toEqual([])
})

describe('what is neither known nor the same', () => {
  const rule = { type: 'ingress', protocol: 'tcp', security_group_id: 'sg-orders' }
  const mayOpen = 'May open all traffic of orders to the internet by public access'

  test.each(['from_port', 'to_port'])('a rule without a known %s may be for all ports', (name) => {
    const address = 'aws_security_group_rule.a'
    const after = { ...rule, cidr_blocks: [anywhere], from_port: 22, to_port: 22, [name]: null }
    const [summary = ''] = told(judged({ [address]: { after, unknown: { [name]: true } } }))
    expect(summary.replace('tcp 5432', 'all traffic')).toBe(mayOpen)
  })

  test('a source that is one of two groups', () => {
    const groups = { 'aws_security_group.a': newGroup('a'), 'aws_security_group.b': newGroup('b') }
    const given = { after: { ...rule, from_port: 5432, to_port: 5432 }, unknown: { source_security_group_id: true } }
    const source = (...names: readonly string[]) =>
      told(
        judged({ ...groups, 'aws_security_group_rule.a': given }, [], {
          configuration: { 'aws_security_group_rule.a': { source_security_group_id: refersTo(...names) } },
        }),
      )
    expect(source('aws_security_group.a.id')).toEqual([])
    expect(source('aws_security_group.a.id', 'aws_security_group.b.id')).toContain(
      "aws_security_group_rule.a: source of ingress isn't known until the plan is applied.",
    )
  })

  test('an exposure that gets a condition', () => {
    const statement = { Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }
    const condition = { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } }
    const values = (more: object) => ({
      queue_url: `https://sqs.eu-west-1.amazonaws.com/${account}/jobs`,
      policy: JSON.stringify({ Statement: [{ ...statement, ...more }] }),
    })
    const granted = withProperties('jobs', () => ({ policyGrants: [{ to: 'everyone', condition: null }] }))
    const change = { before: values({}), after: values({ Condition: condition }) }
    expect(told(judged({ 'aws_sqs_queue_policy.a': change }, [granted]))).toEqual([
      'Changes jobs to the internet by resource policy',
    ])
  })

  test.each([
    ['ACL', 'policy', { publicByPolicy: false, publicByAcl: true }],
    ['policy', 'ACL', { publicByPolicy: true, publicByAcl: false }],
  ])('a block of its own does not take the %s for the %s', (_what, other, access) => {
    const open = withProperties('assets', () => ({ publicAccessBlocked: false, ...access }))
    const block = { after: { bucket: 'assets', ignore_public_acls: false, restrict_public_buckets: false } }
    // The scan doesn't show what the other allows where it was blocked.
    expect(told(judged({ 'aws_s3_bucket_public_access_block.a': block }, [open]))).toEqual([
      `May open assets to the internet by bucket ${other}`,
    ])
  })

  test('parts and unknown types manage no resources', () => {
    const state = {
      'aws_security_group_rule.a': { id: 'sgr-1', security_group_id: 'sg-web' },
      'aws_quicksight_user.a': { id: 'a' },
    }
    expect(judged({}, [], { state })).toMatchObject({ unmanaged: [], missing: [] })
    const owner = { 'aws_security_group.a': { id: 'sg-web' } }
    expect(judged({}, [], { state: owner }).unmanaged).toMatchObject([{ id: 'sg-orders' }])
  })

  test('a resource without a name is told by its ID', () => {
    const opening = { ...rule, from_port: 5432, to_port: 5432, cidr_blocks: [anywhere] }
    expect(told(judged({ 'aws_security_group_rule.a': { after: opening } }, [unnamed]))).toEqual([
      'Opens tcp 5432 of db-1 to the internet by public access',
    ])
  })
})
