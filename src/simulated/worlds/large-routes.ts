/** How the networks of a large region reach the internet: gateways and route tables, as accounts of that size have them. */
import type { InternetGateway, NatGateway, Route, RouteTable, Tag } from '@aws-sdk/client-ec2'
import { resourceId } from './resource-id.ts'

export type LargeNetwork = {
  readonly name: string
  readonly vpcId: string
  readonly cidr: string
  /** One for each zone, in the order of the zones. */
  readonly publicSubnets: readonly string[]
  readonly applicationSubnets: readonly string[]
  readonly tags: (name: string) => Tag[]
}

type LargeRoutes = {
  readonly internetGateways: readonly InternetGateway[]
  readonly natGateways: readonly NatGateway[]
  readonly routeTables: readonly RouteTable[]
}

/** Of three zones: an internet gateway, three NAT gateways, a table for each of them, a public and a main one. */
export const routingPerVpc = 9

/** Public subnets lead to the internet gateway, those of the application to the NAT gateway of their zone, all others nowhere. */
export function largeRoutes(accountId: string, networks: readonly LargeNetwork[]): LargeRoutes {
  return {
    internetGateways: networks.map(({ name, vpcId, tags }) => ({
      InternetGatewayId: gatewayId(name),
      // The SDK's type knows only `attaching` to `detached`, but the provider says `available` for internet gateways.
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
