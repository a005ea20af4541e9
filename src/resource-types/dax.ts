import { service } from './resource-type.ts'

export const dax = service('DynamoDB Accelerator', {
  'AWS::DAX::Cluster': {
    names: ['DAX cluster', 'DAX clusters'],
    icon: ['resource/AmazonDynamoDBAmazonDynamoDBAccelerator', 'dynamodb_dax'],
    console: 'dynamodbv2/home#dax-cluster?name=*',
    arns: [['dax', /^cache\/(.+)$/]],
    hosts: [/^([\w-]+)\.\w+\.dax-clusters$/],
    inSettings: true,
    picture: { box: { tier: 'data', within: 'subnet', shelf: 'Caches' }, flow: 'store' },
    normalState: 'available',
  },
  'AWS::DAX::SubnetGroup': {
    names: ['DAX subnet group', 'DAX subnet groups'],
    icon: ['resource/AmazonDynamoDBAmazonDynamoDBAccelerator', 'dynamodb_dax'],
    picture: { none: 'locates its clusters' },
    walk: 'end',
    locates: 'subnet',
  },
})
