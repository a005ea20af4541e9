import { service } from './resource-type.ts'

export const s3 = service('S3', {
  'AWS::S3::Bucket': {
    names: ['S3 bucket', 'S3 buckets'],
    shortNames: ['bucket', 'buckets'],
    icon: ['resource/AmazonSimpleStorageServiceBucket', 'bucket'],
    console: 's3/buckets/*',
    arns: [['s3', /^([^/]+)/]],
    taggedAs: 's3',
    inSettings: true,
    settingWords: ['BUCKET', 'S3'],
    picture: { box: { tier: 'data' }, flow: 'store' },
    exposedBy: 'resource policy',
  },
})
