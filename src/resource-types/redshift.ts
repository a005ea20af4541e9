import { service } from './resource-type.ts'

export const redshift = service('Redshift', {
  'AWS::Redshift::Cluster': {
    names: ['warehouse', 'warehouses'],
    icon: ['architecture-service/AmazonRedshift', 'redshift'],
    hosts: [/^([\w-]+)\.\w+\.redshift$/],
    inSettings: true,
  },
  'AWS::Redshift::ClusterSubnetGroup': {
    names: ['warehouse subnet group', 'warehouse subnet groups'],
    icon: ['architecture-service/AmazonRedshift', 'redshift'],
  },
})
