import { defineCollector } from '../../collector.ts'
import { rds } from './db-instance.ts'

/** Collects DB subnet groups, including those of DocumentDB and Neptune. */
export const dbSubnetGroup = defineCollector({
  type: 'AWS::RDS::DBSubnetGroup',
  count: 'databaseSubnetGroups',
  scope: 'regional',
  permissions: ['rds:DescribeDBSubnetGroups'],
  service: rds,
  pages: ({ sdk, client }) => sdk.paginateDescribeDBSubnetGroups({ client, pageSize: 100 }, {}),
  items: (page) => page.DBSubnetGroups,
  resource: (group) => ({
    id: group.DBSubnetGroupName,
    arn: group.DBSubnetGroupArn,
    name: group.DBSubnetGroupName,
    properties: {
      description: group.DBSubnetGroupDescription,
      status: group.SubnetGroupStatus,
      networkTypes: group.SupportedNetworkTypes?.toSorted(),
    },
  }),
  relations: [
    { verb: 'contained in', type: 'AWS::EC2::VPC', field: 'DBSubnetGroups[].VpcId', targets: (group) => group.VpcId },
    {
      verb: 'associated with',
      type: 'AWS::EC2::Subnet',
      field: 'DBSubnetGroups[].Subnets[].SubnetIdentifier',
      targets: (group) => group.Subnets?.map(({ SubnetIdentifier }) => SubnetIdentifier),
    },
  ],
})
