import { from, defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { instance } from './instance.ts'
import { ec2 } from './vpc.ts'

/** The provider's limit on the values of one filter. */
const filterValues = 200

/** Images that instances run, whoever owns them. */
export const image = defineCollector({
  type: 'AWS::EC2::Image',
  count: 'images',
  scope: 'regional',
  permissions: ['ec2:DescribeImages'],
  service: ec2,
  inputs: from(instance, ({ ImageId }) => ImageId, filterValues),
  // By filter, since one image that was deregistered meanwhile would fail a list of ids.
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
      // Those of foreign images are their owners'.
      targets: ({ OwnerId, BlockDeviceMappings }, { accountNumber }) =>
        OwnerId === accountNumber ? BlockDeviceMappings?.map(({ Ebs }) => Ebs?.SnapshotId) : undefined,
    },
  ],
})
