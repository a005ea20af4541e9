/** Search domains, streams, and their deliveries. */
import type { DeliveryStreamDescription, ExtendedS3DestinationDescription } from '@aws-sdk/client-firehose'
import type { RegionData } from '../../world.ts'
import { hexDigits } from '../resource-id.ts'
import { accountId, region, vpcId } from '../three-tier-network.ts'
import {
  arn,
  bucketArn,
  created,
  databaseGroupId,
  dataKeyArn,
  dataSubnetIds,
  logGroupArn,
  logGroupNames,
  roleArn,
  uuid,
} from './data-place.ts'
import { userPoolId } from './integration-names.ts'

const toExports: ExtendedS3DestinationDescription = {
  RoleARN: roleArn('delivery'),
  BucketARN: bucketArn('exports'),
  BufferingHints: { SizeInMBs: 64, IntervalInSeconds: 300 },
  CompressionFormat: 'GZIP',
  EncryptionConfiguration: { NoEncryptionConfig: 'NoEncryption' },
  CloudWatchLoggingOptions: { Enabled: true, LogGroupName: logGroupNames.delivery, LogStreamName: 'delivery' },
}
const backup = { ...toExports, CloudWatchLoggingOptions: { Enabled: false } }

function deliveryStream(
  name: string,
  more: Pick<DeliveryStreamDescription, 'DeliveryStreamType' | 'Source' | 'Destinations'>,
): DeliveryStreamDescription {
  return {
    DeliveryStreamName: name,
    DeliveryStreamARN: arn('firehose', `deliverystream/${name}`),
    DeliveryStreamStatus: 'ACTIVE',
    DeliveryStreamEncryptionConfiguration: {
      Status: 'ENABLED',
      KeyType: 'CUSTOMER_MANAGED_CMK',
      KeyARN: dataKeyArn,
    },
    VersionId: '1',
    CreateTimestamp: created,
    HasMoreDestinations: false,
    ...more,
  }
}

const eventsClusterArn = arn('kafka', `cluster/events/${uuid('kafka events')}-s1`)
/** The host of the serverless cluster, which doesn't include its name. */
export const eventsBootstrap = `boot-d4e5f6g7.c1.kafka-serverless.${region}.amazonaws.com:9098`
const ordersTopicArn = arn('kafka', `cluster/orders/${uuid('kafka orders')}-3`)

export const streams: RegionData = {
  opensearch: {
    domains: [
      {
        DomainId: `${accountId}/products`,
        DomainName: 'products',
        ARN: arn('es', 'domain/products'),
        Created: true,
        Deleted: false,
        EngineVersion: 'OpenSearch_2.19',
        ClusterConfig: {
          InstanceType: 'r6g.large.search',
          InstanceCount: 3,
          DedicatedMasterCount: 3,
          ZoneAwarenessEnabled: true,
        },
        Endpoints: { vpc: `vpc-products-${hexDigits('domain products', 26)}.${region}.es.amazonaws.com` },
        VPCOptions: { VPCId: vpcId, SubnetIds: dataSubnetIds, SecurityGroupIds: [databaseGroupId] },
        CognitoOptions: { Enabled: true, UserPoolId: userPoolId, RoleArn: roleArn('search-sign-in') },
        EncryptionAtRestOptions: { Enabled: true, KmsKeyId: dataKeyArn },
        NodeToNodeEncryptionOptions: { Enabled: true },
        DomainEndpointOptions: { EnforceHTTPS: false },
        LogPublishingOptions: {
          SEARCH_SLOW_LOGS: { Enabled: true, CloudWatchLogsLogGroupArn: logGroupArn(logGroupNames.search) },
          AUDIT_LOGS: { Enabled: false },
        },
      },
      {
        DomainId: `${accountId}/help`,
        DomainName: 'help',
        ARN: arn('es', 'domain/help'),
        Created: true,
        EngineVersion: 'Elasticsearch_7.10',
        ClusterConfig: { InstanceType: 't3.small.search', InstanceCount: 1 },
        Endpoint: `search-help-${hexDigits('domain help', 26)}.${region}.es.amazonaws.com`,
        EncryptionAtRestOptions: { Enabled: false },
        NodeToNodeEncryptionOptions: { Enabled: true },
      },
    ],
  },
  kinesis: {
    streams: [
      {
        StreamName: 'clicks',
        StreamARN: arn('kinesis', 'stream/clicks'),
        StreamStatus: 'ACTIVE',
        StreamModeDetails: { StreamMode: 'PROVISIONED' },
        RetentionPeriodHours: 24,
        StreamCreationTimestamp: created,
        EnhancedMonitoring: [{ ShardLevelMetrics: [] }],
        EncryptionType: 'KMS',
        KeyId: dataKeyArn,
        OpenShardCount: 4,
        ConsumerCount: 1,
      },
      {
        StreamName: 'prices',
        StreamARN: arn('kinesis', 'stream/prices'),
        StreamStatus: 'ACTIVE',
        StreamModeDetails: { StreamMode: 'ON_DEMAND' },
        RetentionPeriodHours: 168,
        StreamCreationTimestamp: created,
        EnhancedMonitoring: [{ ShardLevelMetrics: [] }],
        EncryptionType: 'KMS',
        KeyId: 'alias/aws/kinesis',
        OpenShardCount: 6,
      },
    ],
  },
  firehose: {
    streams: [
      deliveryStream('logs-to-archive', {
        DeliveryStreamType: 'DirectPut',
        Destinations: [
          {
            DestinationId: 'destinationId-000000000001',
            S3DestinationDescription: toExports,
            ExtendedS3DestinationDescription: {
              ...toExports,
              ProcessingConfiguration: {
                Enabled: true,
                Processors: [
                  {
                    Type: 'Lambda',
                    Parameters: [
                      { ParameterName: 'LambdaArn', ParameterValue: arn('lambda', 'function:order-events:$LATEST') },
                    ],
                  },
                ],
              },
            },
          },
        ],
      }),
      deliveryStream('clicks-to-search', {
        DeliveryStreamType: 'KinesisStreamAsSource',
        Source: {
          KinesisStreamSourceDescription: {
            KinesisStreamARN: arn('kinesis', 'stream/clicks'),
            RoleARN: roleArn('delivery'),
          },
        },
        Destinations: [
          {
            DestinationId: 'destinationId-000000000001',
            AmazonopensearchserviceDestinationDescription: {
              RoleARN: roleArn('delivery'),
              DomainARN: arn('es', 'domain/products'),
              IndexName: 'clicks',
              S3DestinationDescription: backup,
            },
          },
        ],
      }),
      deliveryStream('orders-to-warehouse', {
        DeliveryStreamType: 'MSKAsSource',
        Source: { MSKSourceDescription: { MSKClusterARN: ordersTopicArn, TopicName: 'orders' } },
        Destinations: [
          {
            DestinationId: 'destinationId-000000000001',
            RedshiftDestinationDescription: {
              RoleARN: roleArn('delivery'),
              ClusterJDBCURL: `jdbc:redshift://sales.c9a1b2c3d4e5.${region}.redshift.amazonaws.com:5439/sales`,
              CopyCommand: { DataTableName: 'orders' },
              S3DestinationDescription: backup,
            },
          },
        ],
      }),
    ],
  },
  kafka: {
    clusters: [
      {
        ClusterArn: ordersTopicArn,
        ClusterName: 'orders',
        ClusterType: 'PROVISIONED',
        State: 'ACTIVE',
        CreationTime: created,
        Tags: { env: 'production', team: 'orders' },
        Provisioned: {
          NumberOfBrokerNodes: 3,
          CurrentBrokerSoftwareInfo: { KafkaVersion: '3.8.x' },
          BrokerNodeGroupInfo: {
            ClientSubnets: dataSubnetIds,
            InstanceType: 'kafka.m7g.large',
            SecurityGroups: [databaseGroupId],
            ConnectivityInfo: { PublicAccess: { Type: 'DISABLED' } },
          },
          EncryptionInfo: {
            EncryptionAtRest: { DataVolumeKMSKeyId: dataKeyArn },
            EncryptionInTransit: { ClientBroker: 'TLS', InCluster: true },
          },
          LoggingInfo: {
            BrokerLogs: {
              CloudWatchLogs: { Enabled: true, LogGroup: logGroupNames.streaming },
              Firehose: { Enabled: true, DeliveryStream: 'logs-to-archive' },
              S3: { Enabled: true, Bucket: `storefront-access-logs-${accountId}` },
            },
          },
        },
      },
      {
        ClusterArn: eventsClusterArn,
        ClusterName: 'events',
        ClusterType: 'SERVERLESS',
        State: 'ACTIVE',
        CreationTime: created,
        Serverless: { VpcConfigs: [{ SubnetIds: dataSubnetIds, SecurityGroupIds: [databaseGroupId] }] },
        BootstrapBrokerStringSaslIam: eventsBootstrap,
      },
    ],
  },
}
