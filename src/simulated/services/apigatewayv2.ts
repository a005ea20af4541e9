/** API Gateway: HTTP and WebSocket APIs, their integrations, and VPC links. One IAM action allows all reads. */
import type { Api, ApiMapping, DomainName, Integration, Route, Stage, VpcLink } from '@aws-sdk/client-apigatewayv2'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly apiGatewayV2?: Lists<
      { apis: Api; vpcLinks: VpcLink; domainNames: Pick<DomainName, 'DomainName'> },
      { integrations: Integration; stages: Stage; routes: Route; apiMappings: ApiMapping }
    >
  }
}

const within = { list: 'apis', by: 'ApiId', notFound: ['NotFoundException', 404] } as const

export const service = defineService(() => import('@aws-sdk/client-apigatewayv2'), {
  iamPrefix: 'apigateway',
  iamAction: 'apigateway:GET',
  data: 'apiGatewayV2',
  pages: { largest: 500, usual: 25, error: 'BadRequestException' },
})({
  GetApis: { list: 'apis', denied: 'arn:aws:apigateway:{region}::/apis' },
  GetIntegrations: { list: 'integrations', within },
  GetStages: { list: 'stages', within },
  GetRoutes: { list: 'routes', within },
  // Only of regional domain names, which are all that worlds have here.
  GetApiMappings: {
    list: 'apiMappings',
    within: { list: 'domainNames', by: 'DomainName', notFound: ['NotFoundException', 404] },
  },
  GetVpcLinks: { list: 'vpcLinks', denied: 'arn:aws:apigateway:{region}::/vpclinks' },
})
