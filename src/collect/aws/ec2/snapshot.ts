import type { CreateVolumePermission, GetSnapshotBlockPublicAccessStateResult, Snapshot } from '@aws-sdk/client-ec2'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { mostShares, sharedWith } from '../../properties/shared-with.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'
import { volume } from './volume.ts'
import { ec2 } from './vpc.ts'

/** Copied snapshots have this ID, which isn't a real volume. */
const noVolume = 'vol-ffffffff'

type DescribedSnapshot = {
  readonly snapshot: Snapshot
  /** `undefined` if that couldn't be read. */
  readonly isPublic: boolean | undefined
  /** Only of snapshots that aren't public. */
  readonly permissions?: readonly CreateVolumePermission[]
  /** `null` if they weren't read. */
  readonly volumes: ReadonlySet<string> | null
}

/**
 * Collects the account's own snapshots. The list of all that it may restore includes tens of thousands of public ones.
 */
export const snapshot = defineCollector({
  type: 'AWS::EC2::Snapshot',
  count: 'snapshots',
  scope: 'regional',
  permissions: ['ec2:DescribeSnapshots', 'ec2:DescribeSnapshotAttribute', 'ec2:GetSnapshotBlockPublicAccessState'],
  service: ec2,
  alsoReads: [volume],
  async *pages({ sdk, client }) {
    // A separate list has the snapshots that anyone can restore.
    const shared = await Array.fromAsync(
      sdk.paginateDescribeSnapshots({ client, pageSize: 1000 }, { OwnerIds: ['self'], RestorableByUserIds: ['all'] }),
    )
    const publicIds = new Set(shared.flatMap(({ Snapshots = [] }) => Snapshots.map(({ SnapshotId }) => SnapshotId)))
    // Block Public Access can make all public snapshots private. It doesn't change their permissions.
    let setting: Promise<GetSnapshotBlockPublicAccessStateResult> | null = null
    const isBlocked = async () => {
      setting ??= client.send(new sdk.GetSnapshotBlockPublicAccessStateCommand({}))
      return (await setting).State === 'block-all-sharing'
    }
    for await (const page of sdk.paginateDescribeSnapshots({ client, pageSize: 1000 }, { OwnerIds: ['self'] })) {
      yield { publicIds, isBlocked, Snapshots: page.Snapshots ?? [] }
    }
  },
  async items(
    { publicIds, isBlocked, Snapshots },
    { sdk, client, allOf, each, eachOfFirst },
  ): Promise<readonly DescribedSnapshot[]> {
    const all = await allOf(volume)
    const volumes = all && new Set(all.flatMap(({ VolumeId }) => VolumeId ?? []))
    const isPublic = ({ SnapshotId }: Snapshot) => publicIds.has(SnapshotId)
    const described = await eachOfFirst(
      Snapshots.filter((snapshot) => !isPublic(snapshot)),
      async (snapshot): Promise<DescribedSnapshot> => {
        const { SnapshotId } = snapshot
        const { CreateVolumePermissions: permissions = [] } = await client.send(
          new sdk.DescribeSnapshotAttributeCommand({ SnapshotId, Attribute: 'createVolumePermission' }),
        )
        return { snapshot, isPublic: false, permissions, volumes }
      },
      {
        most: mostShares,
        why: `AWS returns the accounts of one snapshot per call, and a scan reads those of the first ${mostShares}.`,
        listed: (snapshot): DescribedSnapshot => ({ snapshot, isPublic: false, volumes }),
        listIsEnough: true,
      },
    )
    const open = await each(
      Snapshots.filter(isPublic),
      async (snapshot): Promise<DescribedSnapshot> => ({ snapshot, isPublic: !(await isBlocked()), volumes }),
      { listed: (snapshot): DescribedSnapshot => ({ snapshot, isPublic: undefined, volumes }), listIsEnough: true },
    )
    return [...open, ...described]
  },
  resource: ({ snapshot, isPublic, permissions }) => ({
    id: snapshot.SnapshotId,
    name: nameTag(snapshot.Tags),
    tags: tagRecord(snapshot.Tags),
    properties: {
      state: snapshot.State,
      volumeSizeGib: snapshot.VolumeSize,
      encrypted: snapshot.Encrypted,
      public: isPublic,
      sharedWith: sharedWith(permissions),
      storageTier: snapshot.StorageTier,
      startTime: snapshot.StartTime?.toISOString(),
    },
  }),
  relations: [
    {
      verb: 'associated with',
      type: 'AWS::EC2::Volume',
      field: 'Snapshots[].VolumeId',
      // Most snapshots outlive their volume, which then no longer exists.
      targets: ({ snapshot: { VolumeId = noVolume }, volumes }) =>
        VolumeId !== noVolume && (volumes?.has(VolumeId) ?? true) ? VolumeId : undefined,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'Snapshots[].KmsKeyId',
      targets: ({ snapshot }) => kmsKeyId(snapshot.KmsKeyId),
    },
  ],
})
