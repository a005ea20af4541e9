/** Databases in Terraform. */
import { attribute, type Mapping, type Mappings } from '../../mapping.ts'
import { databasePort } from '../database-port.ts'

const instance = {
  type: 'AWS::RDS::DBInstance',
  id: attribute('identifier'),
  name: 'identifier',
  properties: {
    engine: 'engine',
    engineVersion: 'engine_version',
    instanceClass: 'instance_class',
    availabilityZone: 'availability_zone',
    multiAz: 'multi_az',
    publiclyAccessible: 'publicly_accessible',
    storageEncrypted: 'storage_encrypted',
    deletionProtection: 'deletion_protection',
    backupRetentionDays: 'backup_retention_period',
  },
  more: ({ port, engine }) => ({ properties: databasePort(port, engine) }),
  decides: ['publicly_accessible'],
  relations: [
    { verb: 'associated with', type: 'AWS::RDS::DBSubnetGroup', at: ['db_subnet_group_name'] },
    { verb: 'associated with', type: 'AWS::EC2::SecurityGroup', at: ['vpc_security_group_ids'], isListed: true },
  ],
} satisfies Mapping

export const rds: Mappings = {
  aws_db_instance: { ...instance, defaults: { publicly_accessible: false } },
  aws_rds_cluster_instance: {
    ...instance,
    // The security groups, the subnets, and the port are those of its cluster.
    more: () => ({}),
    relations: [{ verb: 'contained in', type: 'AWS::RDS::DBCluster', at: ['cluster_identifier'] }],
  },
  aws_rds_cluster: {
    type: 'AWS::RDS::DBCluster',
    id: attribute('cluster_identifier'),
    name: 'cluster_identifier',
    properties: {
      engine: 'engine',
      engineVersion: 'engine_version',
      storageEncrypted: 'storage_encrypted',
      deletionProtection: 'deletion_protection',
      backupRetentionDays: 'backup_retention_period',
    },
    more: ({ port, engine }) => ({ properties: databasePort(port, engine) }),
    relations: [
      { verb: 'associated with', type: 'AWS::RDS::DBSubnetGroup', at: ['db_subnet_group_name'] },
      { verb: 'associated with', type: 'AWS::EC2::SecurityGroup', at: ['vpc_security_group_ids'], isListed: true },
    ],
  },
  aws_db_subnet_group: {
    type: 'AWS::RDS::DBSubnetGroup',
    id: attribute('name'),
    name: 'name',
    relations: [{ verb: 'associated with', type: 'AWS::EC2::Subnet', at: ['subnet_ids'], isListed: true }],
  },
}
