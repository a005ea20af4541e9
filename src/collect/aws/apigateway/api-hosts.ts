/** The host names of API Gateway's APIs: their own endpoints, and custom domain names. */
import { domainOf } from '../../references/arn.ts'
import { hostsOf } from '../../collector.ts'
import { httpApi } from './http-api.ts'
import { restApi } from './rest-api.ts'

/** Of APIs of all kinds. */
export const apiHosts = [
  hostsOf(restApi, ({ api }, { region }) => ({ host: apiHost(api.id, region), id: api.id })),
  hostsOf(httpApi, ({ api }, { region }) => ({ host: apiHost(api.ApiId, region), id: api.ApiId })),
]

export function apiHost(id: string | undefined, region: string): string | undefined {
  return id && `${id}.execute-api.${region}.${domainOf(region)}`
}
