import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const customerGateway = defineCollector({
  type: 'AWS::EC2::CustomerGateway',
  count: 'customerGateways',
  scope: 'regional',
  permissions: ['ec2:DescribeCustomerGateways'],
  service: ec2,
  // AWS returns all of them in one response.
  pages: ({ sdk, client }) => [client.send(new sdk.DescribeCustomerGatewaysCommand({}))],
  items: (page) => page.CustomerGateways,
  resource: (gateway) => ({
    id: gateway.CustomerGatewayId,
    name: nameTag(gateway.Tags),
    tags: tagRecord(gateway.Tags),
    properties: {
      state: gateway.State,
      vpnType: gateway.Type,
      ipAddress: gateway.IpAddress,
      bgpAsn: gateway.BgpAsnExtended ?? gateway.BgpAsn,
      deviceName: gateway.DeviceName,
    },
  }),
  relations: [
    {
      verb: 'uses',
      types: ['AWS::CertificateManager::Certificate'],
      field: 'CustomerGateways[].CertificateArn',
      arns: (gateway) => gateway.CertificateArn,
    },
  ],
})
