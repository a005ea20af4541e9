import { service } from './resource-type.ts'

export const mq = service('Amazon MQ', {
  'AWS::AmazonMQ::Broker': {
    names: ['Amazon MQ broker', 'Amazon MQ brokers'],
    shortNames: ['broker', 'brokers'],
    icon: ['architecture-service/AmazonMQ', 'mq'],
    arns: [['mq', /^broker:[^:]+:(.+)$/]],
    hosts: [/^(b-[0-9a-f-]{36})(?:-\d)?\.mq$/],
    inSettings: true,
    picture: { box: { tier: 'data', within: 'subnet', shelf: 'Search and streaming' }, flow: 'messaging' },
    normalState: 'running',
    exposedBy: { rule: 'publicly accessible', by: 'public access', reads: ['mq:DescribeBroker'], groups: 'optional' },
  },
})
