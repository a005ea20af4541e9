/** Provides the host names of GraphQL APIs: of HTTP requests, and of subscriptions. */
import { hostsOf } from '../../collector.ts'
import { graphqlApi } from './graphql-api.ts'

export const graphqlHosts = hostsOf(graphqlApi, ({ apiId, uris = {}, dns = {} }) =>
  [...Object.values(uris), ...Object.values(dns)].map((uri) => ({ host: hostOf(uri), id: apiId })),
)

function hostOf(uri: string): string | undefined {
  return uri.replace(/^\w+:\/\//, '').split(/[:/]/)[0]
}
