import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../tags.ts'
import { ec2 } from '../services.ts'

export const routeTable = defineCollector({
  type: 'AWS::EC2::RouteTable',
  count: 'routeTables',
  scope: 'regional',
  permissions: ['ec2:DescribeRouteTables'],
  service: ec2,
  // The provider caps this list at 100 a page.
  pages: ({ sdk, client }) => sdk.paginateDescribeRouteTables({ client, pageSize: 100 }, {}),
  items: (page) => page.RouteTables,
  resource: (table) => ({
    id: table.RouteTableId,
    name: nameTag(table.Tags),
    tags: tagRecord(table.Tags),
    properties: {
      main: (table.Associations ?? []).some(({ Main }) => Main === true),
      routes: (table.Routes ?? []).map((route) => ({
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
      })),
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
      targets: (table) => table.Associations?.map(({ SubnetId }) => SubnetId),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::InternetGateway',
      field: 'RouteTables[].Routes[].GatewayId',
      targets: (table) => table.Routes?.map(({ GatewayId }) => (GatewayId?.startsWith('igw-') ? GatewayId : undefined)),
    },
    {
      verb: 'routes to',
      type: 'AWS::EC2::NatGateway',
      field: 'RouteTables[].Routes[].NatGatewayId',
      targets: (table) => table.Routes?.map(({ NatGatewayId }) => NatGatewayId),
    },
  ],
})
