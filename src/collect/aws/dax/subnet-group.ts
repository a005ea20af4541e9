import { defineCollector } from '../../collector.ts'
import { tokenPages } from '../../reading/token-pages.ts'
import { dax } from './cluster.ts'

export const daxSubnetGroup = defineCollector({
  type: 'AWS::DAX::SubnetGroup',
  count: 'daxSubnetGroups',
  scope: 'regional',
  permissions: ['dax:DescribeSubnetGroups'],
  service: dax,
  pages: ({ sdk, client }) =>
    tokenPages((NextToken) => client.send(new sdk.DescribeSubnetGroupsCommand({ MaxResults: 100, NextToken }))),
  items: (page) => page.SubnetGroups,
  resource: (group) => ({
    id: group.SubnetGroupName,
    name: group.SubnetGroupName,
    properties: { description: group.Description, networkTypes: group.SupportedNetworkTypes?.toSorted() },
  }),
  relations: [
    { verb: 'contained in', type: 'AWS::EC2::VPC', field: 'SubnetGroups[].VpcId', targets: (group) => group.VpcId },
    {
      verb: 'associated with',
      type: 'AWS::EC2::Subnet',
      field: 'SubnetGroups[].Subnets[].SubnetIdentifier',
      targets: (group) => group.Subnets?.map(({ SubnetIdentifier }) => SubnetIdentifier),
    },
  ],
})
