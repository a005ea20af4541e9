import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { apiGatewayV2 } from './http-api.ts'

export const httpVpcLink = defineCollector({
  type: 'AWS::ApiGatewayV2::VpcLink',
  count: 'httpVpcLinks',
  scope: 'regional',
  permissions: ['apigateway:GET'],
  service: apiGatewayV2,
  // AWS documents no maximum size. For REST APIs it is 500.
  pages: ({ sdk, client }) =>
    tokenPages((NextToken) => client.send(new sdk.GetVpcLinksCommand({ MaxResults: '500', NextToken }))),
  items: (page) => page.Items,
  resource: (link) => ({
    id: link.VpcLinkId,
    name: link.Name,
    tags: link.Tags ?? {},
    properties: { status: link.VpcLinkStatus, version: link.VpcLinkVersion },
  }),
  relations: [
    { verb: 'attached to', type: 'AWS::EC2::Subnet', field: 'Items[].SubnetIds[]', targets: (link) => link.SubnetIds },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'Items[].SecurityGroupIds[]',
      targets: (link) => link.SecurityGroupIds,
    },
  ],
})
