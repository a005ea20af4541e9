import type { TransitGatewayRoute, TransitGatewayRouteTable } from '@aws-sdk/client-ec2'
import { defineCollector } from '../../collector.ts'
import { inStableOrder } from '../../properties/stable-order.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

type DescribedTable = {
  readonly table: TransitGatewayRouteTable
  /** `undefined` if AWS didn't return all of them. */
  readonly routes: readonly TransitGatewayRoute[] | undefined
}

export const transitGatewayRouteTable = defineCollector({
  type: 'AWS::EC2::TransitGatewayRouteTable',
  count: 'transitGatewayRouteTables',
  scope: 'regional',
  permissions: ['ec2:DescribeTransitGatewayRouteTables', 'ec2:SearchTransitGatewayRoutes'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeTransitGatewayRouteTables({ client, pageSize: 1000 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per table, because AWS searches one table at a time. It returns at most 1,000 routes, without further
    // pages.
    each(
      page.TransitGatewayRouteTables,
      async (table): Promise<DescribedTable> => {
        const command = new sdk.SearchTransitGatewayRoutesCommand({
          TransitGatewayRouteTableId: table.TransitGatewayRouteTableId,
          Filters: [{ Name: 'type', Values: ['static', 'propagated'] }],
          MaxResults: 1000,
        })
        const { Routes = [], AdditionalRoutesAvailable } = await client.send(command)
        return { table, routes: AdditionalRoutesAvailable === true ? undefined : Routes }
      },
      { listed: (table): DescribedTable => ({ table, routes: undefined }), listIsEnough: true },
    ),
  resource: ({ table, routes }) => ({
    id: table.TransitGatewayRouteTableId,
    name: nameTag(table.Tags),
    tags: tagRecord(table.Tags),
    properties: {
      state: table.State,
      defaultAssociation: table.DefaultAssociationRouteTable,
      defaultPropagation: table.DefaultPropagationRouteTable,
      routes: routes === undefined ? undefined : inStableOrder(routes.map(described)),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::TransitGateway',
      field: 'TransitGatewayRouteTables[].TransitGatewayId',
      targets: ({ table }) => table.TransitGatewayId,
    },
  ],
})

function described(route: TransitGatewayRoute) {
  return {
    destination: route.DestinationCidrBlock ?? null,
    attachments: (route.TransitGatewayAttachments ?? [])
      .flatMap(({ TransitGatewayAttachmentId }) => TransitGatewayAttachmentId ?? [])
      .toSorted(),
    type: route.Type ?? null,
    state: route.State ?? null,
  }
}
