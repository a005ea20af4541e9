/** What a world holds of AppSync, in the SDK's own shapes. */
import type { DataSource, GraphqlApi } from '@aws-sdk/client-appsync'

export type AppSyncData = {
  readonly graphqlApis?: readonly GraphqlApi[]
  /** By the API's id. */
  readonly dataSources?: Readonly<Record<string, readonly DataSource[]>>
}
