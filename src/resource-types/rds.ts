import { service } from './resource-type.ts'

export const rds = service('RDS', {
  'AWS::RDS::DBProxy': {
    names: ['RDS proxy', 'RDS proxies'],
    shortNames: ['proxy', 'proxies'],
    icon: ['resource/AmazonRDSProxyInstance', 'rds_proxy'],
    hosts: [/^([\w-]+)\.proxy-\w+\.rds$/],
    taggedAs: 'rds:db-proxy',
    inSettings: true,
    picture: { box: { tier: 'data', within: 'subnet', shelf: 'Databases', forwards: true }, flow: 'store' },
  },
  'AWS::RDS::DBInstance': {
    names: ['RDS DB instance', 'RDS DB instances'],
    shortNames: ['DB instance', 'DB instances'],
    icon: ['resource/AmazonAuroraAmazonRDSInstance', 'aurora_instance'],
    console: 'rds/home#database:id=*;is-cluster=false',
    arns: [['rds', /^db:(.+)$/]],
    hosts: [/^([\w-]+)\.[a-z0-9]+\.rds$/],
    inSettings: true,
    picture: {
      box: { tier: 'data', spansGroup: true, within: 'subnet', card: 'engine', shelf: 'Databases' },
      flow: 'store',
    },
    partOf: { whole: 'AWS::RDS::DBCluster', drawn: 'beside' },
    exposedBy: {
      rule: 'publicly accessible',
      by: 'public access',
      idle: ['stopped', 'stopping', 'deleting'],
      isInOneSubnet: true,
    },
  },
  'AWS::RDS::DBCluster': {
    names: ['RDS DB cluster', 'RDS DB clusters'],
    shortNames: ['DB cluster', 'DB clusters'],
    icon: ['resource/AmazonRDSMultiAZDBCluster', 'rds_multi_az_db_cluster'],
    console: 'rds/home#database:id=*;is-cluster=true',
    arns: [['rds', /^cluster:(.+)$/]],
    hosts: [/^([\w-]+)\.cluster-(?:ro-)?\w+\.rds$/],
    inSettings: true,
    settingWords: ['CLUSTER', 'DATABASE CLUSTER', 'DB CLUSTER'],
    picture: {
      box: { tier: 'data', spansGroup: true, within: 'VPC', card: 'engine cluster', shelf: 'Databases' },
      flow: 'store',
    },
  },
  'AWS::RDS::GlobalCluster': {
    names: ['RDS global cluster', 'RDS global clusters'],
    shortNames: ['global cluster', 'global clusters'],
    icon: ['resource/AmazonRDSMultiAZDBCluster', 'rds_multi_az_db_cluster'],
    arns: [['rds', /^global-cluster:(.+)$/]],
    picture: { none: 'joins clusters of several regions' },
  },
  'AWS::RDS::DBSubnetGroup': {
    names: ['RDS DB subnet group', 'RDS DB subnet groups'],
    shortNames: ['DB subnet group', 'DB subnet groups'],
    icon: ['architecture-service/AmazonRDS', 'rds'],
    taggedAs: 'rds:subgrp',
    picture: { none: 'tells where its databases are' },
    walk: 'end',
    locates: 'subnet',
  },
})
