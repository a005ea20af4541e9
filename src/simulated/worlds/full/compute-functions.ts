/** Functions that show all that functions point to, a layer, and what events they are invoked for. */
import type { EventSourceMappingConfiguration, FunctionConfiguration, FunctionUrlConfig } from '@aws-sdk/client-lambda'
import type { RegionData } from '../../world.ts'
import { hexDigits, resourceId, tagList } from '../resource-id.ts'
import { accountId, region } from '../three-tier-network.ts'
import { regionalApiDomain } from './api-domains.ts'
import { graphqlApiId, restApiId, userPoolId, uuid as integrationUuid } from './integration-names.ts'
import { arn, bucketArn, created, dataKeyArn, roleArn, secretArn, uuid } from './data-place.ts'
import { eventsBootstrap } from './data-streams.ts'

const layerArn = (version: number) => arn('lambda', `layer:tracing:${version}`)
const sharedFiles = resourceId('fs', 'shared files')
export const accessPointId = resourceId('fsap', 'shared files reports')
const accessPointArn = arn('elasticfilesystem', `access-point/${accessPointId}`)

/** A value that must never be stored. */
export const environmentSecret = 'correct-horse-battery-staple'

/**
 * A value for each type that environment variables can name, including plain names, and some values that name nothing.
 */
export const environmentOfEverything: Readonly<Record<string, string>> = {
  ACCELERATOR: `daxs://carts.a1b2c3.dax-clusters.${region}.amazonaws.com`,
  API: `https://${restApiId}.execute-api.${region}.amazonaws.com/live`,
  API_OF_SHOP: `https://${regionalApiDomain}/partners/v1`,
  BACK_OFFICE: arn('elasticbeanstalk', 'environment/back-office/back-office'),
  BALANCER: `http://catalog-0a1b2c3d4e5f6071.elb.${region}.amazonaws.com:6000`,
  BROKER: `amqps://b-${integrationUuid('broker warehouse')}-1.mq.${region}.amazonaws.com:5671`,
  BROKERS: ['b-1', 'b-2'].map((broker) => `${broker}.orders.a1b2c3.c2.kafka.${region}.amazonaws.com:9098`).join(),
  BUCKET: `${bucketArn('exports')}/reports`,
  CALLBACKS: `wss://m6n7o8p9q0.execute-api.${region}.amazonaws.com/live`,
  CACHE: 'rediss://master.sessions.a1b2c3.use1.cache.amazonaws.com:6379',
  DATABASE: `postgres://app:${environmentSecret}@orders.cluster-c9a1b2c3d4e5.${region}.rds.amazonaws.com:5432/orders`,
  DATABASE_PROXY: `orders.proxy-c9a1b2c3d4e5.${region}.rds.amazonaws.com`,
  DATABASE_REPLICA: `catalog.c9a1b2c3d4e5.${region}.rds.amazonaws.com`,
  DATABASE_REPORTS: `reports.cluster-custom-c9a1b2c3d4e5.${region}.rds.amazonaws.com`,
  DELIVERY: arn('firehose', 'deliverystream/logs-to-archive'),
  ECS_CLUSTER: 'storefront',
  EVENT_BUS: arn('events', 'event-bus/orders'),
  FILES: `${sharedFiles}.efs.${region}.amazonaws.com:/`,
  GRAPHQL: `https://${graphqlApiId}.appsync-api.${region}.amazonaws.com/graphql`,
  GRAPH_BY_ARN: arn('rds', 'cluster:relations'),
  GRAPH: `relations.cluster-c9a1b2c3d4e5.${region}.neptune.amazonaws.com`,
  GRAPH_WRITER: `relations-1.c9a1b2c3d4e5.${region}.neptune.amazonaws.com`,
  ISSUER: `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`,
  KEY: dataKeyArn,
  KEY_BY_ALIAS: 'alias/data',
  LEGACY: `https://legacy-1234567890.${region}.elb.amazonaws.com/shop`,
  LOG_GROUP: '/ecs/storefront/recommendations',
  LOG_LEVEL: 'info',
  MACHINE: arn('states', 'stateMachine:fulfil-order'),
  MODEL: arn('sagemaker', 'endpoint/recommendations'),
  PARAMETER_NAME: '/storefront/log-level',
  PAGES: 'pages.a1b2c3.cfg.use1.cache.amazonaws.com:11211',
  PASSWORD: environmentSecret,
  PARTNER_QUEUE: `https://sqs.${region}.amazonaws.com/777788889999/analytics`,
  PRICES: 'prices-a1b2c3.serverless.use1.cache.amazonaws.com',
  QUEUE: `https://sqs.${region}.amazonaws.com/${accountId}/orders`,
  RESIZER: arn('lambda', 'function:image-resizer'),
  RECOMMENDATIONS: 'http://recommendations.shop.local:8080',
  RATINGS: 'http://reviews.shop.internal:8080',
  REVIEWS: `reviews.cluster-c9a1b2c3d4e5.${region}.docdb.amazonaws.com`,
  REVIEWS_WRITER: `reviews-1.c9a1b2c3d4e5.${region}.docdb.amazonaws.com`,
  ROLE: roleArn('warehouse-load'),
  SEARCH: `https://vpc-products-${hexDigits('domain products', 26)}.${region}.es.amazonaws.com`,
  SECRET: secretArn('orders'),
  STATUS_PAGE: arn('apprunner', `service/status-page/${uuid('app runner status-page').replaceAll('-', '')}`),
  STOCK: `clustercfg.stock-levels.a1b2c3.memorydb.${region}.amazonaws.com:6379`,
  STREAM: arn('kinesis', 'stream/clicks'),
  TABLE: arn('dynamodb', 'table/carts'),
  TOPIC: arn('sns', 'order-events'),
  WAREHOUSE: `sales.c9a1b2c3d4e5.${region}.redshift.amazonaws.com:5439/sales`,
  WEB_EVENTS: eventsBootstrap,
}

function configuration(name: string, more: Partial<FunctionConfiguration>): FunctionConfiguration {
  return {
    FunctionName: name,
    FunctionArn: arn('lambda', `function:${name}`),
    Runtime: 'python3.13',
    Role: roleArn(name),
    Handler: 'main.handler',
    CodeSize: 91_004,
    CodeSha256: Buffer.from(hexDigits(`code ${name}`, 64), 'hex').toString('base64'),
    Timeout: 120,
    MemorySize: 1024,
    LastModified: '2026-10-30T09:12:55.000+0000',
    Version: '$LATEST',
    PackageType: 'Zip',
    Architectures: ['arm64'],
    LoggingConfig: { LogFormat: 'JSON', LogGroup: `/aws/lambda/${name}` },
    ...more,
  }
}

function mapping(
  functionName: string,
  source: string,
  more: Partial<EventSourceMappingConfiguration> = {},
): EventSourceMappingConfiguration {
  const id = uuid(`event source mapping ${functionName} ${source}`)
  return {
    UUID: id,
    EventSourceMappingArn: arn('lambda', `event-source-mapping:${id}`),
    EventSourceArn: source,
    FunctionArn: arn('lambda', `function:${functionName}`),
    State: 'Enabled',
    BatchSize: 10,
    LastModified: created,
    ...more,
  }
}

const urlHost = (qualified: string) => `${hexDigits(`url of ${qualified}`, 32)}.lambda-url.${region}.on.aws`

/** An origin of the shop's distribution. */
export const stockReportUrlHost = urlHost('stock-report')

function url(qualified: string, AuthType: 'NONE' | 'AWS_IAM'): FunctionUrlConfig {
  return {
    FunctionUrl: `https://${urlHost(qualified)}/`,
    FunctionArn: arn('lambda', `function:${qualified}`),
    AuthType,
    CreationTime: '2026-05-01T10:00:00.000Z',
    LastModifiedTime: '2026-05-01T10:00:00.000Z',
  }
}

function policy(Principal: unknown, Action: string): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal, Action, Resource: '*' }] })
}

export const functions: RegionData = {
  lambda: {
    functions: [
      configuration('stock-report', {
        KMSKeyArn: dataKeyArn,
        Layers: [
          { Arn: layerArn(3), CodeSize: 20_110 },
          { Arn: `arn:aws:lambda:${region}:580247275435:layer:LambdaInsightsExtension-Arm64:20`, CodeSize: 4_000_122 },
        ],
        FileSystemConfigs: [{ Arn: accessPointArn, LocalMountPath: '/mnt/reports' }],
        DeadLetterConfig: { TargetArn: arn('sqs', 'orders-failed') },
        Environment: { Variables: { ...environmentOfEverything } },
      }),
      configuration('alert-relay', {
        Architectures: ['x86_64'],
        DeadLetterConfig: { TargetArn: arn('sns', 'operations') },
        Environment: {
          Variables: { GREETING: 'Something happened', TABLE_NAME: 'carts', EVENT_BUS_NAME: 'orders', STAGE: 'clicks' },
        },
      }),
    ],
    urls: {
      'stock-report': [url('stock-report', 'AWS_IAM'), url('stock-report:live', 'NONE')],
    },
    policies: {
      'stock-report': policy({ AWS: 'arn:aws:iam::111122223333:root' }, 'lambda:InvokeFunction'),
      'stock-report:live': policy('*', 'lambda:InvokeFunctionUrl'),
      'alert-relay': policy({ Service: 'sns.amazonaws.com' }, 'lambda:InvokeFunction'),
    },
    layers: [
      {
        LayerName: 'tracing',
        LayerArn: arn('lambda', 'layer:tracing'),
        LatestMatchingVersion: {
          LayerVersionArn: layerArn(5),
          Version: 5,
          CreatedDate: '2026-07-02T10:00:00.000+0000',
          CompatibleRuntimes: ['python3.13', 'nodejs24.x'],
          CompatibleArchitectures: ['arm64', 'x86_64'],
        },
      },
    ],
    eventSourceMappings: [
      mapping('order-events', arn('sqs', 'orders'), { ScalingConfig: { MaximumConcurrency: 20 } }),
      mapping('stock-report', arn('kinesis', 'stream/clicks'), {
        StartingPosition: 'LATEST',
        ParallelizationFactor: 2,
        KMSKeyArn: dataKeyArn,
        DestinationConfig: { OnFailure: { Destination: arn('sqs', 'orders-failed') } },
      }),
      mapping('cart-cleanup', arn('dynamodb', 'table/carts/stream/2025-07-08T09:30:00.000'), {
        StartingPosition: 'TRIM_HORIZON',
        DestinationConfig: { OnFailure: { Destination: arn('sns', 'operations') } },
      }),
      mapping('stock-report', arn('kafka', `cluster/orders/${uuid('kafka orders')}-3`), {
        StartingPosition: 'LATEST',
        Topics: ['stock'],
        DestinationConfig: { OnFailure: { Destination: bucketArn('exports') } },
      }),
      mapping('alert-relay', arn('mq', `broker:warehouse:b-${integrationUuid('broker warehouse')}`), {
        Queues: ['alerts'],
      }),
      mapping('alert-relay', arn('rds', 'cluster:reviews'), {
        StartingPosition: 'LATEST',
        DocumentDBEventSourceConfig: { DatabaseName: 'shop', CollectionName: 'reviews' },
      }),
    ],
  },
  efs: {
    accessPoints: [
      {
        AccessPointId: accessPointId,
        AccessPointArn: accessPointArn,
        FileSystemId: sharedFiles,
        Name: 'reports',
        OwnerId: accountId,
        LifeCycleState: 'available',
        PosixUser: { Uid: 1000, Gid: 1000 },
        RootDirectory: { Path: '/reports' },
        Tags: tagList({ Name: 'reports' }),
      },
    ],
  },
}
