/** AppSync: GraphQL APIs and their data sources. */
import type { DataSource, GraphqlApi } from '@aws-sdk/client-appsync'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly appSync?: Lists<{ graphqlApis: GraphqlApi }, { dataSources: DataSource }>
  }
}

export const service = defineService('appSync', () => import('@aws-sdk/client-appsync'), {
  pages: { smallest: 0, largest: 25, error: 'BadRequestException' },
  notFound: ['NotFoundException', 404],
})({
  ListGraphqlApis: { list: 'graphqlApis' },
  ListDataSources: { list: 'dataSources', within: 'graphqlApis' },
})
