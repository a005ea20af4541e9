import { service } from './resource-type.ts'

export const neptune = service('Neptune', {
  'AWS::Neptune::DBInstance': {
    names: ['Neptune DB instance', 'Neptune DB instances'],
    shortNames: ['DB instance', 'DB instances'],
    icon: ['architecture-service/AmazonNeptune', 'neptune'],
    hosts: [/^([\w-]+)\.[a-z0-9]+\.neptune$/],
    inSettings: true,
    picture: { box: { tier: 'data', within: 'subnet', card: 'engine', shelf: 'Databases' } },
    normalState: 'available',
    partOf: { whole: 'AWS::Neptune::DBCluster', drawn: 'beside' },
    exposedBy: {
      rule: 'publicly accessible',
      by: 'public access',
      idle: ['stopped', 'stopping', 'deleting'],
      isInOneSubnet: true,
    },
  },
  'AWS::Neptune::DBCluster': {
    names: ['Neptune DB cluster', 'Neptune DB clusters'],
    shortNames: ['DB cluster', 'DB clusters'],
    icon: ['architecture-service/AmazonNeptune', 'neptune'],
    hosts: [/^([\w-]+)\.cluster-(?:ro-)?\w+\.neptune$/],
    inSettings: true,
    picture: { box: { tier: 'data', within: 'VPC', card: 'engine cluster', shelf: 'Databases' }, flow: 'store' },
    normalState: 'available',
  },
})
