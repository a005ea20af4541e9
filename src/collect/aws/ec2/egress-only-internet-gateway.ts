import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const egressOnlyInternetGateway = defineCollector({
  type: 'AWS::EC2::EgressOnlyInternetGateway',
  count: 'egressOnlyInternetGateways',
  scope: 'regional',
  permissions: ['ec2:DescribeEgressOnlyInternetGateways'],
  service: ec2,
  // AWS limits this list to 255 per page.
  pages: ({ sdk, client }) => sdk.paginateDescribeEgressOnlyInternetGateways({ client, pageSize: 255 }, {}),
  items: (page) => page.EgressOnlyInternetGateways,
  resource: (gateway) => ({
    id: gateway.EgressOnlyInternetGatewayId,
    name: nameTag(gateway.Tags),
    tags: tagRecord(gateway.Tags),
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::VPC',
      field: 'EgressOnlyInternetGateways[].Attachments[].VpcId',
      targets: (gateway) => gateway.Attachments?.flatMap(({ VpcId, State }) => (State === 'detached' ? [] : VpcId)),
    },
  ],
})
