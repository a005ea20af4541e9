import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

/**
 * Collects Site-to-Site VPN connections. The device configuration and the tunnel options contain pre-shared keys and
 * are never stored.
 */
export const vpnConnection = defineCollector({
  type: 'AWS::EC2::VPNConnection',
  count: 'vpnConnections',
  scope: 'regional',
  permissions: ['ec2:DescribeVpnConnections'],
  service: ec2,
  // AWS returns all of them in one response.
  pages: ({ sdk, client }) => [client.send(new sdk.DescribeVpnConnectionsCommand({}))],
  items: (page) => page.VpnConnections,
  resource: (connection) => ({
    id: connection.VpnConnectionId,
    name: nameTag(connection.Tags),
    tags: tagRecord(connection.Tags),
    properties: {
      state: connection.State,
      vpnType: connection.Type,
      category: connection.Category,
      staticRoutesOnly: connection.Options?.StaticRoutesOnly,
      accelerated: connection.Options?.EnableAcceleration,
      localNetwork: connection.Options?.LocalIpv4NetworkCidr,
      remoteNetwork: connection.Options?.RemoteIpv4NetworkCidr,
      staticRoutes:
        connection.Routes?.filter(({ State }) => State === 'available')
          .flatMap(({ DestinationCidrBlock }) => DestinationCidrBlock ?? [])
          .toSorted() ?? [],
      tunnelStatus: connection.VgwTelemetry?.flatMap(({ Status }) => Status ?? []).toSorted() ?? [],
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::VPNGateway',
      field: 'VpnConnections[].VpnGatewayId',
      targets: (connection) => connection.VpnGatewayId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::TransitGateway',
      field: 'VpnConnections[].TransitGatewayId',
      targets: (connection) => connection.TransitGatewayId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::CustomerGateway',
      field: 'VpnConnections[].CustomerGatewayId',
      targets: (connection) => connection.CustomerGatewayId,
    },
    {
      verb: 'logs to',
      types: ['AWS::Logs::LogGroup'],
      field: 'VpnConnections[].Options.TunnelOptions[].LogOptions.CloudWatchLogOptions',
      arns: ({ Options }) =>
        Options?.TunnelOptions?.flatMap(({ LogOptions: { CloudWatchLogOptions: log = {} } = {} }) => [
          log.LogEnabled === true ? log.LogGroupArn : undefined,
          log.BgpLogEnabled === true ? log.BgpLogGroupArn : undefined,
        ]),
    },
  ],
})
