import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../tags.ts'
import { rds } from '../services.ts'

export const dbInstance = defineCollector({
  type: 'AWS::RDS::DBInstance',
  count: 'databases',
  scope: 'regional',
  permissions: ['rds:DescribeDBInstances'],
  service: rds,
  pages: ({ sdk, client }) => sdk.paginateDescribeDBInstances({ client, pageSize: 100 }, {}),
  items: (page) => page.DBInstances,
  resource: (instance) => ({
    id: instance.DBInstanceIdentifier,
    arn: instance.DBInstanceArn,
    name: instance.DBInstanceIdentifier,
    tags: tagRecord(instance.TagList),
    properties: {
      engine: instance.Engine,
      engineVersion: instance.EngineVersion,
      instanceClass: instance.DBInstanceClass,
      status: instance.DBInstanceStatus,
      availabilityZone: instance.AvailabilityZone,
      multiAz: instance.MultiAZ,
      publiclyAccessible: instance.PubliclyAccessible,
      storageEncrypted: instance.StorageEncrypted,
    },
  }),
  relations: [
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
      verb: 'contained in',
      type: 'AWS::RDS::DBCluster',
      field: 'DBInstances[].DBClusterIdentifier',
      targets: (instance) => instance.DBClusterIdentifier,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'DBInstances[].VpcSecurityGroups[].VpcSecurityGroupId',
      targets: (instance) => instance.VpcSecurityGroups?.map(({ VpcSecurityGroupId }) => VpcSecurityGroupId),
    },
  ],
})
