/** RDS: database instances and clusters, including those of DocumentDB and Neptune, global clusters, subnet groups, and proxies. */
import type { DBCluster, DBInstance, DBProxy, DBProxyTarget, DBSubnetGroup, GlobalCluster } from '@aws-sdk/client-rds'
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
      },
      { proxyTargets: DBProxyTarget }
    >
  }
}

export const service = defineService(() => import('@aws-sdk/client-rds'), {
  data: 'rds',
  pages: { smallest: 20, largest: 100, error: 'InvalidParameterValue' },
})({
  DescribeDBInstances: { list: 'instances', denied: 'db:*' },
  DescribeDBClusters: { list: 'clusters', denied: 'cluster:*' },
  DescribeDBSubnetGroups: { list: 'subnetGroups' },
  DescribeGlobalClusters: { list: 'globalClusters' },
  DescribeDBProxies: { list: 'proxies' },
  DescribeDBProxyTargets: {
    list: 'proxyTargets',
    within: { list: 'proxies', by: 'DBProxyName', notFound: ['DBProxyNotFoundFault', 404] },
  },
})
