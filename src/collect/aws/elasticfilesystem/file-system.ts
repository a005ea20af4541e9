import type { FileSystemDescription } from '@aws-sdk/client-efs'
import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { policyGrants } from '../../properties/policy-grants.ts'
import { tagRecord } from '../../properties/tags.ts'
import { unlessUnset } from '../../reading/unless-unset.ts'

export const elasticFileSystem = defineService(
  'elasticfilesystem',
  () => import('@aws-sdk/client-efs'),
  (sdk) => sdk.EFSClient,
)

/** `policy`: `null` if it couldn't be read. */
type DescribedFileSystem = { readonly fileSystem: FileSystemDescription; readonly policy: string | null }

export const fileSystem = defineCollector({
  type: 'AWS::EFS::FileSystem',
  count: 'fileSystems',
  scope: 'regional',
  permissions: ['elasticfilesystem:DescribeFileSystems', 'elasticfilesystem:DescribeFileSystemPolicy'],
  service: elasticFileSystem,
  pages: ({ sdk, client }) => sdk.paginateDescribeFileSystems({ client, pageSize: 100 }, {}),
  items: (page, { sdk, client, each }) =>
    // One call per file system, because the list omits its policy.
    each(
      page.FileSystems,
      async (fileSystem): Promise<DescribedFileSystem> => {
        const command = new sdk.DescribeFileSystemPolicyCommand({ FileSystemId: fileSystem.FileSystemId })
        const answer = await unlessUnset(client.send(command), 'PolicyNotFound')
        return { fileSystem, policy: answer?.Policy ?? '' }
      },
      { listed: (fileSystem): DescribedFileSystem => ({ fileSystem, policy: null }), listIsEnough: true },
    ),
  resource: ({ fileSystem, policy }, { accountNumber }) => ({
    id: fileSystem.FileSystemId,
    arn: fileSystem.FileSystemArn,
    name: fileSystem.Name,
    tags: tagRecord(fileSystem.Tags),
    properties: {
      state: fileSystem.LifeCycleState,
      encrypted: fileSystem.Encrypted,
      performanceMode: fileSystem.PerformanceMode,
      throughputMode: fileSystem.ThroughputMode,
      availabilityZone: fileSystem.AvailabilityZoneName,
      replicationOverwriteProtection: fileSystem.FileSystemProtection?.ReplicationOverwriteProtection,
      policyGrants:
        policy === null ? undefined : policyGrants(policy, accountNumber, { arn: fileSystem.FileSystemArn }),
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'FileSystems[].KmsKeyId',
      targets: ({ fileSystem }) => kmsKeyId(fileSystem.KmsKeyId),
    },
  ],
})
