import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const internetGateway = defineCollector({
  type: 'AWS::EC2::InternetGateway',
  count: 'internetGateways',
  scope: 'regional',
  permissions: ['ec2:DescribeInternetGateways'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeInternetGateways({ client, pageSize: 1000 }, {}),
  items: (page) => page.InternetGateways,
  resource: (gateway) => ({
    id: gateway.InternetGatewayId,
    name: nameTag(gateway.Tags),
    tags: tagRecord(gateway.Tags),
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::VPC',
      field: 'InternetGateways[].Attachments[].VpcId',
      targets: (gateway) => gateway.Attachments?.flatMap(({ VpcId, State }) => (State === 'detached' ? [] : VpcId)),
    },
  ],
})
