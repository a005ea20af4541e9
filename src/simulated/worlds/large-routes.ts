/** Gateways and route tables of a large region, as in accounts of that size. */
import type { InternetGateway, NatGateway, Route, RouteTable, Tag } from '@aws-sdk/client-ec2'
import { resourceId } from './resource-id.ts'

export type LargeNetwork = {
  readonly name: string
  readonly vpcId: string
  readonly cidr: string
  /** One for each Availability Zone, in their order. */
  readonly publicSubnets: readonly string[]
  readonly applicationSubnets: readonly string[]
  readonly tags: (name: string) => Tag[]
}

type LargeRoutes = {
  readonly internetGateways: readonly InternetGateway[]
  readonly natGateways: readonly NatGateway[]
  readonly routeTables: readonly RouteTable[]
}

/**
 * For three Availability Zones: an internet gateway, three NAT gateways with a route table each, a public table, and a
 * main table.
 */
export const routingPerVpc = 9

/**
 * Public subnets have a route to the internet gateway, application subnets to the NAT gateway of their zone, all others
 * only local routes.
 */
export function largeRoutes(accountId: string, networks: readonly LargeNetwork[]): LargeRoutes {
  return {
    internetGateways: networks.map(({ name, vpcId, tags }) => ({
      InternetGatewayId: gatewayId(name),
      // The SDK's type only has `attaching` to `detached`, but AWS returns `available` for internet gateways.
      Attachments: [{ VpcId: vpcId, State: 'available' as 'attached' }],
      OwnerId: accountId,
      Tags: tags(name),
    })),
    natGateways: networks.flatMap(({ name, vpcId, publicSubnets, tags }) =>
      publicSubnets.map((subnetId, zone) => ({
        NatGatewayId: natGatewayId(name, zone),
        VpcId: vpcId,
        SubnetId: subnetId,
        ConnectivityType: 'public' as const,
        State: 'available' as const,
        CreateTime: new Date('2026-01-05T08:00:00Z'),
        Tags: tags(`${name}-nat-${zone}`),
      })),
    ),
    routeTables: networks.flatMap((network) => tablesOf(network, accountId)),
  }
}

function tablesOf(network: LargeNetwork, accountId: string): readonly RouteTable[] {
  const { name, vpcId, cidr, publicSubnets, applicationSubnets, tags } = network
  const local: Route = { DestinationCidrBlock: cidr, GatewayId: 'local', Origin: 'CreateRouteTable', State: 'active' }
  const table = (of: string, subnetIds: readonly string[], way: Route | null): RouteTable => ({
    RouteTableId: resourceId('rtb', `large ${name} ${of}`),
    VpcId: vpcId,
    OwnerId: accountId,
    Associations: (way === null ? [undefined] : subnetIds).map((subnetId, position) => ({
      RouteTableAssociationId: resourceId('rtbassoc', `large ${name} ${of} ${position}`),
      RouteTableId: resourceId('rtb', `large ${name} ${of}`),
      AssociationState: { State: 'associated' },
      Main: subnetId === undefined,
      ...(subnetId !== undefined && { SubnetId: subnetId }),
    })),
    PropagatingVgws: [],
    Routes: way === null ? [local] : [local, way],
    Tags: tags(`${name}-${of}`),
  })
  const out = { DestinationCidrBlock: '0.0.0.0/0', Origin: 'CreateRoute', State: 'active' } as const
  return [
    table('main', [], null),
    table('public', publicSubnets, { ...out, GatewayId: gatewayId(name) }),
    ...applicationSubnets.map((subnetId, zone) =>
      table(`application-${zone}`, [subnetId], { ...out, NatGatewayId: natGatewayId(name, zone) }),
    ),
  ]
}

function gatewayId(name: string): string {
  return resourceId('igw', `large ${name}`)
}

function natGatewayId(name: string, zone: number): string {
  return resourceId('nat', `large ${name} ${zone}`)
}
