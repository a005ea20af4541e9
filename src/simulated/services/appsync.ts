/** AppSync: GraphQL APIs and their data sources. */
import type { DataSource, GraphqlApi } from '@aws-sdk/client-appsync'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly appSync?: Lists<{ graphqlApis: GraphqlApi }, { dataSources: DataSource }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-appsync'), {
  data: 'appSync',
  pages: { smallest: 0, largest: 25, error: 'BadRequestException' },
})({
  ListGraphqlApis: { list: 'graphqlApis' },
  ListDataSources: {
    list: 'dataSources',
    within: { list: 'graphqlApis', by: 'apiId', notFound: ['NotFoundException', 404] },
  },
})
