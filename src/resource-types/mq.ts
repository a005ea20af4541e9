import { service } from './resource-type.ts'

export const mq = service('MQ', {
  'AWS::AmazonMQ::Broker': {
    names: ['message broker', 'message brokers'],
    icon: ['architecture-service/AmazonMQ', 'mq'],
    arns: [['mq', /^broker:[^:]+:(.+)$/]],
    hosts: [/^(b-[0-9a-f-]{36})(?:-\d)?\.mq$/],
    inSettings: true,
    picture: { box: { tier: 'data', within: 'subnet', shelf: 'Search and streaming' }, flow: 'messaging' },
  },
})
