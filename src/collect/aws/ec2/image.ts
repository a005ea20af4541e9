import { from, defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { instance } from './instance.ts'
import { ec2 } from './vpc.ts'

/** AWS's limit for the values of one filter. */
const filterValues = 200

/** Collects the AMIs of instances, regardless of their owners. */
export const image = defineCollector({
  type: 'AWS::EC2::Image',
  count: 'images',
  scope: 'regional',
  permissions: ['ec2:DescribeImages'],
  service: ec2,
  inputs: from(instance, ({ ImageId }) => ImageId, filterValues),
  // By filter, because a deregistered AMI would fail a list of IDs.
  pages: ({ sdk, client }, imageIds) =>
    sdk.paginateDescribeImages(
      { client, pageSize: 1000 },
      {
        Filters: [{ Name: 'image-id', Values: [...imageIds] }],
        IncludeDeprecated: true,
        IncludeDisabled: true,
      },
    ),
  items: (page) => page.Images,
  resource: (image) => ({
    id: image.ImageId,
    name: nameTag(image.Tags) ?? image.Name,
    tags: tagRecord(image.Tags),
    properties: {
      ownerId: image.OwnerId,
      ownerAlias: image.ImageOwnerAlias,
      public: image.Public,
      state: image.State,
      architecture: image.Architecture,
      platform: image.PlatformDetails,
      rootDeviceType: image.RootDeviceType,
      creationDate: image.CreationDate,
      deprecationTime: image.DeprecationTime,
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::EC2::Snapshot',
      field: 'Images[].BlockDeviceMappings[].Ebs.SnapshotId',
      // Snapshots of foreign AMIs belong to their owners.
      targets: ({ OwnerId, BlockDeviceMappings }, { accountNumber }) =>
        OwnerId === accountNumber ? BlockDeviceMappings?.map(({ Ebs }) => Ebs?.SnapshotId) : undefined,
    },
  ],
})
