/** OpenSearch Service: domains. */
import type { DomainStatus } from '@aws-sdk/client-opensearch'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly opensearch?: Lists<{ domains: DomainStatus }>
  }
}

export const service = defineService('opensearch', () => import('@aws-sdk/client-opensearch'), {
  iamPrefix: 'es',
})({
  ListDomainNames: { list: 'domains' },
  // The service's quota for the domains of one request.
  DescribeDomains: { list: 'domains', by: 'DomainNames', most: 5 },
})
