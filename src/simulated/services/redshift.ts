/** Redshift: clusters and subnet groups. */
import type { Cluster, ClusterSubnetGroup, LoggingStatus } from '@aws-sdk/client-redshift'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly redshift?: {
      readonly clusters?: readonly Cluster[]
      /** By cluster identifier. */
      readonly logging?: Readonly<Record<string, LoggingStatus>>
      readonly subnetGroups?: readonly ClusterSubnetGroup[]
    }
  }
}

export const service = defineService(() => import('@aws-sdk/client-redshift'), {
  data: 'redshift',
  pages: { smallest: 20, largest: 100, error: 'InvalidParameterValue' },
})({
  DescribeClusters: { list: 'clusters', denied: 'cluster:*' },
  DescribeLoggingStatus: {
    one: 'clusters',
    by: 'ClusterIdentifier',
    notFound: ['ClusterNotFound', 404],
    item: ({ ClusterIdentifier = '' }, { logging = {} }) => logging[ClusterIdentifier] ?? { LoggingEnabled: false },
  },
  DescribeClusterSubnetGroups: { list: 'subnetGroups', denied: 'subnetgroup:*' },
})
