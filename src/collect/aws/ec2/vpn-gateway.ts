import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const vpnGateway = defineCollector({
  type: 'AWS::EC2::VPNGateway',
  count: 'vpnGateways',
  scope: 'regional',
  permissions: ['ec2:DescribeVpnGateways'],
  service: ec2,
  // AWS returns all of them in one response.
  pages: ({ sdk, client }) => [client.send(new sdk.DescribeVpnGatewaysCommand({}))],
  items: (page) => page.VpnGateways,
  resource: (gateway) => ({
    id: gateway.VpnGatewayId,
    name: nameTag(gateway.Tags),
    tags: tagRecord(gateway.Tags),
    properties: { state: gateway.State, vpnType: gateway.Type, amazonSideAsn: gateway.AmazonSideAsn },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::VPC',
      field: 'VpnGateways[].VpcAttachments[].VpcId',
      targets: (gateway) => gateway.VpcAttachments?.flatMap(({ VpcId, State }) => (State === 'detached' ? [] : VpcId)),
    },
  ],
})
