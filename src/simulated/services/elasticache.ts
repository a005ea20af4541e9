/** ElastiCache: clusters, replication groups, serverless caches, subnet groups. */
import type { CacheCluster, CacheSubnetGroup, ReplicationGroup, ServerlessCache } from '@aws-sdk/client-elasticache'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly elasticache?: {
      /** Each with its nodes, which responses only include on request. */
      readonly clusters?: readonly CacheCluster[]
      readonly replicationGroups?: readonly ReplicationGroup[]
      readonly serverlessCaches?: readonly ServerlessCache[]
      readonly subnetGroups?: readonly CacheSubnetGroup[]
    }
  }
}

export const service = defineService(() => import('@aws-sdk/client-elasticache'), {
  data: 'elasticache',
  pages: { smallest: 20, largest: 100, error: 'InvalidParameterValue' },
})({
  DescribeCacheClusters: {
    list: 'clusters',
    parameters: ['ShowCacheNodeInfo'],
    narrow: (items, { ShowCacheNodeInfo }) =>
      ShowCacheNodeInfo === true ? items : items.map(({ CacheNodes: _nodes, ...cluster }) => cluster),
  },
  DescribeReplicationGroups: { list: 'replicationGroups' },
  DescribeServerlessCaches: { list: 'serverlessCaches', pages: { smallest: 1, largest: 50 } },
  DescribeCacheSubnetGroups: { list: 'subnetGroups' },
})
