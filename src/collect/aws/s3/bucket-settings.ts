/** Reads the settings of buckets. S3 returns one setting of one bucket per request. */
import type {
  GetBucketNotificationConfigurationCommandOutput,
  LoggingEnabled,
  S3Client,
  ServerSideEncryptionByDefault,
} from '@aws-sdk/client-s3'
import type { CallContext } from '../../collector.ts'

type Calls = Pick<CallContext<typeof import('@aws-sdk/client-s3'), S3Client>, 'sdk' | 'client'>

export type BucketSettings = BucketAccess & {
  readonly encryption: ServerSideEncryptionByDefault | undefined
  readonly logging: LoggingEnabled | undefined
  readonly notifications: GetBucketNotificationConfigurationCommandOutput
}

type BucketAccess = {
  /** All four settings that block public access are on. */
  readonly publicAccessBlocked: boolean
  /** Its policy opens it to everybody, and nothing that the bucket itself sets keeps the policy from it. */
  readonly publicByPolicy: boolean
}

export async function readSettings(Bucket: string | undefined, calls: Calls): Promise<BucketSettings> {
  const { sdk, client } = calls
  const [encryption, { LoggingEnabled: logging }, notifications, access] = await Promise.all([
    unlessUnset(
      client.send(new sdk.GetBucketEncryptionCommand({ Bucket })),
      'ServerSideEncryptionConfigurationNotFoundError',
    ),
    client.send(new sdk.GetBucketLoggingCommand({ Bucket })),
    client.send(new sdk.GetBucketNotificationConfigurationCommand({ Bucket })),
    readAccess(Bucket, calls),
  ])
  const [rule] = encryption?.ServerSideEncryptionConfiguration?.Rules ?? []
  return { encryption: rule?.ApplyServerSideEncryptionByDefault, logging, notifications, ...access }
}

async function readAccess(Bucket: string | undefined, { sdk, client }: Calls): Promise<BucketAccess> {
  const answer = await unlessUnset(
    client.send(new sdk.GetPublicAccessBlockCommand({ Bucket })),
    'NoSuchPublicAccessBlockConfiguration',
  )
  const { BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets } =
    answer?.PublicAccessBlockConfiguration ?? {}
  // No policy opens a bucket that is restricted: there is nothing to ask.
  if (RestrictPublicBuckets === true) {
    const publicAccessBlocked = BlockPublicAcls === true && BlockPublicPolicy === true && IgnorePublicAcls === true
    return { publicAccessBlocked, publicByPolicy: false }
  }
  const status = await unlessUnset(client.send(new sdk.GetBucketPolicyStatusCommand({ Bucket })), 'NoSuchBucketPolicy')
  return { publicAccessBlocked: false, publicByPolicy: status?.PolicyStatus?.IsPublic === true }
}

/** The provider answers what was never set by an error. */
async function unlessUnset<Answer>(answer: Promise<Answer>, code: string): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name === code) return undefined
    throw error
  }
}
