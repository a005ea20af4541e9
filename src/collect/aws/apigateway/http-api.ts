import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../token-pages.ts'
import { apiGatewayV2 } from '../services.ts'
import { integrationArn, parameterArns } from './integration-arn.ts'

/** HTTP and WebSocket APIs. */
export const httpApi = defineCollector({
  type: 'AWS::ApiGatewayV2::Api',
  count: 'httpApis',
  scope: 'regional',
  // One action permits all reading.
  permissions: ['apigateway:GET'],
  service: apiGatewayV2,
  // The provider documents no largest size; it is 500 with its REST APIs.
  pages: ({ sdk, client }) =>
    tokenPages((NextToken) => client.send(new sdk.GetApisCommand({ MaxResults: '500', NextToken }))),
  items: (page, { sdk, client, each }) =>
    // One list per API: the integrations are not told with the API.
    each(
      page.Items,
      async (api) => {
        const pages = tokenPages((NextToken) =>
          client.send(new sdk.GetIntegrationsCommand({ ApiId: api.ApiId, MaxResults: '500', NextToken })),
        )
        return { api, integrations: (await Array.fromAsync(pages)).flatMap(({ Items }) => Items ?? []) }
      },
      { listed: (api) => ({ api, integrations: undefined }) },
    ),
  resource: ({ api, integrations }) => ({
    id: api.ApiId,
    name: api.Name,
    tags: api.Tags ?? {},
    properties: {
      description: api.Description,
      protocol: api.ProtocolType,
      endpoint: api.ApiEndpoint,
      defaultEndpointDisabled: api.DisableExecuteApiEndpoint,
      integrations: integrations?.length,
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
      verb: 'routes to',
      types: ['AWS::ElasticLoadBalancingV2::Listener'],
      field: 'apigateway:GET Items[].IntegrationUri',
      arns: ({ integrations }) => integrations?.map(({ IntegrationUri }) => integrationArn(IntegrationUri)),
    },
    {
      verb: 'invokes',
      types: ['AWS::SQS::Queue', 'AWS::StepFunctions::StateMachine'],
      field: 'apigateway:GET Items[].RequestParameters',
      arns: ({ integrations }) => integrations?.flatMap((integration) => parameterArns(integration.RequestParameters)),
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
  ],
})
