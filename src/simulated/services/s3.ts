/** S3: buckets. The list is global. */
import type {
  Bucket,
  Grant,
  LoggingEnabled,
  NotificationConfiguration,
  PublicAccessBlockConfiguration,
  ServerSideEncryptionConfiguration,
} from '@aws-sdk/client-s3'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'
import type { OperationContext } from '../service.ts'

declare module '../world.ts' {
  interface GlobalData {
    readonly s3?: {
      /** The buckets of all regions, each with its `BucketRegion`. */
      readonly buckets?: readonly Bucket[]
      /** By bucket name. A bucket without settings has AWS's defaults for new buckets. */
      readonly bucketSettings?: Readonly<Record<string, S3BucketSettings>>
    }
  }
}

export type S3BucketSettings = {
  readonly encryption?: ServerSideEncryptionConfiguration
  readonly logging?: LoggingEnabled
  readonly notifications?: NotificationConfiguration
  /** `null` if it was removed. */
  readonly publicAccessBlock?: PublicAccessBlockConfiguration | null
  /** Absent if the bucket has no policy. */
  readonly policyIsPublic?: boolean
  /** In addition to the owner's. */
  readonly grants?: readonly Grant[]
}

/** The defaults of new buckets. Source: "Default settings for new S3 buckets FAQ" in the user guide. */
const encryptionByDefault: ServerSideEncryptionConfiguration = {
  Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: false }],
}
const allBlocked: PublicAccessBlockConfiguration = {
  BlockPublicAcls: true,
  BlockPublicPolicy: true,
  IgnorePublicAcls: true,
  RestrictPublicBuckets: true,
}

/** An index by name, because large worlds have thousands of buckets. */
const bucketsByName = new WeakMap<readonly Bucket[], ReadonlyMap<string | undefined, Bucket>>()

/** Buckets are only available in their own region. */
function settingsOf(name: string | undefined, { globalData, region }: OperationContext): S3BucketSettings {
  const { buckets = [], bucketSettings = {} } = globalData.s3 ?? {}
  const byName = bucketsByName.get(buckets) ?? new Map(buckets.map((bucket) => [bucket.Name, bucket]))
  bucketsByName.set(buckets, byName)
  const bucket = byName.get(name)
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

export const service = defineService(() => import('@aws-sdk/client-s3'), {
  data: 's3',
  pages: { largest: 10_000, usual: 'all', ceiling: 10_000, error: 'InvalidArgument' },
})({
  ListBuckets: {
    list: 'buckets',
    iamAction: 's3:ListAllMyBuckets',
    parameters: ['BucketRegion', 'Prefix'],
    narrow(items, { BucketRegion, Prefix = '' }, { region }) {
      if (BucketRegion !== undefined && BucketRegion !== region) {
        throw new ProviderError('InvalidArgument', `Argument value ${BucketRegion} is not the region of this endpoint`)
      }
      return items.filter(
        (bucket) =>
          (BucketRegion === undefined || bucket.BucketRegion === BucketRegion) &&
          (bucket.Name ?? '').startsWith(Prefix),
      )
    },
    page: (items, ContinuationToken, input, _data, { account }) => ({
      Owner: { ID: `simulated-${account.accountId}` },
      // "If the request contains at least one valid parameter, [BucketRegion] is included in the response"; the ARN "is only
      // supported for S3 directory buckets".
      Buckets: items.map(({ BucketRegion, BucketArn: _arn, ...bucket }) =>
        Object.keys(input).length === 0 ? bucket : { ...bucket, BucketRegion },
      ),
      ContinuationToken,
    }),
  },
  GetBucketEncryption: {
    iamAction: 's3:GetEncryptionConfiguration',
    parameters: ['Bucket'],
    answer: ({ Bucket }, _data, context) => ({
      ServerSideEncryptionConfiguration: settingsOf(Bucket, context).encryption ?? encryptionByDefault,
    }),
  },
  GetBucketLogging: {
    parameters: ['Bucket'],
    answer: ({ Bucket }, _data, context) => ({ LoggingEnabled: settingsOf(Bucket, context).logging }),
  },
  GetBucketNotificationConfiguration: {
    iamAction: 's3:GetBucketNotification',
    parameters: ['Bucket'],
    answer: ({ Bucket }, _data, context) => settingsOf(Bucket, context).notifications ?? {},
  },
  GetBucketAcl: {
    parameters: ['Bucket'],
    answer({ Bucket }, _data, context) {
      const Owner = { ID: `simulated-${context.account.accountId}` }
      const own: Grant = { Grantee: { Type: 'CanonicalUser', ...Owner }, Permission: 'FULL_CONTROL' }
      return { Owner, Grants: [own, ...(settingsOf(Bucket, context).grants ?? [])] }
    },
  },
  GetBucketPolicyStatus: {
    parameters: ['Bucket'],
    answer({ Bucket }, _data, context) {
      const { policyIsPublic } = settingsOf(Bucket, context)
      if (policyIsPublic !== undefined) return { PolicyStatus: { IsPublic: policyIsPublic } }
      throw new ProviderError('NoSuchBucketPolicy', 'The bucket policy does not exist', 404)
    },
  },
  GetPublicAccessBlock: {
    iamAction: 's3:GetBucketPublicAccessBlock',
    parameters: ['Bucket'],
    answer({ Bucket }, _data, context) {
      const { publicAccessBlock = allBlocked } = settingsOf(Bucket, context)
      if (publicAccessBlock !== null) return { PublicAccessBlockConfiguration: publicAccessBlock }
      throw new ProviderError(
        'NoSuchPublicAccessBlockConfiguration',
        'The public access block configuration was not found',
        404,
      )
    },
  },
})
