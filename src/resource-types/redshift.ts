import { service } from './resource-type.ts'

export const redshift = service('Redshift', {
  'AWS::Redshift::Cluster': {
    names: ['Redshift cluster', 'Redshift clusters'],
    shortNames: ['cluster', 'clusters'],
    icon: ['architecture-service/AmazonRedshift', 'redshift'],
    arns: [['redshift', /^cluster:(.+)$/]],
    hosts: [/^([\w-]+)\.\w+\.redshift$/],
    inSettings: true,
    picture: { box: { tier: 'data', within: 'subnet', shelf: 'Databases' }, flow: 'store' },
    normalState: 'available',
    exposedBy: { rule: 'publicly accessible', by: 'public access', isInOneSubnet: true },
  },
  'AWS::Redshift::ClusterSubnetGroup': {
    names: ['Redshift cluster subnet group', 'Redshift cluster subnet groups'],
    shortNames: ['cluster subnet group', 'cluster subnet groups'],
    icon: ['architecture-service/AmazonRedshift', 'redshift'],
    picture: { none: 'locates its clusters' },
    walk: 'end',
    locates: 'subnet',
  },
})
