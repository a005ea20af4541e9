/** OpenSearch Service: domains. */
import * as module from '@aws-sdk/client-opensearch'
import type {
  DescribeDomainsRequest,
  DescribeDomainsResponse,
  ListDomainNamesRequest,
  ListDomainNamesResponse,
} from '@aws-sdk/client-opensearch'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { SimulatedService } from '../service.ts'

/** The service's quota on the domains of one DescribeDomains. */
const maximumDescribed = 5

/** `Elasticsearch` of `Elasticsearch_7.10`. */
const engineType = (version: string | undefined) =>
  version?.startsWith('Elasticsearch') === true ? ('Elasticsearch' as const) : ('OpenSearch' as const)

export const service: SimulatedService = {
  iamPrefix: 'es',
  module,
  client: new module.OpenSearchClient(idleClient),
  operations: {
    ListDomainNames: operation<ListDomainNamesRequest, ListDomainNamesResponse>({
      parameters: ['EngineType'],
      answer: ({ EngineType: wanted }, { regionData }) => ({
        DomainNames: (regionData.opensearch?.domains ?? [])
          .map(({ DomainName, EngineVersion }) => ({ DomainName, EngineType: engineType(EngineVersion) }))
          .filter(({ EngineType }) => wanted === undefined || EngineType === wanted),
      }),
    }),

    DescribeDomains: operation<DescribeDomainsRequest, DescribeDomainsResponse>({
      parameters: ['DomainNames'],
      answer({ DomainNames: names = [] }, { regionData }) {
        if (names.length === 0 || names.length > maximumDescribed) {
          throw new ProviderError('ValidationException', `Please provide between 1 and ${maximumDescribed} domains`)
        }
        // Domains that do not exist are left out of the answer.
        const domains = regionData.opensearch?.domains ?? []
        return { DomainStatusList: domains.filter(({ DomainName = '' }) => names.includes(DomainName)) }
      },
    }),
  },
}
