import { defineCollector, from } from '../../collector.ts'
import { elasticFileSystem, fileSystem } from './file-system.ts'

/**
 * Collects EFS mount targets with one call for each file system that has any, because AWS lists those of one file
 * system at a time.
 */
export const mountTarget = defineCollector({
  type: 'AWS::EFS::MountTarget',
  count: 'mountTargets',
  scope: 'regional',
  permissions: ['elasticfilesystem:DescribeMountTargets'],
  service: elasticFileSystem,
  inputs: from(fileSystem, ({ fileSystem: { FileSystemId, NumberOfMountTargets } }) =>
    NumberOfMountTargets === 0 ? undefined : FileSystemId,
  ),
  pages: ({ sdk, client }, [FileSystemId]) =>
    sdk.paginateDescribeMountTargets({ client, pageSize: 100 }, { FileSystemId }),
  items: (page) => page.MountTargets,
  resource: (target) => ({
    id: target.MountTargetId,
    properties: {
      state: target.LifeCycleState,
      availabilityZone: target.AvailabilityZoneName,
      ipAddress: target.IpAddress,
      ipv6Address: target.Ipv6Address,
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EFS::FileSystem',
      field: 'MountTargets[].FileSystemId',
      targets: (target) => target.FileSystemId,
    },
    { verb: 'contained in', type: 'AWS::EC2::VPC', field: 'MountTargets[].VpcId', targets: (target) => target.VpcId },
    {
      verb: 'attached to',
      type: 'AWS::EC2::Subnet',
      field: 'MountTargets[].SubnetId',
      targets: (target) => target.SubnetId,
    },
    {
      verb: 'attached to',
      type: 'AWS::EC2::NetworkInterface',
      field: 'MountTargets[].NetworkInterfaceId',
      targets: (target) => target.NetworkInterfaceId,
    },
  ],
})
