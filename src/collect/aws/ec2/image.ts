import type { Image, LaunchPermission } from '@aws-sdk/client-ec2'
import { from, defineCollector } from '../../collector.ts'
import { mostShares, sharedWith } from '../../properties/shared-with.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { instance } from './instance.ts'
import { ec2 } from './vpc.ts'

/** AWS's limit for the values of one filter. */
const filterValues = 200

type DescribedImage = {
  readonly image: Image
  /** Only of the account's own AMIs that aren't public. */
  readonly permissions?: readonly LaunchPermission[]
}

/** Collects the account's own AMIs, and the AMIs of instances, regardless of their owners. */
export const image = defineCollector({
  type: 'AWS::EC2::Image',
  count: 'images',
  scope: 'regional',
  permissions: ['ec2:DescribeImages', 'ec2:DescribeImageAttribute'],
  service: ec2,
  inputs: { ...from(instance, ({ ImageId }) => ImageId, filterValues), andWithout: true },
  async *pages({ sdk, client, accountNumber }, imageIds) {
    const isOwn = ({ OwnerId }: Image) => OwnerId === accountNumber
    const own = imageIds.length === 0
    // By filter, because a deregistered AMI would fail a list of IDs.
    const which = own ? { Owners: ['self'] } : { Filters: [{ Name: 'image-id', Values: [...imageIds] }] }
    const list = { ...which, IncludeDeprecated: true, IncludeDisabled: true }
    for await (const { Images = [] } of sdk.paginateDescribeImages({ client, pageSize: 1000 }, list)) {
      yield { Images: Images.filter((image) => isOwn(image) === own) }
    }
  },
  async items({ Images }, { sdk, client, accountNumber, eachOfFirst }): Promise<readonly DescribedImage[]> {
    const isPrivate = ({ OwnerId, Public }: Image) => OwnerId === accountNumber && Public !== true
    const mayBeShared = (image: Image) => isPrivate(image) && isUsable(image)
    const described = await eachOfFirst(
      Images.filter(mayBeShared),
      async (image): Promise<DescribedImage> => {
        const { ImageId } = image
        const { LaunchPermissions: permissions = [] } = await client.send(
          new sdk.DescribeImageAttributeCommand({ ImageId, Attribute: 'launchPermission' }),
        )
        return { image, permissions }
      },
      {
        most: mostShares,
        why: `AWS returns the accounts of one AMI per call, and a scan reads those of the first ${mostShares}.`,
        listed: (image): DescribedImage => ({ image }),
        listIsEnough: true,
      },
    )
    const others = Images.filter((image) => !mayBeShared(image))
    return [...others.map((image) => (isPrivate(image) ? { image, permissions: [] } : { image })), ...described]
  },
  resource: ({ image, permissions }) => ({
    id: image.ImageId,
    name: nameTag(image.Tags) ?? image.Name,
    tags: tagRecord(image.Tags),
    properties: {
      ownerId: image.OwnerId,
      ownerAlias: image.ImageOwnerAlias,
      public: image.Public,
      sharedWith: sharedWith(permissions),
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
      targets: ({ image: { OwnerId, BlockDeviceMappings } }, { accountNumber }) =>
        OwnerId === accountNumber ? BlockDeviceMappings?.map(({ Ebs }) => Ebs?.SnapshotId) : undefined,
    },
  ],
})

/**
 * AWS removes the permissions of disabled AMIs, and may return an error for them. No account can use pending and failed
 * ones.
 */
function isUsable({ State = 'available' }: Image): boolean {
  return State === 'available'
}
