/** Converts a database cluster to a resource, for RDS, DocumentDB, and Neptune. */
import type { DBCluster } from '@aws-sdk/client-rds'
import { kmsKeyId, type Place, roleName } from '../../references/arn.ts'
import type { ResourceDescription } from '../../collector.ts'
import type { RelationRule } from '../../relation-rule.ts'
import { tagRecord } from '../../properties/tags.ts'
import { stableStatus } from '../../properties/stable-status.ts'

export function describeCluster(cluster: DBCluster): ResourceDescription {
  return {
    id: cluster.DBClusterIdentifier,
    arn: cluster.DBClusterArn,
    name: cluster.DBClusterIdentifier,
    tags: tagRecord(cluster.TagList),
    properties: {
      engine: cluster.Engine,
      engineVersion: cluster.EngineVersion,
      engineMode: cluster.EngineMode,
      status: stableStatus(cluster.Status),
      multiAz: cluster.MultiAZ,
      availabilityZones: cluster.AvailabilityZones?.toSorted(),
      endpoint: cluster.Endpoint,
      readerEndpoint: cluster.ReaderEndpoint,
      storageEncrypted: cluster.StorageEncrypted,
      deletionProtection: cluster.DeletionProtection,
      backupRetentionDays: cluster.BackupRetentionPeriod,
    },
  }
}

export const clusterRelations: readonly RelationRule<DBCluster, Place>[] = [
  {
    verb: 'associated with',
    type: 'AWS::RDS::DBSubnetGroup',
    field: 'DBClusters[].DBSubnetGroup',
    targets: (cluster) => cluster.DBSubnetGroup,
  },
  {
    verb: 'associated with',
    type: 'AWS::EC2::SecurityGroup',
    field: 'DBClusters[].VpcSecurityGroups[].VpcSecurityGroupId',
    targets: (cluster) => cluster.VpcSecurityGroups?.map(({ VpcSecurityGroupId }) => VpcSecurityGroupId),
  },
  {
    verb: 'uses',
    type: 'AWS::KMS::Key',
    field: 'DBClusters[].KmsKeyId',
    targets: (cluster) => kmsKeyId(cluster.KmsKeyId),
  },
  {
    verb: 'uses',
    type: 'AWS::IAM::Role',
    field: 'DBClusters[].AssociatedRoles[].RoleArn',
    targets: (cluster, place) => cluster.AssociatedRoles?.map(({ RoleArn }) => roleName(RoleArn, place)),
  },
]
