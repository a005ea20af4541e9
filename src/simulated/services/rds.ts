/** RDS: database instances and clusters with their snapshots, including those of DocumentDB and Neptune, and what is around them. */
import type * as sdk from '@aws-sdk/client-rds'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly rds?: Lists<
      {
        instances: sdk.DBInstance
        clusters: sdk.DBCluster
        subnetGroups: sdk.DBSubnetGroup
        proxies: sdk.DBProxy
        globalClusters: sdk.GlobalCluster
        snapshots: sdk.DBSnapshot & sdk.DBSnapshotAttributesResult
        clusterSnapshots: sdk.DBClusterSnapshot & sdk.DBClusterSnapshotAttributesResult
      },
      { proxyTargets: sdk.DBProxyTarget }
    >
  }
}

/** AWS returns the attribute also if nobody else may restore the snapshot. */
const unshared = [{ AttributeName: 'restore', AttributeValues: [] }]

export const service = defineService('rds', () => import('@aws-sdk/client-rds'), {
  pages: { smallest: 20, largest: 100, error: 'InvalidParameterValue' },
  notFound: ['DBProxyNotFoundFault', 404],
})({
  DescribeDBInstances: { list: 'instances', denied: 'db:*' },
  DescribeDBClusters: { list: 'clusters', denied: 'cluster:*' },
  DescribeDBClusterSnapshots: { list: 'clusterSnapshots', by: 'SnapshotType' },
  DescribeDBClusterSnapshotAttributes: {
    one: 'clusterSnapshots',
    notFound: ['DBClusterSnapshotNotFoundFault', 404],
    item: ({ DBClusterSnapshotAttributes = unshared, ...snapshot }) => ({
      DBClusterSnapshotAttributesResult: { ...snapshot, DBClusterSnapshotAttributes },
    }),
  },
  DescribeDBSnapshots: { list: 'snapshots', by: 'SnapshotType' },
  DescribeDBSnapshotAttributes: {
    one: 'snapshots',
    notFound: ['DBSnapshotNotFound', 404],
    item: ({ DBSnapshotAttributes = unshared, ...snapshot }) => ({
      DBSnapshotAttributesResult: { ...snapshot, DBSnapshotAttributes },
    }),
  },
  DescribeDBSubnetGroups: { list: 'subnetGroups' },
  DescribeGlobalClusters: { list: 'globalClusters' },
  DescribeDBProxies: { list: 'proxies' },
  DescribeDBProxyTargets: { list: 'proxyTargets', within: 'proxies' },
})
