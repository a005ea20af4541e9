import { service } from './resource-type.ts'

export const cloudWatchLogs = service('CloudWatch Logs', {
  'AWS::Logs::Delivery': {
    names: ['CloudWatch Logs delivery', 'CloudWatch Logs deliveries'],
    shortNames: ['log delivery', 'log deliveries'],
    icon: ['resource/AmazonCloudWatchLogs', 'logs'],
    picture: { none: 'records; nothing flows back' },
  },
  'AWS::Logs::LogGroup': {
    names: ['CloudWatch log group', 'CloudWatch log groups'],
    shortNames: ['log group', 'log groups'],
    icon: ['resource/AmazonCloudWatchLogs', 'logs'],
    arns: [['logs', /^log-group:([^:]+)/]],
    taggedAs: 'logs:log-group',
    inSettings: true,
    settingWords: ['LOG GROUP', 'LOGGROUP'],
    picture: { none: 'records; nothing flows back' },
    walk: 'end',
    isOwnByName: true,
  },
})
