import { service } from './resource-type.ts'

export const memoryDB = service('MemoryDB', {
  'AWS::MemoryDB::Cluster': {
    names: ['MemoryDB cluster', 'MemoryDB clusters'],
    shortNames: ['cluster', 'clusters'],
    icon: ['architecture-service/AmazonMemoryDB', 'memorydb_for_redis'],
    hosts: [/^clustercfg\.([\w-]+)\.\w+\.memorydb$/],
    taggedAs: 'memorydb:cluster',
    inSettings: true,
    picture: { box: { tier: 'data', within: 'subnet', card: 'engine cluster', shelf: 'Databases' }, flow: 'store' },
    normalState: 'available',
  },
  'AWS::MemoryDB::SubnetGroup': {
    names: ['MemoryDB subnet group', 'MemoryDB subnet groups'],
    shortNames: ['subnet group', 'subnet groups'],
    icon: ['architecture-service/AmazonMemoryDB', 'memorydb_for_redis'],
    taggedAs: 'memorydb:subnetgroup',
    picture: { none: 'locates its clusters' },
    walk: 'end',
    locates: 'subnet',
  },
})
