import type { Route, RouteTable, RouteTableAssociation } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { inStableOrder } from '../../properties/stable-order.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const routeTable = defineCollector({
  type: 'AWS::EC2::RouteTable',
  count: 'routeTables',
  scope: 'regional',
  permissions: ['ec2:DescribeRouteTables'],
  service: ec2,
  // AWS limits this list to 100 per page.
  pages: ({ sdk, client }) => sdk.paginateDescribeRouteTables({ client, pageSize: 100 }, {}),
  items: (page) => page.RouteTables,
  resource: (table) => ({
    id: table.RouteTableId,
    name: nameTag(table.Tags),
    tags: tagRecord(table.Tags),
    properties: {
      main: associations(table).some(({ Main }) => Main === true),
      propagatingGateways: (table.PropagatingVgws ?? []).flatMap(({ GatewayId }) => GatewayId ?? []).toSorted(),
      routes: inStableOrder(
        (table.Routes ?? []).map((route) => ({
          destination:
            route.DestinationCidrBlock ?? route.DestinationIpv6CidrBlock ?? route.DestinationPrefixListId ?? null,
          target:
            route.GatewayId ??
            route.NatGatewayId ??
            route.TransitGatewayId ??
            route.VpcPeeringConnectionId ??
            route.EgressOnlyInternetGatewayId ??
            route.NetworkInterfaceId ??
            route.InstanceId ??
            route.LocalGatewayId ??
            route.CarrierGatewayId ??
            route.CoreNetworkArn ??
            null,
          state: route.State ?? null,
          propagated: route.Origin === 'EnableVgwRoutePropagation',
        })),
      ),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'RouteTables[].VpcId',
      targets: (table) => table.VpcId,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::Subnet',
      field: 'RouteTables[].Associations[].SubnetId',
      targets: (table) => associations(table).map(({ SubnetId }) => SubnetId),
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::InternetGateway',
      field: 'RouteTables[].Associations[].GatewayId',
      targets: (table) => edges(table, 'igw-'),
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::VPNGateway',
      field: 'RouteTables[].Associations[].GatewayId',
      targets: (table) => edges(table, 'vgw-'),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::InternetGateway',
      field: 'RouteTables[].Routes[].GatewayId',
      targets: (table) => gateways(table, 'igw-'),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::NatGateway',
      field: 'RouteTables[].Routes[].NatGatewayId',
      targets: (table) => routesInUse(table).map(({ NatGatewayId }) => NatGatewayId),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::EgressOnlyInternetGateway',
      field: 'RouteTables[].Routes[].EgressOnlyInternetGatewayId',
      targets: (table) => routesInUse(table).map(({ EgressOnlyInternetGatewayId }) => EgressOnlyInternetGatewayId),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::TransitGateway',
      field: 'RouteTables[].Routes[].TransitGatewayId',
      targets: (table) => routesInUse(table).map(({ TransitGatewayId }) => TransitGatewayId),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::VPCPeeringConnection',
      field: 'RouteTables[].Routes[].VpcPeeringConnectionId',
      targets: (table) => routesInUse(table).map(({ VpcPeeringConnectionId }) => VpcPeeringConnectionId),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::CarrierGateway',
      field: 'RouteTables[].Routes[].CarrierGatewayId',
      targets: (table) => routesInUse(table).map(({ CarrierGatewayId }) => CarrierGatewayId),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::NetworkInterface',
      field: 'RouteTables[].Routes[].NetworkInterfaceId',
      targets: (table) => routesInUse(table).map(({ NetworkInterfaceId }) => NetworkInterfaceId),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::Instance',
      field: 'RouteTables[].Routes[].InstanceId',
      targets: (table) => routesInUse(table).map(({ InstanceId }) => InstanceId),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::VPNGateway',
      field: 'RouteTables[].Routes[].GatewayId',
      targets: (table) => gateways(table, 'vgw-'),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::VPCEndpoint',
      field: 'RouteTables[].Routes[].GatewayId',
      targets: (table) => gateways(table, 'vpce-'),
    },
    {
      verb: 'uses',
      type: 'AWS::EC2::PrefixList',
      field: 'RouteTables[].Routes[].DestinationPrefixListId',
      targets: (table) => routesInUse(table).map(prefixListId),
    },
  ],
})

/** Without black holes, whose targets are deleted or unavailable. */
function routesInUse({ Routes = [] }: RouteTable): readonly Route[] {
  return Routes.filter(({ State }) => State !== 'blackhole')
}

/** Without those that have ended or never came to be. */
function associations({ Associations = [] }: RouteTable): readonly RouteTableAssociation[] {
  return Associations.filter(
    ({ AssociationState: { State = '' } = {} }) => !['disassociated', 'failed'].includes(State),
  )
}

/** Returns the gateways whose inbound traffic uses the table. */
function edges(table: RouteTable, prefix: string): readonly string[] {
  return associations(table).flatMap(({ GatewayId }) => (GatewayId?.startsWith(prefix) ? GatewayId : []))
}

/** One field names gateways of several types: internet gateways, virtual private gateways, and gateway endpoints. */
function gateways(table: RouteTable, prefix: string): readonly string[] {
  return routesInUse(table).flatMap(({ GatewayId }) => (GatewayId?.startsWith(prefix) ? GatewayId : []))
}

/** Routes to gateway endpoints name one of AWS's own prefix lists. */
function prefixListId({ DestinationPrefixListId, GatewayId }: Route): string | undefined {
  return GatewayId?.startsWith('vpce-') ? undefined : DestinationPrefixListId
}
