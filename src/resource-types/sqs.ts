import { service } from './resource-type.ts'

export const sqs = service('SQS', {
  'AWS::SQS::Queue': {
    names: ['SQS queue', 'SQS queues'],
    shortNames: ['queue', 'queues'],
    icon: ['resource/AmazonSimpleQueueServiceQueue', 'queue'],
    arns: [['sqs', /^([^:]+)$/]],
    taggedAs: 'sqs',
    inSettings: true,
    settingWords: ['QUEUE', 'SQS', 'DLQ'],
    onlyByRole: true,
    picture: { box: { tier: 'data', shelf: 'Queues, topics and event buses' }, flow: 'messaging' },
    exposedBy: {
      accessAnalyzer: true,
      rule: 'resource policy',
      by: 'resource policy',
      reads: ['sqs:GetQueueAttributes'],
    },
  },
})
