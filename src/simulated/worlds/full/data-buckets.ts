/** Settings of the application's buckets: notifications, access, encryption, and logging. */
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
  // A public website.
  [`storefront-assets-${accountId}`]: {
    notifications: { EventBridgeConfiguration: {} },
    publicAccessBlock: null,
    policyIsPublic: true,
  },
  // The account's settings override its grants.
  [`storefront-exports-${accountId}`]: {
    publicAccessBlock: nothingBlocked,
    grants: [
      { Grantee: { Type: 'Group', URI: 'http://acs.amazonaws.com/groups/global/AllUsers' }, Permission: 'READ' },
    ],
  },
}

/** ACLs are disabled, and policies apply. */
export const accountBlock: PublicAccessBlockConfiguration = {
  BlockPublicAcls: false,
  BlockPublicPolicy: false,
  IgnorePublicAcls: true,
  RestrictPublicBuckets: false,
}
