/** API Gateway: HTTP and WebSocket APIs, their integrations, and VPC links. One IAM action permits all reading. */
import * as module from '@aws-sdk/client-apigatewayv2'
import type {
  Api,
  GetApisRequest,
  GetApisResponse,
  GetIntegrationsRequest,
  GetIntegrationsResponse,
  GetStagesRequest,
  GetStagesResponse,
  GetVpcLinksRequest,
  GetVpcLinksResponse,
  Integration,
  Stage,
  VpcLink,
} from '@aws-sdk/client-apigatewayv2'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

const iamAction = 'apigateway:GET'
const paging = {
  token: 'NextToken',
  size: 'MaxResults',
  maximum: 500,
  default: 25,
  badToken: 'BadRequestException',
  badSize: 'BadRequestException',
} as const

const unknownApi = (id: string | undefined) =>
  new ProviderError('NotFoundException', `Invalid API identifier specified ${id}`, 404)

export const service: SimulatedService = {
  iamPrefix: 'apigateway',
  module,
  client: new module.ApiGatewayV2Client(idleClient),
  operations: {
    GetApis: listOperation<GetApisRequest, GetApisResponse, Api>({
      iamAction,
      deniedResource: ({ region }) => `arn:aws:apigateway:${region}::/apis`,
      items: ({ regionData }) => regionData.apiGatewayV2?.apis,
      paging: usualPaging<GetApisRequest>(paging),
      answer: (items, NextToken) => ({ Items: [...items], NextToken }),
    }),

    GetIntegrations: listOperation<GetIntegrationsRequest, GetIntegrationsResponse, Integration>({
      iamAction,
      parameters: ['ApiId'],
      items({ regionData }, { ApiId: wanted }) {
        if (regionData.apiGatewayV2?.apis?.some(({ ApiId }) => ApiId === wanted) !== true) throw unknownApi(wanted)
        return regionData.apiGatewayV2.integrations?.[wanted ?? '']
      },
      paging: usualPaging<GetIntegrationsRequest>(paging),
      answer: (items, NextToken) => ({ Items: [...items], NextToken }),
    }),

    GetStages: listOperation<GetStagesRequest, GetStagesResponse, Stage>({
      iamAction,
      parameters: ['ApiId'],
      items({ regionData }, { ApiId: wanted }) {
        if (regionData.apiGatewayV2?.apis?.some(({ ApiId }) => ApiId === wanted) !== true) throw unknownApi(wanted)
        return regionData.apiGatewayV2.stages?.[wanted ?? '']
      },
      paging: usualPaging<GetStagesRequest>(paging),
      answer: (items, NextToken) => ({ Items: [...items], NextToken }),
    }),

    GetVpcLinks: listOperation<GetVpcLinksRequest, GetVpcLinksResponse, VpcLink>({
      iamAction,
      deniedResource: ({ region }) => `arn:aws:apigateway:${region}::/vpclinks`,
      items: ({ regionData }) => regionData.apiGatewayV2?.vpcLinks,
      paging: usualPaging<GetVpcLinksRequest>(paging),
      answer: (items, NextToken) => ({ Items: [...items], NextToken }),
    }),
  },
}
