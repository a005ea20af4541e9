/** EC2: what instances are made of and made from: volumes, snapshots, images, key pairs, launch templates. */
import type {
  DescribeImagesRequest,
  DescribeImagesResult,
  DescribeKeyPairsRequest,
  DescribeKeyPairsResult,
  DescribeLaunchTemplatesRequest,
  DescribeLaunchTemplatesResult,
  DescribeSnapshotsRequest,
  DescribeSnapshotsResult,
  DescribeVolumesRequest,
  DescribeVolumesResult,
  Image,
  KeyPairInfo,
  LaunchTemplate,
  Snapshot,
  Volume,
} from '@aws-sdk/client-ec2'
import { describe, ec2Paging } from '../ec2-describe.ts'
import { applyFilters } from '../ec2-filters.ts'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import type { SimulatedOperation } from '../service.ts'

export const computeOperations: Readonly<Record<string, SimulatedOperation>> = {
  DescribeVolumes: describe<DescribeVolumesRequest, DescribeVolumesResult, Volume>({
    items: ({ volumes }) => volumes,
    identifiers: 'VolumeIds',
    id: (volume) => volume.VolumeId,
    notFound: ['InvalidVolume.NotFound', 'volume'],
    filters: {
      'volume-id': (volume) => volume.VolumeId,
      'attachment.instance-id': (volume) => (volume.Attachments ?? []).map(({ InstanceId }) => InstanceId),
      encrypted: (volume) => volume.Encrypted,
      status: (volume) => volume.State,
    },
    maximumPage: 1000,
    answer: (Volumes, NextToken) => ({ Volumes, NextToken }),
  }),

  DescribeSnapshots: listOperation<DescribeSnapshotsRequest, DescribeSnapshotsResult, Snapshot>({
    items: ({ regionData }) => regionData.ec2?.snapshots,
    identifiers: [
      {
        parameter: 'SnapshotIds',
        of: (snapshot) => [snapshot.SnapshotId],
        notFound: (id) => new ProviderError('InvalidSnapshot.NotFound', `The snapshot '${id}' does not exist.`),
      },
    ],
    parameters: ['OwnerIds', 'Filters'],
    narrow: (items, { OwnerIds, Filters }, { account }) =>
      applyFilters(
        items.filter(
          ({ OwnerId = '' }) =>
            OwnerIds === undefined ||
            OwnerIds.map((owner) => (owner === 'self' ? account.accountId : owner)).includes(OwnerId),
        ),
        Filters,
        {
          'snapshot-id': (snapshot) => snapshot.SnapshotId,
          'volume-id': (snapshot) => snapshot.VolumeId,
          status: (snapshot) => snapshot.State,
        },
        (snapshot) => snapshot.Tags,
      ),
    paging: ec2Paging(1000),
    answer: (items, NextToken) => ({ Snapshots: [...items], NextToken }),
  }),

  DescribeImages: listOperation<DescribeImagesRequest, DescribeImagesResult, Image>({
    items: ({ regionData }) => regionData.ec2?.images,
    identifiers: [
      {
        parameter: 'ImageIds',
        of: (image) => [image.ImageId],
        notFound: (id) => new ProviderError('InvalidAMIID.NotFound', `The image id '[${id}]' does not exist`),
      },
    ],
    parameters: ['Owners', 'Filters', 'IncludeDeprecated', 'IncludeDisabled'],
    narrow: (items, { Owners, Filters, IncludeDisabled }, { account }) =>
      applyFilters(
        items.filter(
          ({ OwnerId = '', ImageOwnerAlias = '', State }) =>
            (State !== 'disabled' || IncludeDisabled === true) &&
            (Owners === undefined ||
              Owners.includes(ImageOwnerAlias) ||
              Owners.map((owner) => (owner === 'self' ? account.accountId : owner)).includes(OwnerId)),
        ),
        Filters,
        { 'image-id': (image) => image.ImageId, name: (image) => image.Name, state: (image) => image.State },
        (image) => image.Tags,
      ),
    paging: ec2Paging(1000),
    answer: (items, NextToken) => ({ Images: [...items], NextToken }),
  }),

  DescribeKeyPairs: listOperation<DescribeKeyPairsRequest, DescribeKeyPairsResult, KeyPairInfo>({
    items: ({ regionData }) => regionData.ec2?.keyPairs,
    identifiers: [
      {
        parameter: 'KeyNames',
        of: (pair) => [pair.KeyName],
        notFound: (name) => new ProviderError('InvalidKeyPair.NotFound', `The key pair '${name}' does not exist`),
      },
      {
        parameter: 'KeyPairIds',
        of: (pair) => [pair.KeyPairId],
        notFound: (id) => new ProviderError('InvalidKeyPair.NotFound', `The key pair ID '${id}' does not exist`),
      },
    ],
    paging: null,
    answer: (items) => ({ KeyPairs: [...items] }),
  }),

  DescribeLaunchTemplates: listOperation<DescribeLaunchTemplatesRequest, DescribeLaunchTemplatesResult, LaunchTemplate>(
    {
      items: ({ regionData }) => regionData.ec2?.launchTemplates,
      identifiers: [
        {
          parameter: 'LaunchTemplateIds',
          of: (template) => [template.LaunchTemplateId],
          notFound: (id) =>
            new ProviderError(
              'InvalidLaunchTemplateId.NotFound',
              `The specified launch template, with template ID ${id}, does not exist.`,
            ),
        },
      ],
      // Unlike the other describes, this one takes pages of a single template and of 200 at most.
      paging: { ...ec2Paging(200), token: 'NextToken', size: 'MaxResults', minimum: 1, default: 200 },
      answer: (items, NextToken) => ({ LaunchTemplates: [...items], NextToken }),
    },
  ),
}
