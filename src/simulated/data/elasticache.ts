/** What a world holds of ElastiCache, in the SDK's own shapes. */
import type { CacheCluster, CacheSubnetGroup, ReplicationGroup, ServerlessCache } from '@aws-sdk/client-elasticache'

export type ElastiCacheData = {
  /** Each with its nodes, which answers hold only when they are asked for. */
  readonly clusters?: readonly CacheCluster[]
  readonly replicationGroups?: readonly ReplicationGroup[]
  readonly serverlessCaches?: readonly ServerlessCache[]
  readonly subnetGroups?: readonly CacheSubnetGroup[]
}
