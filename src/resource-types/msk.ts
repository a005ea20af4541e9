import { service } from './resource-type.ts'

export const msk = service('MSK', {
  'AWS::MSK::Cluster': {
    names: ['MSK cluster', 'MSK clusters'],
    shortNames: ['cluster', 'clusters'],
    icon: ['architecture-service/AmazonManagedStreamingforApacheKafka', 'managed_streaming_for_kafka'],
    arns: [['kafka', /^cluster\/.+$/]],
    nameHosts: [/^(?:b-\d+(?:-public)?|boot-[\w-]+)\.([\w-]+)\.\w+\.c\d+\.kafka$/],
    inSettings: true,
    settingWords: ['CLUSTER', 'KAFKA', 'MSK', 'KAFKA CLUSTER', 'MSK CLUSTER'],
    picture: {
      box: { tier: 'data', within: 'subnet', card: 'brokers', shelf: 'Search and streaming' },
      flow: 'messaging',
    },
    normalState: 'active',
    exposedBy: { rule: 'publicly accessible', by: 'public access' },
  },
})
