import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'
import { stableStatus } from '../../properties/stable-status.ts'

export const elastiCache = defineService(
  'elasticache',
  () => import('@aws-sdk/client-elasticache'),
  (sdk) => sdk.ElastiCacheClient,
)

export const cacheCluster = defineCollector({
  type: 'AWS::ElastiCache::CacheCluster',
  count: 'cacheClusters',
  scope: 'regional',
  permissions: ['elasticache:DescribeCacheClusters'],
  service: elastiCache,
  // Without node information, the response has no host names.
  pages: ({ sdk, client }) => sdk.paginateDescribeCacheClusters({ client, pageSize: 100 }, { ShowCacheNodeInfo: true }),
  items: (page) => page.CacheClusters,
  resource: (cluster) => ({
    id: cluster.CacheClusterId,
    arn: cluster.ARN,
    name: cluster.CacheClusterId,
    properties: {
      engine: cluster.Engine,
      engineVersion: cluster.EngineVersion,
      nodeType: cluster.CacheNodeType,
      nodes: cluster.NumCacheNodes,
      status: stableStatus(cluster.CacheClusterStatus),
      availabilityZone: cluster.PreferredAvailabilityZone,
      // Memcached clusters have a configuration endpoint. Redis and Valkey clusters have one node.
      endpoint: cluster.ConfigurationEndpoint?.Address ?? cluster.CacheNodes?.[0]?.Endpoint?.Address,
      port: cluster.ConfigurationEndpoint?.Port ?? cluster.CacheNodes?.[0]?.Endpoint?.Port,
      encryptedAtRest: cluster.AtRestEncryptionEnabled,
      encryptedInTransit: cluster.TransitEncryptionEnabled,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::ElastiCache::ReplicationGroup',
      field: 'CacheClusters[].ReplicationGroupId',
      targets: (cluster) => cluster.ReplicationGroupId,
    },
    {
      verb: 'associated with',
      type: 'AWS::ElastiCache::SubnetGroup',
      field: 'CacheClusters[].CacheSubnetGroupName',
      targets: (cluster) => cluster.CacheSubnetGroupName,
    },
    {
      verb: 'associated with',
      type: 'AWS::EC2::SecurityGroup',
      field: 'CacheClusters[].SecurityGroups[].SecurityGroupId',
      targets: (cluster) => cluster.SecurityGroups?.map(({ SecurityGroupId }) => SecurityGroupId),
    },
  ],
})
