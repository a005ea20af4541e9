/** OpenSearch Service: domains. */
import type { DomainStatus } from '@aws-sdk/client-opensearch'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly opensearch?: Lists<{ domains: DomainStatus }>
  }
}

/** The service's quota for the domains of one DescribeDomains request. */
const maximumDescribed = 5

/** Returns `Elasticsearch` for `Elasticsearch_7.10`. */
const engineType = ({ EngineVersion }: DomainStatus) =>
  EngineVersion?.startsWith('Elasticsearch') === true ? 'Elasticsearch' : 'OpenSearch'

export const service = defineService(() => import('@aws-sdk/client-opensearch'), {
  iamPrefix: 'es',
  data: 'opensearch',
})({
  ListDomainNames: {
    list: 'domains',
    by: { EngineType: engineType },
    item: (domain) => ({ DomainName: domain.DomainName, EngineType: engineType(domain) }),
  },
  DescribeDomains: {
    list: 'domains',
    parameters: ['DomainNames'],
    // Missing domains are left out of the response.
    narrow(items, { DomainNames: names = [] }) {
      if (names.length === 0 || names.length > maximumDescribed) {
        throw new ProviderError('ValidationException', `Please provide between 1 and ${maximumDescribed} domains`)
      }
      return items.filter(({ DomainName = '' }) => names.includes(DomainName))
    },
  },
})
