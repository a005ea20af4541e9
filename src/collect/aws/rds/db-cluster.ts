import { defineCollector } from '../../collector.ts'
import { clusterRelations, describeCluster } from './cluster-description.ts'
import { rds } from './db-instance.ts'
import { isRds } from './engine.ts'

/** Collects RDS clusters. Its list includes clusters of DocumentDB and Neptune, which are read from its items. */
export const dbCluster = defineCollector({
  type: 'AWS::RDS::DBCluster',
  count: 'databaseClusters',
  scope: 'regional',
  permissions: ['rds:DescribeDBClusters'],
  service: rds,
  pages: ({ sdk, client }) => sdk.paginateDescribeDBClusters({ client, pageSize: 100 }, {}),
  items: (page) => page.DBClusters,
  ofType: isRds,
  resource: describeCluster,
  relations: [
    ...clusterRelations,
    {
      verb: 'uses',
      type: 'AWS::SecretsManager::Secret',
      field: 'DBClusters[].MasterUserSecret.SecretArn',
      targets: (cluster) => cluster.MasterUserSecret?.SecretArn,
    },
    {
      verb: 'logs to',
      type: 'AWS::Logs::LogGroup',
      field: 'DBClusters[].EnabledCloudwatchLogsExports[]',
      // The name of the log group is fixed: "Publishing database logs to Amazon CloudWatch Logs" in the RDS user guide.
      targets: (cluster) =>
        cluster.EnabledCloudwatchLogsExports?.map((log) => `/aws/rds/cluster/${cluster.DBClusterIdentifier}/${log}`),
    },
  ],
})
