import { service } from './resource-type.ts'

export const efs = service('EFS', {
  'AWS::EFS::FileSystem': {
    names: ['EFS file system', 'EFS file systems'],
    shortNames: ['file system', 'file systems'],
    icon: ['resource/AmazonElasticFileSystemFileSystem', 'file_system'],
    console: 'efs/home#/file-systems/*',
    arns: [['elasticfilesystem', /^file-system\/(.+)$/]],
    hosts: [/^(fs-\w+)\.efs$/],
    inSettings: true,
    picture: { box: { tier: 'data', within: 'VPC', shelf: 'File systems' }, flow: 'store' },
    normalState: 'available',
    exposedBy: {
      accessAnalyzer: true,
      rule: 'resource policy',
      by: 'resource policy',
      reads: ['elasticfilesystem:DescribeFileSystemPolicy'],
    },
  },
  'AWS::EFS::AccessPoint': {
    names: ['EFS access point', 'EFS access points'],
    shortNames: ['access point', 'access points'],
    icon: ['architecture-service/AmazonEFS', 'elastic_file_system'],
    arns: [['elasticfilesystem', /^access-point\/(.+)$/]],
    picture: { none: 'part of its file system' },
  },
  'AWS::EFS::MountTarget': {
    names: ['EFS mount target', 'EFS mount targets'],
    shortNames: ['mount target', 'mount targets'],
    icon: ['architecture-service/AmazonEFS', 'elastic_file_system'],
    picture: { none: 'part of its file system' },
    partOf: { whole: 'AWS::EFS::FileSystem', drawn: 'never' },
    walk: 'through',
    locates: 'VPC',
  },
})
