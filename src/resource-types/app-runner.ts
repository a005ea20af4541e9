import { service } from './resource-type.ts'

export const appRunner = service('App Runner', {
  'AWS::AppRunner::Service': {
    names: ['App Runner service', 'App Runner services'],
    icon: ['architecture-service/AWSAppRunner', 'app_runner'],
    arns: [['apprunner', /^service\/.+$/]],
    taggedAs: 'apprunner:service',
    picture: { box: { tier: 'application', shelf: 'Applications' }, flow: 'caller' },
  },
  'AWS::AppRunner::VpcConnector': {
    names: ['App Runner network connector', 'App Runner network connectors'],
    icon: ['architecture-service/AWSAppRunner', 'app_runner'],
    taggedAs: 'apprunner:vpcconnector',
    picture: { none: 'a setting of services' },
    walk: 'through',
  },
})
