/** A VPC that the three-tier application's account shares with others. */
import type { RouteTable, SecurityGroup, Subnet, Tag, Vpc } from '@aws-sdk/client-ec2'
import type { Ec2Data } from '../../services/ec2.ts'
import { hexDigits, resourceId, tagList } from '../resource-id.ts'
import {
  accountId,
  region,
  securityGroupId,
  subnetId as storefrontSubnetId,
  vpcId as storefrontVpcId,
  zones,
} from '../three-tier-network.ts'

/** An account that shares resources with this one and isn't scanned. */
export const otherAccountId = '222233334444'
const [zoneA, zoneB] = zones

export const named = (name: string): Tag[] => tagList({ Name: name, env: 'shared', team: 'network' })
export const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${accountId}:${resource}`

export const vpcId = resourceId('vpc', 'shared')
export const edgeSubnetId = resourceId('subnet', 'shared edge')
export const servicesSubnetId = resourceId('subnet', 'shared services')
const dhcpOptionsId = resourceId('dopt', 'shared')
export const applianceGroupId = resourceId('sg', 'shared appliance')
export const applianceAddress = '10.60.0.20'
const applianceInterfaceId = resourceId('eni', 'shared appliance')
const officePrefixListId = resourceId('pl', 'office networks')
export const transitGatewayId = resourceId('tgw', 'backbone')
export const transitRouteTableId = resourceId('tgw-rtb', 'backbone')
export const vpnGatewayId = resourceId('vgw', 'shared')
export const customerGatewayId = resourceId('cgw', 'office')
export const carrierGatewayId = resourceId('cagw', 'shared')
export const egressGatewayId = resourceId('eigw', 'shared')
export const peeringId = resourceId('pcx', 'storefront shared')
export const gatewayEndpointId = resourceId('vpce', 'storefront s3')
export const interfaceEndpointId = resourceId('vpce', 'storefront secrets')
export const inspectionEndpointId = resourceId('vpce', 'shared inspection')
export const endpointServiceId = resourceId('vpce-svc', 'catalog')
export const inspectionServiceId = resourceId('vpce-svc', 'inspection')
export const directConnectGatewayId = '0f1c2d3e-4a5b-4c6d-8e7f-901234567890'
export const siteVpnId = resourceId('vpn', 'office backbone')

const balancers = 'elasticloadbalancing'
export const catalogBalancerArn = arn(balancers, `loadbalancer/net/catalog/${hexDigits('nlb catalog', 16)}`)
export const inspectionBalancerArn = arn(balancers, `loadbalancer/gwy/inspection/${hexDigits('gwlb inspection', 16)}`)

const vpc: Vpc = {
  VpcId: vpcId,
  CidrBlock: '10.60.0.0/16',
  CidrBlockAssociationSet: [
    {
      AssociationId: resourceId('vpc-cidr-assoc', 'shared'),
      CidrBlock: '10.60.0.0/16',
      CidrBlockState: { State: 'associated' },
    },
  ],
  DhcpOptionsId: dhcpOptionsId,
  InstanceTenancy: 'default',
  IsDefault: false,
  OwnerId: accountId,
  State: 'available',
  Tags: named('shared'),
}

function subnet(id: string, name: string, zone: string, third: number): Subnet {
  return {
    SubnetId: id,
    SubnetArn: arn('ec2', `subnet/${id}`),
    VpcId: vpcId,
    CidrBlock: `10.60.${third}.0/24`,
    AvailabilityZone: zone,
    DefaultForAz: false,
    MapPublicIpOnLaunch: false,
    OwnerId: accountId,
    State: 'available',
    Tags: named(name),
  }
}

const routeTable: RouteTable = {
  RouteTableId: resourceId('rtb', 'shared'),
  VpcId: vpcId,
  OwnerId: accountId,
  Associations: [
    {
      RouteTableAssociationId: resourceId('rtbassoc', 'shared edge'),
      RouteTableId: resourceId('rtb', 'shared'),
      SubnetId: edgeSubnetId,
      Main: false,
      AssociationState: { State: 'associated' },
    },
    {
      RouteTableAssociationId: resourceId('rtbassoc', 'shared offices'),
      RouteTableId: resourceId('rtb', 'shared'),
      GatewayId: vpnGatewayId,
      Main: false,
      AssociationState: { State: 'associated' },
    },
  ],
  PropagatingVgws: [{ GatewayId: vpnGatewayId }],
  Routes: [
    { DestinationCidrBlock: '10.60.0.0/16', GatewayId: 'local', Origin: 'CreateRouteTable', State: 'active' },
    { DestinationCidrBlock: '10.20.0.0/16', VpcPeeringConnectionId: peeringId, State: 'active' },
    { DestinationCidrBlock: '10.0.0.0/8', TransitGatewayId: transitGatewayId, State: 'active' },
    { DestinationIpv6CidrBlock: '::/0', EgressOnlyInternetGatewayId: egressGatewayId, State: 'active' },
    { DestinationCidrBlock: '172.16.0.0/12', NetworkInterfaceId: applianceInterfaceId, State: 'active' },
    {
      DestinationCidrBlock: '192.168.0.0/16',
      GatewayId: vpnGatewayId,
      Origin: 'EnableVgwRoutePropagation',
      State: 'active',
    },
    { DestinationCidrBlock: '198.18.0.0/15', CarrierGatewayId: carrierGatewayId, State: 'active' },
    { DestinationCidrBlock: '0.0.0.0/0', GatewayId: inspectionEndpointId, State: 'active' },
    { DestinationPrefixListId: officePrefixListId, TransitGatewayId: transitGatewayId, State: 'active' },
    {
      DestinationCidrBlock: '100.64.0.0/10',
      InstanceId: resourceId('i', 'storefront worker-1'),
      InstanceOwnerId: accountId,
      NetworkInterfaceId: resourceId('eni', 'storefront worker-1'),
      State: 'active',
    },
  ],
  Tags: named('shared'),
}

/** Traffic from the internet to the storefront goes to its target directly. */
const edgeRouteTable: RouteTable = {
  RouteTableId: resourceId('rtb', 'storefront edge'),
  VpcId: storefrontVpcId,
  OwnerId: accountId,
  Associations: [
    {
      RouteTableAssociationId: resourceId('rtbassoc', 'storefront edge'),
      RouteTableId: resourceId('rtb', 'storefront edge'),
      GatewayId: resourceId('igw', 'storefront'),
      Main: false,
      AssociationState: { State: 'associated' },
    },
  ],
  PropagatingVgws: [],
  Routes: [{ DestinationCidrBlock: '10.20.0.0/16', GatewayId: 'local', Origin: 'CreateRouteTable', State: 'active' }],
  Tags: named('storefront-edge'),
}

const applianceGroup: SecurityGroup = {
  GroupId: applianceGroupId,
  GroupName: 'shared-appliance',
  Description: 'Appliances between the offices and the networks',
  VpcId: vpcId,
  OwnerId: accountId,
  SecurityGroupArn: arn('ec2', `security-group/${applianceGroupId}`),
  IpPermissions: [
    {
      IpProtocol: 'tcp',
      FromPort: 443,
      ToPort: 443,
      IpRanges: [],
      Ipv6Ranges: [],
      PrefixListIds: [{ PrefixListId: officePrefixListId }],
      UserIdGroupPairs: [],
    },
  ],
  IpPermissionsEgress: [
    {
      IpProtocol: 'tcp',
      FromPort: 443,
      ToPort: 443,
      IpRanges: [{ CidrIp: '0.0.0.0/0' }],
      Ipv6Ranges: [],
      PrefixListIds: [{ PrefixListId: officePrefixListId }, { PrefixListId: 'pl-63a5400a' }],
      UserIdGroupPairs: [],
    },
    {
      IpProtocol: 'tcp',
      FromPort: 5432,
      ToPort: 5432,
      IpRanges: [],
      Ipv6Ranges: [],
      PrefixListIds: [],
      UserIdGroupPairs: [
        { GroupId: securityGroupId('database'), UserId: accountId, VpcPeeringConnectionId: peeringId },
      ],
    },
  ],
  Tags: named('shared-appliance'),
}

function aclEntry(RuleNumber: number, Egress: boolean, allow: boolean) {
  return {
    RuleNumber,
    Egress,
    Protocol: '-1',
    RuleAction: allow ? ('allow' as const) : ('deny' as const),
    CidrBlock: '0.0.0.0/0',
  }
}

function networkAcl(name: string, network: string, subnetIds: readonly string[]) {
  const id = resourceId('acl', name)
  return {
    NetworkAclId: id,
    VpcId: network,
    OwnerId: accountId,
    IsDefault: true,
    Associations: subnetIds.map((SubnetId) => ({
      NetworkAclAssociationId: resourceId('aclassoc', SubnetId),
      NetworkAclId: id,
      SubnetId,
    })),
    Entries: [
      aclEntry(100, true, true),
      aclEntry(32_767, true, false),
      aclEntry(100, false, true),
      {
        ...aclEntry(110, false, true),
        Protocol: '1',
        IcmpTypeCode: { Type: 8, Code: -1 },
      },
      aclEntry(32_767, false, false),
    ],
    Tags: [],
  }
}

function networkInterface(id: string, network: string, subnetIdentifier: string, group: string, description: string) {
  return {
    NetworkInterfaceId: id,
    AvailabilityZone: zoneA,
    Description: description,
    Groups: [{ GroupId: group, GroupName: description }],
    InterfaceType: 'interface' as const,
    OwnerId: accountId,
    RequesterManaged: false,
    SourceDestCheck: false,
    Status: 'in-use' as const,
    SubnetId: subnetIdentifier,
    TagSet: named(description),
    VpcId: network,
  }
}

function flowLog(name: string, ResourceId: string, destination: 'cloud-watch-logs' | 's3' | 'kinesis-data-firehose') {
  const destinations = {
    'cloud-watch-logs': arn('logs', 'log-group:/network/flow-logs'),
    s3: 'arn:aws:s3:::storefront-access-logs-444455556666/flow-logs/',
    'kinesis-data-firehose': arn('firehose', 'deliverystream/logs-to-archive'),
  }
  return {
    FlowLogId: resourceId('fl', name),
    FlowLogStatus: 'ACTIVE',
    DeliverLogsStatus: 'SUCCESS',
    ResourceId,
    TrafficType: 'ALL' as const,
    LogDestinationType: destination,
    LogDestination: destinations[destination],
    ...(destination === 'cloud-watch-logs'
      ? {
          LogGroupName: '/network/flow-logs',
          DeliverLogsPermissionArn: `arn:aws:iam::${accountId}:role/network/flow-logs`,
        }
      : {}),
    MaxAggregationInterval: 60,
    Tags: named(name),
  }
}

export const ec2: Ec2Data = {
  vpcs: [vpc],
  subnets: [subnet(edgeSubnetId, 'shared-edge', zoneA, 0), subnet(servicesSubnetId, 'shared-services', zoneB, 1)],
  routeTables: [routeTable, edgeRouteTable],
  securityGroups: [applianceGroup],
  dhcpOptions: [
    {
      DhcpOptionsId: dhcpOptionsId,
      OwnerId: accountId,
      DhcpConfigurations: [{ Key: 'domain-name-servers', Values: [{ Value: '10.60.1.2' }, { Value: '10.60.0.2' }] }],
      Tags: named('shared'),
    },
  ],
  networkAcls: [networkAcl('shared', vpcId, [edgeSubnetId, servicesSubnetId])],
  managedPrefixLists: [
    {
      PrefixListId: officePrefixListId,
      PrefixListArn: arn('ec2', `prefix-list/${officePrefixListId}`),
      PrefixListName: 'office-networks',
      AddressFamily: 'IPv4',
      State: 'create-complete',
      MaxEntries: 20,
      Version: 3,
      OwnerId: accountId,
      Tags: named('office-networks'),
    },
    {
      PrefixListId: 'pl-63a5400a',
      PrefixListArn: `arn:aws:ec2:${region}:aws:prefix-list/pl-63a5400a`,
      PrefixListName: `com.amazonaws.${region}.s3`,
      AddressFamily: 'IPv4',
      OwnerId: 'AWS',
      Tags: [],
    },
    {
      PrefixListId: 'pl-02cd2c6b',
      PrefixListArn: `arn:aws:ec2:${region}:aws:prefix-list/pl-02cd2c6b`,
      PrefixListName: `com.amazonaws.${region}.dynamodb`,
      AddressFamily: 'IPv4',
      OwnerId: 'AWS',
      Tags: [],
    },
  ],
  prefixListEntries: {
    [officePrefixListId]: [
      { Cidr: '203.0.113.0/24', Description: 'Offices' },
      { Cidr: '198.51.100.0/26', Description: 'Workshop' },
    ],
    'pl-63a5400a': [{ Cidr: '52.216.0.0/15' }, { Cidr: '3.5.0.0/19' }],
    'pl-02cd2c6b': [{ Cidr: '52.94.0.0/22' }],
  },
  addresses: [
    {
      AllocationId: resourceId('eipalloc', 'worker'),
      AssociationId: resourceId('eipassoc', 'worker'),
      Domain: 'vpc',
      InstanceId: resourceId('i', 'storefront worker-1'),
      NetworkInterfaceId: resourceId('eni', 'storefront worker-1'),
      PublicIp: '198.51.100.40',
      Tags: named('worker'),
    },
    { AllocationId: resourceId('eipalloc', 'spare'), Domain: 'vpc', PublicIp: '198.51.100.41', Tags: [] },
  ],
  networkInterfaces: [
    {
      ...networkInterface(applianceInterfaceId, vpcId, edgeSubnetId, applianceGroupId, 'shared-appliance'),
      PrivateIpAddress: applianceAddress,
      PrivateIpAddresses: [
        { Primary: true, PrivateIpAddress: applianceAddress },
        { Primary: false, PrivateIpAddress: '10.60.0.78', Association: { PublicIp: '198.51.100.78' } },
      ],
      Ipv6Addresses: [{ Ipv6Address: '2001:db8:60::4d' }],
    },
    networkInterface(
      resourceId('eni', 'endpoint secrets'),
      storefrontVpcId,
      storefrontSubnetId('app', zoneA),
      securityGroupId('functions'),
      'VPC Endpoint Interface',
    ),
  ],
  flowLogs: [
    flowLog('network', vpcId, 'cloud-watch-logs'),
    flowLog('subnet', edgeSubnetId, 's3'),
    flowLog('interface', applianceInterfaceId, 'kinesis-data-firehose'),
    flowLog('transit-gateway', transitGatewayId, 'cloud-watch-logs'),
    flowLog('transit-attachment', resourceId('tgw-attach', 'storefront'), 's3'),
  ],
}
