import { defineService } from '../../../cloud/service.ts'
import { kmsKeyId } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { nameTag, tagRecord } from '../../properties/tags.ts'

export const fsx = defineService(
  'fsx',
  () => import('@aws-sdk/client-fsx'),
  (sdk) => sdk.FSxClient,
)

export const managedFileSystem = defineCollector({
  type: 'AWS::FSx::FileSystem',
  count: 'managedFileSystems',
  scope: 'regional',
  permissions: ['fsx:DescribeFileSystems'],
  service: fsx,
  // The parameter has no documented maximum. The service uses its own if that is less.
  pages: ({ sdk, client }) => sdk.paginateDescribeFileSystems({ client, pageSize: 1000 }, {}),
  items: (page) => page.FileSystems,
  resource: (fileSystem) => ({
    id: fileSystem.FileSystemId,
    arn: fileSystem.ResourceARN,
    name: nameTag(fileSystem.Tags),
    tags: tagRecord(fileSystem.Tags),
    properties: {
      fileSystemType: fileSystem.FileSystemType,
      version: fileSystem.FileSystemTypeVersion,
      state: fileSystem.Lifecycle,
      storageCapacityGib: fileSystem.StorageCapacity,
      storageType: fileSystem.StorageType,
      deploymentType:
        fileSystem.LustreConfiguration?.DeploymentType ??
        fileSystem.OntapConfiguration?.DeploymentType ??
        fileSystem.OpenZFSConfiguration?.DeploymentType ??
        fileSystem.WindowsConfiguration?.DeploymentType,
      endpoint: fileSystem.DNSName,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EC2::VPC',
      field: 'FileSystems[].VpcId',
      targets: (fileSystem) => fileSystem.VpcId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'FileSystems[].SubnetIds[]',
      targets: (fileSystem) => fileSystem.SubnetIds,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::NetworkInterface',
      field: 'FileSystems[].NetworkInterfaceIds[]',
      targets: (fileSystem) => fileSystem.NetworkInterfaceIds,
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field: 'FileSystems[].KmsKeyId',
      targets: (fileSystem) => kmsKeyId(fileSystem.KmsKeyId),
    },
    {
      verb: 'logs to',
      types: ['AWS::Logs::LogGroup', 'AWS::KinesisFirehose::DeliveryStream'],
      field:
        'FileSystems[].LustreConfiguration.LogConfiguration.Destination, FileSystems[].WindowsConfiguration.AuditLogConfiguration.AuditLogDestination',
      arns: ({ LustreConfiguration, WindowsConfiguration }) => [
        LustreConfiguration?.LogConfiguration?.Destination,
        WindowsConfiguration?.AuditLogConfiguration?.AuditLogDestination,
      ],
    },
  ],
})
