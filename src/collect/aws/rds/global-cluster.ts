import type { GlobalCluster } from '@aws-sdk/client-rds'
import type { ResourceReference } from '../../../graph/resource-graph.ts'
import type { ResourceTypeName } from '../../../resource-types/all.ts'
import { defineCollector } from '../../collector.ts'
import { stableStatus } from '../../properties/stable-status.ts'
import { tagRecord } from '../../properties/tags.ts'
import { isForeign, parseArn, type Place } from '../../references/arn.ts'
import { rds } from './db-instance.ts'
import { isDocumentDb, isNeptune } from './engine.ts'

/** Clusters of several regions that hold the same data. Those of DocumentDB and Neptune are among them. */
export const globalCluster = defineCollector({
  type: 'AWS::RDS::GlobalCluster',
  count: 'globalDatabaseClusters',
  scope: 'regional',
  permissions: ['rds:DescribeGlobalClusters'],
  service: rds,
  pages: ({ sdk, client }) => sdk.paginateDescribeGlobalClusters({ client, pageSize: 100 }, {}),
  items: (page) => page.GlobalClusters,
  resource: (cluster) => ({
    id: cluster.GlobalClusterIdentifier,
    arn: cluster.GlobalClusterArn,
    name: cluster.GlobalClusterIdentifier,
    tags: tagRecord(cluster.TagList),
    properties: {
      engine: cluster.Engine,
      engineVersion: cluster.EngineVersion,
      status: stableStatus(cluster.Status),
      endpoint: cluster.Endpoint,
      storageEncrypted: cluster.StorageEncrypted,
      deletionProtection: cluster.DeletionProtection,
    },
  }),
  relations: [
    {
      verb: 'associated with',
      types: ['AWS::RDS::DBCluster', 'AWS::DocDB::DBCluster', 'AWS::Neptune::DBCluster'],
      field: 'GlobalClusters[].GlobalClusterMembers[].DBClusterArn',
      references: (cluster, place) =>
        (cluster.GlobalClusterMembers ?? []).flatMap(
          ({ DBClusterArn }) => memberOf(cluster, DBClusterArn, place) ?? [],
        ),
    },
  ],
})

/** The ARNs of the three services look alike; those of other regions stay whole. */
function memberOf(cluster: GlobalCluster, text: string | undefined, place: Place): ResourceReference | undefined {
  const arn = parseArn(text)
  if (text === undefined || arn === undefined) return undefined
  return { type: memberType(cluster), id: isForeign(arn, place) ? text : arn.resource.replace(/^cluster:/, '') }
}

function memberType(cluster: GlobalCluster): ResourceTypeName {
  if (isDocumentDb(cluster)) return 'AWS::DocDB::DBCluster'
  return isNeptune(cluster) ? 'AWS::Neptune::DBCluster' : 'AWS::RDS::DBCluster'
}
