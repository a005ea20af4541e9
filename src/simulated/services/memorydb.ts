/** MemoryDB: clusters and subnet groups. */
import type { Cluster, SubnetGroup } from '@aws-sdk/client-memorydb'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly memorydb?: Lists<{ clusters: Cluster; subnetGroups: SubnetGroup }>
  }
}

export const service = defineService(() => import('@aws-sdk/client-memorydb'), {
  data: 'memorydb',
  // The limits of ElastiCache, whose API it shares, because MemoryDB documents none.
  pages: { smallest: 20, largest: 100, error: 'InvalidParameterValueException' },
})({
  DescribeClusters: { list: 'clusters' },
  DescribeSubnetGroups: { list: 'subnetGroups' },
})
