import { defineCollector } from '../../collector.ts'
import { s3 } from '../services.ts'

/** Buckets are listed for the whole account; the provider filters them by the region that is scanned. */
export const bucket = defineCollector({
  type: 'AWS::S3::Bucket',
  count: 'storageBuckets',
  scope: 'regional',
  permissions: ['s3:ListAllMyBuckets'],
  service: s3,
  pages: ({ sdk, client, region }) => sdk.paginateListBuckets({ client, pageSize: 10_000 }, { BucketRegion: region }),
  items: (page) => page.Buckets,
  resource: (bucket) => ({
    id: bucket.Name,
    arn: bucket.BucketArn,
    name: bucket.Name,
    properties: { creationDate: bucket.CreationDate?.toISOString() },
  }),
})
