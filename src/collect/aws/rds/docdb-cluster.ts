import { defineCollector, from } from '../../collector.ts'
import { clusterRelations, describeCluster } from './cluster-description.ts'
import { dbCluster } from './db-cluster.ts'
import { rds } from './db-instance.ts'
import { isDocumentDb } from './engine.ts'

/** Collects DocumentDB clusters from the list of RDS, without own calls. */
export const documentDbCluster = defineCollector({
  type: 'AWS::DocDB::DBCluster',
  count: 'documentDatabaseClusters',
  scope: 'regional',
  permissions: ['rds:DescribeDBClusters'],
  service: rds,
  inputs: from(dbCluster, (cluster) => (isDocumentDb(cluster) ? cluster : undefined), 100),
  pages: (_context, clusters) => [clusters],
  items: (clusters) => clusters,
  resource: describeCluster,
  relations: [
    ...clusterRelations,
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'DBClusters[].EnabledCloudwatchLogsExports[]',
      // The name of the log group is fixed: "Profiling operations" and "Auditing events" in the DocumentDB developer
      // guide.
      targets: (cluster) =>
        cluster.EnabledCloudwatchLogsExports?.map((log) => `/aws/docdb/${cluster.DBClusterIdentifier}/${log}`),
    },
  ],
})
