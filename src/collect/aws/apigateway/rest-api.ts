import { defineCollector } from '../../collector.ts'
import { apiGateway } from '../services.ts'
import { integrationArn } from './integration-arn.ts'

export const restApi = defineCollector({
  type: 'AWS::ApiGateway::RestApi',
  count: 'restApis',
  scope: 'regional',
  // One action permits all reading.
  permissions: ['apigateway:GET'],
  service: apiGateway,
  pages: ({ sdk, client }) => sdk.paginateGetRestApis({ client, pageSize: 500 }, {}),
  items: (page, { sdk, client, each }) =>
    // One list per API: what its methods integrate with is told with its resources only.
    each(page.items, async (api) => {
      const pages = sdk.paginateGetResources({ client, pageSize: 500 }, { restApiId: api.id, embed: ['methods'] })
      const resources = (await Array.fromAsync(pages)).flatMap(({ items = [] }) => items)
      const methods = resources.flatMap(({ resourceMethods = {} }) => Object.values(resourceMethods))
      return { api, methods, integrations: methods.flatMap(({ methodIntegration }) => methodIntegration ?? []) }
    }),
  resource: ({ api, methods }) => ({
    id: api.id,
    name: api.name,
    tags: api.tags ?? {},
    properties: {
      description: api.description,
      endpointTypes: api.endpointConfiguration?.types,
      defaultEndpointDisabled: api.disableExecuteApiEndpoint,
      securityPolicy: api.securityPolicy,
      methods: methods.length,
      methodsWithoutAuthorization: methods.filter((method) => method.authorizationType === 'NONE').length,
    },
  }),
  relations: [
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function', 'AWS::S3::Bucket', 'AWS::SQS::Queue'],
      field: 'apigateway:GET items[].resourceMethods.*.methodIntegration.uri',
      arns: ({ integrations }) => integrations.map(({ uri }) => integrationArn(uri)),
    },
    {
      verb: 'routes to',
      type: 'AWS::ApiGateway::VpcLink',
      field: 'apigateway:GET items[].resourceMethods.*.methodIntegration.connectionId',
      targets: ({ integrations }) =>
        integrations.map(({ connectionId }) => (connectionId?.includes('${') === true ? undefined : connectionId)),
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'apigateway:GET items[].resourceMethods.*.methodIntegration.credentials',
      arns: ({ integrations }) => integrations.map(({ credentials }) => credentials),
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::VPCEndpoint',
      field: 'apigateway:GET items[].endpointConfiguration.vpcEndpointIds[]',
      targets: ({ api }) => api.endpointConfiguration?.vpcEndpointIds,
    },
  ],
})
