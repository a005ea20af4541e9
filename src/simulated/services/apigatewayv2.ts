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

export const service = defineService('apiGatewayV2', () => import('@aws-sdk/client-apigatewayv2'), {
  iamPrefix: 'apigateway',
  iamAction: 'apigateway:GET',
  pages: { largest: 500, usual: 25, error: 'BadRequestException' },
  notFound: ['NotFoundException', 404],
})({
  GetApis: { list: 'apis', denied: 'arn:aws:apigateway:{region}::/apis' },
  GetIntegrations: { list: 'integrations', within: 'apis' },
  GetStages: { list: 'stages', within: 'apis' },
  GetRoutes: { list: 'routes', within: 'apis' },
  // Only of regional domain names, which are all that worlds have here.
  GetApiMappings: { list: 'apiMappings', within: 'domainNames' },
  GetVpcLinks: { list: 'vpcLinks', denied: 'arn:aws:apigateway:{region}::/vpclinks' },
})
