import { defineCollector } from '../../collector.ts'
import { memoryDb } from './cluster.ts'

export const memoryDbSubnetGroup = defineCollector({
  type: 'AWS::MemoryDB::SubnetGroup',
  count: 'memoryDatabaseSubnetGroups',
  scope: 'regional',
  permissions: ['memorydb:DescribeSubnetGroups'],
  service: memoryDb,
  pages: ({ sdk, client }) => sdk.paginateDescribeSubnetGroups({ client, pageSize: 100 }, {}),
  items: (page) => page.SubnetGroups,
  resource: (group) => ({
    id: group.Name,
    arn: group.ARN,
    name: group.Name,
    properties: { description: group.Description, networkTypes: group.SupportedNetworkTypes?.toSorted() },
  }),
  relations: [
    { verb: 'contained in', type: 'AWS::EC2::VPC', field: 'SubnetGroups[].VpcId', targets: (group) => group.VpcId },
    {
      verb: 'associated with',
      type: 'AWS::EC2::Subnet',
      field: 'SubnetGroups[].Subnets[].Identifier',
      targets: (group) => group.Subnets?.map(({ Identifier }) => Identifier),
    },
  ],
})
