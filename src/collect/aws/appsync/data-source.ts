import { defineCollector, from } from '../../collector.ts'
import { apiHosts } from '../apigateway/api-hosts.ts'
import { namedResources } from '../../references/named-resources.ts'
import { appSync, graphqlApi } from './graphql-api.ts'

export const dataSource = defineCollector({
  type: 'AWS::AppSync::DataSource',
  count: 'graphqlDataSources',
  scope: 'regional',
  permissions: ['appsync:ListDataSources'],
  service: appSync,
  hosts: apiHosts,
  inputs: from(graphqlApi, (api) => api.apiId),
  async *pages({ sdk, client }, [apiId]) {
    for await (const page of sdk.paginateListDataSources({ client, pageSize: 25 }, { apiId })) yield { apiId, page }
  },
  items: ({ apiId, page }) => page.dataSources?.map((source) => ({ apiId, source })),
  resource: ({ source }) => ({
    id: source.dataSourceArn,
    arn: source.dataSourceArn,
    name: source.name,
    properties: { description: source.description, sourceType: source.type },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::AppSync::GraphQLApi',
      field: 'dataSources[].dataSourceArn',
      targets: ({ apiId }) => apiId,
    },
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function'],
      field: 'dataSources[].lambdaConfig.lambdaFunctionArn',
      arns: ({ source }) => source.lambdaConfig?.lambdaFunctionArn,
    },
    {
      verb: 'invokes',
      types: ['AWS::Events::EventBus'],
      field: 'dataSources[].eventBridgeConfig.eventBusArn',
      arns: ({ source }) => source.eventBridgeConfig?.eventBusArn,
    },
    {
      verb: 'uses',
      type: 'AWS::DynamoDB::Table',
      field: 'dataSources[].dynamodbConfig.tableName',
      // A table in another region may have the same name.
      targets: ({ source: { dynamodbConfig: table } }, { region }) =>
        table?.awsRegion === region ? table.tableName : undefined,
    },
    {
      verb: 'uses',
      types: ['AWS::OpenSearchService::Domain'],
      field:
        'appsync:ListDataSources dataSources[].openSearchServiceConfig.endpoint, dataSources[].elasticsearchConfig.endpoint',
      references: ({ source: { openSearchServiceConfig: current, elasticsearchConfig: former } }, context) =>
        [current?.endpoint, former?.endpoint].flatMap((endpoint) => namedResources(endpoint ?? '', context)),
    },
    {
      verb: 'uses',
      types: ['AWS::ApiGateway::RestApi', 'AWS::ApiGatewayV2::Api'],
      field: 'dataSources[].httpConfig.endpoint',
      references: ({ source: { httpConfig } }, context) => namedResources(httpConfig?.endpoint ?? '', context),
    },
    {
      verb: 'uses',
      types: ['AWS::RDS::DBCluster'],
      field: 'dataSources[].relationalDatabaseConfig.rdsHttpEndpointConfig.dbClusterIdentifier',
      arns: ({ source }) => source.relationalDatabaseConfig?.rdsHttpEndpointConfig?.dbClusterIdentifier,
    },
    {
      verb: 'uses',
      types: ['AWS::SecretsManager::Secret'],
      field: 'dataSources[].relationalDatabaseConfig.rdsHttpEndpointConfig.awsSecretStoreArn',
      arns: ({ source }) => source.relationalDatabaseConfig?.rdsHttpEndpointConfig?.awsSecretStoreArn,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'dataSources[].serviceRoleArn',
      arns: ({ source }) => source.serviceRoleArn,
    },
  ],
})
