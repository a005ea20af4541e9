import { service } from './resource-type.ts'

export const documentDB = service('DocumentDB', {
  'AWS::DocDB::DBInstance': {
    names: ['DocumentDB instance', 'DocumentDB instances'],
    shortNames: ['instance', 'instances'],
    icon: ['architecture-service/AmazonDocumentDB', 'documentdb_with_mongodb_compatibility'],
    hosts: [/^([\w-]+)\.[a-z0-9]+\.docdb$/],
    inSettings: true,
    picture: { box: { tier: 'data', within: 'subnet', card: 'engine', shelf: 'Databases' } },
    normalState: 'available',
    partOf: { whole: 'AWS::DocDB::DBCluster', drawn: 'beside' },
    exposedBy: {
      rule: 'publicly accessible',
      by: 'public access',
      idle: ['stopped', 'stopping', 'deleting'],
      isInOneSubnet: true,
    },
  },
  'AWS::DocDB::DBCluster': {
    names: ['DocumentDB cluster', 'DocumentDB clusters'],
    shortNames: ['cluster', 'clusters'],
    icon: ['architecture-service/AmazonDocumentDB', 'documentdb_with_mongodb_compatibility'],
    hosts: [/^([\w-]+)\.cluster-(?:ro-)?\w+\.docdb$/],
    inSettings: true,
    picture: { box: { tier: 'data', within: 'VPC', card: 'engine cluster', shelf: 'Databases' }, flow: 'store' },
    normalState: 'available',
  },
})
