/** API Gateway: REST APIs, their resources with methods, and VPC links. One IAM action permits all reading. */
import * as module from '@aws-sdk/client-api-gateway'
import type {
  GetResourcesRequest,
  GetRestApisRequest,
  GetStagesRequest,
  GetVpcLinksRequest,
  Resource,
  Resources,
  RestApi,
  RestApis,
  Stages,
  VpcLink,
  VpcLinks,
} from '@aws-sdk/client-api-gateway'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

const iamAction = 'apigateway:GET'
const paging = {
  token: 'position',
  size: 'limit',
  maximum: 500,
  default: 25,
  badToken: 'BadRequestException',
  badSize: 'BadRequestException',
} as const

const notFound = (restApiId: string | undefined) =>
  new ProviderError('NotFoundException', `Invalid API identifier specified ${restApiId}`, 404)

export const service: SimulatedService = {
  iamPrefix: 'apigateway',
  module,
  client: new module.APIGatewayClient(idleClient),
  operations: {
    GetRestApis: listOperation<GetRestApisRequest, RestApis, RestApi>({
      iamAction,
      deniedResource: ({ region }) => `arn:aws:apigateway:${region}::/restapis`,
      items: ({ regionData }) => regionData.apiGateway?.restApis,
      paging: usualPaging<GetRestApisRequest>(paging),
      answer: (items, position) => ({ items: [...items], position }),
    }),

    GetResources: listOperation<GetResourcesRequest, Resources, Resource>({
      iamAction,
      parameters: ['restApiId', 'embed'],
      items({ regionData }, { restApiId }) {
        if (regionData.apiGateway?.restApis?.some(({ id }) => id === restApiId) !== true) {
          throw notFound(restApiId)
        }
        return regionData.apiGateway.resources?.[restApiId ?? '']
      },
      // Without `embed=methods` a resource names its methods and tells nothing of them.
      narrow: (items, { embed }) =>
        embed?.includes('methods') === true
          ? items
          : items.map((resource) => ({
              ...resource,
              resourceMethods: Object.fromEntries(
                Object.keys(resource.resourceMethods ?? {}).map((name) => [name, {}]),
              ),
            })),
      paging: usualPaging<GetResourcesRequest>(paging),
      answer: (items, position) => ({ items: [...items], position }),
    }),

    GetStages: operation<GetStagesRequest, Stages>({
      iamAction,
      parameters: ['restApiId'],
      answer({ restApiId = '' }, { regionData }) {
        if (regionData.apiGateway?.restApis?.some(({ id }) => id === restApiId) !== true) throw notFound(restApiId)
        return { item: [...(regionData.apiGateway.stages?.[restApiId] ?? [])] }
      },
    }),

    GetVpcLinks: listOperation<GetVpcLinksRequest, VpcLinks, VpcLink>({
      iamAction,
      deniedResource: ({ region }) => `arn:aws:apigateway:${region}::/vpclinks`,
      items: ({ regionData }) => regionData.apiGateway?.vpcLinks,
      paging: usualPaging<GetVpcLinksRequest>(paging),
      answer: (items, position) => ({ items: [...items], position }),
    }),
  },
}
