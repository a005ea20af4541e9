/** What a world holds of S3, in the SDK's own shapes. */
import type {
  Bucket,
  LoggingEnabled,
  NotificationConfiguration,
  PublicAccessBlockConfiguration,
  ServerSideEncryptionConfiguration,
} from '@aws-sdk/client-s3'

export type S3Data = {
  /** Of all regions, each with its `BucketRegion`. */
  readonly buckets?: readonly Bucket[]
  /** By the bucket's name; a bucket without any has those that the provider gives to new ones. */
  readonly bucketSettings?: Readonly<Record<string, S3BucketSettings>>
}

export type S3BucketSettings = {
  readonly encryption?: ServerSideEncryptionConfiguration
  readonly logging?: LoggingEnabled
  readonly notifications?: NotificationConfiguration
  /** `null`: removed. */
  readonly publicAccessBlock?: PublicAccessBlockConfiguration | null
  /** Absent: the bucket has no policy. */
  readonly policyIsPublic?: boolean
}
