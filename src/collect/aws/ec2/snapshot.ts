import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { ec2 } from './vpc.ts'

/** Copies of snapshots name this volume, which does not exist. */
const noVolume = 'vol-ffffffff'

/** The account's own: the list of all that it may restore from has tens of thousands of public ones. */
export const snapshot = defineCollector({
  type: 'AWS::EC2::Snapshot',
  count: 'snapshots',
  scope: 'regional',
  permissions: ['ec2:DescribeSnapshots'],
  service: ec2,
  pages: ({ sdk, client }) => sdk.paginateDescribeSnapshots({ client, pageSize: 1000 }, { OwnerIds: ['self'] }),
  items: (page) => page.Snapshots,
  resource: (snapshot) => ({
    id: snapshot.SnapshotId,
    name: nameTag(snapshot.Tags),
    tags: tagRecord(snapshot.Tags),
    properties: {
      state: snapshot.State,
      volumeSizeGib: snapshot.VolumeSize,
      encrypted: snapshot.Encrypted,
      storageTier: snapshot.StorageTier,
      startTime: snapshot.StartTime?.toISOString(),
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::EC2::Volume',
      field: 'Snapshots[].VolumeId',
      targets: ({ VolumeId }) => (VolumeId === noVolume ? undefined : VolumeId),
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'Snapshots[].KmsKeyId',
      targets: (snapshot) => kmsKeyId(snapshot.KmsKeyId),
    },
  ],
})
