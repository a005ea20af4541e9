import { kmsKeyId } from '../../references/arn.ts'
import type { ResourceTypeName } from '../../../resource-types/all.ts'
import { defineCollector } from '../../collector.ts'
import { stableStatus } from '../../properties/stable-status.ts'
import { tagRecord } from '../../properties/tags.ts'
import { dbCluster } from './db-cluster.ts'
import { rds } from './db-instance.ts'
import { isDocumentDb, isNeptune } from './engine.ts'
import { readShares, shareProperties } from './snapshot-shares.ts'

/** Collects manual snapshots of clusters, including those of DocumentDB and Neptune. Automated ones can't be shared. */
export const dbClusterSnapshot = defineCollector({
  type: 'AWS::RDS::DBClusterSnapshot',
  count: 'databaseClusterSnapshots',
  scope: 'regional',
  permissions: ['rds:DescribeDBClusterSnapshots', 'rds:DescribeDBClusterSnapshotAttributes'],
  service: rds,
  alsoReads: [dbCluster],
  // All pages at once, so that shares of unencrypted snapshots are read first. The default quota is 100.
  async *pages({ sdk, client }) {
    const list = sdk.paginateDescribeDBClusterSnapshots({ client, pageSize: 100 }, { SnapshotType: 'manual' })
    yield (await Array.fromAsync(list)).flatMap(({ DBClusterSnapshots = [] }) => DBClusterSnapshots)
  },
  async items(snapshots, { sdk, client, allOf, eachOfFirst }) {
    const clusters = await allOf(dbCluster)
    // Names can be used again, and copies from other regions keep the name of their source.
    const names = clusters && new Map(clusters.map((each) => [each.DbClusterResourceId, each.DBClusterIdentifier]))
    return readShares(snapshots, eachOfFirst, {
      isEncrypted: ({ StorageEncrypted }) => StorageEncrypted === true,
      source({ DbClusterResourceId, DBClusterIdentifier, Engine }) {
        const id = names === null ? DBClusterIdentifier : names.get(DbClusterResourceId)
        return id === undefined ? undefined : { type: clusterType({ Engine }), id }
      },
      attributes: async ({ DBClusterSnapshotIdentifier }) => {
        const answer = await client.send(
          new sdk.DescribeDBClusterSnapshotAttributesCommand({ DBClusterSnapshotIdentifier }),
        )
        return answer.DBClusterSnapshotAttributesResult?.DBClusterSnapshotAttributes
      },
    })
  },
  resource: ({ snapshot, accounts }) => ({
    id: snapshot.DBClusterSnapshotIdentifier,
    arn: snapshot.DBClusterSnapshotArn,
    name: snapshot.DBClusterSnapshotIdentifier,
    tags: tagRecord(snapshot.TagList),
    properties: {
      engine: snapshot.Engine,
      engineVersion: snapshot.EngineVersion,
      status: stableStatus(snapshot.Status),
      allocatedStorageGib: snapshot.AllocatedStorage,
      snapshotCreateTime: snapshot.SnapshotCreateTime?.toISOString(),
      ...shareProperties(accounts, snapshot.StorageEncrypted),
    },
  }),
  relations: [
    {
      verb: 'associated with',
      types: ['AWS::RDS::DBCluster', 'AWS::DocDB::DBCluster', 'AWS::Neptune::DBCluster'],
      field: 'DBClusterSnapshots[].DBClusterIdentifier',
      references: ({ source }) => (source === undefined ? [] : [source]),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'DBClusterSnapshots[].KmsKeyId',
      targets: ({ snapshot }) => kmsKeyId(snapshot.KmsKeyId),
    },
  ],
})

function clusterType(cluster: { readonly Engine: string | undefined }): ResourceTypeName {
  if (isDocumentDb(cluster)) return 'AWS::DocDB::DBCluster'
  return isNeptune(cluster) ? 'AWS::Neptune::DBCluster' : 'AWS::RDS::DBCluster'
}
