import { service } from './resource-type.ts'

export const elastiCache = service('ElastiCache', {
  'AWS::ElastiCache::ReplicationGroup': {
    names: ['ElastiCache replication group', 'ElastiCache replication groups'],
    shortNames: ['replication group', 'replication groups'],
    icon: ['architecture-service/AmazonElastiCache', 'elasticache'],
    hosts: [
      /^(?:master|replica|clustercfg)\.([\w-]+)\.\w+\.\w+\.cache$/,
      /^([\w-]+?)(?:-ro)?\.\w+\.(?:ng\.0001|clustercfg)\.\w+\.cache$/,
    ],
    taggedAs: 'elasticache:replicationgroup',
    inSettings: true,
    picture: { box: { tier: 'data', within: 'VPC', shelf: 'Caches' }, flow: 'store' },
    normalState: 'available',
  },
  'AWS::ElastiCache::CacheCluster': {
    names: ['ElastiCache cluster', 'ElastiCache clusters'],
    shortNames: ['cluster', 'clusters'],
    icon: ['resource/AmazonElastiCacheCacheNode', 'cache_node'],
    hosts: [/^([\w-]+)\.\w+\.(?:cfg|\d{4})\.\w+\.cache$/],
    taggedAs: 'elasticache:cluster',
    inSettings: true,
    picture: {
      box: { tier: 'data', within: 'subnet', shelf: 'Caches' },
      flow: 'store',
      words: 'shown as their replication groups',
    },
    normalState: 'available',
    partOf: { whole: 'AWS::ElastiCache::ReplicationGroup', drawn: 'within' },
  },
  'AWS::ElastiCache::ServerlessCache': {
    names: ['ElastiCache serverless cache', 'ElastiCache serverless caches'],
    shortNames: ['serverless cache', 'serverless caches'],
    icon: ['architecture-service/AmazonElastiCache', 'elasticache'],
    hosts: [/^([\w-]+)-\w{6}\.serverless\.\w+\.cache$/],
    taggedAs: 'elasticache:serverlesscache',
    inSettings: true,
    picture: { box: { tier: 'data', within: 'subnet', shelf: 'Caches' }, flow: 'store' },
    normalState: 'available',
  },
  'AWS::ElastiCache::SubnetGroup': {
    names: ['ElastiCache subnet group', 'ElastiCache subnet groups'],
    shortNames: ['subnet group', 'subnet groups'],
    icon: ['architecture-service/AmazonElastiCache', 'elasticache'],
    taggedAs: 'elasticache:subnetgroup',
    picture: { none: 'locates its caches' },
    walk: 'end',
    locates: 'subnet',
  },
})
