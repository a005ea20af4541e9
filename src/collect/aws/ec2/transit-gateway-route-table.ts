import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const transitGatewayRouteTable = defineCollector({
  type: 'AWS::EC2::TransitGatewayRouteTable',
  count: 'transitGatewayRouteTables',
  scope: 'regional',
  permissions: ['ec2:DescribeTransitGatewayRouteTables'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeTransitGatewayRouteTables({ client, pageSize: 1000 }, {}),
  items: (page) => page.TransitGatewayRouteTables,
  resource: (table) => ({
    id: table.TransitGatewayRouteTableId,
    name: nameTag(table.Tags),
    tags: tagRecord(table.Tags),
    properties: {
      state: table.State,
      defaultAssociation: table.DefaultAssociationRouteTable,
      defaultPropagation: table.DefaultPropagationRouteTable,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::TransitGateway',
      field: 'TransitGatewayRouteTables[].TransitGatewayId',
      targets: (table) => table.TransitGatewayId,
    },
  ],
})
