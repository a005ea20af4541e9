/** Redshift: clusters and subnet groups. */
import type { Cluster, ClusterSubnetGroup, LoggingStatus } from '@aws-sdk/client-redshift'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly redshift?: Lists<{ clusters: Cluster & LoggingStatus; subnetGroups: ClusterSubnetGroup }>
  }
}

export const service = defineService('redshift', () => import('@aws-sdk/client-redshift'), {
  pages: { smallest: 20, largest: 100, error: 'InvalidParameterValue' },
})({
  DescribeClusters: { list: 'clusters', denied: 'cluster:*' },
  DescribeLoggingStatus: {
    one: 'clusters',
    notFound: ['ClusterNotFound', 404],
    item: (cluster) => ({ LoggingEnabled: false, ...cluster }),
  },
  DescribeClusterSubnetGroups: { list: 'subnetGroups', denied: 'subnetgroup:*' },
})
