import { service } from './resource-type.ts'

export const cloudWatch = service('CloudWatch', {
  'AWS::CloudWatch::Alarm': {
    names: ['alarm', 'alarms'],
    icon: ['resource/AmazonCloudWatchAlarm', 'alarm'],
    console: 'cloudwatch/home#alarmsV2:alarm/*',
    arns: [['cloudwatch', /^alarm:(.+)$/]],
    taggedAs: 'cloudwatch:alarm',
    picture: { flow: 'alarm' },
  },
  'AWS::CloudWatch::CompositeAlarm': {
    names: ['composite alarm', 'composite alarms'],
    icon: ['resource/AmazonCloudWatchAlarm', 'alarm'],
    taggedAs: 'cloudwatch:alarm',
    picture: { flow: 'alarm' },
  },
})
