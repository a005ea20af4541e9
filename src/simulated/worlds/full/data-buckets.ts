/** What the application's buckets are set to: whom they call, who may read them, how they are encrypted, where they log. */
import type { PublicAccessBlockConfiguration } from '@aws-sdk/client-s3'
import type { S3BucketSettings } from '../../services/s3.ts'
import { accountId } from '../three-tier-network.ts'
import { arn, dataKeyArn } from './data-place.ts'

const nothingBlocked = {
  BlockPublicAcls: false,
  BlockPublicPolicy: false,
  IgnorePublicAcls: false,
  RestrictPublicBuckets: false,
}

export const bucketSettings: Readonly<Record<string, S3BucketSettings>> = {
  [`storefront-uploads-${accountId}`]: {
    encryption: {
      Rules: [
        {
          ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: dataKeyArn },
          BucketKeyEnabled: true,
        },
      ],
    },
    logging: { TargetBucket: `storefront-access-logs-${accountId}`, TargetPrefix: 'uploads/' },
    notifications: {
      LambdaFunctionConfigurations: [
        { Id: 'resize', LambdaFunctionArn: arn('lambda', 'function:image-resizer'), Events: ['s3:ObjectCreated:*'] },
      ],
      QueueConfigurations: [{ Id: 'index', QueueArn: arn('sqs', 'orders'), Events: ['s3:ObjectCreated:Put'] }],
      TopicConfigurations: [{ Id: 'tell', TopicArn: arn('sns', 'order-events'), Events: ['s3:ObjectRemoved:*'] }],
    },
    publicAccessBlock: { ...nothingBlocked, RestrictPublicBuckets: true },
    policyIsPublic: false,
  },
  // A website: everybody may read it.
  [`storefront-assets-${accountId}`]: {
    notifications: { EventBridgeConfiguration: {} },
    publicAccessBlock: null,
    policyIsPublic: true,
  },
  // Its grants are ignored by what the account sets.
  [`storefront-exports-${accountId}`]: {
    publicAccessBlock: nothingBlocked,
    grants: [
      { Grantee: { Type: 'Group', URI: 'http://acs.amazonaws.com/groups/global/AllUsers' }, Permission: 'READ' },
    ],
  },
}

/** Old grants are out of use; policies are what counts. */
export const accountBlock: PublicAccessBlockConfiguration = {
  BlockPublicAcls: false,
  BlockPublicPolicy: false,
  IgnorePublicAcls: true,
  RestrictPublicBuckets: false,
}
