/** Parts of VPCs for architectures in tests, with readable IDs. */
import type { Instance, IpPermission, NetworkInterface, Route, RouteTable, SecurityGroup } from '@aws-sdk/client-ec2'
import type { Listener, LoadBalancer } from '@aws-sdk/client-elastic-load-balancing-v2'
import { defaultNetworkAcl } from '../../../src/simulated/worlds/default-network-acl.ts'
import { tagList } from '../../../src/simulated/worlds/resource-id.ts'

export const accountId = '111111111111'
export const region = 'us-east-1'
export const zone = 'us-east-1a'
export const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${accountId}:${resource}`

/** By destination: the ID of the target. */
type Routes = Readonly<Record<string, string>>

export type GivenSubnet = { readonly cidr: string; readonly routes: Routes }

const fieldOf: Readonly<Record<string, 'GatewayId' | 'NatGatewayId' | 'TransitGatewayId'>> = {
  nat: 'NatGatewayId',
  tgw: 'TransitGatewayId',
}

/** Routes to VPC endpoints have them as their gateway. */
export function routesTo(routes: Routes): Route[] {
  return Object.entries(routes).map(([DestinationCidrBlock, target]) => ({
    DestinationCidrBlock,
    State: 'active',
    [fieldOf[target.split('-')[0] ?? ''] ?? 'GatewayId']: target,
  }))
}

/** A VPC with one route table for each subnet, and a network ACL that allows everything. */
export function vpc(name: string, cidr: string, subnets: Readonly<Record<string, GivenSubnet>>) {
  const VpcId = `vpc-${name}`
  const names = Object.keys(subnets)
  return {
    vpcs: [{ VpcId, CidrBlock: cidr, State: 'available' as const, OwnerId: accountId, Tags: tagList({ Name: name }) }],
    subnets: names.map((subnet) => ({
      SubnetId: `subnet-${subnet}`,
      VpcId,
      CidrBlock: subnets[subnet]?.cidr ?? '',
      AvailabilityZone: zone,
      State: 'available' as const,
      OwnerId: accountId,
      Tags: tagList({ Name: subnet }),
    })),
    routeTables: names.map((subnet): RouteTable => ({
      RouteTableId: `rtb-${subnet}`,
      VpcId,
      OwnerId: accountId,
      Associations: [{ SubnetId: `subnet-${subnet}`, Main: false, AssociationState: { State: 'associated' } }],
      Routes: routesTo({ [cidr]: 'local', ...subnets[subnet]?.routes }),
    })),
    networkAcls: [
      defaultNetworkAcl(
        VpcId,
        names.map((subnet) => `subnet-${subnet}`),
        accountId,
      ),
    ],
  }
}

/** Members with the same name are one list. */
export function together<Parts extends Readonly<Record<string, readonly unknown[]>>>(
  ...parts: readonly Parts[]
): Parts {
  const names = [...new Set(parts.flatMap((part) => Object.keys(part)))]
  return Object.fromEntries(names.map((name) => [name, parts.flatMap((part) => part[name] ?? [])])) as unknown as Parts
}

/** TCP from CIDR blocks and security groups. */
export function from(port: number, ...sources: readonly string[]): IpPermission {
  return {
    IpProtocol: 'tcp',
    FromPort: port,
    ToPort: port,
    IpRanges: sources.filter((source) => source.includes('/')).map((CidrIp) => ({ CidrIp })),
    UserIdGroupPairs: sources
      .filter((source) => !source.includes('/'))
      .map((GroupId) => ({ GroupId, UserId: accountId })),
  }
}

export function group(name: string, network: string, ...IpPermissions: IpPermission[]): SecurityGroup {
  return {
    GroupId: `sg-${name}`,
    GroupName: name,
    VpcId: `vpc-${network}`,
    OwnerId: accountId,
    IpPermissions,
    IpPermissionsEgress: [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
  }
}

type Location = {
  readonly vpc: string
  readonly subnet: string
  readonly address: string
  readonly groups?: readonly string[]
}

export function networkInterface(
  name: string,
  { vpc: network, subnet, address, groups = [] }: Location,
  more: Partial<NetworkInterface> = {},
): NetworkInterface {
  return {
    NetworkInterfaceId: `eni-${name}`,
    InterfaceType: 'interface',
    Status: 'in-use',
    AvailabilityZone: zone,
    VpcId: `vpc-${network}`,
    SubnetId: `subnet-${subnet}`,
    PrivateIpAddress: address,
    PrivateIpAddresses: [{ PrivateIpAddress: address, Primary: true, Association: more.Association }],
    Groups: groups.map((each) => ({ GroupId: `sg-${each}` })),
    SourceDestCheck: true,
    ...more,
  }
}

/** An instance with its network interface. */
export function server(name: string, at: Location) {
  const instance: Instance = {
    InstanceId: `i-${name}`,
    InstanceType: 't3.small',
    State: { Code: 16, Name: 'running' },
    Placement: { AvailabilityZone: zone },
    VpcId: `vpc-${at.vpc}`,
    SubnetId: `subnet-${at.subnet}`,
    PrivateIpAddress: at.address,
    SecurityGroups: (at.groups ?? []).map((each) => ({ GroupId: `sg-${each}` })),
    Tags: tagList({ Name: name }),
  }
  return {
    reservations: [{ ReservationId: `r-${name}`, OwnerId: accountId, Instances: [instance] }],
    networkInterfaces: [networkInterface(name, at, { Attachment: { InstanceId: `i-${name}` } })],
  }
}

/** An internet-facing Application Load Balancer named `shop` in one subnet, whose only listener forwards to a target group. */
export function publicBalancer(
  LoadBalancerArn: string,
  at: { readonly vpc: string; readonly subnet: string; readonly group: string },
  listener: { readonly Port: number; readonly Protocol: 'HTTP' | 'HTTPS' },
  TargetGroupArn: string,
): { readonly loadBalancers: readonly LoadBalancer[]; readonly listeners: readonly Listener[] } {
  return {
    loadBalancers: [
      {
        LoadBalancerArn,
        LoadBalancerName: 'shop',
        DNSName: `shop-1.${region}.elb.amazonaws.com`,
        Scheme: 'internet-facing',
        Type: 'application',
        VpcId: `vpc-${at.vpc}`,
        IpAddressType: 'ipv4',
        State: { Code: 'active' },
        AvailabilityZones: [{ ZoneName: zone, SubnetId: `subnet-${at.subnet}` }],
        SecurityGroups: [`sg-${at.group}`],
      },
    ],
    listeners: [
      {
        ListenerArn: `${LoadBalancerArn.replace('loadbalancer/', 'listener/')}/3333333333333333`,
        LoadBalancerArn,
        ...listener,
        DefaultActions: [{ Type: 'forward', TargetGroupArn }],
      },
    ],
  }
}
