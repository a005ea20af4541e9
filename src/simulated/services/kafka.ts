/** Managed Streaming for Apache Kafka: clusters. */
import type { Cluster, GetBootstrapBrokersResponse } from '@aws-sdk/client-kafka'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly kafka?: Lists<{ clusters: Cluster & GetBootstrapBrokersResponse }>
  }
}

export const service = defineService('kafka', () => import('@aws-sdk/client-kafka'), {
  pages: { largest: 100, error: 'BadRequestException' },
})({
  ListClustersV2: { list: 'clusters' },
  GetBootstrapBrokers: { one: 'clusters', notFound: 'NotFoundException' },
})
