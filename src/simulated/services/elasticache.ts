/** ElastiCache: clusters, replication groups, serverless caches, subnet groups. */
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    /** The clusters have their nodes, which responses only include on request. */
    readonly elasticache?: PlainLists<typeof import('@aws-sdk/client-elasticache')>
  }
}

export const service = defineService('elasticache', () => import('@aws-sdk/client-elasticache'), {
  pages: { smallest: 20, largest: 100, error: 'InvalidParameterValue' },
})({
  DescribeCacheClusters: {
    list: 'cacheClusters',
    parameters: ['ShowCacheNodeInfo'],
    narrow: (items, { ShowCacheNodeInfo }) =>
      ShowCacheNodeInfo === true ? items : items.map(({ CacheNodes: _nodes, ...cluster }) => cluster),
  },
  DescribeReplicationGroups: { list: 'replicationGroups' },
  DescribeServerlessCaches: { list: 'serverlessCaches', pages: { smallest: 1, largest: 50 } },
  DescribeCacheSubnetGroups: { list: 'cacheSubnetGroups' },
})
