import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { stableStatus } from '../../properties/stable-status.ts'
import { elastiCache } from './cache-cluster.ts'

export const serverlessCache = defineCollector({
  type: 'AWS::ElastiCache::ServerlessCache',
  count: 'serverlessCaches',
  scope: 'regional',
  permissions: ['elasticache:DescribeServerlessCaches'],
  service: elastiCache,
  pages: ({ sdk, client }) => sdk.paginateDescribeServerlessCaches({ client, pageSize: 50 }, {}),
  items: (page) => page.ServerlessCaches,
  resource: (cache) => ({
    id: cache.ServerlessCacheName,
    arn: cache.ARN,
    name: cache.ServerlessCacheName,
    properties: {
      description: cache.Description,
      engine: cache.Engine,
      engineVersion: cache.FullEngineVersion,
      status: stableStatus(cache.Status),
      endpoint: cache.Endpoint?.Address,
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'ServerlessCaches[].SubnetIds[]',
      targets: (cache) => cache.SubnetIds,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'ServerlessCaches[].SecurityGroupIds[]',
      targets: (cache) => cache.SecurityGroupIds,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'ServerlessCaches[].KmsKeyId',
      targets: (cache) => kmsKeyId(cache.KmsKeyId),
    },
  ],
})
