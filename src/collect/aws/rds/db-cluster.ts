import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../tags.ts'
import { rds } from '../services.ts'

export const dbCluster = defineCollector({
  type: 'AWS::RDS::DBCluster',
  count: 'databaseClusters',
  scope: 'regional',
  permissions: ['rds:DescribeDBClusters'],
  service: rds,
  pages: ({ sdk, client }) => sdk.paginateDescribeDBClusters({ client, pageSize: 100 }, {}),
  items: (page) => page.DBClusters,
  resource: (cluster) => ({
    id: cluster.DBClusterIdentifier,
    arn: cluster.DBClusterArn,
    name: cluster.DBClusterIdentifier,
    tags: tagRecord(cluster.TagList),
    properties: {
      engine: cluster.Engine,
      engineVersion: cluster.EngineVersion,
      status: cluster.Status,
      multiAz: cluster.MultiAZ,
      availabilityZones: cluster.AvailabilityZones,
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'DBClusters[].VpcSecurityGroups[].VpcSecurityGroupId',
      targets: (cluster) => cluster.VpcSecurityGroups?.map(({ VpcSecurityGroupId }) => VpcSecurityGroupId),
    },
  ],
})
