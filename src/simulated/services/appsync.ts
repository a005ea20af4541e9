/** AppSync: GraphQL APIs and their data sources. */
import * as module from '@aws-sdk/client-appsync'
import type {
  DataSource,
  GraphqlApi,
  ListDataSourcesRequest,
  ListDataSourcesResponse,
  ListGraphqlApisRequest,
  ListGraphqlApisResponse,
} from '@aws-sdk/client-appsync'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'
import { usualPaging } from '../usual-paging.ts'

const paging = {
  token: 'nextToken',
  size: 'maxResults',
  minimum: 0,
  maximum: 25,
  badToken: 'BadRequestException',
  badSize: 'BadRequestException',
} as const

export const service: SimulatedService = {
  iamPrefix: 'appsync',
  module,
  client: new module.AppSyncClient(idleClient),
  operations: {
    ListGraphqlApis: listOperation<ListGraphqlApisRequest, ListGraphqlApisResponse, GraphqlApi>({
      items: ({ regionData }) => regionData.appSync?.graphqlApis,
      paging: usualPaging<ListGraphqlApisRequest>(paging),
      answer: (items, nextToken) => ({ graphqlApis: [...items], nextToken }),
    }),

    ListDataSources: listOperation<ListDataSourcesRequest, ListDataSourcesResponse, DataSource>({
      parameters: ['apiId'],
      items({ regionData }, { apiId: wanted }) {
        if (regionData.appSync?.graphqlApis?.some(({ apiId }) => apiId === wanted) !== true) {
          throw new ProviderError('NotFoundException', `GraphQL API ${wanted} not found.`, 404)
        }
        return regionData.appSync.dataSources?.[wanted ?? '']
      },
      paging: usualPaging<ListDataSourcesRequest>(paging),
      answer: (items, nextToken) => ({ dataSources: [...items], nextToken }),
    }),
  },
}
