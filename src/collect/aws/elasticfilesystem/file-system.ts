import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'

export const elasticFileSystem = defineService(
  'elasticfilesystem',
  () => import('@aws-sdk/client-efs'),
  (sdk) => sdk.EFSClient,
)

export const fileSystem = defineCollector({
  type: 'AWS::EFS::FileSystem',
  count: 'fileSystems',
  scope: 'regional',
  permissions: ['elasticfilesystem:DescribeFileSystems'],
  service: elasticFileSystem,
  pages: ({ sdk, client }) => sdk.paginateDescribeFileSystems({ client, pageSize: 100 }, {}),
  items: (page) => page.FileSystems,
  resource: (fileSystem) => ({
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
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'FileSystems[].KmsKeyId',
      targets: (fileSystem) => kmsKeyId(fileSystem.KmsKeyId),
    },
  ],
})
