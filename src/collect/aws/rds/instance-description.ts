/** Converts a database instance to a resource, for RDS, DocumentDB, and Neptune. */
import type { DBInstance } from '@aws-sdk/client-rds'
import type { ResourceTypeName } from '../../../resource-types/all.ts'
import { kmsKeyId } from '../../references/arn.ts'
import type { ResourceDescription } from '../../collector.ts'
import type { RelationRule } from '../../relation-rule.ts'
import { tagRecord } from '../../properties/tags.ts'
import { stableStatus } from '../../properties/stable-status.ts'

export function describeInstance(instance: DBInstance): ResourceDescription {
  return {
    id: instance.DBInstanceIdentifier,
    arn: instance.DBInstanceArn,
    name: instance.DBInstanceIdentifier,
    tags: tagRecord(instance.TagList),
    properties: {
      engine: instance.Engine,
      engineVersion: instance.EngineVersion,
      instanceClass: instance.DBInstanceClass,
      status: stableStatus(instance.DBInstanceStatus),
      availabilityZone: instance.AvailabilityZone,
      multiAz: instance.MultiAZ,
      publiclyAccessible: instance.PubliclyAccessible,
      storageEncrypted: instance.StorageEncrypted,
      endpoint: instance.Endpoint?.Address,
      port: instance.Endpoint?.Port,
      deletionProtection: instance.DeletionProtection,
      backupRetentionDays: instance.BackupRetentionPeriod,
    },
  }
}

/** `clusterType`: the type of the clusters that the instances belong to. */
export function instanceRelations(clusterType: ResourceTypeName): readonly RelationRule<DBInstance>[] {
  return [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'DBInstances[].DBSubnetGroup.VpcId',
      targets: (instance) => instance.DBSubnetGroup?.VpcId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'DBInstances[].DBSubnetGroup.Subnets[].SubnetIdentifier',
      targets: (instance) => instance.DBSubnetGroup?.Subnets?.map(({ SubnetIdentifier }) => SubnetIdentifier),
    },
    {
      verb: 'associated with',
      type: 'AWS::RDS::DBSubnetGroup',
      field: 'DBInstances[].DBSubnetGroup.DBSubnetGroupName',
      targets: (instance) => instance.DBSubnetGroup?.DBSubnetGroupName,
    },
    {
      verb: 'contained in',
      type: clusterType,
      field: 'DBInstances[].DBClusterIdentifier',
      targets: (instance) => instance.DBClusterIdentifier,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'DBInstances[].VpcSecurityGroups[].VpcSecurityGroupId',
      targets: (instance) => instance.VpcSecurityGroups?.map(({ VpcSecurityGroupId }) => VpcSecurityGroupId),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'DBInstances[].KmsKeyId',
      targets: (instance) => kmsKeyId(instance.KmsKeyId),
    },
  ]
}
