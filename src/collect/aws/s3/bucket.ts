import type { Bucket } from '@aws-sdk/client-s3'
import { defineService } from '../../../cloud/service.ts'
import { partitionOf } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { inBatches } from '../../reading/in-batches.ts'
import { isGone } from '../../reading/is-gone.ts'
import { type BucketAccess, type BucketSettings, readAccess, readSettings } from './bucket-settings.ts'
import { keyAliases, keyNamed } from '../kms/key-aliases.ts'

export const s3 = defineService(
  's3',
  () => import('@aws-sdk/client-s3'),
  (sdk) => sdk.S3Client,
)

type DescribedBucket = {
  readonly bucket: Bucket
  readonly settings: BucketSettings | undefined
  readonly access: BucketAccess | undefined
}

/** The number of buckets that are described together. A page of the list may have 10,000. */
const batchSize = 500

/** Collects buckets. The list covers the whole account; AWS filters it by the scanned region. */
export const bucket = defineCollector({
  type: 'AWS::S3::Bucket',
  count: 'storageBuckets',
  scope: 'regional',
  permissions: [
    's3:ListAllMyBuckets',
    's3:GetBucketAcl',
    's3:GetBucketLogging',
    's3:GetBucketNotification',
    's3:GetBucketPolicyStatus',
    's3:GetBucketPublicAccessBlock',
    's3:GetEncryptionConfiguration',
  ],
  service: s3,
  names: [keyAliases],
  async *pages({ sdk, client, region }) {
    for await (const page of sdk.paginateListBuckets({ client, pageSize: 10_000 }, { BucketRegion: region })) {
      yield* inBatches(page.Buckets ?? [], batchSize)
    }
  },
  items: (buckets, { sdk, client, each }) =>
    // Calls per bucket, because the list only has names.
    each(
      buckets,
      async (listed): Promise<DescribedBucket> => {
        const settings = await readSettings(listed.Name, { sdk, client })
        return { bucket: listed, settings, access: settings }
      },
      // A bucket's own policy may deny access to the role. If a setting can't be read for any bucket, the listed data
      // is still kept.
      {
        less: async (listed): Promise<DescribedBucket> => {
          const access = await readAccess(listed.Name, { sdk, client }).catch((error: unknown) => {
            if (isGone(error)) throw error
          })
          return { bucket: listed, settings: undefined, access: access ?? undefined }
        },
        listed: (listed): DescribedBucket => ({ bucket: listed, settings: undefined, access: undefined }),
      },
    ),
  resource: ({ bucket: { Name, CreationDate }, settings, access }, { region }) => ({
    id: Name,
    // The list only has ARNs of directory buckets.
    arn: `arn:${partitionOf(region)}:s3:::${Name}`,
    name: Name,
    properties: {
      creationDate: CreationDate?.toISOString(),
      encryption: settings?.encryption?.SSEAlgorithm,
      publicAccessBlocked: access?.publicAccessBlocked,
      publicByPolicy: access?.publicByPolicy,
      publicByAcl: access?.publicByAcl,
      eventBridge: settings && settings.notifications.EventBridgeConfiguration !== undefined,
    },
  }),
  relations: [
    {
      verb: 'invokes',
      types: ['AWS::Lambda::Function'],
      field: 's3:GetBucketNotification LambdaFunctionConfigurations[].LambdaFunctionArn',
      arns: ({ settings }) =>
        settings?.notifications.LambdaFunctionConfigurations?.map(({ LambdaFunctionArn }) => LambdaFunctionArn),
    },
    {
      verb: 'invokes',
      types: ['AWS::SQS::Queue'],
      field: 's3:GetBucketNotification QueueConfigurations[].QueueArn',
      arns: ({ settings }) => settings?.notifications.QueueConfigurations?.map(({ QueueArn }) => QueueArn),
    },
    {
      verb: 'invokes',
      types: ['AWS::SNS::Topic'],
      field: 's3:GetBucketNotification TopicConfigurations[].TopicArn',
      arns: ({ settings }) => settings?.notifications.TopicConfigurations?.map(({ TopicArn }) => TopicArn),
    },
    {
      // To the default bus of the bucket's Region.
      verb: 'invokes',
      type: 'AWS::Events::EventBus',
      field: 's3:GetBucketNotification EventBridgeConfiguration',
      targets: ({ settings }) => settings?.notifications.EventBridgeConfiguration && 'default',
    },
    {
      verb: 'uses',
      type: 'AWS::KMS::Key',
      field:
        's3:GetEncryptionConfiguration ServerSideEncryptionConfiguration.Rules[].ApplyServerSideEncryptionByDefault.KMSMasterKeyID',
      targets: ({ settings }, context) => keyNamed(settings?.encryption?.KMSMasterKeyID, context),
    },
    {
      verb: 'logs to',
      type: 'AWS::S3::Bucket',
      field: 's3:GetBucketLogging LoggingEnabled.TargetBucket',
      targets: ({ settings }) => settings?.logging?.TargetBucket,
    },
  ],
})
