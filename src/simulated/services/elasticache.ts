/** ElastiCache: clusters, replication groups, serverless caches, subnet groups. */
import * as module from '@aws-sdk/client-elasticache'
import type {
  CacheCluster,
  CacheClusterMessage,
  CacheSubnetGroup,
  CacheSubnetGroupMessage,
  DescribeCacheClustersMessage,
  DescribeCacheSubnetGroupsMessage,
  DescribeReplicationGroupsMessage,
  DescribeServerlessCachesRequest,
  DescribeServerlessCachesResponse,
  ReplicationGroup,
  ReplicationGroupMessage,
  ServerlessCache,
} from '@aws-sdk/client-elasticache'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { recordPaging } from '../record-paging.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

export const service: SimulatedService = {
  iamPrefix: 'elasticache',
  module,
  client: new module.ElastiCacheClient(idleClient),
  operations: {
    DescribeCacheClusters: listOperation<DescribeCacheClustersMessage, CacheClusterMessage, CacheCluster>({
      items: ({ regionData }) => regionData.elasticache?.clusters,
      identifiers: [
        {
          parameter: 'CacheClusterId',
          of: (cluster) => [cluster.CacheClusterId],
          notFound: (id) => new ProviderError('CacheClusterNotFound', `CacheCluster not found: ${id}`, 404),
        },
      ],
      parameters: ['ShowCacheNodeInfo'],
      narrow: (items, { ShowCacheNodeInfo }) =>
        ShowCacheNodeInfo === true ? items : items.map(({ CacheNodes: _nodes, ...cluster }) => cluster),
      paging: recordPaging,
      answer: (items, Marker) => ({ CacheClusters: [...items], Marker }),
    }),

    DescribeReplicationGroups: listOperation<
      DescribeReplicationGroupsMessage,
      ReplicationGroupMessage,
      ReplicationGroup
    >({
      items: ({ regionData }) => regionData.elasticache?.replicationGroups,
      identifiers: [
        {
          parameter: 'ReplicationGroupId',
          of: (group) => [group.ReplicationGroupId],
          notFound: (id) =>
            new ProviderError('ReplicationGroupNotFoundFault', `ReplicationGroup ${id} not found.`, 404),
        },
      ],
      paging: recordPaging,
      answer: (items, Marker) => ({ ReplicationGroups: [...items], Marker }),
    }),

    DescribeServerlessCaches: listOperation<
      DescribeServerlessCachesRequest,
      DescribeServerlessCachesResponse,
      ServerlessCache
    >({
      items: ({ regionData }) => regionData.elasticache?.serverlessCaches,
      identifiers: [
        {
          parameter: 'ServerlessCacheName',
          of: (cache) => [cache.ServerlessCacheName],
          notFound: (name) =>
            new ProviderError('ServerlessCacheNotFoundFault', `ServerlessCache ${name} not found.`, 404),
        },
      ],
      paging: {
        token: 'NextToken',
        size: 'MaxResults',
        minimum: 1,
        maximum: 50,
        default: 50,
        badToken: () => new ProviderError('InvalidParameterValue', 'Invalid next token'),
        badSize: (size) => new ProviderError('InvalidParameterValue', `Invalid value ${size} for MaxResults`),
      },
      answer: (items, NextToken) => ({ ServerlessCaches: [...items], NextToken }),
    }),

    DescribeCacheSubnetGroups: listOperation<
      DescribeCacheSubnetGroupsMessage,
      CacheSubnetGroupMessage,
      CacheSubnetGroup
    >({
      items: ({ regionData }) => regionData.elasticache?.subnetGroups,
      identifiers: [
        {
          parameter: 'CacheSubnetGroupName',
          of: (group) => [group.CacheSubnetGroupName],
          notFound: (name) =>
            new ProviderError('CacheSubnetGroupNotFoundFault', `CacheSubnetGroup ${name} not found.`, 400),
        },
      ],
      paging: recordPaging,
      answer: (items, Marker) => ({ CacheSubnetGroups: [...items], Marker }),
    }),
  },
}
