/** Managed Streaming for Apache Kafka: clusters. */
import type { Cluster, GetBootstrapBrokersResponse } from '@aws-sdk/client-kafka'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly kafka?: Lists<{ clusters: Cluster }> & {
      /** By cluster ARN. */
      readonly brokers?: Readonly<Record<string, GetBootstrapBrokersResponse>>
    }
  }
}

export const service = defineService(() => import('@aws-sdk/client-kafka'), {
  data: 'kafka',
  pages: { largest: 100, error: 'BadRequestException' },
})({
  ListClustersV2: { list: 'clusters' },
  GetBootstrapBrokers: {
    one: 'clusters',
    by: 'ClusterArn',
    notFound: 'NotFoundException',
    item: ({ ClusterArn = '' }, { brokers = {} }) => brokers[ClusterArn] ?? {},
  },
})
