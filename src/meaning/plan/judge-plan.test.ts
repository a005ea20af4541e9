/** Tests what plans of Terraform open, cut off, and break in a small shop. */
import { describe, expect, test } from 'vitest'
import { indexGraph } from '../../graph/graph-index.ts'
import { judgePlan, type PlanJudgment } from './judge-plan.ts'
import { PlanError } from './plan.ts'
import { readPlan } from './read-plan.ts'
import {
  account,
  anywhere,
  arnOf,
  refersTo,
  region,
  type SampleChange,
  shop,
  terraformPlan,
} from '../../../test/support/sample-plans.ts'

function judged(...plan: Parameters<typeof terraformPlan>): PlanJudgment {
  return judgePlan(shop(), readPlan(terraformPlan(...plan)))
}

/** `Opens tcp 443 of …`, with what causes it. */
function exposureTexts({ exposures }: PlanJudgment): readonly string[] {
  return exposures.map(({ summary, causedBy }) => `${summary}: ${causedBy.join(', ')}`)
}

function unknownTexts({ unknown }: PlanJudgment): readonly string[] {
  return unknown.map(({ address, reason }) => `${address}: ${reason}`)
}

const opening = { protocol: 'tcp', from_port: 5432, to_port: 5432, cidr_blocks: [anywhere] }
const opened = (cause: string) => [`Opens tcp 5432 of orders to the internet by public access: ${cause}`]
const notKnown = "isn't known until the plan is applied"

const webGroup = { id: 'sg-web', name: 'web', description: 'web', vpc_id: 'vpc-1' }

/** A new instance with a new security group. `ingress`: whether its rules aren't set. */
function withGroup(ingress: boolean): PlanJudgment {
  return judged(
    {
      'aws_security_group.new': {
        after: { ...webGroup, id: null, ...(!ingress && { ingress: [] }) },
        unknown: { ingress },
      },
      'aws_instance.new': {
        after: { subnet_id: 'subnet-a', associate_public_ip_address: true },
        unknown: { vpc_security_group_ids: true },
      },
    },
    {
      configuration: {
        'aws_security_group.new': { name: {} },
        'aws_instance.new': { vpc_security_group_ids: refersTo('aws_security_group.new.id') },
      },
    },
  )
}

describe('rules of security groups', () => {
  test('a rule of its own opens the database', () => {
    const address = 'aws_security_group_rule.db'
    const plan = judged({ [address]: { after: { ...opening, type: 'ingress', security_group_id: 'sg-orders' } } })
    expect(exposureTexts(plan)).toEqual(opened(address))
    expect(plan.exposures[0]).toMatchObject({
      kind: 'opened',
      before: { verdict: 'closed' },
      after: { verdict: 'open' },
      reasons: [],
    })
    expect(plan.exposures[0]?.path).toContainEqual({
      type: 'AWS::EC2::SecurityGroup',
      id: 'sg-orders',
      evidence: 'allows tcp 5432 from internet',
    })
    expect(plan.unknown).toEqual([])
    expect(plan.touched).toEqual([
      {
        address,
        plannedType: 'aws_security_group_rule',
        action: 'create',
        isPart: true,
        resource: {
          type: 'AWS::EC2::SecurityGroup',
          id: 'sg-orders',
          arn: arnOf('ec2', 'security-group/sg-orders'),
          name: 'orders',
        },
      },
    ])
    expect(plan.described.changes.map(({ summary }) => summary)).toEqual([
      'orders: exposure opened: tcp 5432 from the internet by public access, closed → open',
      'orders: Ingress + tcp 5432 from 0.0.0.0/0',
    ])
  })

  test.each([
    ['tcp', { cidr_ipv4: anywhere, from_port: 5432, to_port: 5432 }],
    ['6', { cidr_ipv4: anywhere, from_port: 0, to_port: 65_535 }],
    ['-1', { cidr_ipv4: anywhere }],
  ])('an inbound rule of the newer type with protocol %s', (protocol, more) => {
    const address = 'aws_vpc_security_group_ingress_rule.db'
    const plan = judged({ [address]: { after: { ip_protocol: protocol, ...more, security_group_id: 'sg-orders' } } })
    expect(exposureTexts(plan)).toEqual(opened(address))
  })

  test('an outbound rule opens nothing', () => {
    const after = { ip_protocol: '-1', cidr_ipv4: anywhere, security_group_id: 'sg-orders' }
    expect(exposureTexts(judged({ 'aws_vpc_security_group_egress_rule.db': { after } }))).toEqual([])
    const rule = { ...opening, type: 'egress', security_group_id: 'sg-orders' }
    expect(exposureTexts(judged({ 'aws_security_group_rule.db': { after: rule } }))).toEqual([])
  })

  test('an inline rule', () => {
    const group = { id: 'sg-orders', vpc_id: 'vpc-1', name: 'orders', description: 'orders', egress: [] }
    const old = { protocol: 'tcp', from_port: 5432, to_port: 5432, security_groups: ['sg-web'] }
    const plan = judged({
      'aws_security_group.db': {
        before: { ...group, ingress: [old] },
        after: { ...group, ingress: [old, opening] },
      },
    })
    expect(exposureTexts(plan)).toEqual(opened('aws_security_group.db'))
    expect(plan.cutOff).toEqual([])
  })

  test('a closed port', () => {
    const rule = { type: 'ingress', protocol: 'tcp', from_port: 443, to_port: 443, cidr_blocks: [anywhere] }
    const plan = judged({ 'aws_security_group_rule.web': { before: { ...rule, security_group_id: 'sg-web' } } })
    expect(exposureTexts(plan)).toEqual([
      'Closes tcp 443 of web to the internet by public address: aws_security_group_rule.web',
    ])
  })

  test('a source that is not known yet is neither open nor safe', () => {
    const address = 'aws_vpc_security_group_ingress_rule.db'
    const after = { ip_protocol: 'tcp', from_port: 5432, to_port: 5432, security_group_id: 'sg-orders' }
    const plan = judged(
      { [address]: { after, unknown: { cidr_ipv4: true } } },
      { configuration: { [address]: { cidr_ipv4: refersTo('data.aws_ip_ranges.office') } } },
    )
    expect(plan.exposures.map(({ kind, summary, reasons }) => [kind, summary, reasons])).toEqual([
      [
        'unknown',
        'May open tcp 5432 of orders to the internet by public access',
        [`${address}: source of ingress ${notKnown}.`],
      ],
    ])
    expect(unknownTexts(plan)).toEqual([`${address}: source of ingress ${notKnown}.`])
  })

  describe('of a security group that is replaced or new', () => {
    const rule = { type: 'ingress', protocol: 'tcp', from_port: 443, to_port: 443, cidr_blocks: [anywhere] }
    const replace = ['delete', 'create']

    test('rules of their own are made again, so that nothing is closed', () => {
      const changes = {
        'aws_security_group.web': {
          before: webGroup,
          after: { ...webGroup, id: null, description: 'shop' },
          unknown: { id: true, ingress: true },
          actions: replace,
        },
        'aws_security_group_rule.web': {
          before: { ...rule, security_group_id: 'sg-web' },
          after: rule,
          unknown: { security_group_id: true },
          actions: replace,
        },
      }
      const configuration = {
        'aws_security_group.web': { name: {} },
        'aws_security_group_rule.web': { security_group_id: refersTo('aws_security_group.web.id') },
      }
      const plan = judged(changes, { configuration })
      expect([plan.exposures, plan.unknown]).toEqual([[], []])
      const without = { 'aws_security_group.web': changes['aws_security_group.web'] }
      expect(judged(without, { configuration }).exposures.map(({ summary }) => summary)).toEqual([
        'May close tcp 443 of web to the internet by public address',
        'May open web to the internet by public address',
      ])
    })

    test('without any rules, dynamic blocks may set them', () => {
      expect(withGroup(true).exposures.map(({ kind }) => kind)).toEqual(['unknown'])
      expect(unknownTexts(withGroup(true))).toEqual([
        "aws_security_group.new: The plan doesn't show whether it has ingress.",
      ])
      expect([withGroup(false).exposures, withGroup(false).unknown]).toEqual([[], []])
    })
  })

  test('a group that the scan does not have', () => {
    const after = { ...opening, type: 'ingress', security_group_id: 'sg-newer' }
    const plan = judged({ 'aws_security_group_rule.any': { after } })
    expect(unknownTexts(plan)).toEqual(["aws_security_group_rule.any: The security group sg-newer isn't in the scan."])
    expect([plan.exposures, plan.compared.added]).toEqual([[], []])
    const group = { id: 'sg-newer', ingress: [], egress: [] }
    const update = judged({ 'aws_security_group.any': { before: group, after: { ...group, ingress: [opening] } } })
    expect(unknownTexts(update)).toEqual(["aws_security_group.any: sg-newer isn't in the scan."])
    expect([update.touched[0]?.resource, update.compared.added]).toEqual([null, []])
  })

  test('a rule for a group that is not known is told, and changes nothing', () => {
    const address = 'aws_security_group_rule.any'
    const plan = judged(
      { [address]: { after: { ...opening, type: 'ingress' }, unknown: { security_group_id: true } } },
      { configuration: { [address]: { security_group_id: refersTo('data.aws_security_group.other') } } },
    )
    expect(plan.exposures).toEqual([])
    expect(unknownTexts(plan)).toEqual([`${address}: The plan doesn't show which security group this is a part of.`])
    expect(plan.touched).toMatchObject([{ address, resource: null }])
  })
})

describe('new resources', () => {
  const group = { name: 'bastion', description: 'bastion', vpc_id: 'vpc-1', egress: [] }
  const ssh = { protocol: 'tcp', from_port: 22, to_port: 22, cidr_blocks: [anywhere] }
  const bastion = { subnet_id: 'subnet-a', tags: { Name: 'bastion' } }
  const configuration = {
    'aws_instance.bastion': { vpc_security_group_ids: refersTo('aws_security_group.bastion.id') },
  }
  const newGroup = { after: { ...group, ingress: [ssh] }, unknown: { id: true, arn: true } }

  test('an instance with a security group of the same plan', () => {
    const plan = judged(
      {
        'aws_security_group.bastion': newGroup,
        'aws_instance.bastion': {
          after: { ...bastion, associate_public_ip_address: true },
          unknown: { id: true, vpc_security_group_ids: true },
        },
      },
      { configuration },
    )
    expect(exposureTexts(plan)).toEqual([
      'Opens tcp 22 of bastion to the internet by public address: aws_security_group.bastion, aws_instance.bastion',
    ])
    expect(plan.exposures[0]?.resource).toMatchObject({ id: 'aws_instance.bastion', name: 'bastion' })
    expect(plan.exposures[0]?.path.map(({ id }) => id)).toContain('aws_security_group.bastion')
    expect(plan.unknown).toEqual([])
    expect(plan.compared.added.map(({ id }) => id)).toEqual(['aws_instance.bastion', 'aws_security_group.bastion'])
    expect(plan.described.changes.map(({ summary }) => summary)).toContain('EC2 instance bastion will be created')
  })

  test.each([
    ['subnet-a', 1],
    ['subnet-b', 0],
  ])('in %s, the subnet decides about the address', (subnet, count) => {
    const plan = judged(
      {
        'aws_security_group.bastion': newGroup,
        'aws_instance.bastion': {
          after: { ...bastion, subnet_id: subnet },
          unknown: { vpc_security_group_ids: true, associate_public_ip_address: true },
        },
      },
      { configuration },
    )
    expect(plan.exposures).toHaveLength(count)
    expect(plan.unknown).toEqual([])
  })

  test('an instance whose security groups are not known', () => {
    const plan = judged({
      'aws_instance.bastion': {
        after: { ...bastion, associate_public_ip_address: true },
        unknown: { vpc_security_group_ids: true },
      },
    })
    expect(plan.exposures.map(({ kind }) => kind)).toEqual(['unknown'])
    expect(unknownTexts(plan)).toEqual([
      `aws_instance.bastion: The security group of aws_instance.bastion ${notKnown}.`,
    ])
  })

  test('one that the scan already has', () => {
    const plan = judged({ 'aws_sqs_queue.jobs': { after: { name: 'jobs', policy: '' } } })
    expect(unknownTexts(plan)).toEqual(['aws_sqs_queue.jobs: jobs is already in the scan.'])
  })

  test('an Elastic IP address opens what its instance allows', () => {
    const plan = judged({
      'aws_eip.batch': { after: { instance: 'i-batch' }, unknown: { id: true } },
      'aws_security_group_rule.db': { after: { ...opening, type: 'ingress', security_group_id: 'sg-orders' } },
    })
    expect(exposureTexts(plan)).toContain(
      'Opens tcp 5432 of batch to the internet by public address: aws_security_group_rule.db',
    )
  })

  test('a subnet of a new VPC without a route to the internet is private', () => {
    const plan = judged(
      {
        'aws_vpc.new': { after: { cidr_block: '10.9.0.0/16' }, unknown: { id: true } },
        'aws_subnet.new': { after: { map_public_ip_on_launch: true }, unknown: { vpc_id: true, id: true } },
        'aws_instance.new': { after: { vpc_security_group_ids: ['sg-web'] }, unknown: { subnet_id: true } },
      },
      {
        configuration: {
          'aws_subnet.new': { vpc_id: refersTo('aws_vpc.new.id') },
          'aws_instance.new': { subnet_id: refersTo('aws_subnet.new.id') },
        },
      },
    )
    expect([plan.exposures, plan.unknown]).toEqual([[], []])
  })

  test('a whole network', () => {
    const plan = judged(
      {
        'aws_vpc.new': { after: { cidr_block: '10.9.0.0/16' }, unknown: { id: true } },
        'aws_internet_gateway.new': { after: {}, unknown: { vpc_id: true, id: true } },
        'aws_subnet.new': {
          after: { cidr_block: '10.9.0.0/24', map_public_ip_on_launch: true },
          unknown: { vpc_id: true },
        },
        'aws_route_table.new': { after: {}, unknown: { vpc_id: true, route: true } },
        'aws_route.out': {
          after: { destination_cidr_block: anywhere },
          unknown: { route_table_id: true, gateway_id: true },
        },
        'aws_route_table_association.new': { after: {}, unknown: { subnet_id: true, route_table_id: true } },
        'aws_security_group.new': { after: { ...group, ingress: [ssh] }, unknown: { vpc_id: true } },
        'aws_instance.new': { after: {}, unknown: { subnet_id: true, vpc_security_group_ids: true } },
      },
      {
        configuration: {
          'aws_internet_gateway.new': { vpc_id: refersTo('aws_vpc.new.id') },
          'aws_subnet.new': { vpc_id: refersTo('aws_vpc.new.id') },
          'aws_route_table.new': { vpc_id: refersTo('aws_vpc.new.id') },
          'aws_route.out': {
            route_table_id: refersTo('aws_route_table.new.id'),
            gateway_id: refersTo('aws_internet_gateway.new.id'),
          },
          'aws_route_table_association.new': {
            subnet_id: refersTo('aws_subnet.new.id'),
            route_table_id: refersTo('aws_route_table.new.id'),
          },
          'aws_security_group.new': { vpc_id: refersTo('aws_vpc.new.id') },
          'aws_instance.new': {
            subnet_id: refersTo('aws_subnet.new.id'),
            vpc_security_group_ids: refersTo('aws_security_group.new.id'),
          },
        },
      },
    )
    expect(plan.exposures.map(({ kind, summary }) => [kind, summary])).toEqual([
      ['opened', 'Opens tcp 22 of aws_instance.new to the internet by public address'],
    ])
    expect(plan.exposures[0]?.causedBy).toEqual([
      'aws_internet_gateway.new',
      'aws_route_table.new',
      'aws_route.out',
      'aws_route_table_association.new',
      'aws_security_group.new',
      'aws_instance.new',
    ])
    expect(plan.unknown).toEqual([])
    expect(plan.compared.added.map(({ id }) => id)).not.toContainEqual(expect.stringContaining('default'))
    expect(plan.exposures[0]?.path.map(({ id }) => id)).toContain('default network ACL of aws_vpc.new')
  })
})

describe('routes', () => {
  test('a subnet that loses its way to the internet', () => {
    const plan = judged(
      {
        'aws_route_table.private': { after: { vpc_id: 'vpc-1', route: [] }, unknown: { id: true } },
        'aws_route_table_association.a': { after: { subnet_id: 'subnet-a' }, unknown: { route_table_id: true } },
      },
      {
        configuration: { 'aws_route_table_association.a': { route_table_id: refersTo('aws_route_table.private.id') } },
      },
    )
    expect(plan.exposures.map(({ kind, summary }) => [kind, summary])).toEqual([
      ['closed', 'Closes tcp 443 of web to the internet by public address'],
    ])
    expect(plan.cutOff).toMatchObject([
      { from: 'AWS::EC2::Instance/i-web', to: 'internet', port: 443, blockedBy: [{ code: 'NO_ROUTE_TO_DESTINATION' }] },
    ])
    expect(plan.cutOff[0]?.causedBy).toEqual(['aws_route_table.private', 'aws_route_table_association.a'])
  })

  test('a route to a target that is not known', () => {
    const address = 'aws_route.out'
    const route = { route_table_id: 'rtb-1', destination_cidr_block: anywhere }
    const plan = judged(
      {
        [address]: { before: { ...route, gateway_id: 'igw-1' }, after: route, unknown: { network_interface_id: true } },
      },
      { configuration: { [address]: { network_interface_id: refersTo('module.firewall.interface') } } },
    )
    expect(plan.exposures.map(({ kind }) => kind)).toEqual(['unknown'])
    expect(plan.cutOff).toEqual([])
    expect(unknownTexts(plan)[0]).toBe(`${address}: target of routes ${notKnown}.`)
  })

  test('a deleted association leaves the main route table', () => {
    const before = { route_table_id: 'rtb-1', subnet_id: 'subnet-a' }
    expect(judged({ 'aws_route_table_association.a': { before } }).exposures).toEqual([])
  })
})

describe('network ACLs', () => {
  const rule = { network_acl_id: 'acl-1', egress: false, protocol: '6', rule_action: 'deny', cidr_block: anywhere }

  test('an entry that denies a port', () => {
    const plan = judged({
      'aws_network_acl_rule.no': { after: { ...rule, rule_number: 50, from_port: 443, to_port: 443 } },
    })
    expect(exposureTexts(plan)).toEqual([
      'Closes tcp 443 of web to the internet by public address: aws_network_acl_rule.no',
    ])
  })

  test('an entry that denies another port', () => {
    const after = { ...rule, rule_number: 50, from_port: 22, to_port: 22 }
    for (const protocol of ['6', 'tcp']) {
      expect(judged({ 'aws_network_acl_rule.no': { after: { ...after, protocol } } }).exposures).toEqual([])
    }
    expect(judged({ 'aws_network_acl_rule.no': { after: { ...after, egress: true } } }).exposures).toEqual([])
    expect(judged({ 'aws_network_acl_rule.no': { after: { ...after, protocol: '-1' } } }).exposures).toHaveLength(1)
  })

  test('an entry that is not known', () => {
    const address = 'aws_network_acl_rule.no'
    const after = { ...rule, from_port: 443, to_port: 443, rule_number: 50, cidr_block: null }
    const plan = judged(
      { [address]: { after, unknown: { cidr_block: true } } },
      { configuration: { [address]: { cidr_block: refersTo('var.blocked') } } },
    )
    expect(plan.exposures.map(({ kind }) => kind)).toEqual(['unknown'])
    expect(unknownTexts(plan)).toContain(`${address}: cidrBlock of ingress ${notKnown}.`)
    // Nothing is known of the list, but it stays.
    expect(plan.compared).toMatchObject({ added: [], removed: [], changed: [] })
  })

  test('a new one with unknown entries is new', () => {
    const { compared } = judged({
      'aws_network_acl.a': { after: { vpc_id: 'vpc-1' }, unknown: { id: true, ingress: true } },
    })
    expect(compared.added.map(({ id }) => id)).toEqual(['aws_network_acl.a'])
    const { compared: updated } = judged({
      'aws_network_acl.a': {
        before: { id: 'acl-gone', vpc_id: 'vpc-1' },
        after: { id: 'acl-gone', vpc_id: 'vpc-2', subnet_ids: ['subnet-a'] },
      },
    })
    expect(updated.added).toEqual([])
  })

  test('a new one that closes a subnet, and its removal', () => {
    const acl = { vpc_id: 'vpc-1', subnet_ids: ['subnet-a'], ingress: [], egress: [] }
    expect(judged({ 'aws_network_acl.closed': { after: acl, unknown: { id: true } } }).exposures).toMatchObject([
      { kind: 'closed', resource: { id: 'i-web' } },
    ])
  })
})

describe('cut off', () => {
  test('the rule between two groups', () => {
    const address = 'aws_security_group_rule.db'
    const before = {
      type: 'ingress',
      protocol: 'tcp',
      from_port: 5432,
      to_port: 5432,
      source_security_group_id: 'sg-web',
    }
    const plan = judged({ [address]: { before: { ...before, security_group_id: 'sg-orders' } } })
    expect(plan.cutOff).toMatchObject([
      {
        from: 'AWS::EC2::Instance/i-web',
        to: 'AWS::EC2::Instance/i-batch',
        protocol: 'tcp',
        port: 5432,
        blockedBy: [{ id: 'sg-orders', code: 'ENI_SG_RULES_MISMATCH' }],
        causedBy: [address],
      },
    ])
  })
})

describe('moves and replacements', () => {
  const web = { id: 'i-web', subnet_id: 'subnet-a', associate_public_ip_address: true, tags: { Name: 'web' } }

  test('an instance that gets other security groups', () => {
    const plan = judged({
      'aws_instance.web': {
        before: { ...web, vpc_security_group_ids: ['sg-web'] },
        after: { ...web, vpc_security_group_ids: ['sg-orders'] },
      },
    })
    expect(exposureTexts(plan)).toEqual(['Closes tcp 443 of web to the internet by public address: aws_instance.web'])
  })

  test('a replaced instance is as exposed as before', () => {
    const values = { ...web, vpc_security_group_ids: ['sg-web'] }
    const plan = judged({
      'aws_instance.web': {
        before: values,
        after: { ...values, id: null },
        unknown: { id: true, public_ip: true },
        actions: ['delete', 'create'],
      },
    })
    expect([plan.exposures, plan.unknown]).toEqual([[], []])
    expect(plan.compared.removed.map(({ id }) => id)).toEqual(['i-web'])
    expect(plan.described.changes.map(({ summary }) => summary)).toEqual(['EC2 instance web will be replaced'])
  })

  test('an instance that goes takes its network interface along', () => {
    const plan = judged({ 'aws_instance.web': { before: web } })
    expect(plan.exposures.map(({ kind }) => kind)).toEqual(['closed'])
    expect(plan.compared.removed.map(({ id }) => id)).toEqual(['i-web'])
    expect(plan.described.changes.map(({ summary }) => summary)).toContain('EC2 instance web will be deleted')
    expect(plan.breaks).toEqual([])
    // A managed one stays.
    const own = { id: 'eni-i-web' }
    const kept = judged({ 'aws_instance.web': { before: web }, 'aws_network_interface.a': { before: own, after: own } })
    expect(kept.breaks.flatMap(({ dependents }) => dependents.map(({ resource: { id } }) => id))).toEqual(['eni-i-web'])
  })
})

describe('a rule between two groups that ends, if it is not known', () => {
  const rule = {
    type: 'ingress',
    protocol: 'tcp',
    from_port: 5432,
    to_port: 5432,
    source_security_group_id: 'sg-web',
    security_group_id: 'sg-orders',
  }
  const instances = {
    from: { id: 'i-web', subnet_id: 'subnet-a', vpc_security_group_ids: ['sg-web'] },
    to: { id: 'i-batch', subnet_id: 'subnet-b', vpc_security_group_ids: ['sg-orders'] },
  }

  test.each(['from', 'to'] as const)('where the replaced instance at the %s end will be, cuts nothing off', (end) => {
    const before = instances[end]
    const replaced = { before, after: { ...before, ami: 'ami-2' }, actions: ['delete', 'create'] }
    const plan = judged({ 'aws_security_group_rule.db': { before: rule }, 'aws_instance.a': replaced })
    expect(plan.cutOff).toEqual([])
    expect(unknownTexts(plan).filter((text) => text.includes('5432'))).toEqual([])
  })

  test.each(['from', 'to'] as const)('which groups the instance at the %s end has, is unknown', (end) => {
    const { vpc_security_group_ids: groups, ...after } = instances[end]
    const changed = { before: { ...after, vpc_security_group_ids: groups }, after }
    const plan = judged(
      {
        'aws_security_group_rule.db': { before: rule },
        'aws_instance.a': { ...changed, unknown: { vpc_security_group_ids: true } },
      },
      { configuration: { 'aws_instance.a': { vpc_security_group_ids: { references: ['local.groups'] } } } },
    )
    expect(plan.cutOff).toEqual([])
    expect(unknownTexts(plan)).toContain("null: It isn't known whether web can still reach batch on tcp 5432.")
  })
})

describe('breaks', () => {
  const subnetGroup = { name: 'shop', subnet_ids: ['subnet-a', 'subnet-b'] }

  test('what depends on a deleted resource', () => {
    const plan = judged({ 'aws_internet_gateway.shop': { before: { id: 'igw-1', vpc_id: 'vpc-1' } } })
    expect(
      plan.breaks.map(({ address, action, dependents }) => [
        address,
        action,
        dependents.map(({ resource, effect }) => [resource.id, effect]),
      ]),
    ).toEqual([['aws_internet_gateway.shop', 'delete', expect.arrayContaining([['rtb-1', 'breaks']])]])
    expect(plan.exposures.map(({ kind }) => kind)).toEqual(['closed'])
  })

  test('not what depends on a resource that the scan only knows by name', () => {
    const { graph } = shop()
    const resources = graph.resources.map((each) =>
      each.id === 'igw-1' ? { ...each, presence: 'unknown' as const } : each,
    )
    const plan = terraformPlan({ 'aws_internet_gateway.shop': { before: { id: 'igw-1', vpc_id: 'vpc-1' } } })
    expect(judgePlan(indexGraph({ ...graph, resources }), readPlan(plan)).breaks).toEqual([])
  })

  test('also if it changes other resources', () => {
    const plan = judged({
      'aws_internet_gateway.shop': { before: { id: 'igw-1', vpc_id: 'vpc-1' } },
      'aws_sqs_queue.new': { after: { name: 'new', policy: '' } },
    })
    expect(plan.breaks.map(({ address }) => address)).toEqual(['aws_internet_gateway.shop'])
  })

  test('not what the plan deletes too', () => {
    const plan = judged({
      'aws_db_subnet_group.shop': { before: subnetGroup },
      'aws_db_instance.orders': { before: { identifier: 'orders' } },
    })
    expect(plan.breaks).toEqual([])
    expect(plan.compared.removed.map(({ id }) => id).toSorted()).toEqual(['orders', 'shop'])
  })

  test('not what the plan moves elsewhere', () => {
    const database = { identifier: 'orders', publicly_accessible: true }
    const plan = judged({
      'aws_db_subnet_group.shop': { before: subnetGroup },
      'aws_db_instance.orders': {
        before: { ...database, db_subnet_group_name: 'shop' },
        after: { ...database, db_subnet_group_name: 'other' },
      },
    })
    expect(plan.breaks).toEqual([])
  })

  test('a replaced resource breaks what the plan does not manage', () => {
    const group = { id: 'sg-orders', name: 'orders', description: 'orders', vpc_id: 'vpc-1', ingress: [], egress: [] }
    const replaced = { before: group, after: { ...group, name: 'orders-2' }, actions: ['delete', 'create'] }
    const alone = judged({ 'aws_security_group.orders': replaced })
    expect(alone.breaks.flatMap(({ dependents }) => dependents.map(({ resource }) => resource.id))).toEqual(
      expect.arrayContaining(['i-batch', 'orders']),
    )
    expect(alone.described.changes.map(({ summary, kind }) => [kind, summary])).toContainEqual([
      'replaced',
      'security group orders will be replaced',
    ])
    const instance = { id: 'i-batch', vpc_security_group_ids: ['sg-orders'], subnet_id: 'subnet-b' }
    const together = judged({
      'aws_security_group.orders': replaced,
      'aws_instance.batch': { before: instance, after: instance },
    })
    expect(together.breaks.flatMap(({ dependents }) => dependents.map(({ resource }) => resource.id))).not.toContain(
      'i-batch',
    )
  })
})

describe('data stores', () => {
  const queue = { name: 'jobs', policy: '' }
  const everyone = JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:*', Resource: '*' }] })

  test('a queue policy for everyone', () => {
    const address = 'aws_sqs_queue_policy.jobs'
    const url = `https://sqs.eu-west-1.amazonaws.com/${account}/jobs`
    expect(exposureTexts(judged({ [address]: { after: { queue_url: url, policy: everyone } } }))).toEqual([
      `Opens jobs to the internet by resource policy: ${address}`,
    ])
    expect(
      exposureTexts(judged({ 'aws_sqs_queue.jobs': { before: queue, after: { ...queue, policy: everyone } } })),
    ).toEqual(['Opens jobs to the internet by resource policy: aws_sqs_queue.jobs'])
  })

  test('a policy that is not known or sensitive', () => {
    const address = 'aws_sqs_queue.jobs'
    const configuration = { [address]: { policy: refersTo('data.aws_iam_policy_document.jobs') } }
    const later = judged(
      { [address]: { before: queue, after: { name: 'jobs' }, unknown: { policy: true } } },
      { configuration },
    )
    expect(later.exposures).toMatchObject([
      { kind: 'unknown', resource: { id: 'jobs' }, reasons: [`${address}: policy ${notKnown}.`] },
    ])
    const secret = judged({
      [address]: { before: queue, after: { ...queue, policy: everyone }, sensitive: { policy: true } },
    })
    expect(secret.exposures.map(({ kind }) => kind)).toEqual(['unknown'])
    expect(JSON.stringify(secret)).not.toContain('sqs:*')
  })

  test('a new queue without a policy is private', () => {
    const plan = judged(
      { 'aws_sqs_queue.new': { after: { name: 'new' }, unknown: { policy: true, arn: true } } },
      { configuration: { 'aws_sqs_queue.new': { name: { constant_value: 'new' } } } },
    )
    expect([plan.exposures, plan.unknown]).toEqual([[], []])
  })

  const publicPolicy = JSON.stringify({
    Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::assets/*' }],
  })
  const noBlock = { bucket: 'assets', ignore_public_acls: false, restrict_public_buckets: false }

  test.each<[what: string, changes: Parameters<typeof terraformPlan>[0], kinds: readonly string[]]>([
    [
      'a public policy of a blocked bucket',
      { 'aws_s3_bucket_policy.a': { after: { bucket: 'assets', policy: publicPolicy } } },
      [],
    ],
    [
      'a public policy, and no block any more',
      {
        'aws_s3_bucket_policy.a': { after: { bucket: 'assets', policy: publicPolicy } },
        'aws_s3_bucket_public_access_block.a': {
          before: { ...noBlock, restrict_public_buckets: true },
          after: noBlock,
        },
      },
      ['opened'],
    ],
    [
      'a public ACL, and no block any more',
      {
        'aws_s3_bucket_acl.a': { after: { bucket: 'assets', acl: 'public-read' } },
        'aws_s3_bucket_policy.a': { after: { bucket: 'assets', policy: '{}' } },
        'aws_s3_bucket_public_access_block.a': { after: noBlock },
      },
      ['opened'],
    ],
    // What else the bucket allows is hidden while it is blocked.
    ['no block any more', { 'aws_s3_bucket_public_access_block.a': { after: noBlock } }, ['unknown', 'unknown']],
    ['a new bucket', { 'aws_s3_bucket.new': { after: { bucket: 'new' } } }, []],
    [
      'a new public bucket',
      {
        'aws_s3_bucket.new': { after: { bucket: 'new' } },
        'aws_s3_bucket_policy.new': { after: { bucket: 'new', policy: publicPolicy } },
        'aws_s3_bucket_public_access_block.new': { after: { ...noBlock, bucket: 'new' } },
      },
      ['opened'],
    ],
  ])('%s', (_what, changes, kinds) => {
    expect(judged(changes).exposures.map(({ kind }) => kind)).toEqual(kinds)
  })

  test('a database that becomes public, or may', () => {
    const address = 'aws_db_instance.new'
    const place = { identifier: 'new', db_subnet_group_name: 'shop', vpc_security_group_ids: ['sg-web'] }
    const database = { ...place, port: 443 }
    expect(exposureTexts(judged({ [address]: { after: { ...database, publicly_accessible: true } } }))).toEqual([
      `Opens tcp 443 of new to the internet by public access: ${address}`,
    ])
    const onOtherPort = { ...place, engine: 'postgres', publicly_accessible: true }
    const configuration = { [address]: { identifier: {} } }
    expect(judged({ [address]: { after: onOtherPort, unknown: { port: true } } }, { configuration }).exposures).toEqual(
      [],
    )
    expect(judged({ [address]: { after: { ...place, publicly_accessible: true } } }).exposures).toMatchObject([
      { kind: 'unknown', reasons: ["new: Its port isn't known."] },
    ])
    expect(judged({ [address]: { after: { ...database, publicly_accessible: false } } }).exposures).toEqual([])
    const unknown = judged(
      { [address]: { after: database, unknown: { publicly_accessible: true } } },
      { configuration: { [address]: { publicly_accessible: refersTo('var.public') } } },
    )
    expect(unknown.exposures).toMatchObject([
      { kind: 'unknown', reasons: [`${address}: publicly_accessible ${notKnown}.`] },
    ])
  })
})

const groupArn = (id: string) => arnOf('ec2', `security-group/${id}`)

const withoutValues = (address: string) => `${address}: The plan has no values of this resource.`

describe('plans without values', () => {
  const nothing = { sensitive: true as never }

  test('a changed rule or group is not taken for a removed one', () => {
    const rule = { type: 'ingress', protocol: 'tcp', from_port: 443, to_port: 443, cidr_blocks: [anywhere] }
    const before = { ...rule, security_group_id: 'sg-web' }
    const changed = judged({
      'aws_security_group_rule.web': { before, after: before, actions: ['update'], ...nothing },
    })
    expect(changed.exposures.map(({ kind }) => kind)).toEqual([])
    expect(unknownTexts(changed)).toEqual([withoutValues('aws_security_group_rule.web')])
    const address = 'aws_security_group.web'
    const values = { id: 'sg-web', name: 'web' }
    const replaced = judged({ [address]: { before: values, after: null, actions: ['delete', 'create'] } })
    expect(replaced.exposures).toEqual([])
    expect(unknownTexts(replaced)).toEqual([withoutValues(address)])
  })

  test('a new group makes what is in it unknown', () => {
    const plan = judged(
      {
        'aws_security_group.new': { after: { name: 'new' }, actions: ['create'], ...nothing },
        'aws_instance.new': {
          after: { subnet_id: 'subnet-a', associate_public_ip_address: true },
          unknown: { vpc_security_group_ids: true },
        },
      },
      { configuration: { 'aws_instance.new': { vpc_security_group_ids: refersTo('aws_security_group.new.id') } } },
    )
    expect(plan.exposures.map(({ kind }) => kind)).toEqual(['unknown'])
    expect(unknownTexts(plan)).toEqual([withoutValues('aws_security_group.new')])
  })
})

describe('ownership', () => {
  test('what is not managed, and what is missing', () => {
    const plan = judged(
      {},
      {
        state: {
          'aws_security_group.web': { id: 'sg-web', arn: groupArn('sg-web') },
          'aws_security_group.gone': { id: 'sg-gone', arn: groupArn('sg-gone') },
          'aws_security_group.elsewhere': { id: 'sg-far', arn: groupArn('sg-far').replace(region, 'us-east-1') },
        },
        drift: { 'aws_sqs_queue.deleted': { before: { name: 'deleted', arn: arnOf('sqs', 'deleted') } } },
      },
    )
    expect(plan.missing).toEqual([
      { address: 'aws_security_group.gone', type: 'AWS::EC2::SecurityGroup', id: 'sg-gone' },
      { address: 'aws_sqs_queue.deleted', type: 'AWS::SQS::Queue', id: 'deleted' },
    ])
    expect(plan.unmanaged?.map(({ id }) => id)).toEqual(['sg-orders', 'jobs'])
  })
})

describe('other accounts and regions', () => {
  const rule = { after: { ...opening, type: 'ingress', security_group_id: 'sg-orders' } }

  test.each<[what: string, change: SampleChange, configuration: Readonly<Record<string, unknown>>]>([
    ['an ARN', { before: { name: 'jobs', arn: arnOf('sqs', 'jobs').replace(region, 'us-east-1') } }, {}],
    [
      'an ARN of another account',
      { before: { name: 'jobs', arn: arnOf('sqs', 'jobs').replace(account, '999999999999') } },
      {},
    ],
    ['the attribute', { before: { name: 'jobs', region: 'us-east-1' } }, {}],
    [
      'the provider',
      { after: { name: 'jobs' } },
      {
        provider_config: { 'aws.usa': { expressions: { region: { constant_value: 'us-east-1' } } } },
        root_module: {
          resources: [{ address: 'aws_sqs_queue.jobs', provider_config_key: 'aws.usa', expressions: {} }],
        },
      },
    ],
  ])('are left out by %s', (_what, queue, configuration) => {
    const changes = { 'aws_sqs_queue.jobs': queue, 'aws_security_group_rule.db': rule }
    const plan = judged(changes, { document: { configuration } })
    expect(plan.touched.map(({ address }) => address)).toEqual(['aws_security_group_rule.db'])
    expect(unknownTexts(plan)).toEqual(['null: Changes in other accounts or regions are left out: 1.'])
  })
})

describe('types', () => {
  test('an unsupported type is told, and other providers are not', () => {
    const plan = judged({ 'aws_quicksight_user.a': { after: { email: 'a@example.com' } } })
    expect(unknownTexts(plan)).toEqual([
      "aws_quicksight_user.a: Surveyor doesn't read aws_quicksight_user, so its effects are unknown.",
    ])
    const document = terraformPlan({ 'random_password.a': { after: { length: 9 } } })
    const [change] = document['resource_changes'] as Record<string, unknown>[]
    Object.assign(change ?? {}, { provider_name: 'registry.terraform.io/hashicorp/random' })
    expect(() => readPlan(document)).toThrow(new PlanError('The plan has no resources of AWS.'))
    const [own] = terraformPlan({ 'aws_sqs_queue.a': { before: { name: 'jobs' }, after: { name: 'jobs' } } })[
      'resource_changes'
    ] as unknown[]
    const both = { ...document, resource_changes: [change, own] }
    expect(judgePlan(shop(), readPlan(both))).toMatchObject({ touched: [], unknown: [] })
  })

  test('a type without an effect on what is judged is only touched', () => {
    const plan = judged({ 'aws_s3_bucket_versioning.a': { after: { bucket: 'assets' } } })
    expect(plan.unknown).toEqual([])
    expect(plan.touched).toMatchObject([{ address: 'aws_s3_bucket_versioning.a', action: 'create', resource: null }])
  })

  test('a new resource of a type whose settings are not evaluated is unknown', () => {
    const plan = judged({ 'aws_cloudfront_distribution.cdn': { after: { enabled: true }, unknown: { id: true } } })
    expect(plan.exposures).toMatchObject([
      { kind: 'unknown', resource: { type: 'AWS::CloudFront::Distribution', id: 'aws_cloudfront_distribution.cdn' } },
    ])
    expect(unknownTexts(judged({ 'aws_launch_template.web': { after: { name: 'web' } } }))).toEqual([
      'aws_launch_template.web: The instances that it starts are not evaluated.',
    ])
  })
})
