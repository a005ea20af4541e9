/** Whether an AWS error says that the requested resource doesn't exist (any more). */

/** Only of calls that collectors make about one thing that a list named just before. Source: the errors in each operation's API reference. */
const goneCodes: ReadonlySet<string> = new Set([
  // EC2, of prefix lists and of transit gateway route tables.
  'InvalidPrefixListID.NotFound',
  'InvalidRouteTableID.NotFound',
  // Most services with JSON protocols: DynamoDB, EKS, Kinesis, Firehose, EventBridge, App Runner, Backup, Bedrock, Transfer, …
  'ResourceNotFoundException',
  // API Gateway, AppSync, KMS, MQ; SNS, whose code on the wire is the second.
  'NotFoundException',
  'NotFound',
  // SQS; the second is its code of the query protocol.
  'QueueDoesNotExist',
  'AWS.SimpleQueueService.NonExistentQueue',
  // Elastic Load Balancing, as the SDK names its errors and as they are sent.
  'AccessPointNotFoundException',
  'ListenerNotFoundException',
  'ListenerNotFound',
  'LoadBalancerNotFoundException',
  'LoadBalancerNotFound',
  'TargetGroupNotFoundException',
  'TargetGroupNotFound',
  'AcceleratorNotFoundException',
  'ClusterNotFoundException',
  // Redshift, as the SDK names it and as it is sent.
  'ClusterNotFoundFault',
  'ClusterNotFound',
  'DBProxyNotFoundFault',
  'DBProxyTargetGroupNotFoundFault',
  'FileSystemNotFound',
  'NoSuchBucket',
  'NoSuchDistribution',
  'NoSuchHostedZone',
  'StateMachineDoesNotExist',
  'WAFNonexistentItemException',
])

/** Services whose code says no more than that the request was wrong. */
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
