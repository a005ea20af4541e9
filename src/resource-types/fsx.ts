import { service } from './resource-type.ts'

export const fSx = service('FSx', {
  'AWS::FSx::FileSystem': {
    names: ['FSx file system', 'FSx file systems'],
    shortNames: ['file system', 'file systems'],
    icon: ['architecture-service/AmazonFSx', 'fsx'],
    picture: { box: { tier: 'data', within: 'subnet', shelf: 'File systems' }, flow: 'store' },
    // https://docs.aws.amazon.com/fsx/, "File system access control with Amazon VPC". ONTAP listens at several.
    listensAt: { property: 'fileSystemType', ports: { WINDOWS: 445, LUSTRE: 988, OPENZFS: 2049 } },
    groupsOf: 'network interfaces',
    normalState: 'available',
  },
})
