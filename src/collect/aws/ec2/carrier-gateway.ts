import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const carrierGateway = defineCollector({
  type: 'AWS::EC2::CarrierGateway',
  count: 'carrierGateways',
  scope: 'regional',
  permissions: ['ec2:DescribeCarrierGateways'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeCarrierGateways({ client, pageSize: 1000 }, {}),
  items: (page) => page.CarrierGateways,
  resource: (gateway) => ({
    id: gateway.CarrierGatewayId,
    name: nameTag(gateway.Tags),
    tags: tagRecord(gateway.Tags),
    properties: { state: gateway.State },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::VPC',
      field: 'CarrierGateways[].VpcId',
      targets: (gateway) => gateway.VpcId,
    },
  ],
})
