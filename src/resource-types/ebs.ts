import { service } from './resource-type.ts'

export const ebs = service('EBS', {
  'AWS::EC2::Snapshot': {
    names: ['EBS snapshot', 'EBS snapshots'],
    shortNames: ['snapshot', 'snapshots'],
    icon: ['resource/AmazonElasticBlockStoreSnapshot', 'snapshot'],
    console: 'ec2/home#SnapshotDetails:snapshotId=*',
    picture: { none: 'a copy: nothing runs on it' },
    exposedBy: {
      accessAnalyzer: true,
      rule: 'public copy',
      by: 'volume creation permission',
      reads: ['ec2:DescribeSnapshotAttribute', 'ec2:GetSnapshotBlockPublicAccessState'],
    },
  },
  'AWS::EC2::Volume': {
    names: ['EBS volume', 'EBS volumes'],
    shortNames: ['volume', 'volumes'],
    icon: ['resource/AmazonElasticBlockStoreVolume', 'volume'],
    console: 'ec2/home#VolumeDetails:volumeId=*',
    arns: [['ec2', /^volume\/(.+)$/]],
    picture: { none: 'part of its instance' },
    neededBy: { verb: 'attached to', effect: 'breaks' },
    usedIf: [['own', 'attached to', 'AWS::EC2::Instance']],
  },
})
