/** S3: buckets. One list for all regions. */
import * as module from '@aws-sdk/client-s3'
import type {
  Bucket,
  GetBucketEncryptionOutput,
  GetBucketEncryptionRequest,
  GetBucketLoggingOutput,
  GetBucketLoggingRequest,
  GetBucketNotificationConfigurationRequest,
  GetBucketPolicyStatusOutput,
  GetBucketPolicyStatusRequest,
  GetPublicAccessBlockOutput,
  GetPublicAccessBlockRequest,
  ListBucketsOutput,
  ListBucketsRequest,
  NotificationConfiguration,
  PublicAccessBlockConfiguration,
  ServerSideEncryptionConfiguration,
} from '@aws-sdk/client-s3'
import type { S3BucketSettings } from '../data/s3.ts'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient, operation } from '../service.ts'
import type { OperationContext, SimulatedService } from '../service.ts'

/** What new buckets have. Source: "Default settings for new S3 buckets FAQ" in the user guide. */
const encryptionByDefault: ServerSideEncryptionConfiguration = {
  Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: false }],
}
const allBlocked: PublicAccessBlockConfiguration = {
  BlockPublicAcls: true,
  BlockPublicPolicy: true,
  IgnorePublicAcls: true,
  RestrictPublicBuckets: true,
}

/** Large worlds have thousands, of which each is asked for by its name. */
const bucketsByName = new WeakMap<readonly Bucket[], ReadonlyMap<string | undefined, Bucket>>()

/** Buckets answer in their own region only. */
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

export const service: SimulatedService = {
  iamPrefix: 's3',
  module,
  client: new module.S3Client(idleClient),
  operations: {
    ListBuckets: listOperation<ListBucketsRequest, ListBucketsOutput, Bucket>({
      iamAction: 's3:ListAllMyBuckets',
      items: ({ globalData }) => globalData.s3?.buckets,
      parameters: ['BucketRegion', 'Prefix'],
      narrow(items, { BucketRegion, Prefix = '' }, { region }) {
        if (BucketRegion !== undefined && BucketRegion !== region) {
          throw new ProviderError(
            'InvalidArgument',
            `Argument value ${BucketRegion} is not the region of this endpoint`,
          )
        }
        return items.filter(
          (bucket) =>
            (BucketRegion === undefined || bucket.BucketRegion === BucketRegion) &&
            (bucket.Name ?? '').startsWith(Prefix),
        )
      },
      paging: {
        token: 'ContinuationToken',
        size: 'MaxBuckets',
        minimum: 1,
        maximum: 10_000,
        default: null,
        ceiling: 10_000,
        badToken: () => new ProviderError('InvalidArgument', 'The continuation token provided is incorrect'),
        badSize: () =>
          new ProviderError('InvalidArgument', 'Argument max-buckets must be an integer between 1 and 10000'),
      },
      answer: (items, ContinuationToken, input, { account }) => ({
        Owner: { ID: `simulated-${account.accountId}` },
        // "If the request contains at least one valid parameter, [BucketRegion] is included in the response"; the ARN "is only
        // supported for S3 directory buckets".
        Buckets: items.map(({ BucketRegion, BucketArn: _arn, ...bucket }) =>
          Object.keys(input).length === 0 ? bucket : { ...bucket, BucketRegion },
        ),
        ContinuationToken,
      }),
    }),

    GetBucketEncryption: operation<GetBucketEncryptionRequest, GetBucketEncryptionOutput>({
      iamAction: 's3:GetEncryptionConfiguration',
      parameters: ['Bucket'],
      answer: ({ Bucket: name }, context) => ({
        ServerSideEncryptionConfiguration: settingsOf(name, context).encryption ?? encryptionByDefault,
      }),
    }),

    GetBucketLogging: operation<GetBucketLoggingRequest, GetBucketLoggingOutput>({
      parameters: ['Bucket'],
      answer: ({ Bucket: name }, context) => ({ LoggingEnabled: settingsOf(name, context).logging }),
    }),

    GetBucketNotificationConfiguration: operation<GetBucketNotificationConfigurationRequest, NotificationConfiguration>(
      {
        iamAction: 's3:GetBucketNotification',
        parameters: ['Bucket'],
        answer: ({ Bucket: name }, context) => settingsOf(name, context).notifications ?? {},
      },
    ),

    GetBucketPolicyStatus: operation<GetBucketPolicyStatusRequest, GetBucketPolicyStatusOutput>({
      parameters: ['Bucket'],
      answer({ Bucket: name }, context) {
        const { policyIsPublic } = settingsOf(name, context)
        if (policyIsPublic === undefined) {
          throw new ProviderError('NoSuchBucketPolicy', 'The bucket policy does not exist', 404)
        }
        return { PolicyStatus: { IsPublic: policyIsPublic } }
      },
    }),

    GetPublicAccessBlock: operation<GetPublicAccessBlockRequest, GetPublicAccessBlockOutput>({
      iamAction: 's3:GetBucketPublicAccessBlock',
      parameters: ['Bucket'],
      answer({ Bucket: name }, context) {
        const { publicAccessBlock = allBlocked } = settingsOf(name, context)
        if (publicAccessBlock === null) {
          throw new ProviderError(
            'NoSuchPublicAccessBlockConfiguration',
            'The public access block configuration was not found',
            404,
          )
        }
        return { PublicAccessBlockConfiguration: publicAccessBlock }
      },
    }),
  },
}
