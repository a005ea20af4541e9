import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'
import { redshift } from './cluster.ts'

export const warehouseSubnetGroup = defineCollector({
  type: 'AWS::Redshift::ClusterSubnetGroup',
  count: 'warehouseSubnetGroups',
  scope: 'regional',
  permissions: ['redshift:DescribeClusterSubnetGroups'],
  service: redshift,
  pages: ({ sdk, client }) => sdk.paginateDescribeClusterSubnetGroups({ client, pageSize: 100 }, {}),
  items: (page) => page.ClusterSubnetGroups,
  resource: (group) => ({
    id: group.ClusterSubnetGroupName,
    name: group.ClusterSubnetGroupName,
    tags: tagRecord(group.Tags),
    properties: { description: group.Description, status: group.SubnetGroupStatus },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'ClusterSubnetGroups[].VpcId',
      targets: (group) => group.VpcId,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::Subnet',
      field: 'ClusterSubnetGroups[].Subnets[].SubnetIdentifier',
      targets: (group) => group.Subnets?.map(({ SubnetIdentifier }) => SubnetIdentifier),
    },
  ],
})
