/** OpenSearch Service: domains. */
import type { DomainStatus } from '@aws-sdk/client-opensearch'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly opensearch?: Lists<{ domains: DomainStatus }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-opensearch'), {
  iamPrefix: 'es',
  data: 'opensearch',
})({
  ListDomainNames: { list: 'domains' },
  DescribeDomains: {
    list: 'domains',
    by: 'DomainNames',
    // The service's quota for the domains of one request.
    most: 5,
  },
})
