/**
 * Lists AWS's documented request rates per account and region. Without a documented burst, the burst is one second's
 * worth. If pages or their versions differ, the lower number is used.
 */

export type RateLimit = {
  /** The calls at once after a pause: the bucket's capacity. */
  readonly burst: number
  /** The calls in the long run: the bucket's refill. */
  readonly perSecond: number
  /** The maximum number of attempts in flight. */
  readonly inFlight: number
  /** AWS's page with the limit; `null` if there is none. */
  readonly source: string | null
}

type ServiceLimits = {
  /** The limit of all operations that aren't listed, together. */
  readonly limit: RateLimit
  /** Set if each of those operations has its own limit. */
  readonly each?: true
  /** Operations with separate limits. Operations of one entry share its limit. */
  readonly apart?: readonly { readonly operations: readonly [string, ...string[]]; readonly limit: RateLimit }[]
}

/** Two seconds' worth. Responses normally take less, and a slow one shouldn't be followed by more calls. */
const inFlightSeconds = 2
const leastInFlight = 4
const mostInFlight = 50

function rate(perSecond: number, source: string | null, burst = perSecond): RateLimit {
  const inFlight = Math.min(mostInFlight, Math.max(leastInFlight, perSecond * inFlightSeconds))
  return { burst, perSecond, inFlight, source }
}

/**
 * As low as the documented rates of most services' management APIs (API Gateway, Elastic Load Balancing, CloudTrail: 10
 * per second).
 */
const undocumented = rate(10, null, 20)

const docs = 'https://docs.aws.amazon.com'
const acm = `${docs}/acm/latest/userguide/acm-limits.html`
const apiGateway = `${docs}/apigateway/latest/developerguide/limits.html`
const cloudTrail = `${docs}/awscloudtrail/latest/userguide/WhatIsCloudTrail-Limits.html`
const cloudWatch = `${docs}/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html`
const cognito = `${docs}/cognito/latest/developerguide/limits.html`
const dynamoDb = `${docs}/amazondynamodb/latest/developerguide/bp-control-plane.html`
const ec2 = `${docs}/ec2/latest/devguide/ec2-api-throttling.html`
const ecs = `${docs}/AmazonECS/latest/developerguide/request-throttling.html`
const elasticLoadBalancing = `${docs}/elasticloadbalancing/latest/userguide/elb-api-throttling.html`
const eventBridge = `${docs}/eventbridge/latest/userguide/cloudwatch-limits-eventbridge.html`
const firehose = `${docs}/firehose/latest/dev/limits.html`
const kinesis = `${docs}/kinesis/latest/APIReference`
const kms = `${docs}/kms/latest/developerguide/requests-per-second.html`
const lambda = `${docs}/lambda/latest/dg/gettingstarted-limits.html`
const route53 = `${docs}/Route53/latest/DeveloperGuide/DNSLimitations.html`
const sqs = `${docs}/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html`
const s3 = `${docs}/AmazonS3/latest/userguide/optimizing-performance.html`
const sns = `${docs}/sns/latest/api`
const stepFunctions = `${docs}/step-functions/latest/dg/service-quotas.html`
const waf = `${docs}/waf/latest/developerguide/limits.html`

/** By IAM prefix of the service. */
const limits: Readonly<Record<string, ServiceLimits>> = {
  acm: {
    limit: undocumented,
    apart: [
      { operations: ['ListCertificates'], limit: rate(1, acm) },
      { operations: ['DescribeCertificate'], limit: rate(10, acm) },
      { operations: ['ListTagsForCertificate'], limit: rate(10, acm) },
    ],
  },
  // "Total operations", over REST, HTTP, and WebSocket APIs. GetResources additionally 5 per 2 seconds.
  apigateway: {
    limit: rate(10, apiGateway, 40),
    apart: [{ operations: ['GetResources'], limit: rate(2.5, apiGateway) }],
  },
  cloudtrail: { limit: rate(10, cloudTrail) },
  cloudwatch: { limit: undocumented, apart: [{ operations: ['DescribeAlarms'], limit: rate(9, cloudWatch) }] },
  // The categories UserPoolRead and UserPoolClientRead.
  'cognito-idp': {
    limit: rate(15, cognito),
    apart: [{ operations: ['ListUserPoolClients', 'DescribeUserPoolClient'], limit: rate(15, cognito) }],
  },
  dynamodb: { limit: rate(2500, dynamoDb) },
  // Non-mutating actions. Newer versions of the page count each action separately. One bucket for all meets the older
  // ones too.
  ec2: { limit: rate(20, ec2, 100) },
  ecs: {
    // Counted as cluster read actions.
    limit: rate(20, ecs, 50),
    apart: [
      {
        operations: ['DescribeTaskDefinition', 'ListTaskDefinitions', 'ListTaskDefinitionFamilies'],
        limit: rate(20, ecs, 50),
      },
      { operations: ['DescribeCapacityProviders'], limit: rate(20, ecs, 50) },
      { operations: ['ListTagsForResource'], limit: rate(20, ecs, 50) },
      {
        operations: ['DescribeContainerInstances', 'DescribeTasks', 'ListContainerInstances', 'ListTasks'],
        limit: rate(20, ecs, 100),
      },
      { operations: ['DescribeServices', 'ListServices'], limit: rate(20, ecs, 100) },
    ],
  },
  // Both API versions have their own buckets. One for both stays below.
  elasticloadbalancing: { limit: rate(10, elasticLoadBalancing, 40) },
  // "All other API requests", without those that put events.
  events: { limit: rate(50, eventBridge) },
  // "Up to five invocations per second (this is a hard limit)", for each listed operation.
  firehose: { limit: rate(5, firehose), each: true },
  kinesis: {
    limit: undocumented,
    apart: [
      { operations: ['ListStreams'], limit: rate(5, `${kinesis}/API_ListStreams.html`) },
      { operations: ['DescribeStream'], limit: rate(10, `${kinesis}/API_DescribeStream.html`) },
      { operations: ['DescribeStreamSummary'], limit: rate(20, `${kinesis}/API_DescribeStreamSummary.html`) },
      { operations: ['ListTagsForStream'], limit: rate(5, `${kinesis}/API_ListTagsForStream.html`) },
    ],
  },
  kms: {
    limit: rate(5, kms),
    each: true,
    apart: [
      { operations: ['ListKeys'], limit: rate(100, kms) },
      { operations: ['ListAliases'], limit: rate(100, kms) },
      { operations: ['DescribeKey'], limit: rate(100, kms) },
      { operations: ['ListResourceTags'], limit: rate(100, kms) },
      { operations: ['ListGrants'], limit: rate(100, kms) },
      { operations: ['GetKeyPolicy'], limit: rate(30, kms) },
      { operations: ['GetKeyRotationStatus'], limit: rate(30, kms) },
    ],
  },
  lambda: {
    limit: rate(15, lambda),
    apart: [
      { operations: ['GetFunction'], limit: rate(100, lambda) },
      { operations: ['GetPolicy'], limit: rate(15, lambda) },
    ],
  },
  route53: { limit: rate(5, route53) },
  route53resolver: { limit: rate(5, route53) },
  // 5,500 reads per second of one bucket. Settings take a few calls for each of many buckets, so a tenth is used.
  s3: { limit: rate(550, s3) },
  sns: {
    limit: undocumented,
    apart: [
      { operations: ['ListTopics'], limit: rate(30, `${sns}/API_ListTopics.html`) },
      { operations: ['ListSubscriptions'], limit: rate(30, `${sns}/API_ListSubscriptions.html`) },
      { operations: ['ListSubscriptionsByTopic'], limit: rate(30, `${sns}/API_ListSubscriptionsByTopic.html`) },
    ],
  },
  // 300 per second and action for a FIFO queue, "nearly unlimited" for others. Attributes take one call for each queue,
  // so a third is used.
  sqs: { limit: rate(100, sqs) },
  states: {
    limit: rate(1, stepFunctions, 100),
    each: true,
    apart: [
      { operations: ['ListStateMachines'], limit: rate(5, stepFunctions, 100) },
      { operations: ['DescribeStateMachine'], limit: rate(20, stepFunctions, 200) },
      { operations: ['ListActivities'], limit: rate(5, stepFunctions, 100) },
    ],
  },
  wafv2: {
    limit: rate(5, waf),
    each: true,
    apart: [
      { operations: ['ListResourcesForWebACL'], limit: rate(1, waf) },
      { operations: ['GetWebACLForResource'], limit: rate(1, waf) },
    ],
  },
}

/** Returns the limit of an operation. Operations with the same `name` share one bucket. */
export function limitOf(service: string, operation: string): { readonly name: string; readonly limit: RateLimit } {
  const known = limits[service]
  if (known === undefined) return { name: service, limit: undocumented }
  const own = known.apart?.find(({ operations }) => operations.includes(operation))
  if (own !== undefined) return { name: `${service} ${own.operations[0]}`, limit: own.limit }
  return { name: known.each === true ? `${service} ${operation}` : service, limit: known.limit }
}
