import { service } from './resource-type.ts'

export const fSx = service('FSx', {
  'AWS::FSx::FileSystem': {
    names: ['FSx file system', 'FSx file systems'],
    shortNames: ['file system', 'file systems'],
    icon: ['architecture-service/AmazonFSx', 'fsx'],
    picture: { box: { tier: 'data', within: 'subnet', shelf: 'File systems' } },
    normalState: 'available',
  },
})
