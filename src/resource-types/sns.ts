import { service } from './resource-type.ts'

export const sns = service('SNS', {
  'AWS::SNS::Topic': {
    names: ['SNS topic', 'SNS topics'],
    shortNames: ['topic', 'topics'],
    icon: ['resource/AmazonSimpleNotificationServiceTopic', 'topic'],
    console: 'sns/v3/home#/topic/*',
    arns: [['sns', /^[^:]+$/]],
    taggedAs: 'sns',
    inSettings: true,
    settingWords: ['TOPIC', 'SNS'],
    picture: { box: { tier: 'data', shelf: 'Queues, topics and event buses' }, flow: 'messaging', connects: true },
    exposedBy: {
      accessAnalyzer: true,
      rule: 'resource policy',
      by: 'resource policy',
      reads: ['sns:GetTopicAttributes'],
    },
  },
  'AWS::SNS::Subscription': {
    names: ['SNS subscription', 'SNS subscriptions'],
    shortNames: ['subscription', 'subscriptions'],
    icon: ['architecture-service/AmazonSimpleNotificationService', 'sns'],
    picture: { line: { from: ['own', 'subscribes to'], to: [['own', 'invokes']], onFailure: 'from source' } },
    walk: 'through',
  },
})
