import { service } from './resource-type.ts'

export const appRunner = service('App Runner', {
  'AWS::AppRunner::Service': {
    names: ['App Runner service', 'App Runner services'],
    shortNames: ['service', 'services'],
    icon: ['architecture-service/AWSAppRunner', 'app_runner'],
    arns: [['apprunner', /^service\/.+$/]],
    taggedAs: 'apprunner:service',
    inSettings: true,
    rolesOfAws: ['Service.SourceConfiguration.AuthenticationConfiguration.AccessRoleArn'],
    picture: { box: { tier: 'application', shelf: 'Applications' }, flow: 'caller' },
    normalState: 'running',
    exposedBy: {
      rule: 'public setting',
      by: 'public endpoint',
      ports: '443',
      idle: ['PAUSED', 'DELETED', 'CREATE_FAILED', 'DELETE_FAILED'],
      reads: ['apprunner:DescribeService'],
    },
  },
  'AWS::AppRunner::VpcConnector': {
    names: ['App Runner VPC connector', 'App Runner VPC connectors'],
    shortNames: ['VPC connector', 'VPC connectors'],
    icon: ['architecture-service/AWSAppRunner', 'app_runner'],
    taggedAs: 'apprunner:vpcconnector',
    picture: { none: 'a setting of services' },
    walk: 'through',
  },
})
