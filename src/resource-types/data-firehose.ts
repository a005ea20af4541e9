import { service } from './resource-type.ts'

export const dataFirehose = service('Data Firehose', {
  'AWS::KinesisFirehose::DeliveryStream': {
    names: ['Firehose stream', 'Firehose streams'],
    icon: ['architecture-service/AmazonDataFirehose', 'kinesis_data_firehose'],
    arns: [['firehose', /^deliverystream\/(.+)$/]],
    taggedAs: 'firehose:deliverystream',
    inSettings: true,
    settingWords: ['DELIVERY STREAM', 'STREAM', 'FIREHOSE'],
    namesAllItUses: true,
    picture: { box: { tier: 'data', shelf: 'Streams' }, flow: 'messaging' },
    normalState: 'active',
  },
})
