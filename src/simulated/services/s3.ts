/** S3: buckets. The list is global. */
import type * as sdk from '@aws-sdk/client-s3'
import { defineService } from '../define-service.ts'
import { ProviderError, setting } from '../provider-error.ts'
import type { OperationContext } from '../service.ts'

declare module '../world.ts' {
  interface GlobalData {
    readonly s3?: {
      /** The buckets of all regions, each with its `BucketRegion`. */
      readonly buckets?: readonly sdk.Bucket[]
      /** By bucket name. A bucket without settings has AWS's defaults for new buckets. */
      readonly bucketSettings?: Readonly<Record<string, S3BucketSettings>>
    }
  }
}

export type S3BucketSettings = {
  readonly encryption?: sdk.ServerSideEncryptionConfiguration
  readonly logging?: sdk.LoggingEnabled
  readonly notifications?: sdk.NotificationConfiguration
  /** `null` if it was removed. */
  readonly publicAccessBlock?: sdk.PublicAccessBlockConfiguration | null
  /** Absent if the bucket has no policy. */
  readonly policyIsPublic?: boolean
  /** In addition to the owner's. */
  readonly grants?: readonly sdk.Grant[]
}

/** The defaults of new buckets. Source: "Default settings for new S3 buckets FAQ" in the user guide. */
const encryptionByDefault: sdk.ServerSideEncryptionConfiguration = {
  Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: false }],
}
const allBlocked: sdk.PublicAccessBlockConfiguration = {
  BlockPublicAcls: true,
  BlockPublicPolicy: true,
  IgnorePublicAcls: true,
  RestrictPublicBuckets: true,
}

export const noPublicAccessBlock = [
  'NoSuchPublicAccessBlockConfiguration',
  404,
  'The public access block configuration was not found',
] as const

/** Buckets are only available in their own region. */
function settingsOf(name: string | undefined, { globalData, region }: OperationContext): S3BucketSettings {
  const { buckets = [], bucketSettings = {} } = globalData.s3 ?? {}
  const bucket = buckets.find(({ Name }) => Name === name)
  if (bucket === undefined) throw new ProviderError('NoSuchBucket', 'The specified bucket does not exist', 404)
  if (bucket.BucketRegion !== region) {
    throw new ProviderError(
      'PermanentRedirect',
      'The bucket you are attempting to access must be addressed using the specified endpoint.',
      301,
    )
  }
  return bucketSettings[name ?? ''] ?? {}
}

/** An operation that returns settings of a bucket. */
function ofBucket<Output>(answer: (settings: S3BucketSettings, context: OperationContext) => Output) {
  return {
    parameters: ['Bucket'],
    answer: ({ Bucket }: { Bucket: string | undefined }, _data: unknown, context: OperationContext) =>
      answer(settingsOf(Bucket, context), context),
  } as const
}

export const service = defineService('s3', () => import('@aws-sdk/client-s3'), {
  pages: { largest: 10_000, usual: 'all', ceiling: 10_000, error: 'InvalidArgument' },
})({
  ListBuckets: {
    list: 'buckets',
    iamAction: 's3:ListAllMyBuckets',
    parameters: ['BucketRegion'],
    narrow(items, { BucketRegion }, { region }) {
      if (BucketRegion !== undefined && BucketRegion !== region) {
        throw new ProviderError('InvalidArgument', `Argument value ${BucketRegion} is not the region of this endpoint`)
      }
      return items.filter((bucket) => BucketRegion === undefined || bucket.BucketRegion === BucketRegion)
    },
    // "If the request contains at least one valid parameter, [BucketRegion] is included in the response"; the ARN "is only
    // supported for S3 directory buckets".
    item: ({ BucketRegion, BucketArn: _arn, ...bucket }, _data, input) =>
      Object.keys(input).length === 0 ? bucket : { ...bucket, BucketRegion },
  },
  GetBucketEncryption: {
    iamAction: 's3:GetEncryptionConfiguration',
    ...ofBucket(({ encryption = encryptionByDefault }) => ({ ServerSideEncryptionConfiguration: encryption })),
  },
  GetBucketLogging: ofBucket(({ logging }) => ({ LoggingEnabled: logging })),
  GetBucketNotificationConfiguration: {
    iamAction: 's3:GetBucketNotification',
    ...ofBucket(({ notifications = {} }) => notifications),
  },
  GetBucketAcl: ofBucket(({ grants = [] }, { account }) => {
    const Owner = { ID: `simulated-${account.accountId}` }
    const own: sdk.Grant = { Grantee: { Type: 'CanonicalUser', ...Owner }, Permission: 'FULL_CONTROL' }
    return { Owner, Grants: [own, ...grants] }
  }),
  GetBucketPolicyStatus: ofBucket(({ policyIsPublic }) => ({
    PolicyStatus: {
      IsPublic: setting(policyIsPublic, ['NoSuchBucketPolicy', 404, 'The bucket policy does not exist']),
    },
  })),
  GetPublicAccessBlock: {
    iamAction: 's3:GetBucketPublicAccessBlock',
    ...ofBucket(({ publicAccessBlock = allBlocked }) => ({
      PublicAccessBlockConfiguration: setting(publicAccessBlock, noPublicAccessBlock),
    })),
  },
})
