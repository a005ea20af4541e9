/** Detects AWS errors for a resource that doesn't exist or no longer exists. */

/**
 * Valid only for calls about one resource that a list has just returned. Source: the errors in each operation's API
 * reference.
 */
const goneCodes: ReadonlySet<string> = new Set([
  // EC2: AMIs, prefix lists, transit gateway route tables, and snapshots.
  'InvalidAMIID.NotFound',
  'InvalidAMIID.Unavailable',
  'InvalidSnapshot.NotFound',
  'InvalidPrefixListID.NotFound',
  'InvalidRouteTableID.NotFound',
  // Most services with JSON protocols: DynamoDB, EKS, Kinesis, Firehose, EventBridge, App Runner, Backup, Bedrock, Transfer, …
  'ResourceNotFoundException',
  // API Gateway, AppSync, KMS, MQ, and SNS. SNS sends the second code.
  'NotFoundException',
  'NotFound',
  // SQS. The second is its code in the query protocol.
  'QueueDoesNotExist',
  'AWS.SimpleQueueService.NonExistentQueue',
  // Elastic Load Balancing: the SDK's error names and the codes that it sends.
  'AccessPointNotFoundException',
  'ListenerNotFoundException',
  'ListenerNotFound',
  'LoadBalancerNotFoundException',
  'LoadBalancerNotFound',
  'TargetGroupNotFoundException',
  'TargetGroupNotFound',
  'AcceleratorNotFoundException',
  'ClusterNotFoundException',
  // Redshift: the SDK's error name and the code that it sends.
  'ClusterNotFoundFault',
  'ClusterNotFound',
  // RDS: the SDK's error names and the codes that it sends.
  'DBClusterSnapshotNotFoundFault',
  'DBProxyNotFoundFault',
  'DBProxyTargetGroupNotFoundFault',
  'DBSnapshotNotFound',
  'DBSnapshotNotFoundFault',
  'FileSystemNotFound',
  'NoSuchBucket',
  'NoSuchDistribution',
  'NoSuchHostedZone',
  'StateMachineDoesNotExist',
  'WAFNonexistentItemException',
])

/** Services with a generic code for invalid requests. The message decides. */
const goneMessages: readonly { readonly code: string; readonly message: RegExp }[] = [
  { code: 'ClientException', message: /^Unable to describe task definition/i },
  { code: 'DirectConnectClientException', message: /could not be found|not found|does not exist/i },
  { code: 'InvalidParameterValue', message: /^No Environment found /i },
  { code: 'ValidationException', message: /^Could not find |RecordNotFound/i },
]

export function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { name, message } = error
  return goneCodes.has(name) || goneMessages.some((gone) => gone.code === name && gone.message.test(message))
}
