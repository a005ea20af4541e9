import { service } from './resource-type.ts'

export const kinesis = service('Kinesis Data Streams', {
  'AWS::Kinesis::Stream': {
    names: ['Kinesis data stream', 'Kinesis data streams'],
    shortNames: ['data stream', 'data streams'],
    icon: ['architecture-service/AmazonKinesisDataStreams', 'kinesis_data_streams'],
    console: 'kinesis/home#/streams/details/*/monitoring',
    arns: [['kinesis', /^stream\/([^/]+)/]],
    taggedAs: 'kinesis:stream',
    inSettings: true,
    settingWords: ['STREAM', 'KINESIS'],
    onlyByRole: true,
    picture: { box: { tier: 'data', shelf: 'Streams' }, flow: 'messaging' },
    normalState: 'active',
  },
})
