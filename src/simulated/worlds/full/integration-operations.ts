/** Keys, secrets, parameters, logs, alarms, CloudFormation stacks, and records of the whole account. */
import type { MetricAlarm } from '@aws-sdk/client-cloudwatch'
import type { KeyMetadata } from '@aws-sdk/client-kms'
import type { RegionData } from '../../world.ts'
import { hexDigits, resourceId, tagList } from '../resource-id.ts'
import { accountId, region, zones } from '../three-tier-network.ts'
import {
  arn,
  functionArn,
  keyArn,
  logGroupArn,
  machineArn,
  roleArn,
  secretArn,
  topicArn,
  uuid,
} from './integration-names.ts'

const created = new Date('2025-03-04T09:00:00Z')

const key = (Arn: string, more: Partial<KeyMetadata> = {}): KeyMetadata => ({
  KeyId: Arn.slice(Arn.lastIndexOf('/') + 1),
  Arn,
  AWSAccountId: accountId,
  CreationDate: created,
  Enabled: true,
  KeyState: 'Enabled',
  KeyUsage: 'ENCRYPT_DECRYPT',
  KeySpec: 'SYMMETRIC_DEFAULT',
  Origin: 'AWS_KMS',
  KeyManager: 'CUSTOMER',
  MultiRegion: false,
  ...more,
})

const alias = (name: string, keyOf: string) => ({
  AliasName: `alias/${name}`,
  AliasArn: arn('kms', `alias/${name}`),
  TargetKeyId: keyOf.slice(keyOf.lastIndexOf('/') + 1),
})

/** AWS managed keys. The second has no alias yet. */
const providersKeys = ['sns', 'ebs'].map((name) => arn('kms', `key/${uuid(`provider's key ${name}`)}`))
const [topicsKey = '', volumesKey = ''] = providersKeys

const secret = (name: string, more: object = {}) => ({
  ARN: secretArn(name),
  Name: name,
  CreatedDate: created,
  LastChangedDate: created,
  Tags: tagList({ env: 'production', team: 'data' }),
  ...more,
})

const logGroup = (name: string, more: object = {}) => ({
  logGroupName: name,
  logGroupArn: logGroupArn(name),
  arn: `${logGroupArn(name)}:*`,
  creationTime: created.getTime(),
  logGroupClass: 'STANDARD' as const,
  storedBytes: 482_113,
  ...more,
})

function alarm(
  name: string,
  Namespace: string,
  MetricName: string,
  dimensions: Readonly<Record<string, string>>,
): MetricAlarm {
  return {
    AlarmName: name,
    AlarmArn: arn('cloudwatch', `alarm:${name}`),
    ActionsEnabled: true,
    AlarmActions: [topicArn('operations')],
    OKActions: [],
    StateValue: 'OK',
    Namespace,
    MetricName,
    Statistic: 'Sum',
    Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
    Period: 60,
    EvaluationPeriods: 5,
    Threshold: 10,
    ComparisonOperator: 'GreaterThanThreshold',
  }
}

const autoScalingGroup = 'runners'
const scaleUp = arn(
  'autoscaling',
  `scalingPolicy:${uuid('policy cpu')}:autoScalingGroupName/${autoScalingGroup}:policyName/cpu`,
)

const stackArn = (name: string) => arn('cloudformation', `stack/${name}/${uuid(`stack ${name}`)}`)

export const operations: RegionData = {
  kms: {
    keys: [
      key(keyArn('orders'), { Description: 'Orders and what follows from them' }),
      key(keyArn('secrets'), {
        KeyState: 'PendingDeletion',
        Enabled: false,
        DeletionDate: new Date('2026-12-20T00:00:00Z'),
      }),
      key(topicsKey, { KeyManager: 'AWS' }),
      key(volumesKey, { KeyManager: 'AWS' }),
    ],
    aliases: [
      { AliasName: 'alias/aws/s3', AliasArn: arn('kms', 'alias/aws/s3') },
      alias('aws/sns', topicsKey),
      alias('storefront/orders', keyArn('orders')),
    ],
  },
  secretsManager: {
    secrets: [
      secret('orders-database', {
        KmsKeyId: keyArn('orders'),
        RotationEnabled: true,
        RotationLambdaARN: functionArn('nightly-report'),
        RotationRules: { AutomaticallyAfterDays: 30 },
      }),
      secret('payment-provider', { Description: 'Key of the payment provider', KmsKeyId: 'alias/aws/secretsmanager' }),
    ],
  },
  ssm: {
    parameters: [
      {
        Name: '/storefront/log-level',
        ARN: arn('ssm', 'parameter/storefront/log-level'),
        Type: 'String',
        Tier: 'Standard',
      },
      {
        Name: '/storefront/payment-token',
        ARN: arn('ssm', 'parameter/storefront/payment-token'),
        Type: 'SecureString',
        KeyId: keyArn('orders'),
        Tier: 'Standard',
        DataType: 'text',
        Version: 4,
      },
    ],
  },
  cloudWatchLogs: {
    logGroups: [
      logGroup('/aws/events/orders', {
        retentionInDays: 30,
        kmsKeyId: keyArn('orders'),
        deletionProtectionEnabled: false,
      }),
      ...[
        '/aws/amazonmq/broker/warehouse/audit',
        '/aws/amazonmq/broker/warehouse/general',
        '/aws/lambda/checkout-webhook',
        '/aws/lambda/order-events',
        '/aws/vendedlogs/states/fulfil-order',
        '/network/flow-logs',
        'aws-cloudtrail-logs',
      ].map((name) => logGroup(name, { retentionInDays: 14 })),
    ],
  },
  cloudWatch: {
    metricAlarms: [
      alarm('orders-waiting', 'AWS/SQS', 'ApproximateNumberOfMessagesVisible', { QueueName: 'orders' }),
      alarm('checkout-errors', 'AWS/Lambda', 'Errors', { FunctionName: 'checkout-webhook' }),
      alarm('fulfilment-failed', 'AWS/States', 'ExecutionsFailed', { StateMachineArn: machineArn('fulfil-order') }),
      alarm('database-cpu', 'AWS/RDS', 'CPUUtilization', { DBInstanceIdentifier: 'catalog' }),
      alarm('orders-connections', 'AWS/RDS', 'DatabaseConnections', { DBClusterIdentifier: 'orders' }),
      alarm('carts-throttled', 'AWS/DynamoDB', 'ThrottledRequests', { TableName: 'carts', Operation: 'GetItem' }),
      alarm('web-5xx', 'AWS/ApplicationELB', 'HTTPCode_Target_5XX_Count', {
        LoadBalancer: `app/storefront-public/${hexDigits('alb storefront-public', 16)}`,
        TargetGroup: `targetgroup/storefront-web/${hexDigits('tg storefront-web', 16)}`,
      }),
      alarm('worker-status', 'AWS/EC2', 'StatusCheckFailed', { InstanceId: resourceId('i', 'storefront worker-1') }),
      alarm('nat-ports', 'AWS/NATGateway', 'ErrorPortAllocation', {
        NatGatewayId: resourceId('nat', `storefront ${zones[0]}`),
      }),
      {
        ...alarm('web-cpu', 'AWS/EC2', 'CPUUtilization', { AutoScalingGroupName: autoScalingGroup }),
        AlarmActions: [scaleUp],
        OKActions: [functionArn('order-events')],
      },
      {
        ...alarm('conversion', 'Storefront', 'Conversion', { FunctionName: 'no-function-of-the-provider' }),
        Metrics: [
          ['AWS/ApiGateway', 'ApiId', 'h1i2j3k4l5'],
          ['AWS/ES', 'DomainName', 'products'],
          ['AWS/Firehose', 'DeliveryStreamName', 'logs-to-archive'],
          ['AWS/Kinesis', 'StreamName', 'clicks'],
        ].map(([Namespace, Name, Value]) => ({
          Id: `of_${Name?.toLowerCase()}`,
          MetricStat: { Metric: { Namespace, Dimensions: [{ Name, Value }] }, Period: 300, Stat: 'Sum' },
        })),
      },
    ],
    compositeAlarms: [
      {
        AlarmName: 'orders-late',
        AlarmArn: arn('cloudwatch', 'alarm:orders-late'),
        AlarmRule: 'ALARM("orders-waiting") AND NOT OK(fulfilment-failed)',
        ActionsEnabled: true,
        AlarmActions: [topicArn('operations')],
      },
    ],
  },
  cloudFormation: {
    stacks: [
      {
        StackName: 'storefront',
        StackId: stackArn('storefront'),
        Description: 'The storefront and its network',
        StackStatus: 'UPDATE_COMPLETE',
        CreationTime: created,
        RoleARN: roleArn('deployment'),
        NotificationARNs: [topicArn('operations')],
        Capabilities: ['CAPABILITY_NAMED_IAM'],
        EnableTerminationProtection: true,
        Parameters: [{ ParameterKey: 'Password', ParameterValue: 'never to be kept' }],
        Tags: tagList({ env: 'production', team: 'platform' }),
      },
      {
        StackName: 'storefront-Orders-1A2B3C4D5E6F',
        StackId: stackArn('storefront-Orders-1A2B3C4D5E6F'),
        StackStatus: 'UPDATE_ROLLBACK_COMPLETE',
        CreationTime: created,
        ParentId: stackArn('storefront'),
        RootId: stackArn('storefront'),
      },
    ],
  },
  cloudTrail: {
    trails: [
      {
        Name: 'account',
        TrailARN: arn('cloudtrail', 'trail/account'),
        HomeRegion: region,
        IsMultiRegionTrail: true,
        IsOrganizationTrail: false,
        IncludeGlobalServiceEvents: true,
        LogFileValidationEnabled: false,
        S3BucketName: `storefront-access-logs-${accountId}`,
        CloudWatchLogsLogGroupArn: `${logGroupArn('aws-cloudtrail-logs')}:*`,
        CloudWatchLogsRoleArn: roleArn('trail-logs'),
        SnsTopicARN: topicArn('operations'),
        KmsKeyId: keyArn('orders'),
      },
      {
        Name: 'organization',
        TrailARN: 'arn:aws:cloudtrail:eu-west-1:777788889999:trail/organization',
        HomeRegion: 'eu-west-1',
        IsMultiRegionTrail: true,
        IsOrganizationTrail: true,
        S3BucketName: 'organization-trail-777788889999',
      },
    ],
  },
  configService: {
    recorders: [
      {
        name: 'default',
        arn: arn('config', `configuration-recorder/default/${hexDigits('recorder', 16)}`),
        roleARN: `arn:aws:iam::${accountId}:role/aws-service-role/config.amazonaws.com/AWSServiceRoleForConfig`,
        recordingGroup: {
          allSupported: true,
          includeGlobalResourceTypes: true,
          recordingStrategy: { useOnly: 'ALL_SUPPORTED_RESOURCE_TYPES' },
        },
        recordingMode: { recordingFrequency: 'CONTINUOUS' },
        recordingScope: 'PAID',
      },
    ],
    recorderStatus: [{ name: 'default', recording: true, lastStatus: 'Success' }],
    deliveryChannels: [
      {
        name: 'default',
        s3BucketName: `storefront-access-logs-${accountId}`,
        s3KmsKeyArn: keyArn('orders'),
        snsTopicARN: topicArn('operations'),
        configSnapshotDeliveryProperties: { deliveryFrequency: 'TwentyFour_Hours' },
      },
    ],
  },
}
