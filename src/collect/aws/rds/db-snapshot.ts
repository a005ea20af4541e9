import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { stableStatus } from '../../properties/stable-status.ts'
import { tagRecord } from '../../properties/tags.ts'
import { dbInstance, rds } from './db-instance.ts'
import { readShares, shareProperties } from './snapshot-shares.ts'

/** Collects manual snapshots of DB instances. Automated ones can't be shared. */
export const dbSnapshot = defineCollector({
  type: 'AWS::RDS::DBSnapshot',
  count: 'databaseSnapshots',
  scope: 'regional',
  permissions: ['rds:DescribeDBSnapshots', 'rds:DescribeDBSnapshotAttributes'],
  service: rds,
  alsoReads: [dbInstance],
  // All pages at once, so that shares of unencrypted snapshots are read first. The default quota is 100.
  async *pages({ sdk, client }) {
    const list = sdk.paginateDescribeDBSnapshots({ client, pageSize: 100 }, { SnapshotType: 'manual' })
    yield (await Array.fromAsync(list)).flatMap(({ DBSnapshots = [] }) => DBSnapshots)
  },
  async items(snapshots, { sdk, client, allOf, eachOfFirst }) {
    const instances = await allOf(dbInstance)
    // Names can be used again, and copies from other regions keep the name of their source.
    const names = instances && new Map(instances.map((each) => [each.DbiResourceId, each.DBInstanceIdentifier]))
    return readShares(snapshots, eachOfFirst, {
      isEncrypted: ({ Encrypted }) => Encrypted === true,
      source({ DbiResourceId, DBInstanceIdentifier }) {
        const id = names === null ? DBInstanceIdentifier : names.get(DbiResourceId)
        return id === undefined ? undefined : { type: 'AWS::RDS::DBInstance', id }
      },
      attributes: async ({ DBSnapshotIdentifier }) => {
        const answer = await client.send(new sdk.DescribeDBSnapshotAttributesCommand({ DBSnapshotIdentifier }))
        return answer.DBSnapshotAttributesResult?.DBSnapshotAttributes
      },
    })
  },
  resource: ({ snapshot, accounts }) => ({
    id: snapshot.DBSnapshotIdentifier,
    arn: snapshot.DBSnapshotArn,
    name: snapshot.DBSnapshotIdentifier,
    tags: tagRecord(snapshot.TagList),
    properties: {
      engine: snapshot.Engine,
      engineVersion: snapshot.EngineVersion,
      status: stableStatus(snapshot.Status),
      allocatedStorageGib: snapshot.AllocatedStorage,
      snapshotCreateTime: snapshot.SnapshotCreateTime?.toISOString(),
      ...shareProperties(accounts, snapshot.Encrypted),
    },
  }),
  relations: [
    {
      verb: 'associated with',
      types: ['AWS::RDS::DBInstance'],
      field: 'DBSnapshots[].DBInstanceIdentifier',
      references: ({ source }) => (source === undefined ? [] : [source]),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'DBSnapshots[].KmsKeyId',
      targets: ({ snapshot }) => kmsKeyId(snapshot.KmsKeyId),
    },
  ],
})
