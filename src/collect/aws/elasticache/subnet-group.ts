import { defineCollector } from '../../collector.ts'
import { elastiCache } from './cache-cluster.ts'

export const cacheSubnetGroup = defineCollector({
  type: 'AWS::ElastiCache::SubnetGroup',
  count: 'cacheSubnetGroups',
  scope: 'regional',
  permissions: ['elasticache:DescribeCacheSubnetGroups'],
  service: elastiCache,
  pages: ({ sdk, client }) => sdk.paginateDescribeCacheSubnetGroups({ client, pageSize: 100 }, {}),
  items: (page) => page.CacheSubnetGroups,
  resource: (group) => ({
    id: group.CacheSubnetGroupName,
    arn: group.ARN,
    name: group.CacheSubnetGroupName,
    properties: {
      description: group.CacheSubnetGroupDescription,
      networkTypes: group.SupportedNetworkTypes?.toSorted(),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'CacheSubnetGroups[].VpcId',
      targets: (group) => group.VpcId,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::Subnet',
      field: 'CacheSubnetGroups[].Subnets[].SubnetIdentifier',
      targets: (group) => group.Subnets?.map(({ SubnetIdentifier }) => SubnetIdentifier),
    },
  ],
})
