/** RDS: database instances and clusters with their snapshots, including those of DocumentDB and Neptune, and what is around them. */
import type {
  DBCluster,
  DBClusterSnapshot,
  DBInstance,
  DBProxy,
  DBProxyTarget,
  DBSnapshot,
  DBSubnetGroup,
  GlobalCluster,
} from '@aws-sdk/client-rds'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly rds?: Lists<
      {
        instances: DBInstance
        clusters: DBCluster
        subnetGroups: DBSubnetGroup
        proxies: DBProxy
        globalClusters: GlobalCluster
        snapshots: DBSnapshot
        clusterSnapshots: DBClusterSnapshot
      },
      {
        proxyTargets: DBProxyTarget
        /** By snapshot, also of clusters: the accounts that may restore it, or `all`. */
        snapshotAccounts: string
      }
    >
  }
}

const bySnapshotType = {
  parameters: ['SnapshotType'],
  narrow: <Snapshot extends { SnapshotType?: string | undefined }>(
    items: readonly Snapshot[],
    { SnapshotType }: { SnapshotType?: string | undefined },
  ) => items.filter((item) => SnapshotType === undefined || item.SnapshotType === SnapshotType),
} as const

/** AWS returns the attribute also if nobody else may restore the snapshot. */
function restoreAttributes(accounts: Readonly<Record<string, readonly string[]>> = {}, id: string) {
  return [{ AttributeName: 'restore', AttributeValues: [...(accounts[id] ?? [])] }]
}

export const service = defineService(() => import('@aws-sdk/client-rds'), {
  data: 'rds',
  pages: { smallest: 20, largest: 100, error: 'InvalidParameterValue' },
})({
  DescribeDBInstances: { list: 'instances', denied: 'db:*' },
  DescribeDBClusters: { list: 'clusters', denied: 'cluster:*' },
  DescribeDBClusterSnapshots: { list: 'clusterSnapshots', ...bySnapshotType },
  DescribeDBClusterSnapshotAttributes: {
    one: 'clusterSnapshots',
    notFound: ['DBClusterSnapshotNotFoundFault', 404],
    item: ({ DBClusterSnapshotIdentifier: id = '' }, data) => ({
      DBClusterSnapshotAttributesResult: {
        DBClusterSnapshotIdentifier: id,
        DBClusterSnapshotAttributes: restoreAttributes(data.snapshotAccounts, id),
      },
    }),
  },
  DescribeDBSnapshots: { list: 'snapshots', ...bySnapshotType },
  DescribeDBSnapshotAttributes: {
    one: 'snapshots',
    notFound: ['DBSnapshotNotFound', 404],
    item: ({ DBSnapshotIdentifier: id = '' }, data) => ({
      DBSnapshotAttributesResult: {
        DBSnapshotIdentifier: id,
        DBSnapshotAttributes: restoreAttributes(data.snapshotAccounts, id),
      },
    }),
  },
  DescribeDBSubnetGroups: { list: 'subnetGroups' },
  DescribeGlobalClusters: { list: 'globalClusters' },
  DescribeDBProxies: { list: 'proxies' },
  DescribeDBProxyTargets: {
    list: 'proxyTargets',
    within: { list: 'proxies', by: 'DBProxyName', notFound: ['DBProxyNotFoundFault', 404] },
  },
})
