/** VPCs, subnets, security groups, network ACLs, route tables, and gateways in CloudFormation. */
import { attribute, blocksOf, type Facts, flagOf, type Item, type Mappings, textOf } from '../../mapping.ts'
import { NotKnown, type PlanObject } from '../../plan.ts'
import { aclEntry, anyRule, type Direction, firstOf, groupRules, listEntries, peersIn, route } from '../rules.ts'

const inVpc = { verb: 'contained in', type: 'AWS::EC2::VPC', at: ['VpcId'] } as const

const peerNames = {
  ingress: ['CidrIp', 'CidrIpv6', 'SourcePrefixListId', 'SourceSecurityGroupId'],
  egress: ['CidrIp', 'CidrIpv6', 'DestinationPrefixListId', 'DestinationSecurityGroupId'],
}

function stackRule(values: PlanObject, direction: Direction): readonly Item[] {
  const named = peersIn(values, ...peerNames[direction])
  // A group can also be named by its name, which only AWS resolves.
  const peers = named.length > 0 ? named : [new NotKnown('after apply')]
  const { IpProtocol: protocol, FromPort: fromPort, ToPort: toPort } = values
  return groupRules(direction, { protocol, fromPort, toPort, peers })
}

function stackRules(values: PlanObject, name: string, direction: Direction): readonly Item[] {
  const blocks = blocksOf(values[name])
  return blocks instanceof NotKnown
    ? [anyRule(direction, blocks)]
    : blocks.flatMap((block) => stackRule(block, direction))
}

/** AWS adds this rule to groups without outbound rules. */
const anywhere: Item = { protocol: '-1', fromPort: null, toPort: null, destination: '0.0.0.0/0' }

function ruleOfStack(direction: Direction) {
  return {
    type: 'AWS::EC2::SecurityGroup',
    part: true,
    id: attribute('GroupId'),
    more: (values: PlanObject): Partial<Facts> => ({ items: { [direction]: stackRule(values, direction) } }),
  } as const
}

const stackTargets = [
  'GatewayId',
  'NatGatewayId',
  'TransitGatewayId',
  'VpcPeeringConnectionId',
  'EgressOnlyInternetGatewayId',
  'NetworkInterfaceId',
  'InstanceId',
  'VpcEndpointId',
  'LocalGatewayId',
  'CarrierGatewayId',
  'CoreNetworkArn',
]

const stackDestinations = ['DestinationCidrBlock', 'DestinationIpv6CidrBlock', 'DestinationPrefixListId']

function stackEntry(values: PlanObject): Item {
  const [ports, icmp] = [values['PortRange'], values['Icmp']].map((block) => blocksOf(block))
  const first = (blocks: typeof ports): PlanObject =>
    blocks === undefined || blocks instanceof NotKnown ? {} : (blocks[0] ?? {})
  return aclEntry({
    rule: values['RuleNumber'],
    action: values['RuleAction'],
    protocol: values['Protocol'],
    cidrBlock: firstOf(values, ['CidrBlock', 'Ipv6CidrBlock']),
    fromPort: ports instanceof NotKnown ? ports : first(ports)['From'],
    toPort: ports instanceof NotKnown ? ports : first(ports)['To'],
    icmpType: first(icmp)['Type'],
    icmpCode: first(icmp)['Code'],
  })
}

export const vpc: Mappings = {
  'AWS::EC2::VPC': {
    type: 'AWS::EC2::VPC',
    id: attribute('id'),
    more: ({ CidrBlock: block }) => {
      const text = textOf(block)
      return { properties: text === null ? {} : { cidrBlocks: text instanceof NotKnown ? text : [text] } }
    },
  },
  'AWS::EC2::Subnet': {
    type: 'AWS::EC2::Subnet',
    id: attribute('id'),
    properties: { cidrBlock: 'CidrBlock', availabilityZone: 'AvailabilityZone' },
    relations: [inVpc],
    more: (values) => ({ properties: { mapPublicIpOnLaunch: flagOf(values['MapPublicIpOnLaunch']) ?? false } }),
  },
  'AWS::EC2::SecurityGroup': {
    type: 'AWS::EC2::SecurityGroup',
    id: attribute('id'),
    name: 'GroupName',
    properties: { description: 'GroupDescription' },
    relations: [inVpc],
    more: (values) => {
      const egress = stackRules(values, 'SecurityGroupEgress', 'egress')
      return {
        items: {
          ingress: stackRules(values, 'SecurityGroupIngress', 'ingress'),
          egress: egress.length > 0 ? egress : [anywhere],
        },
      }
    },
  },
  'AWS::EC2::SecurityGroupIngress': ruleOfStack('ingress'),
  'AWS::EC2::SecurityGroupEgress': ruleOfStack('egress'),
  'AWS::EC2::RouteTable': { type: 'AWS::EC2::RouteTable', id: attribute('id'), relations: [inVpc] },
  'AWS::EC2::Route': {
    type: 'AWS::EC2::RouteTable',
    part: true,
    id: attribute('RouteTableId'),
    more: (values) => ({
      items: { routes: [route(firstOf(values, stackDestinations), firstOf(values, stackTargets))] },
    }),
  },
  'AWS::EC2::SubnetRouteTableAssociation': {
    type: 'AWS::EC2::RouteTable',
    part: true,
    id: attribute('RouteTableId'),
    relations: [{ verb: 'associated with', type: 'AWS::EC2::Subnet', at: ['SubnetId'], isOnly: true }],
  },
  'AWS::EC2::InternetGateway': { type: 'AWS::EC2::InternetGateway', id: attribute('id') },
  'AWS::EC2::VPCGatewayAttachment': {
    type: 'AWS::EC2::InternetGateway',
    part: true,
    id: attribute('InternetGatewayId'),
    relations: [{ ...inVpc, verb: 'attached to' }],
  },
  'AWS::EC2::NatGateway': {
    type: 'AWS::EC2::NatGateway',
    id: attribute('id'),
    properties: { connectivityType: 'ConnectivityType' },
    relations: [
      { verb: 'contained in', type: 'AWS::EC2::Subnet', at: ['SubnetId'] },
      { verb: 'associated with', type: 'AWS::EC2::EIP', at: ['AllocationId'] },
    ],
  },
  'AWS::EC2::PrefixList': {
    type: 'AWS::EC2::PrefixList',
    id: attribute('id'),
    name: 'PrefixListName',
    properties: { addressFamily: 'AddressFamily', maxEntries: 'MaxEntries' },
    more: ({ Entries: entries }) => ({ items: listEntries(entries, 'Cidr') }),
  },
  'AWS::EC2::NetworkAcl': { type: 'AWS::EC2::NetworkAcl', id: attribute('id'), relations: [inVpc] },
  'AWS::EC2::NetworkAclEntry': {
    type: 'AWS::EC2::NetworkAcl',
    part: true,
    id: attribute('NetworkAclId'),
    more: (values) => ({
      items: { [flagOf(values['Egress']) === true ? 'egress' : 'ingress']: [stackEntry(values)] },
    }),
  },
  'AWS::EC2::SubnetNetworkAclAssociation': {
    type: 'AWS::EC2::NetworkAcl',
    part: true,
    id: attribute('NetworkAclId'),
    relations: [{ verb: 'associated with', type: 'AWS::EC2::Subnet', at: ['SubnetId'], isOnly: true }],
  },
}
