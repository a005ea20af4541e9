import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

export const volume = defineCollector({
  type: 'AWS::EC2::Volume',
  count: 'volumes',
  scope: 'regional',
  permissions: ['ec2:DescribeVolumes'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeVolumes({ client, pageSize: 1000 }, {}),
  items: (page) => page.Volumes,
  resource: (volume) => ({
    id: volume.VolumeId,
    arn: volume.VolumeArn,
    name: nameTag(volume.Tags),
    tags: tagRecord(volume.Tags),
    properties: {
      volumeType: volume.VolumeType,
      sizeGib: volume.Size,
      iops: volume.Iops,
      throughputMibps: volume.Throughput,
      state: volume.State,
      availabilityZone: volume.AvailabilityZone,
      encrypted: volume.Encrypted,
      multiAttachEnabled: volume.MultiAttachEnabled,
    },
  }),
  relations: [
    {
      verb: 'attached to',
      type: 'AWS::EC2::Instance',
      field: 'Volumes[].Attachments[].InstanceId',
      targets: (volume) => volume.Attachments?.map(({ InstanceId }) => InstanceId),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'Volumes[].KmsKeyId',
      targets: (volume) => kmsKeyId(volume.KmsKeyId),
    },
  ],
})
