import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const transitGateway = defineCollector({
  type: 'AWS::EC2::TransitGateway',
  count: 'transitGateways',
  scope: 'regional',
  permissions: ['ec2:DescribeTransitGateways'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeTransitGateways({ client, pageSize: 1000 }, {}),
  items: (page) => page.TransitGateways,
  resource: (gateway) => ({
    id: gateway.TransitGatewayId,
    arn: gateway.TransitGatewayArn,
    name: nameTag(gateway.Tags),
    tags: tagRecord(gateway.Tags),
    properties: {
      state: gateway.State,
      description: gateway.Description,
      owner: gateway.OwnerId,
      amazonSideAsn: gateway.Options?.AmazonSideAsn,
      cidrBlocks: gateway.Options?.TransitGatewayCidrBlocks?.toSorted(),
      autoAcceptSharedAttachments: gateway.Options?.AutoAcceptSharedAttachments,
      defaultAssociation: gateway.Options?.DefaultRouteTableAssociation,
      defaultAssociationTable: gateway.Options?.AssociationDefaultRouteTableId,
      defaultPropagation: gateway.Options?.DefaultRouteTablePropagation,
      defaultPropagationTable: gateway.Options?.PropagationDefaultRouteTableId,
    },
  }),
})
