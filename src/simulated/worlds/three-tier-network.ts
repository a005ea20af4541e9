/**
 * The VPC of the three-tier application, in three Availability Zones with a public, an application, and a data subnet
 * each.
 */
import type {
  Address,
  DhcpOptions,
  InternetGateway,
  IpPermission,
  NatGateway,
  NetworkInterface,
  Route,
  RouteTable,
  SecurityGroup,
  Subnet,
  Vpc,
} from '@aws-sdk/client-ec2'
import { resourceId, tagList } from './resource-id.ts'
import { defaultNetworkAcl } from './default-network-acl.ts'

export const accountId = '444455556666'
export const region = 'us-east-1'
export const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c'] as const

export type Zone = (typeof zones)[number]
export type Tier = 'public' | 'app' | 'data'

const tiers: readonly Tier[] = ['public', 'app', 'data']
const tags = (name: string, team = 'platform') => tagList({ Name: name, env: 'production', team })
const zoneLetter = (zone: Zone) => zone.at(-1) ?? ''

export const vpcId = resourceId('vpc', 'storefront')
const gatewayId = resourceId('igw', 'storefront')

export function subnetId(tier: Tier, zone: Zone): string {
  return resourceId('subnet', `storefront ${tier} ${zone}`)
}

/** The zone's number within a tier's block, as the third octet of its addresses. */
const octet = (tier: Tier, zone: Zone) => tiers.indexOf(tier) * 16 + zones.indexOf(zone)

/** Returns a private address in a subnet. */
export function addressIn(tier: Tier, zone: Zone, host: number): string {
  return `10.20.${octet(tier, zone)}.${host}`
}

export const vpcs: readonly Vpc[] = [
  {
    VpcId: vpcId,
    CidrBlock: '10.20.0.0/16',
    CidrBlockAssociationSet: [
      {
        AssociationId: resourceId('vpc-cidr-assoc', 'storefront'),
        CidrBlock: '10.20.0.0/16',
        CidrBlockState: { State: 'associated' },
      },
    ],
    Ipv6CidrBlockAssociationSet: [
      {
        AssociationId: resourceId('vpc-cidr-assoc', 'storefront ipv6'),
        Ipv6CidrBlock: '2600:1f18:4a2b:9c00::/56',
        Ipv6CidrBlockState: { State: 'associated' },
        NetworkBorderGroup: region,
        Ipv6Pool: 'Amazon',
      },
    ],
    DhcpOptionsId: resourceId('dopt', 'default'),
    InstanceTenancy: 'default',
    IsDefault: false,
    OwnerId: accountId,
    State: 'available',
    Tags: tags('storefront'),
  },
]

export const dhcpOptions: readonly DhcpOptions[] = [
  {
    DhcpOptionsId: resourceId('dopt', 'default'),
    OwnerId: accountId,
    DhcpConfigurations: [
      { Key: 'domain-name', Values: [{ Value: 'ec2.internal' }] },
      { Key: 'domain-name-servers', Values: [{ Value: 'AmazonProvidedDNS' }] },
    ],
    Tags: [],
  },
]

export const subnets: readonly Subnet[] = tiers.flatMap((tier) =>
  zones.map((zone) => ({
    SubnetId: subnetId(tier, zone),
    SubnetArn: `arn:aws:ec2:${region}:${accountId}:subnet/${subnetId(tier, zone)}`,
    VpcId: vpcId,
    CidrBlock: `10.20.${octet(tier, zone)}.0/24`,
    AvailabilityZone: zone,
    AvailabilityZoneId: `use1-az${zones.indexOf(zone) + 1}`,
    AvailableIpAddressCount: 240,
    DefaultForAz: false,
    MapPublicIpOnLaunch: tier === 'public',
    AssignIpv6AddressOnCreation: false,
    OwnerId: accountId,
    State: 'available' as const,
    Tags: tags(`storefront-${tier}-${zoneLetter(zone)}`),
  })),
)

export const internetGateways: readonly InternetGateway[] = [
  {
    InternetGatewayId: gatewayId,
    // The SDK's type only has `attaching` to `detached`, but AWS returns `available` for internet gateways.
    Attachments: [{ VpcId: vpcId, State: 'available' as 'attached' }],
    OwnerId: accountId,
    Tags: tags('storefront'),
  },
]

const natGatewayId = (zone: Zone) => resourceId('nat', `storefront ${zone}`)

export const natGateways: readonly NatGateway[] = zones.map((zone, index) => ({
  NatGatewayId: natGatewayId(zone),
  VpcId: vpcId,
  SubnetId: subnetId('public', zone),
  ConnectivityType: 'public',
  State: 'available',
  CreateTime: new Date('2025-03-04T09:12:00Z'),
  NatGatewayAddresses: [
    {
      AllocationId: resourceId('eipalloc', `nat ${zone}`),
      NetworkInterfaceId: resourceId('eni', `nat ${zone}`),
      PrivateIp: addressIn('public', zone, 5),
      PublicIp: `198.51.100.${10 + index}`,
      IsPrimary: true,
      Status: 'succeeded',
    },
  ],
  Tags: tags(`storefront-nat-${zoneLetter(zone)}`),
}))

export const addresses: readonly Address[] = zones.map((zone, index) => ({
  AllocationId: resourceId('eipalloc', `nat ${zone}`),
  AssociationId: resourceId('eipassoc', `nat ${zone}`),
  Domain: 'vpc',
  NetworkBorderGroup: region,
  NetworkInterfaceId: resourceId('eni', `nat ${zone}`),
  NetworkInterfaceOwnerId: accountId,
  PrivateIpAddress: addressIn('public', zone, 5),
  PublicIp: `198.51.100.${10 + index}`,
  PublicIpv4Pool: 'amazon',
  Tags: tags(`storefront-nat-${zoneLetter(zone)}`),
}))

export const networkInterfaces: readonly NetworkInterface[] = zones.map((zone, index) => ({
  NetworkInterfaceId: resourceId('eni', `nat ${zone}`),
  Association: {
    AllocationId: resourceId('eipalloc', `nat ${zone}`),
    IpOwnerId: accountId,
    PublicIp: `198.51.100.${10 + index}`,
  },
  AvailabilityZone: zone,
  Description: `Interface for NAT Gateway ${natGatewayId(zone)}`,
  Groups: [],
  InterfaceType: 'natGateway',
  OwnerId: accountId,
  PrivateIpAddress: addressIn('public', zone, 5),
  RequesterManaged: true,
  SourceDestCheck: false,
  Status: 'in-use',
  SubnetId: subnetId('public', zone),
  TagSet: [],
  VpcId: vpcId,
}))

const localRoutes: readonly Route[] = [
  { DestinationCidrBlock: '10.20.0.0/16', GatewayId: 'local', Origin: 'CreateRouteTable', State: 'active' },
]

function routeTable(name: string, subnetIds: readonly string[], routes: readonly Route[], main = false): RouteTable {
  const tableId = resourceId('rtb', `storefront ${name}`)
  const association = (meaning: string) => ({
    RouteTableAssociationId: resourceId('rtbassoc', `${name} ${meaning}`),
    RouteTableId: tableId,
    AssociationState: { State: 'associated' as const },
  })
  return {
    RouteTableId: tableId,
    VpcId: vpcId,
    OwnerId: accountId,
    Associations: [
      ...(main ? [{ ...association('main'), Main: true }] : []),
      ...subnetIds.map((id) => ({ ...association(id), Main: false, SubnetId: id })),
    ],
    PropagatingVgws: [],
    Routes: [...localRoutes, ...routes],
    Tags: tags(`storefront-${name}`),
  }
}

export const routeTables: readonly RouteTable[] = [
  routeTable('main', [], [], true),
  routeTable(
    'public',
    zones.map((zone) => subnetId('public', zone)),
    [
      { DestinationCidrBlock: '0.0.0.0/0', GatewayId: gatewayId, Origin: 'CreateRoute', State: 'active' },
      { DestinationIpv6CidrBlock: '::/0', GatewayId: gatewayId, Origin: 'CreateRoute', State: 'active' },
    ],
  ),
  ...zones.map((zone) =>
    routeTable(
      `app-${zoneLetter(zone)}`,
      [subnetId('app', zone)],
      [
        {
          DestinationCidrBlock: '0.0.0.0/0',
          NatGatewayId: natGatewayId(zone),
          Origin: 'CreateRoute',
          State: 'active',
        },
      ],
    ),
  ),
  routeTable(
    'data',
    zones.map((zone) => subnetId('data', zone)),
    [],
  ),
]

export const networkAcls = [
  defaultNetworkAcl(
    vpcId,
    tiers.flatMap((tier) => zones.map((zone) => subnetId(tier, zone))),
    accountId,
  ),
]

export function securityGroupId(name: string): string {
  return resourceId('sg', `storefront ${name}`)
}

const everywhere = { IpRanges: [{ CidrIp: '0.0.0.0/0' }], Ipv6Ranges: [{ CidrIpv6: '::/0' }] }

function tcp(port: number, from: readonly string[] | 'everywhere'): IpPermission {
  const sources =
    from === 'everywhere'
      ? { ...everywhere, UserIdGroupPairs: [] }
      : {
          IpRanges: [],
          Ipv6Ranges: [],
          UserIdGroupPairs: from.map((name) => ({ GroupId: securityGroupId(name), UserId: accountId })),
        }
  return { IpProtocol: 'tcp', FromPort: port, ToPort: port, PrefixListIds: [], ...sources }
}

function securityGroup(
  name: string,
  description: string,
  ingress: readonly IpPermission[],
  team: string,
): SecurityGroup {
  return {
    GroupId: securityGroupId(name),
    GroupName: name === 'default' ? name : `storefront-${name}`,
    Description: description,
    VpcId: vpcId,
    OwnerId: accountId,
    SecurityGroupArn: `arn:aws:ec2:${region}:${accountId}:security-group/${securityGroupId(name)}`,
    IpPermissions: [...ingress],
    IpPermissionsEgress: [{ IpProtocol: '-1', ...everywhere, UserIdGroupPairs: [], PrefixListIds: [] }],
    Tags: name === 'default' ? [] : tags(`storefront-${name}`, team),
  }
}

export const securityGroups: readonly SecurityGroup[] = [
  securityGroup(
    'default',
    'default VPC security group',
    [
      {
        IpProtocol: '-1',
        IpRanges: [],
        Ipv6Ranges: [],
        PrefixListIds: [],
        UserIdGroupPairs: [{ GroupId: securityGroupId('default'), UserId: accountId }],
      },
    ],
    'platform',
  ),
  securityGroup(
    'public-alb',
    'Internet to the public load balancer',
    [tcp(443, 'everywhere'), tcp(80, 'everywhere')],
    'platform',
  ),
  securityGroup('web', 'Public load balancer to web servers', [tcp(8080, ['public-alb'])], 'storefront'),
  securityGroup('internal-alb', 'Web servers to the internal load balancer', [tcp(443, ['web'])], 'platform'),
  securityGroup('api', 'Internal load balancer to API servers', [tcp(9000, ['internal-alb'])], 'orders'),
  securityGroup('worker', 'Background workers, no ingress', [], 'orders'),
  securityGroup('functions', 'Functions in the network, no ingress', [], 'orders'),
  securityGroup('database', 'Servers to databases', [tcp(5432, ['api', 'worker', 'functions'])], 'data'),
]
