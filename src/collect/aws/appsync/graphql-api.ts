import type { AdditionalAuthenticationProvider, GraphqlApi } from '@aws-sdk/client-appsync'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import type { ApiAuthorizer } from '../apigateway/authorizer.ts'

export const appSync = defineService(
  'appsync',
  () => import('@aws-sdk/client-appsync'),
  (sdk) => sdk.AppSyncClient,
)

export const graphqlApi = defineCollector({
  type: 'AWS::AppSync::GraphQLApi',
  count: 'graphqlApis',
  scope: 'regional',
  permissions: ['appsync:ListGraphqlApis'],
  service: appSync,
  pages: ({ sdk, client }) => sdk.paginateListGraphqlApis({ client, pageSize: 25 }, {}),
  items: (page) => page.graphqlApis,
  resource: (api) => ({
    id: api.apiId,
    arn: api.arn,
    name: api.name,
    tags: api.tags ?? {},
    properties: {
      apiType: api.apiType,
      authentication: api.authenticationType,
      visibility: api.visibility,
      introspection: api.introspectionConfig,
      tracing: api.xrayEnabled,
      fieldLogLevel: api.logConfig?.fieldLogLevel,
      authorizers: providersOf(api).map((provider) => authorizer(provider)),
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::Cognito::UserPool',
      field: 'graphqlApis[].userPoolConfig.userPoolId',
      targets: (api) => providersOf(api).map(({ userPoolConfig }) => userPoolConfig?.userPoolId),
    },
    {
      verb: 'associated with',
      type: 'AWS::WAFv2::WebACL',
      field: 'graphqlApis[].wafWebAclArn',
      targets: (api) => api.wafWebAclArn,
    },
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function'],
      field: 'graphqlApis[].lambdaAuthorizerConfig.authorizerUri',
      arns: (api) => providersOf(api).map(({ lambdaAuthorizerConfig }) => lambdaAuthorizerConfig?.authorizerUri),
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'graphqlApis[].logConfig.cloudWatchLogsRoleArn',
      arns: (api) => api.logConfig?.cloudWatchLogsRoleArn,
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'graphqlApis[].logConfig',
      // The name of the log group is fixed: "Setup and configuration" of logging in the AppSync developer guide.
      targets: (api) => (api.logConfig === undefined ? undefined : `/aws/appsync/apis/${api.apiId}`),
    },
  ],
})

type Provider = AdditionalAuthenticationProvider | GraphqlApi

/** The default way to authorize callers, and the others that fields may name. */
function providersOf(api: GraphqlApi): readonly Provider[] {
  return [api, ...(api.additionalAuthenticationProviders ?? [])]
}

function authorizer({ authenticationType, lambdaAuthorizerConfig }: Provider): ApiAuthorizer {
  const target = lambdaAuthorizerConfig?.authorizerUri
  return { name: '', type: authenticationType ?? '', ...(target !== undefined && { target }) }
}
