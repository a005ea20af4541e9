import { defineCollector, from } from '../../collector.ts'
import { rds } from '../services.ts'
import { clusterRelations, describeCluster } from './cluster-description.ts'
import { dbCluster } from './db-cluster.ts'
import { isDocumentDb } from './engine.ts'

/** Among the clusters that RDS lists: no call of its own. */
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
  relations: clusterRelations,
})
