import { service } from './resource-type.ts'

export const s3 = service('S3', {
  'AWS::S3::Bucket': {
    names: ['S3 bucket', 'S3 buckets'],
    shortNames: ['bucket', 'buckets'],
    icon: ['resource/AmazonSimpleStorageServiceBucket', 'bucket'],
    console: 's3/buckets/*',
    // Access points have ARNs of the same service.
    arns: [['s3', /^(?!accesspoint\/)([^/]+)/]],
    taggedAs: 's3',
    inSettings: true,
    settingWords: ['BUCKET', 'S3'],
    picture: { box: { tier: 'data' }, flow: 'store' },
    exposedBy: {
      accessAnalyzer: true,
      rule: 'bucket access',
      by: 'bucket access',
      reads: ['s3:GetBucketAcl', 's3:GetBucketPolicyStatus', 's3:GetBucketPublicAccessBlock'],
    },
  },
  'AWS::S3::AccountPublicAccessBlock': {
    names: ['S3 account public access block', 'S3 account public access blocks'],
    shortNames: ['account public access block', 'account public access blocks'],
    icon: ['architecture-service/AmazonSimpleStorageService', 's3'],
    console: 's3/settings',
    picture: { none: 'a setting of all buckets' },
    plays: 'account public access block',
  },
})
