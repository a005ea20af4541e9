import { service } from './resource-type.ts'

export const cloudWatch = service('CloudWatch', {
  'AWS::CloudWatch::Alarm': {
    names: ['CloudWatch alarm', 'CloudWatch alarms'],
    shortNames: ['alarm', 'alarms'],
    icon: ['resource/AmazonCloudWatchAlarm', 'alarm'],
    console: 'cloudwatch/home#alarmsV2:alarm/*',
    arns: [['cloudwatch', /^alarm:(.+)$/]],
    taggedAs: 'cloudwatch:alarm',
    picture: { flow: 'alarm' },
  },
  'AWS::CloudWatch::CompositeAlarm': {
    names: ['CloudWatch composite alarm', 'CloudWatch composite alarms'],
    shortNames: ['composite alarm', 'composite alarms'],
    icon: ['resource/AmazonCloudWatchAlarm', 'alarm'],
    taggedAs: 'cloudwatch:alarm',
    picture: { flow: 'alarm' },
  },
})
