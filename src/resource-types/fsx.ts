import { service } from './resource-type.ts'

export const fSx = service('FSx', {
  'AWS::FSx::FileSystem': {
    names: ['managed file system', 'managed file systems'],
    icon: ['architecture-service/AmazonFSx', 'fsx'],
    picture: { box: { tier: 'data', within: 'subnet', shelf: 'File systems' } },
  },
})
