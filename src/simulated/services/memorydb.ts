/** MemoryDB: clusters and subnet groups. */
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly memorydb?: PlainLists<typeof import('@aws-sdk/client-memorydb')>
  }
}

export const service = defineService('memorydb', () => import('@aws-sdk/client-memorydb'), {
  // The limits of ElastiCache, whose API it shares, because MemoryDB documents none.
  pages: { smallest: 20, largest: 100, error: 'InvalidParameterValueException' },
})({
  DescribeClusters: { list: 'clusters' },
  DescribeSubnetGroups: { list: 'subnetGroups' },
})
