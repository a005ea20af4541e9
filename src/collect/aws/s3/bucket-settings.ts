/** Reads the settings of buckets. S3 returns one setting of one bucket per request. */
import type {
  GetBucketNotificationConfigurationCommandOutput,
  LoggingEnabled,
  S3Client,
  ServerSideEncryptionByDefault,
} from '@aws-sdk/client-s3'
import type { CallContext } from '../../collector.ts'
import { unlessUnset } from '../../reading/unless-unset.ts'

type Calls = Pick<CallContext<typeof import('@aws-sdk/client-s3'), S3Client>, 'sdk' | 'client'>

export type BucketSettings = BucketAccess & {
  readonly encryption: ServerSideEncryptionByDefault | undefined
  readonly logging: LoggingEnabled | undefined
  readonly notifications: GetBucketNotificationConfigurationCommandOutput
}

export type BucketAccess = {
  /** All four settings of Block Public Access are on. */
  readonly publicAccessBlocked: boolean
  /** Its policy makes it public, and the bucket's own settings don't prevent that. */
  readonly publicByPolicy: boolean
  /** Its ACL makes it public, and the bucket's own settings don't prevent that. */
  readonly publicByAcl: boolean
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

export async function readAccess(Bucket: string | undefined, { sdk, client }: Calls): Promise<BucketAccess> {
  const answer = await unlessUnset(
    client.send(new sdk.GetPublicAccessBlockCommand({ Bucket })),
    'NoSuchPublicAccessBlockConfiguration',
  )
  const { BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets } =
    answer?.PublicAccessBlockConfiguration ?? {}
  // Blocked access needs no further requests.
  const [status, acl] = await Promise.all([
    RestrictPublicBuckets === true
      ? undefined
      : unlessUnset(client.send(new sdk.GetBucketPolicyStatusCommand({ Bucket })), 'NoSuchBucketPolicy'),
    IgnorePublicAcls === true ? undefined : client.send(new sdk.GetBucketAclCommand({ Bucket })),
  ])
  return {
    publicAccessBlocked: [BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets].every(
      (setting) => setting === true,
    ),
    publicByPolicy: status?.PolicyStatus?.IsPublic === true,
    publicByAcl: (acl?.Grants ?? []).some(({ Grantee }) => publicGroups.test(Grantee?.URI ?? '')),
  }
}

/**
 * The groups of all users and of all authenticated AWS users. Source: "Access control list (ACL) overview" in the S3
 * user guide.
 */
const publicGroups = /\/groups\/global\/(?:AllUsers|AuthenticatedUsers)$/u
