import { defineCollector } from '../../collector.ts'
import { apiGateway } from './rest-api.ts'

export const restVpcLink = defineCollector({
  type: 'AWS::ApiGateway::VpcLink',
  count: 'restVpcLinks',
  scope: 'regional',
  permissions: ['apigateway:GET'],
  service: apiGateway,
  pages: ({ sdk, client }) => sdk.paginateGetVpcLinks({ client, pageSize: 500 }, {}),
  items: (page) => page.items,
  resource: (link) => ({
    id: link.id,
    name: link.name,
    tags: link.tags ?? {},
    properties: { description: link.description, status: link.status },
  }),
  relations: [
    {
      verb: 'routes to',
      types: ['AWS::ElasticLoadBalancingV2::LoadBalancer'],
      field: 'items[].targetArns[]',
      arns: (link) => link.targetArns,
    },
  ],
})
