/** VPCs, subnets, security groups, network ACLs, route tables, and gateways in Terraform. */
import {
  attribute,
  blocksOf,
  type Context,
  type Facts,
  flagOf,
  type Item,
  type Mappings,
  ofAccount,
  textOf,
} from '../../mapping.ts'
import { NotKnown, type PlanObject, type PlanValue } from '../../plan.ts'
import { aclEntry, anyRule, type Direction, firstOf, groupRules, listEntries, peersIn, route } from '../rules.ts'

const directions: readonly Direction[] = ['ingress', 'egress']

const ofVpc = { verb: 'contained in', type: 'AWS::EC2::VPC', at: ['vpc_id'] } as const

function inlineRules(values: PlanObject, direction: Direction, ownId: string): readonly Item[] {
  const blocks = blocksOf(values[direction])
  if (blocks instanceof NotKnown) return [anyRule(direction, blocks)]
  return blocks.flatMap((block) => ruleOf(block, direction, ownId, block['protocol']))
}

function ruleOf(values: PlanObject, direction: Direction, ownId: string, protocol: PlanValue | undefined) {
  const peers = peersIn(
    values,
    'cidr_blocks',
    'ipv6_cidr_blocks',
    'prefix_list_ids',
    'security_groups',
    'source_security_group_id',
    'cidr_ipv4',
    'cidr_ipv6',
    'prefix_list_id',
    'referenced_security_group_id',
  ).filter((peer) => typeof peer === 'string' || peer.why !== 'computed')
  const self = flagOf(values['self']) === true ? [ownId] : []
  return groupRules(direction, {
    protocol,
    fromPort: values['from_port'],
    toPort: values['to_port'],
    peers: [...peers, ...self],
  })
}

function ruleResource(direction: Direction) {
  return {
    type: 'AWS::EC2::SecurityGroup',
    part: true,
    id: attribute('security_group_id'),
    more: (values: PlanObject, { ownId }: Context): Partial<Facts> => ({
      items: { [direction]: ruleOf(values, direction, ownId, values['ip_protocol']) },
    }),
  } as const
}

const securityGroup = {
  type: 'AWS::EC2::SecurityGroup',
  id: attribute('id'),
  name: 'name',
  properties: { description: 'description' },
  relations: [ofVpc],
  more: (values: PlanObject, { ownId }: Context): Partial<Facts> => ({
    items: Object.fromEntries(directions.map((direction) => [direction, inlineRules(values, direction, ownId)])),
  }),
} as const

const routeTargets = [
  'gateway_id',
  'nat_gateway_id',
  'transit_gateway_id',
  'vpc_peering_connection_id',
  'egress_only_gateway_id',
  'network_interface_id',
  'instance_id',
  'vpc_endpoint_id',
  'local_gateway_id',
  'carrier_gateway_id',
  'core_network_arn',
]

const inlineDestinations = ['cidr_block', 'ipv6_cidr_block', 'destination_prefix_list_id']
const routeDestinations = ['destination_cidr_block', 'destination_ipv6_cidr_block', 'destination_prefix_list_id']

function inlineRoutes(values: PlanObject): Partial<Facts> {
  const blocks = blocksOf(values['route'])
  if (blocks instanceof NotKnown) return { items: { routes: [route(blocks, blocks)] } }
  return {
    items: { routes: blocks.map((block) => route(firstOf(block, inlineDestinations), firstOf(block, routeTargets))) },
  }
}

/** Of a default resource, nobody sets it. */
const ofKnownVpc = { ...ofVpc, isOptional: true } as const

const routeTable = {
  type: 'AWS::EC2::RouteTable',
  id: attribute('id'),
  relations: [ofVpc],
  more: inlineRoutes,
} as const

function aclEntries(values: PlanObject): Partial<Facts> {
  return {
    items: Object.fromEntries(
      directions.map((direction) => {
        const blocks = blocksOf(values[direction])
        if (blocks instanceof NotKnown) return [direction, [{ rule: blocks } satisfies Item]]
        return [direction, blocks.map((block) => terraformEntry(block, 'rule_no', 'action'))]
      }),
    ),
  }
}

function terraformEntry(values: PlanObject, number: string, action: string): Item {
  return aclEntry({
    rule: values[number],
    action: values[action],
    protocol: values['protocol'],
    cidrBlock: firstOf(values, ['cidr_block', 'ipv6_cidr_block']),
    fromPort: values['from_port'],
    toPort: values['to_port'],
    icmpType: values['icmp_type'],
    icmpCode: values['icmp_code'],
  })
}

const aclSubnets = {
  verb: 'associated with',
  type: 'AWS::EC2::Subnet',
  at: ['subnet_ids'],
  isOnly: true,
  isListed: true,
  isOptional: true,
} as const

const networkAcl = {
  type: 'AWS::EC2::NetworkAcl',
  id: attribute('id'),
  relations: [ofVpc, aclSubnets],
  more: aclEntries,
} as const

export const vpc: Mappings = {
  aws_vpc: {
    type: 'AWS::EC2::VPC',
    id: attribute('id'),
    more: ({ cidr_block: block }) => {
      const text = textOf(block)
      return { properties: text === null ? {} : { cidrBlocks: text instanceof NotKnown ? text : [text] } }
    },
  },
  aws_subnet: {
    type: 'AWS::EC2::Subnet',
    id: attribute('id'),
    properties: {
      cidrBlock: 'cidr_block',
      availabilityZone: 'availability_zone',
      mapPublicIpOnLaunch: 'map_public_ip_on_launch',
    },
    relations: [ofVpc],
  },
  aws_security_group: securityGroup,
  aws_default_security_group: { ...securityGroup, adopts: { id: attribute('vpc_id'), isOfVpc: true } },
  aws_security_group_rule: {
    type: 'AWS::EC2::SecurityGroup',
    part: true,
    id: attribute('security_group_id'),
    more: (values, { ownId }) => {
      const direction = values['type'] === 'egress' ? 'egress' : 'ingress'
      return { items: { [direction]: ruleOf(values, direction, ownId, values['protocol']) } }
    },
  },
  aws_vpc_security_group_ingress_rule: ruleResource('ingress'),
  aws_vpc_security_group_egress_rule: ruleResource('egress'),
  aws_route_table: routeTable,
  aws_default_route_table: {
    ...routeTable,
    relations: [ofKnownVpc],
    adopts: { id: attribute('default_route_table_id') },
  },
  aws_route: {
    type: 'AWS::EC2::RouteTable',
    part: true,
    id: attribute('route_table_id'),
    more: (values) => ({
      items: { routes: [route(firstOf(values, routeDestinations), firstOf(values, routeTargets))] },
    }),
  },
  aws_route_table_association: {
    type: 'AWS::EC2::RouteTable',
    part: true,
    id: attribute('route_table_id'),
    relations: [{ verb: 'associated with', type: 'AWS::EC2::Subnet', at: ['subnet_id'], isOnly: true }],
  },
  aws_main_route_table_association: {
    type: 'AWS::EC2::RouteTable',
    part: true,
    id: attribute('route_table_id'),
    isMain: true,
  },
  aws_internet_gateway: {
    type: 'AWS::EC2::InternetGateway',
    id: attribute('id'),
    relations: [{ ...ofVpc, verb: 'attached to', isOptional: true }],
  },
  aws_internet_gateway_attachment: {
    type: 'AWS::EC2::InternetGateway',
    part: true,
    id: attribute('internet_gateway_id'),
    relations: [{ ...ofVpc, verb: 'attached to' }],
  },
  aws_egress_only_internet_gateway: {
    type: 'AWS::EC2::EgressOnlyInternetGateway',
    id: attribute('id'),
    relations: [{ ...ofVpc, verb: 'attached to' }],
  },
  aws_nat_gateway: {
    type: 'AWS::EC2::NatGateway',
    id: attribute('id'),
    properties: { connectivityType: 'connectivity_type' },
    relations: [
      { verb: 'contained in', type: 'AWS::EC2::Subnet', at: ['subnet_id'] },
      { verb: 'associated with', type: 'AWS::EC2::EIP', at: ['allocation_id'], isOptional: true },
    ],
  },
  aws_vpc_block_public_access_options: {
    type: 'AWS::EC2::VPCBlockPublicAccessOptions',
    id: ofAccount,
    properties: { mode: 'internet_gateway_block_mode' },
    decides: ['internet_gateway_block_mode'],
  },
  aws_vpc_block_public_access_exclusion: {
    type: 'AWS::EC2::VPCBlockPublicAccessExclusion',
    id: attribute('id'),
    properties: { mode: 'internet_gateway_exclusion_mode' },
    relations: [
      { verb: 'associated with', type: 'AWS::EC2::VPC', at: ['vpc_id'], isOptional: true },
      { verb: 'associated with', type: 'AWS::EC2::Subnet', at: ['subnet_id'], isOptional: true },
    ],
    more: () => ({ properties: { state: 'create-complete' } }),
  },
  aws_ec2_managed_prefix_list: {
    type: 'AWS::EC2::PrefixList',
    id: attribute('id'),
    name: 'name',
    properties: { addressFamily: 'address_family', maxEntries: 'max_entries' },
    more: ({ entry }) => ({ items: listEntries(entry, 'cidr') }),
  },
  aws_ec2_managed_prefix_list_entry: {
    type: 'AWS::EC2::PrefixList',
    part: true,
    id: attribute('prefix_list_id'),
    more: (values) => ({ items: listEntries(values, 'cidr') }),
  },
  aws_network_acl: networkAcl,
  aws_default_network_acl: {
    ...networkAcl,
    relations: [ofKnownVpc, aclSubnets],
    adopts: { id: attribute('default_network_acl_id') },
  },
  aws_network_acl_rule: {
    type: 'AWS::EC2::NetworkAcl',
    part: true,
    id: attribute('network_acl_id'),
    more: (values) => ({
      items: {
        [flagOf(values['egress']) === true ? 'egress' : 'ingress']: [
          terraformEntry(values, 'rule_number', 'rule_action'),
        ],
      },
    }),
  },
  aws_network_acl_association: {
    type: 'AWS::EC2::NetworkAcl',
    part: true,
    id: attribute('network_acl_id'),
    relations: [{ verb: 'associated with', type: 'AWS::EC2::Subnet', at: ['subnet_id'], isOnly: true }],
  },
}
