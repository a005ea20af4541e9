import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { config } from './configuration-recorder.ts'

export const deliveryChannel = defineCollector({
  type: 'AWS::Config::DeliveryChannel',
  count: 'configurationDeliveryChannels',
  scope: 'regional',
  permissions: ['config:DescribeDeliveryChannels'],
  service: config,
  pages: ({ sdk, client }) => [client.send(new sdk.DescribeDeliveryChannelsCommand({}))],
  items: (page) => page.DeliveryChannels,
  resource: (channel) => ({
    id: channel.name,
    name: channel.name,
    properties: { snapshotFrequency: channel.configSnapshotDeliveryProperties?.deliveryFrequency },
  }),
  relations: [
    {
      verb: 'logs to',
      type: 'AWS::S3::Bucket',
      field: 'DeliveryChannels[].s3BucketName',
      targets: (channel) => channel.s3BucketName,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'DeliveryChannels[].s3KmsKeyArn',
      targets: (channel) => kmsKeyId(channel.s3KmsKeyArn),
    },
    {
      verb: 'invokes',
      types: ['AWS::SNS::Topic'],
      field: 'DeliveryChannels[].snsTopicARN',
      arns: (channel) => channel.snsTopicARN,
    },
  ],
})
