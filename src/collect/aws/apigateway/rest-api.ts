import type {
  Authorizer,
  Integration,
  Method,
  Resource as ApiResource,
  RestApi,
  Stage,
} from '@aws-sdk/client-api-gateway'
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import type { Place } from '../../references/arn.ts'
import { policyGrants } from '../../properties/policy-grants.ts'
import { restAuthorizers } from './authorizer.ts'
import { calledArn, integrationArn, serviceOf } from './integration-arn.ts'
import { byRoute, type RouteTarget } from './route-target.ts'

export const apiGateway = defineService(
  'apigateway',
  () => import('@aws-sdk/client-api-gateway'),
  (sdk) => sdk.APIGatewayClient,
)

type DescribedApi = {
  readonly api: RestApi
  readonly methods: readonly Method[] | undefined
  readonly routeTargets: readonly RouteTarget[] | undefined
  readonly stages: readonly Stage[] | undefined
  readonly authorizers: readonly Authorizer[] | undefined
}

/** Collects REST APIs. Only the names and targets of stages are stored, not their variables. */
export const restApi = defineCollector({
  type: 'AWS::ApiGateway::RestApi',
  count: 'restApis',
  scope: 'regional',
  // One action allows all reads.
  permissions: ['apigateway:GET'],
  service: apiGateway,
  pages: ({ sdk, client }) => sdk.paginateGetRestApis({ client, pageSize: 500 }, {}),
  items: (page, context) => {
    const { sdk, client, each } = context
    // Three calls per API: only its resources include integrations, only its stages include web ACLs, and authorizers have a list of their own.
    const describe = async (api: RestApi, withAuthorizers: boolean): Promise<DescribedApi> => {
      const pages = sdk.paginateGetResources({ client, pageSize: 500 }, { restApiId: api.id, embed: ['methods'] })
      const authorizersAt = (position: string | undefined) =>
        client.send(new sdk.GetAuthorizersCommand({ restApiId: api.id, limit: 500, position }))
      const [resourcePages, { item: stages = [] }, authorizerPages] = await Promise.all([
        Array.fromAsync(pages),
        client.send(new sdk.GetStagesCommand({ restApiId: api.id })),
        withAuthorizers ? Array.fromAsync(tokenPages(authorizersAt)) : undefined,
      ])
      const resources = resourcePages.flatMap(({ items = [] }) => items)
      return {
        api,
        stages,
        authorizers: authorizerPages?.flatMap(({ items = [] }) => items),
        methods: resources.flatMap(({ resourceMethods = {} }) => Object.values(resourceMethods)),
        routeTargets: resources.flatMap((resource) => routeTargets(resource, context)).toSorted(byRoute),
      }
    }
    return each(page.items, (api) => describe(api, true), {
      // Roles of earlier versions don't allow this list.
      less: (api) => describe(api, false),
      listed: (api): DescribedApi => ({
        api,
        methods: undefined,
        stages: undefined,
        authorizers: undefined,
        routeTargets: undefined,
      }),
    })
  },
  resource: ({ api, methods, stages, authorizers, routeTargets: routes }, { accountNumber }) => ({
    id: api.id,
    name: api.name,
    tags: api.tags ?? {},
    properties: {
      description: api.description,
      endpointTypes: api.endpointConfiguration?.types,
      defaultEndpointDisabled: api.disableExecuteApiEndpoint,
      policyGrants: api.policy === undefined ? undefined : (policyGrants(api.policy, accountNumber) ?? null),
      securityPolicy: api.securityPolicy,
      stages: stages?.flatMap(({ stageName }) => stageName ?? []).toSorted(),
      methods: methods?.length,
      methodsWithoutAuthorization: methods?.filter(isFree).length,
      routeTargets: routes,
      authorizers: authorizers && restAuthorizers(authorizers),
    },
  }),
  relations: [
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function', 'AWS::S3::Bucket', 'AWS::SQS::Queue'],
      field: 'apigateway:GET items[].resourceMethods.*.methodIntegration.uri',
      arns: (item) => integrations(item).map(({ uri }) => integrationArn(uri)),
    },
    {
      verb: 'invokes',
      types: [
        'AWS::DynamoDB::Table',
        'AWS::Events::EventBus',
        'AWS::Kinesis::Stream',
        'AWS::KinesisFirehose::DeliveryStream',
        'AWS::SNS::Topic',
        'AWS::SQS::Queue',
        'AWS::StepFunctions::StateMachine',
      ],
      field: 'apigateway:GET items[].resourceMethods.*.methodIntegration.requestTemplates',
      arns: (item, context) => integrations(item).map((integration) => calledArn(integration, context)),
    },
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function'],
      field: 'apigateway:GET items[].authorizerUri',
      arns: ({ authorizers }) => authorizers?.map(({ authorizerUri }) => integrationArn(authorizerUri)),
    },
    {
      verb: 'associated with',
      types: ['AWS::Cognito::UserPool'],
      field: 'apigateway:GET items[].providerARNs[]',
      arns: ({ authorizers }) => authorizers?.flatMap(({ providerARNs = [] }) => providerARNs),
    },
    {
      verb: 'routes to',
      types: ['AWS::ApiGateway::VpcLink', 'AWS::ApiGatewayV2::VpcLink'],
      field: 'apigateway:GET items[].resourceMethods.*.methodIntegration.connectionId',
      references: (item) => integrations(item).flatMap((integration) => vpcLinkOf(integration) ?? []),
    },
    {
      verb: 'routes to',
      types: ['AWS::ElasticLoadBalancingV2::LoadBalancer', 'AWS::ElasticLoadBalancingV2::Listener'],
      field: 'apigateway:GET items[].resourceMethods.*.methodIntegration.integrationTarget',
      arns: (item) => integrations(item).map(({ integrationTarget }) => integrationTarget),
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'apigateway:GET items[].resourceMethods.*.methodIntegration.credentials',
      arns: (item) => integrations(item).map(({ credentials }) => credentials),
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::VPCEndpoint',
      field: 'apigateway:GET items[].endpointConfiguration.vpcEndpointIds[]',
      targets: ({ api }) => api.endpointConfiguration?.vpcEndpointIds,
    },
    {
      verb: 'associated with',
      types: ['AWS::WAFv2::WebACL'],
      field: 'apigateway:GET item[].webAclArn',
      arns: ({ stages }) => stages?.map(({ webAclArn }) => webAclArn),
    },
    {
      verb: 'logs to',
      types: ['AWS::Logs::LogGroup', 'AWS::KinesisFirehose::DeliveryStream'],
      field: 'apigateway:GET item[].accessLogSettings.destinationArn',
      arns: ({ stages }) => stages?.map(({ accessLogSettings }) => accessLogSettings?.destinationArn),
    },
  ],
})

/** If requests of clients name what a service works on, its target is the role that says what they may name. */
export function routeTargets({ path = '', resourceMethods = {} }: ApiResource, place: Place): readonly RouteTarget[] {
  return Object.entries(resourceMethods).flatMap(([method, { methodIntegration = {} }]) => {
    const { uri, credentials } = methodIntegration
    const role = serviceOf(uri) !== undefined && credentials?.includes(':role/') === true ? credentials : undefined
    const target = calledArn(methodIntegration, place) ?? role
    return target === undefined ? [] : [{ route: `${method} ${path}`, target }]
  })
}

/** Browsers send preflight requests without credentials. A mock integration answers them, and nothing behind the API. */
export function isFree({ httpMethod, authorizationType, methodIntegration }: Method): boolean {
  return authorizationType === 'NONE' && !(httpMethod === 'OPTIONS' && methodIntegration?.type === 'MOCK')
}

/** With VPC link V2, each integration names its target. A stage variable may name the link. */
function vpcLinkOf({ connectionId, integrationTarget }: Integration): ResourceReference | undefined {
  if (connectionId === undefined || connectionId.includes('${')) return undefined
  const type = integrationTarget === undefined ? 'AWS::ApiGateway::VpcLink' : 'AWS::ApiGatewayV2::VpcLink'
  return { type, id: connectionId }
}

function integrations({ methods }: DescribedApi): readonly Integration[] {
  return (methods ?? []).flatMap(({ methodIntegration }) => methodIntegration ?? [])
}
