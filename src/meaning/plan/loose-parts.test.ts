/** Tests plans whose expressions don't show which resource a value names: what it may concern is unknown. */
import { describe, expect, test } from 'vitest'
import { indexGraph } from '../../graph/graph-index.ts'
import { judgePlan } from './judge-plan.ts'
import { readPlan } from './read-plan.ts'
import {
  account,
  anywhere,
  refersTo,
  type SampleChange,
  shopGraph,
  terraformPlan,
} from '../../../test/support/sample-plans.ts'

type Expressions = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const somewhere = { references: ['local.somewhere'] }

function judged(changes: Readonly<Record<string, SampleChange>>, configuration: Expressions = {}) {
  return judgePlan(indexGraph(shopGraph()), readPlan(terraformPlan(changes, { configuration })))
}

function told(changes: Readonly<Record<string, SampleChange>>, configuration: Expressions = {}) {
  return judged(changes, configuration).exposures.map(({ summary }) => summary)
}

const made = (after: object, ...unknown: readonly string[]): SampleChange => ({
  after: { ...after },
  unknown: Object.fromEntries(['id', ...unknown].map((name) => [name, true])),
})

const ssh = { protocol: 'tcp', from_port: 22, to_port: 22, cidr_blocks: [anywhere] }
const noSubnet = "isn't known until the plan is applied."

/** A new VPC with two subnets of one route table that leads to the internet, and an instance in the first one. */
const network: Readonly<Record<string, SampleChange>> = {
  'aws_vpc.n': made({ cidr_block: '10.9.0.0/16' }),
  'aws_internet_gateway.n': made({}, 'vpc_id'),
  'aws_subnet.n[0]': made({ map_public_ip_on_launch: true }, 'vpc_id'),
  'aws_subnet.n[1]': made({ map_public_ip_on_launch: true }, 'vpc_id'),
  'aws_route_table.n': made({}, 'vpc_id', 'route'),
  'aws_route.n': made({ destination_cidr_block: anywhere }, 'route_table_id', 'gateway_id'),
  'aws_route_table_association.n[0]': made({}, 'subnet_id', 'route_table_id'),
  'aws_route_table_association.n[1]': made({}, 'subnet_id', 'route_table_id'),
  'aws_security_group.n': made({ name: 'n', ingress: [ssh], egress: [] }, 'vpc_id'),
  'aws_instance.n': made({ associate_public_ip_address: true }, 'subnet_id', 'vpc_security_group_ids'),
}
const references: Expressions = {
  'aws_internet_gateway.n': { vpc_id: refersTo('aws_vpc.n.id') },
  'aws_subnet.n': { vpc_id: refersTo('aws_vpc.n.id') },
  'aws_route_table.n': { vpc_id: refersTo('aws_vpc.n.id') },
  'aws_route.n': {
    route_table_id: refersTo('aws_route_table.n.id'),
    gateway_id: refersTo('aws_internet_gateway.n.id'),
  },
  'aws_route_table_association.n': {
    subnet_id: { references: ['aws_subnet.n', 'count.index'] },
    route_table_id: refersTo('aws_route_table.n.id'),
  },
  'aws_security_group.n': { vpc_id: refersTo('aws_vpc.n.id'), ingress: {} },
  'aws_instance.n': {
    subnet_id: refersTo('aws_subnet.n[0].id'),
    vpc_security_group_ids: refersTo('aws_security_group.n.id'),
  },
}
const without = <Value>(all: Readonly<Record<string, Value>>, name: string) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== name))

const opensSsh = 'Opens tcp 22 of aws_instance.n to the internet by public address'
const mayOpenSsh = 'May open tcp 22 of aws_instance.n to the internet by public address'

describe('associations of a new network', () => {
  test('as many as subnets, so that each subnet has the route table', () => {
    const plan = judged(network, references)
    expect(plan.exposures.map(({ summary }) => summary)).toEqual([opensSsh])
    expect(plan.unknown).toEqual([])
    expect(plan.touched.map(({ address }) => address)).toEqual(Object.keys(network))
  })

  test('fewer than subnets, so that a subnet may have the main route table', () => {
    const plan = judged(without(network, 'aws_route_table_association.n[1]'), references)
    expect(plan.exposures).toMatchObject([
      {
        summary: mayOpenSsh,
        reasons: [`aws_route_table_association.n[0]: The subnet of aws_route_table_association.n[0] ${noSubnet}`],
      },
    ])
  })

  test('fewer than the subnets of each of two resources', () => {
    const both = {
      ...without(network, 'aws_route_table_association.n[1]'),
      'aws_subnet.m[0]': network['aws_subnet.n[0]'] ?? {},
      'aws_subnet.m[1]': network['aws_subnet.n[1]'] ?? {},
      'aws_route_table_association.m[0]': network['aws_route_table_association.n[0]'] ?? {},
    }
    const ofM = {
      'aws_subnet.m': { vpc_id: refersTo('aws_vpc.n.id') },
      'aws_route_table_association.m': {
        ...references['aws_route_table_association.n'],
        subnet_id: { references: ['aws_subnet.m', 'count.index'] },
      },
      'aws_instance.n': { ...references['aws_instance.n'], subnet_id: refersTo('aws_subnet.m[0].id') },
    }
    expect(told(both, { ...references, ...ofM })).toEqual([mayOpenSsh])
  })

  test('with different route tables', () => {
    const tables = { ...network, 'aws_route_table_association.n[1]': made({ route_table_id: 'rtb-1' }, 'subnet_id') }
    expect(told(tables, references)).toEqual([mayOpenSsh])
  })

  test('with a route table that is not shown', () => {
    const association = { ...references['aws_route_table_association.n'], route_table_id: somewhere }
    const plan = judged(network, { ...references, 'aws_route_table_association.n': association })
    const reason = "The plan doesn't show which route table this is a part of."
    expect(plan.exposures).toMatchObject([
      { summary: mayOpenSsh, reasons: [`aws_route_table_association.n[0]: ${reason}`] },
    ])
    expect(plan.unknown).toMatchObject([
      { address: 'aws_route_table_association.n[0]', resource: null, reason },
      { address: 'aws_route_table_association.n[1]', resource: null, reason },
    ])
  })

  test('of which another one names the subnet', () => {
    const named = {
      ...without(network, 'aws_route_table_association.n[1]'),
      'aws_route_table_association.own': made({}, 'subnet_id', 'route_table_id'),
    }
    const own = { subnet_id: refersTo('aws_subnet.n[0].id'), route_table_id: refersTo('aws_route_table.n.id') }
    expect(told(named, { ...references, 'aws_route_table_association.own': own })).toEqual([opensSsh])
  })

  test('with a subnet that is not shown', () => {
    const association = { ...references['aws_route_table_association.n'], subnet_id: somewhere }
    expect(told(network, { ...references, 'aws_route_table_association.n': association })).toEqual([mayOpenSsh])
  })

  test('of network ACLs', () => {
    const acl = {
      ...network,
      'aws_network_acl.n': made({ ingress: [], egress: [] }, 'vpc_id'),
      'aws_network_acl_association.n': made({}, 'network_acl_id', 'subnet_id'),
    }
    const ofVpc = { vpc_id: refersTo('aws_vpc.n.id'), ingress: {}, egress: {} }
    const association = { subnet_id: somewhere, network_acl_id: refersTo('aws_network_acl.n.id') }
    const more = { 'aws_network_acl.n': ofVpc, 'aws_network_acl_association.n': association }
    expect(told(acl, { ...references, ...more })).toEqual([mayOpenSsh])
    const first = { ...association, subnet_id: refersTo('aws_subnet.n[0].id') }
    expect(told(acl, { ...references, ...more, 'aws_network_acl_association.n': first })).toEqual([])
  })
})

test('a live subnet whose route table is not shown may lose its way to the internet', () => {
  const plan = judged(
    { 'aws_route_table_association.a': made({ subnet_id: 'subnet-a' }, 'route_table_id') },
    { 'aws_route_table_association.a': { route_table_id: somewhere } },
  )
  expect(plan.exposures.map(({ summary }) => summary)).toEqual([
    'May close tcp 443 of web to the internet by public address',
  ])
  expect(plan.cutOff).toEqual([])
  expect(plan.unknown.map(({ reason }) => reason)).toContain(
    "It isn't known whether web can still reach the internet on tcp 443.",
  )
})

const tableAt = (index: number) => ({ type: 'AWS::EC2::RouteTable', id: `rtb-${index}` })

test('a live subnet with a route table of its own', () => {
  const graph = shopGraph()
  const main = graph.resources.find(({ id }) => id === 'rtb-1')
  if (main === undefined) throw new Error('The shop has no route table')
  const own = { ...main, ...tableAt(2), properties: { ...main.properties, main: false } }
  const relation = {
    source: tableAt(2),
    verb: 'associated with' as const,
    target: { type: 'AWS::EC2::Subnet', id: 'subnet-a' },
    evidence: 'test',
  }
  const edited = { ...graph, resources: [...graph.resources, own], relations: [...graph.relations, relation] }
  const plan = terraformPlan(
    { 'aws_route_table_association.a': made({ subnet_id: 'subnet-a' }, 'route_table_id') },
    { configuration: { 'aws_route_table_association.a': { route_table_id: somewhere } } },
  )
  expect(judgePlan(indexGraph(edited), readPlan(plan)).exposures.map(({ kind }) => kind)).toEqual(['unknown'])
})

test('of several subnets, an unknown ID is of the one that the plan makes', () => {
  const live = { id: 'subnet-b', vpc_id: 'vpc-1' }
  const changes = {
    'aws_subnet.a[0]': { before: live, after: live },
    'aws_subnet.a[1]': made({ vpc_id: 'vpc-1', map_public_ip_on_launch: true }),
    'aws_instance.n': made({ associate_public_ip_address: true, vpc_security_group_ids: ['sg-web'] }, 'subnet_id'),
  }
  const plan = judged(changes, { 'aws_instance.n': { subnet_id: refersTo('aws_subnet.a') } })
  expect(plan.exposures.map(({ kind }) => kind)).toEqual(['opened'])
  expect(plan.unknown).toEqual([])
})

test('what is unknown names its resource, unless that is not shown', () => {
  const rule = { ...ssh, type: 'ingress' }
  const plan = judged({
    'aws_security_group_rule.gone': { after: { ...rule, security_group_id: 'sg-gone' } },
    'aws_security_group_rule.loose': made(rule, 'security_group_id'),
    'aws_instance.n': made({ associate_public_ip_address: true, subnet_id: 'subnet-a' }, 'vpc_security_group_ids'),
  })
  expect(plan.unknown.map(({ address, resource }) => [address, resource?.id])).toEqual([
    ['aws_security_group_rule.gone', 'sg-gone'],
    ['aws_security_group_rule.loose', undefined],
    ['aws_instance.n', 'aws_instance.n'],
  ])
})

describe('main route tables', () => {
  const table = (route: readonly object[]) => made({ vpc_id: 'vpc-1', route })
  const association = made({ vpc_id: 'vpc-1' }, 'route_table_id', 'original_route_table_id')
  const refers = { 'aws_main_route_table_association.a': { route_table_id: refersTo('aws_route_table.a.id') } }
  const closes = 'Closes tcp 443 of web to the internet by public address'
  const mayClose = 'May close tcp 443 of web to the internet by public address'
  const address = 'aws_main_route_table_association.a'

  test('another one decides about subnets without one of their own', () => {
    const changes = { 'aws_route_table.a': table([]), [address]: association }
    const [closed, ...others] = judged(changes, refers).exposures
    expect(closed).toMatchObject({ summary: closes, causedBy: ['aws_route_table.a', address] })
    expect(others).toEqual([])
    const toInternet = { cidr_block: anywhere, gateway_id: 'igw-1' }
    expect(told({ 'aws_route_table.a': table([toInternet]), [address]: association }, refers)).toEqual([])
  })

  test('one that is not shown', () => {
    const plan = judged({ [address]: association })
    expect(plan.exposures.map(({ summary }) => summary)).toEqual([mayClose])
    expect(plan.described.changes.filter(({ area }) => area !== 'exposure')).toEqual([])
    const own = {
      ...network,
      'aws_main_route_table_association.n': made({}, 'vpc_id', 'route_table_id'),
    }
    const main = { vpc_id: refersTo('aws_vpc.n.id'), route_table_id: somewhere }
    expect(told(own, { ...references, 'aws_main_route_table_association.n': main })).toEqual([opensSsh])
  })

  test('a deleted setting leaves the one from before', () => {
    const before = { id: 'a', vpc_id: 'vpc-1', route_table_id: 'rtb-2', original_route_table_id: 'rtb-1' }
    expect(told({ [address]: { before } })).toEqual([])
    expect(told({ [address]: { before: { ...before, original_route_table_id: 'rtb-2' } } })).toEqual([mayClose])
    expect(told({ [address]: { before, after: before } })).toEqual([])
  })
})

const aclWith = (route: object) => ({
  'aws_network_acl.n': made({ vpc_id: 'vpc-1', subnet_ids: ['subnet-a'], egress: [route], ingress: [route] }),
  'aws_network_acl_rule.a': made(
    { rule_number: 90, rule_action: 'deny', protocol: '-1', cidr_block: anywhere },
    'network_acl_id',
  ),
})

const some = <Value>(count: number, entry: (at: number) => readonly [string, Value]) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => entry(at)))

describe('parts of resources that are not shown', () => {
  const instance = made({ subnet_id: 'subnet-a', associate_public_ip_address: true }, 'vpc_security_group_ids')
  const inGroup = { 'aws_instance.n': { vpc_security_group_ids: refersTo('aws_security_group.n.id') } }
  const rule = (more: object = {}) => made({ ...ssh, type: 'ingress', ...more }, 'security_group_id')
  const ofGroup = { security_group_id: refersTo('aws_security_group.n.id') }
  const group = made({ name: 'n', vpc_id: 'vpc-1' }, 'ingress', 'egress')

  test('a rule that may be of each new security group', () => {
    const changes = {
      'aws_security_group.n': group,
      'aws_security_group_rule.own': rule({ cidr_blocks: ['10.0.0.0/8'] }),
      'aws_security_group_rule.a': rule(),
      'aws_instance.n': instance,
    }
    const configuration = { ...inGroup, 'aws_security_group.n': {}, 'aws_security_group_rule.own': ofGroup }
    const plan = judged(changes, { ...configuration, 'aws_security_group_rule.a': { security_group_id: somewhere } })
    const reason = "aws_security_group_rule.a: The plan doesn't show which security group this is a part of."
    expect(plan.exposures).toMatchObject([{ kind: 'unknown', reasons: [reason] }])
    expect(told(changes, { ...configuration, 'aws_security_group_rule.a': ofGroup })).toEqual([opensSsh])
  })

  test('a rule with a position is of one of the groups that it names', () => {
    const changes = {
      'aws_security_group.n': group,
      'aws_security_group_rule.own': rule({ cidr_blocks: ['10.0.0.0/8'] }),
      'aws_security_group.other[0]': group,
      'aws_security_group.other[1]': group,
      'aws_security_group_rule.a[0]': rule(),
      'aws_instance.n': instance,
    }
    const configuration = {
      ...inGroup,
      'aws_security_group.n': {},
      'aws_security_group.other': {},
      'aws_security_group_rule.own': ofGroup,
      'aws_security_group_rule.a': {
        security_group_id: { references: ['aws_security_group.other', 'count.index'] },
      },
    }
    expect(told(changes, configuration)).toEqual([])
  })

  test('more rules than can be added one by one stand for all ports', () => {
    const changes = {
      ...some(101, (at) => [
        `aws_security_group.g${at}`,
        made({ name: `g${at}`, vpc_id: 'vpc-1', ingress: [], egress: [] }),
      ]),
      ...some(100, (at) => [`aws_security_group_rule.r${at}`, rule({ from_port: at + 1, to_port: at + 1 })]),
      'aws_instance.first': instance,
      'aws_instance.last': instance,
    }
    const inFirst = { vpc_security_group_ids: refersTo('aws_security_group.g0.id') }
    const inLast = { vpc_security_group_ids: refersTo('aws_security_group.g100.id') }
    expect(told(changes, { 'aws_instance.first': inFirst, 'aws_instance.last': inLast })).toEqual([
      'May open aws_instance.first to the internet by public address',
      'May open aws_instance.last to the internet by public address',
    ])
  })

  test('not of a security group that is there already', () => {
    const plan = judged(
      { 'aws_security_group_rule.a': rule() },
      { 'aws_security_group_rule.a': { security_group_id: somewhere } },
    )
    expect(plan.exposures).toEqual([])
    expect(plan.unknown.map(({ address }) => address)).toEqual(['aws_security_group_rule.a'])
  })

  test('a rule whose group is replaced is one of the replacement', () => {
    const old = { name: 'web', vpc_id: 'vpc-1', description: 'web' }
    const web = { ...ssh, from_port: 443, to_port: 443, type: 'ingress' }
    const plan = judged(
      {
        'aws_security_group.web': {
          before: { id: 'sg-web', ...old },
          after: { ...old, description: 'new' },
          unknown: { id: true, ingress: true, egress: true },
          actions: ['delete', 'create'],
        },
        'aws_security_group_rule.web': {
          before: { ...web, security_group_id: 'sg-web' },
          after: web,
          unknown: { id: true, security_group_id: true },
          actions: ['delete', 'create'],
        },
      },
      { 'aws_security_group.web': {}, 'aws_security_group_rule.web': { security_group_id: somewhere } },
    )
    expect(plan.exposures).toEqual([])
    expect(plan.unknown).toEqual([])
  })

  const toInternet = made({ destination_cidr_block: anywhere, gateway_id: 'igw-1' }, 'route_table_id')
  const inTable = (route: readonly object[]) => ({
    'aws_route_table.n': made({ vpc_id: 'vpc-1', route }),
    'aws_route_table_association.n': made({ subnet_id: 'subnet-a' }, 'route_table_id'),
    'aws_route.a': toInternet,
  })
  const ofTable = { route_table_id: refersTo('aws_route_table.n.id') }

  test('a route', () => {
    const loose = { 'aws_route_table_association.n': ofTable, 'aws_route.a': { route_table_id: somewhere } }
    expect(told(inTable([]), loose)).toEqual(['May close tcp 443 of web to the internet by public address'])
    // The table has a route to the internet, and can't have two.
    expect(told(inTable([{ cidr_block: anywhere, gateway_id: 'igw-1' }]), loose)).toEqual([])
    expect(told(inTable([]), { ...loose, 'aws_route.a': ofTable })).toEqual([])
  })

  test('an Elastic IP address that is not shown is an address', () => {
    const association = made({ instance_id: 'i-batch' }, 'allocation_id')
    const opened = { ...ssh, from_port: 5432, to_port: 5432, type: 'ingress', security_group_id: 'sg-orders' }
    const changes = { 'aws_eip_association.a': association, 'aws_security_group_rule.a': { after: opened } }
    expect(told(changes, { 'aws_eip_association.a': { allocation_id: somewhere } })).toContain(
      'Opens tcp 5432 of batch to the internet by public address',
    )
  })

  const queue = made({ name: 'n' })
  const policy = (to: string) =>
    made(
      { policy: JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: to, Action: '*', Resource: '*' }] }) },
      'queue_url',
    )
  const atQueue = { 'aws_sqs_queue_policy.a': { queue_url: somewhere } }

  test('a policy for everyone', () => {
    const changes = { 'aws_sqs_queue.n': queue, 'aws_sqs_queue_policy.a': policy('*') }
    expect(told(changes, atQueue)).toEqual(['May open n to the internet by resource policy'])
    const own = { 'aws_sqs_queue.n': queue, 'aws_sqs_queue_policy.a': policy(account) }
    expect(told(own, atQueue)).toEqual([])
  })

  test.each([
    [{ restrict_public_buckets: true, ignore_public_acls: true }, []],
    [{ restrict_public_buckets: false, ignore_public_acls: true }, ['May open n to the internet by bucket access']],
  ])('a block of public access with %o', (values, expected) => {
    const changes = {
      'aws_s3_bucket.n': made({ bucket: 'n' }),
      'aws_s3_bucket_public_access_block.a': made(values, 'bucket'),
    }
    const found = judged(changes, { 'aws_s3_bucket_public_access_block.a': { bucket: somewhere } })
    expect(found.exposures.map(({ kind }) => kind)).toEqual(expected.map(() => 'unknown'))
  })

  test('a function URL', () => {
    const changes = {
      'aws_lambda_function.n': made({ function_name: 'n' }),
      'aws_lambda_function_url.a': made({ authorization_type: 'NONE' }, 'function_name'),
    }
    const found = judged(changes, { 'aws_lambda_function_url.a': { function_name: somewhere } })
    expect(found.exposures.map(({ kind }) => kind)).toEqual(['unknown'])
  })

  test('an entry of a network ACL', () => {
    const all = { rule_no: 100, action: 'allow', protocol: '-1', from_port: 0, to_port: 0, cidr_block: anywhere }
    const configuration = { 'aws_network_acl_rule.a': { network_acl_id: somewhere } }
    expect(told(aclWith(all), configuration)).toEqual(['May close tcp 443 of web to the internet by public address'])
  })
})

describe('what makes others reachable', () => {
  const balancer = (internal: boolean) =>
    made(
      { name: 'n', internal, load_balancer_type: 'application', security_groups: ['sg-web'], subnets: ['subnet-a'] },
      'arn',
    )
  const listener = made({ port: 443, protocol: 'HTTPS' }, 'arn', 'load_balancer_arn', 'default_action')
  const group = made({ name: 'n', port: 5432, protocol: 'TCP', target_type: 'instance', vpc_id: 'vpc-1' }, 'arn')
  const target = made({ target_id: 'i-batch', port: 5432 }, 'target_group_arn')
  const ofGroup = { 'aws_lb_target_group_attachment.n': { target_group_arn: refersTo('aws_lb_target_group.n.arn') } }
  const to = (loadBalancer: unknown, targetGroup: unknown) => ({
    ...ofGroup,
    'aws_lb_listener.n': { load_balancer_arn: loadBalancer, default_action: [{ target_group_arn: targetGroup }] },
  })
  const all = (internal = false): Readonly<Record<string, SampleChange>> => ({
    'aws_lb.n': balancer(internal),
    'aws_lb_listener.n': {
      ...listener,
      unknown: { ...listener.unknown, default_action: [{ target_group_arn: true }] },
      after: { ...listener.after, default_action: [{ type: 'forward' }] },
    },
    'aws_lb_target_group.n': group,
    'aws_lb_target_group_attachment.n': target,
  })
  const own = [refersTo('aws_lb.n.arn'), refersTo('aws_lb_target_group.n.arn')] as const
  const opens = 'Opens tcp 443 of n to the internet by internet-facing scheme'

  test('a listener of a load balancer', () => {
    expect(told(all(), to(...own))).toEqual(['Opens tcp 5432 of batch to the internet by load balancer', opens])
    const plan = judged(all(), to(somewhere, own[1]))
    const reason = `The load balancer of aws_lb_listener.n ${noSubnet}`
    expect(plan.exposures).toMatchObject([
      { summary: 'May open n to the internet by internet-facing scheme', reasons: [`aws_lb_listener.n: ${reason}`] },
    ])
    expect(plan.unknown.map((each) => each.reason)).toEqual([reason])
    expect(told(all(true), to(somewhere, own[1]))).toEqual([])
  })

  test('a listener with a target group', () => {
    const plan = judged(all(), to(own[0], somewhere))
    const reason = `aws_lb_listener.n: The target group of aws_lb_listener.n ${noSubnet}`
    const batch = plan.exposures.filter(({ resource: { name } }) => name === 'batch')
    expect(batch).toMatchObject([{ kind: 'unknown', reasons: [reason] }])
    expect(plan.exposures.map(({ summary }) => summary)).toContain(opens)
  })

  test('an Elastic IP address', () => {
    const instance = made({
      subnet_id: 'subnet-a',
      associate_public_ip_address: false,
      vpc_security_group_ids: ['sg-web'],
    })
    const address = made({}, 'instance')
    const changes = { 'aws_instance.n': instance, 'aws_eip.n': address }
    const plan = judged(changes, { 'aws_eip.n': { instance: somewhere } })
    expect(plan.exposures.map(({ summary }) => summary)).toEqual([
      'May open aws_instance.n to the internet by public address',
    ])
    expect(plan.compared.added.map(({ id }) => id).toSorted()).toEqual(['aws_eip.n', 'aws_instance.n'])
    expect(told(changes, { 'aws_eip.n': { instance: refersTo('aws_instance.n.id') } })).toEqual([
      'Opens tcp 443 of aws_instance.n to the internet by public address',
    ])
  })
})

const instanceIn = (unknown: unknown) => ({
  'aws_instance.n[0]': {
    after: { subnet_id: 'subnet-a', associate_public_ip_address: true, vpc_security_group_ids: [null, null] },
    unknown: { id: true, vpc_security_group_ids: unknown },
  },
})

const listed = (names: readonly string[]) => ({ 'aws_instance.n': { vpc_security_group_ids: refersTo(...names) } })

describe('lists of references', () => {
  const groups = {
    'aws_security_group.open': made({ name: 'open', vpc_id: 'vpc-1', ingress: [ssh], egress: [] }),
    'aws_security_group.closed': made({ name: 'closed', vpc_id: 'vpc-1', ingress: [], egress: [] }),
  }
  const both = ['aws_security_group.open.id', 'aws_security_group.closed.id']
  const kinds = (unknown: unknown, names: readonly string[]) =>
    judged({ ...groups, ...instanceIn(unknown) }, listed(names)).exposures.map(({ kind }) => kind)

  test('name all, unless a key of its own chooses', () => {
    expect(kinds(true, both)).toEqual(['opened'])
    expect(kinds(true, [...both, 'count.index'])).toEqual(['unknown'])
    expect(kinds(true, [...both, 'each.key'])).toEqual(['unknown'])
  })

  test('name all, if they have as many unknown items', () => {
    expect(kinds([true, true], both)).toEqual(['opened'])
    expect(kinds([true, true], [...both, 'count.index'])).toEqual(['unknown'])
    expect(kinds([true], both)).toEqual(['unknown'])
  })
})
