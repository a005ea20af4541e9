/** Queues, topics, events, pipes, and schedules of the storefront. */
import type { Rule, Target } from '@aws-sdk/client-eventbridge'
import type { QueueAttributeName } from '@aws-sdk/client-sqs'
import type { RegionData } from '../../world.ts'
import { resourceId } from '../resource-id.ts'
import { accountId } from '../three-tier-network.ts'
import {
  arn,
  functionArn,
  keyArn,
  keyId,
  logGroupArn,
  machineArn,
  queueArn,
  queueUrl,
  roleArn,
  sharedArn,
  topicArn,
  uuid,
} from './integration-names.ts'

const reindexTask = arn('ecs', 'task-definition/reviews:3')

/** A schedule that calls an API of AWS. */
function request(name: string, operation: string, input: object): readonly [string, string, string] {
  return [name, `arn:aws:scheduler:::aws-sdk:${operation}`, JSON.stringify(input)]
}

function queue(name: string, attributes: Readonly<Partial<Record<QueueAttributeName, string>>>) {
  return {
    url: queueUrl(name),
    attributes: {
      QueueArn: queueArn(name),
      ApproximateNumberOfMessages: '3',
      DelaySeconds: '0',
      MaximumMessageSize: '262144',
      MessageRetentionPeriod: '345600',
      ReceiveMessageWaitTimeSeconds: '20',
      VisibilityTimeout: '30',
      ...attributes,
    },
  }
}

const redrive = (name: string) => JSON.stringify({ deadLetterTargetArn: queueArn(name), maxReceiveCount: 5 })

const topic = (name: string, attributes: Readonly<Record<string, string>> = {}) => ({
  TopicArn: topicArn(name),
  Owner: accountId,
  DisplayName: '',
  SubscriptionsConfirmed: '2',
  SubscriptionsPending: '0',
  ...attributes,
})

const subscription = (topicName: string, Protocol: string, Endpoint: string) => ({
  SubscriptionArn: `${topicArn(topicName)}:${uuid(`subscription ${topicName} ${Endpoint}`)}`,
  Owner: accountId,
  Protocol,
  Endpoint,
  TopicArn: topicArn(topicName),
})

const rule = (bus: string, name: string, more: Omit<Rule, 'Arn'>): Rule & { readonly Arn: string } => ({
  Name: name,
  Arn: arn('events', bus === 'default' ? `rule/${name}` : `rule/${bus}/${name}`),
  EventBusName: bus,
  State: 'ENABLED',
  ...more,
})

const orderPlaced = rule('orders', 'order-placed', {
  Description: 'What happens when an order comes in',
  EventPattern: JSON.stringify({ source: ['shop.storefront', 'shop.orders'], 'detail-type': ['OrderPlaced'] }),
})
const nightly = rule('default', 'nightly', { ScheduleExpression: 'cron(0 3 * * ? *)' })
const instanceStates = rule('default', 'instance-states', {
  EventPattern: JSON.stringify({ source: ['aws.ec2'] }),
  State: 'DISABLED',
})
const workFailed = rule('default', 'work-failed', {
  EventPattern: JSON.stringify({
    source: ['aws.batch', 'aws.codebuild', 'aws.ec2', 'aws.s3', 'aws.states'],
    resources: [
      arn('batch', 'job-queue/nightly'),
      arn('codebuild', 'project/storefront-tests'),
      arn('ec2', `instance/${resourceId('i', 'storefront web-1')}`),
      `arn:aws:s3:::storefront-uploads-${accountId}`,
      machineArn('fulfil-order'),
    ],
  }),
})
const exportFailed = rule('default', 'export-failed', {
  EventPattern: JSON.stringify({
    source: ['aws.glue'],
    'detail-type': ['Glue Crawler State Change', 'Glue Job State Change'],
    detail: { crawlerName: ['sales'], jobName: ['orders-to-parquet'] },
  }),
})

const target = (Id: string, Arn: string, more: Partial<Target> = {}): Target => ({ Id, Arn, ...more })

export const messaging: RegionData = {
  sqs: {
    queues: [
      queue('orders', { KmsMasterKeyId: keyId('orders'), RedrivePolicy: redrive('orders-failed') }),
      queue('orders-failed', { SqsManagedSseEnabled: 'true', MessageRetentionPeriod: '1209600' }),
      queue('payments.fifo', { FifoQueue: 'true', KmsMasterKeyId: 'alias/storefront/orders' }),
    ],
  },
  sns: {
    topics: [
      topic('order-events', { KmsMasterKeyId: keyArn('orders') }),
      topic('operations', {
        Policy: JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: { AWS: '*' }, Action: 'sns:Publish' }] }),
        KmsMasterKeyId: 'alias/aws/sns',
        DisplayName: 'Operations',
      }),
    ],
    subscriptions: [
      subscription('order-events', 'sqs', queueArn('orders')),
      subscription('order-events', 'lambda', functionArn('order-events')),
      subscription('order-events', 'firehose', arn('firehose', 'deliverystream/logs-to-archive')),
      subscription('order-events', 'sqs', sharedArn('sqs', 'analytics')),
      {
        ...subscription('operations', 'email', 'on-call@example.com'),
        SubscriptionArn: 'PendingConfirmation',
      },
    ],
  },
  eventBridge: {
    eventBuses: [
      { Name: 'default', Arn: arn('events', 'event-bus/default') },
      {
        Name: 'orders',
        Arn: arn('events', 'event-bus/orders'),
        Description: 'What happens to orders',
        KmsKeyIdentifier: keyArn('orders'),
        DeadLetterConfig: { Arn: queueArn('orders-failed') },
        LogConfig: { Level: 'ERROR', IncludeDetail: 'NONE' },
      },
    ],
    rules: [nightly, instanceStates, orderPlaced, workFailed, exportFailed],
    targets: {
      [orderPlaced.Arn]: [
        target('queue', queueArn('orders'), { DeadLetterConfig: { Arn: queueArn('orders-failed') } }),
        target('machine', machineArn('fulfil-order'), { RoleArn: roleArn('order-events-targets') }),
        target('stream', arn('kinesis', 'stream/clicks')),
        target('archive', arn('firehose', 'deliverystream/logs-to-archive')),
        target('group', logGroupArn('/aws/events/orders')),
      ],
      [nightly.Arn]: [
        target('report', functionArn('nightly-report')),
        target('task', arn('ecs', 'cluster/storefront'), {
          RoleArn: roleArn('order-events-targets'),
          EcsParameters: { TaskDefinitionArn: reindexTask },
        }),
        target('refresh', arn('execute-api', `a1b2c3d4e5/prod/POST/refresh`)),
        target('export', arn('batch', 'job-queue/nightly'), {
          BatchParameters: { JobDefinition: 'report', JobName: 'export' },
        }),
      ],
      [workFailed.Arn]: [target('topic', topicArn('operations'))],
      [exportFailed.Arn]: [target('topic', topicArn('operations'))],
      [instanceStates.Arn]: [
        target('topic', topicArn('operations')),
        target('bus', arn('events', 'event-bus/orders')),
        target('security', sharedArn('events', 'event-bus/security')),
      ],
    },
  },
  pipes: {
    pipes: [
      {
        Name: 'payments',
        Arn: arn('pipes', 'pipe/payments'),
        DesiredState: 'RUNNING',
        CurrentState: 'RUNNING',
        Source: queueArn('payments.fifo'),
        Enrichment: functionArn('checkout-webhook'),
        Target: machineArn('fulfil-order'),
      },
      {
        Name: 'cart-changes',
        Arn: arn('pipes', 'pipe/cart-changes'),
        DesiredState: 'RUNNING',
        CurrentState: 'RUNNING',
        Source: arn('dynamodb', 'table/carts/stream/2026-03-01T00:00:00.000'),
        Enrichment: machineArn('price-cart'),
        Target: arn('events', 'event-bus/orders'),
      },
      {
        Name: 'clicks',
        Arn: arn('pipes', 'pipe/clicks'),
        DesiredState: 'STOPPED',
        CurrentState: 'STOPPED',
        Source: arn('kinesis', 'stream/clicks'),
        Target: functionArn('inventory-sync'),
      },
      {
        Name: 'warehouse',
        Arn: arn('pipes', 'pipe/warehouse'),
        DesiredState: 'RUNNING',
        CurrentState: 'RUNNING',
        Source: arn('mq', `broker:warehouse:b-${uuid('broker warehouse')}`),
        Target: queueArn('orders'),
      },
      {
        Name: 'failed-orders',
        Arn: arn('pipes', 'pipe/failed-orders'),
        DesiredState: 'RUNNING',
        CurrentState: 'RUNNING',
        Source: queueArn('orders-failed'),
        Target: topicArn('operations'),
      },
    ],
  },
  scheduler: {
    schedules: [
      ['cart-cleanup', functionArn('cart-cleanup')],
      ['settle-payments', machineArn('settle-payments')],
      ['remind', queueArn('orders')],
      ['reindex', arn('ecs', 'cluster/storefront')],
      ['nightly-build', arn('codebuild', 'project/storefront-tests')],
      ['tick', arn('events', 'event-bus/orders')],
      ['sample', arn('kinesis', 'stream/clicks')],
      ['archive', arn('firehose', 'deliverystream/logs-to-archive')],
      ['remind-operators', topicArn('operations')],
      request('stop-office', 'ec2:stopInstances', { InstanceIds: [resourceId('i', 'storefront worker-1')] }),
      request('stop-catalog', 'rds:stopDBInstance', { DbInstanceIdentifier: 'catalog' }),
      request('stop-orders', 'rds:stopDBCluster', { DbClusterIdentifier: 'orders' }),
      request('rate-experiments', 'batch:submitJob', {
        JobName: 'never-kept',
        JobDefinition: 'experiment',
        JobQueue: 'nightly',
      }),
      request('convert-orders', 'glue:startJobRun', { JobName: 'orders-to-parquet' }),
      request('read-sales', 'glue:startCrawler', { Name: 'sales' }),
      request('sum-up-sales', 'redshiftdata:executeStatement', { ClusterIdentifier: 'sales', Sql: 'never-kept' }),
      request('back-up-carts', 'dynamodb:createBackup', { TableName: 'carts', BackupName: 'never-kept' }),
    ].map(([Name = '', Arn = '', Input]) => ({
      Name,
      Arn: arn('scheduler', `schedule/default/${Name}`),
      GroupName: 'default',
      State: 'ENABLED' as const,
      CreationDate: new Date('2026-02-01T09:00:00Z'),
      Target: {
        Arn,
        ...(Input !== undefined && { Input }),
        ...(Name === 'reindex' && { EcsParameters: { TaskDefinitionArn: reindexTask } }),
        RoleArn: roleArn('schedules'),
      },
    })),
  },
}
