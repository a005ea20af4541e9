import type { Api, Authorizer, Integration, Route, Stage } from '@aws-sdk/client-apigatewayv2'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import type { Place } from '../../references/arn.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { httpAuthorizers, poolOfIssuer } from './authorizer.ts'
import { integrationArn, parameterArn } from './integration-arn.ts'
import { byRoute, type RouteTarget } from './route-target.ts'

export const apiGatewayV2 = defineService(
  'apigateway',
  () => import('@aws-sdk/client-apigatewayv2'),
  (sdk) => sdk.ApiGatewayV2Client,
)

type DescribedApi = {
  readonly api: Api
  readonly integrations: readonly Integration[] | undefined
  readonly stages: readonly Stage[] | undefined
  readonly routes: readonly Route[] | undefined
  readonly authorizers: readonly Authorizer[] | undefined
}

/** Collects HTTP and WebSocket APIs. */
export const httpApi = defineCollector({
  type: 'AWS::ApiGatewayV2::Api',
  count: 'httpApis',
  scope: 'regional',
  // One action allows all reads.
  permissions: ['apigateway:GET'],
  service: apiGatewayV2,
  // AWS documents no maximum size. For REST APIs it is 500.
  pages: ({ sdk, client }) =>
    tokenPages((NextToken) => client.send(new sdk.GetApisCommand({ MaxResults: '500', NextToken }))),
  items: (page, { sdk, client, each }) => {
    // Four lists per API, because the API itself omits its integrations, routes, authorizers, and stages with their log destinations.
    const describe = async (api: Api, withAuthorizers: boolean): Promise<DescribedApi> => {
      const { ApiId } = api
      const pageOf = (NextToken: string | undefined) => ({ ApiId, MaxResults: '500', NextToken })
      const [integrations, stages, routes, authorizers] = await Promise.all([
        Array.fromAsync(tokenPages((token) => client.send(new sdk.GetIntegrationsCommand(pageOf(token))))),
        Array.fromAsync(tokenPages((token) => client.send(new sdk.GetStagesCommand(pageOf(token))))),
        Array.fromAsync(tokenPages((token) => client.send(new sdk.GetRoutesCommand(pageOf(token))))),
        withAuthorizers
          ? Array.fromAsync(tokenPages((token) => client.send(new sdk.GetAuthorizersCommand(pageOf(token)))))
          : undefined,
      ])
      return {
        api,
        integrations: integrations.flatMap(({ Items = [] }) => Items),
        stages: stages.flatMap(({ Items = [] }) => Items),
        routes: routes.flatMap(({ Items = [] }) => Items),
        authorizers: authorizers?.flatMap(({ Items = [] }) => Items),
      }
    }
    return each(page.Items, (api) => describe(api, true), {
      // Roles of earlier versions don't allow this list.
      less: (api) => describe(api, false),
      listed: (api): DescribedApi => ({
        api,
        integrations: undefined,
        stages: undefined,
        routes: undefined,
        authorizers: undefined,
      }),
    })
  },
  resource: ({ api, integrations, stages, routes, authorizers }, context) => ({
    id: api.ApiId,
    name: api.Name,
    tags: api.Tags ?? {},
    properties: {
      description: api.Description,
      protocol: api.ProtocolType,
      endpoint: api.ApiEndpoint,
      defaultEndpointDisabled: api.DisableExecuteApiEndpoint,
      integrations: integrations?.length,
      routes: routes?.length,
      routesWithoutAuthorization: routes && routesWithoutAuthorization(api, routes),
      routeTargets: routes && integrations && routeTargets(routes, integrations, context),
      authorizers: authorizers && httpAuthorizers(authorizers),
      stages: stages?.flatMap(({ StageName }) => StageName ?? []).toSorted(),
    },
  }),
  relations: [
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function'],
      field: 'apigateway:GET Items[].IntegrationUri',
      arns: ({ integrations }) => integrations?.map(({ IntegrationUri }) => integrationArn(IntegrationUri)),
    },
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function'],
      field: 'apigateway:GET Items[].AuthorizerUri',
      arns: ({ authorizers }) => authorizers?.map(({ AuthorizerUri }) => integrationArn(AuthorizerUri)),
    },
    {
      verb: 'associated with',
      type: 'AWS::Cognito::UserPool',
      field: 'apigateway:GET Items[].JwtConfiguration.Issuer',
      targets: ({ authorizers }) => authorizers?.map(({ JwtConfiguration }) => poolOfIssuer(JwtConfiguration?.Issuer)),
    },
    {
      verb: 'routes to',
      types: ['AWS::ElasticLoadBalancingV2::Listener'],
      field: 'apigateway:GET Items[].IntegrationUri',
      arns: ({ integrations }) => integrations?.map(({ IntegrationUri }) => integrationArn(IntegrationUri)),
    },
    {
      verb: 'uses',
      types: ['AWS::ServiceDiscovery::Service'],
      field: 'apigateway:GET Items[].IntegrationUri',
      // Parameters after the ARN choose among the instances of the service.
      arns: ({ integrations }) => integrations?.map(({ IntegrationUri }) => IntegrationUri?.split('?')[0]),
    },
    {
      verb: 'invokes',
      types: ['AWS::Events::EventBus', 'AWS::Kinesis::Stream', 'AWS::SQS::Queue', 'AWS::StepFunctions::StateMachine'],
      field: 'apigateway:GET Items[].RequestParameters',
      arns: ({ integrations }, context) => integrations?.map((integration) => parameterArn(integration, context)),
    },
    {
      verb: 'routes to',
      type: 'AWS::ApiGatewayV2::VpcLink',
      field: 'apigateway:GET Items[].ConnectionId',
      targets: ({ integrations }) => integrations?.map(({ ConnectionId }) => ConnectionId),
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'apigateway:GET Items[].CredentialsArn',
      arns: ({ integrations }) => integrations?.map(({ CredentialsArn }) => CredentialsArn),
    },
    {
      verb: 'logs to',
      types: ['AWS::Logs::LogGroup', 'AWS::KinesisFirehose::DeliveryStream'],
      field: 'apigateway:GET Items[].AccessLogSettings.DestinationArn',
      arns: ({ stages }) => stages?.map(({ AccessLogSettings }) => AccessLogSettings?.DestinationArn),
    },
  ],
})

/** Returns which route calls what, for the routes whose integration names a resource. */
export function routeTargets(
  routes: readonly Route[],
  integrations: readonly Integration[],
  place: Place,
): readonly RouteTarget[] {
  const arns = new Map(
    integrations.map((integration): [string, string | undefined] => [
      `integrations/${integration.IntegrationId}`,
      integrationArn(integration.IntegrationUri) ?? parameterArn(integration, place),
    ]),
  )
  return routes
    .flatMap(({ RouteKey: route, Target = '' }) => {
      const target = arns.get(Target)
      return route === undefined || target === undefined ? [] : [{ route, target }]
    })
    .toSorted(byRoute)
}

/** WebSocket APIs check authorization when a client connects, by the route `$connect`, which is optional. */
export function routesWithoutAuthorization(
  { ProtocolType }: Pick<Api, 'ProtocolType'>,
  routes: readonly Route[],
): number {
  const connect = routes.find(({ RouteKey }) => RouteKey === '$connect')
  if (ProtocolType !== 'WEBSOCKET') return routes.filter(isFree).length
  return connect === undefined || isFree(connect) ? routes.length : 0
}

function isFree({ AuthorizationType = 'NONE' }: Route): boolean {
  return AuthorizationType === 'NONE'
}
