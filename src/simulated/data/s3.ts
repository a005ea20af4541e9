/** What a world holds of S3, in the SDK's own shapes. */
import type { Bucket } from '@aws-sdk/client-s3'

export type S3Data = {
  /** Of all regions, each with its `BucketRegion`. */
  readonly buckets?: readonly Bucket[]
}
