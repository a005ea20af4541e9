/** API Gateway: HTTP and WebSocket APIs, their integrations, VPC links, and routing rules of domain names. */
import type {
  Api,
  ApiMapping,
  Authorizer,
  DomainName,
  Integration,
  Route,
  RoutingRule,
  Stage,
  VpcLink,
} from '@aws-sdk/client-apigatewayv2'
import { defineService } from '../define-service.ts'

type NamedDomain = Pick<DomainName, 'DomainName'>

declare module '../world.ts' {
  interface RegionData {
    readonly apiGatewayV2?: Lists<
      { apis: Api; vpcLinks: VpcLink; domainNames: NamedDomain; ruledDomainNames: NamedDomain },
      {
        integrations: Integration
        stages: Stage
        routes: Route
        authorizers: Authorizer
        apiMappings: ApiMapping
        routingRules: RoutingRule
      }
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
  GetAuthorizers: { list: 'authorizers', within: 'apis' },
  // Only of regional domain names. Rules are of domain names of all kinds.
  GetApiMappings: { list: 'apiMappings', within: 'domainNames' },
  ListRoutingRules: {
    list: 'routingRules',
    within: { list: 'ruledDomainNames', by: ['DomainName'] },
    parameters: ['DomainNameId'],
    iamAction: 'apigateway:ListRoutingRules',
    pages: { largest: 100 },
  },
  GetVpcLinks: { list: 'vpcLinks', denied: 'arn:aws:apigateway:{region}::/vpclinks' },
})
