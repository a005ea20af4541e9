import { defineCollector, from } from '../../collector.ts'
import { clusterRelations, describeCluster } from './cluster-description.ts'
import { dbCluster } from './db-cluster.ts'
import { rds } from './db-instance.ts'
import { isNeptune } from './engine.ts'

/** Collects Neptune clusters from the list of RDS, without own calls. */
export const neptuneCluster = defineCollector({
  type: 'AWS::Neptune::DBCluster',
  count: 'graphDatabaseClusters',
  scope: 'regional',
  permissions: ['rds:DescribeDBClusters'],
  service: rds,
  inputs: from(dbCluster, (cluster) => (isNeptune(cluster) ? cluster : undefined), 100),
  pages: (_context, clusters) => [clusters],
  items: (clusters) => clusters,
  resource: describeCluster,
  relations: [
    ...clusterRelations,
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'DBClusters[].EnabledCloudwatchLogsExports[]',
      // The name of the log group is fixed: "Publishing logs to Amazon CloudWatch Logs" in the Neptune user guide.
      targets: (cluster) =>
        cluster.EnabledCloudwatchLogsExports?.map((log) => `/aws/neptune/${cluster.DBClusterIdentifier}/${log}`),
    },
  ],
})
