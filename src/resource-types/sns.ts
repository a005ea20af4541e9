import { service } from './resource-type.ts'

export const sns = service('SNS', {
  'AWS::SNS::Topic': {
    names: ['topic', 'topics'],
    icon: ['resource/AmazonSimpleNotificationServiceTopic', 'topic'],
    console: 'sns/v3/home#/topic/*',
    arns: [['sns', /^[^:]+$/]],
    taggedAs: 'sns',
    inSettings: true,
    picture: { box: { tier: 'data', shelf: 'Queues, topics and event buses' }, flow: 'messaging' },
  },
  'AWS::SNS::Subscription': {
    names: ['subscription', 'subscriptions'],
    icon: ['architecture-service/AmazonSimpleNotificationService', 'sns'],
    picture: { line: { from: ['own', 'subscribes to'] } },
    walk: 'through',
  },
})
