/** APIs of the storefront with their targets: state machines, a broker, and user pools. */
import type { Integration as RestIntegration } from '@aws-sdk/client-api-gateway'
import type { Integration as HttpIntegration } from '@aws-sdk/client-apigatewayv2'
import type { DataSource } from '@aws-sdk/client-appsync'
import type { DescribeStateMachineOutput } from '@aws-sdk/client-sfn'
import type { RegionData } from '../../world.ts'
import { hexDigits } from '../resource-id.ts'
import { accountId, region, securityGroupId, subnetId, zones } from '../three-tier-network.ts'
import {
  graphqlApiId,
  arn,
  functionArn,
  keyArn,
  logGroupArn,
  machineArn,
  queueUrl,
  restApiId,
  roleArn,
  secretArn,
  sharedArn,
  topicArn,
  userPoolId,
  uuid,
} from './integration-names.ts'
import { environmentOfEverything } from './compute-functions.ts'
import { logGroupNames } from './log-destinations.ts'
import { catalogBalancerArn, interfaceEndpointId } from './shared-network.ts'

const created = new Date('2026-02-03T10:15:00Z')
const task = (Resource: string, Parameters?: object, Next?: string) => ({
  Type: 'Task',
  Resource,
  ...(Parameters === undefined ? {} : { Parameters }),
  ...(Next === undefined ? { End: true } : { Next }),
})

function machine(
  name: string,
  states: object,
  more: Partial<DescribeStateMachineOutput> = {},
): DescribeStateMachineOutput {
  return {
    stateMachineArn: machineArn(name),
    name,
    status: 'ACTIVE',
    type: 'STANDARD',
    roleArn: roleArn('state-machines'),
    creationDate: created,
    definition: JSON.stringify({ StartAt: Object.keys(states)[0], States: states }),
    loggingConfiguration: { level: 'OFF' },
    tracingConfiguration: { enabled: true },
    ...more,
  }
}

const machines = [
  machine(
    'fulfil-order',
    {
      Reserve: task(functionArn('inventory-sync'), undefined, 'Record'),
      Record: task('arn:aws:states:::dynamodb:putItem', { TableName: 'carts', Item: {} }, 'Announce'),
      Announce: task('arn:aws:states:::sns:publish', { TopicArn: topicArn('order-events') }, 'Pack'),
      Pack: task('arn:aws:states:::sqs:sendMessage', { QueueUrl: queueUrl('orders') }, 'Settle'),
      Settle: task('arn:aws:states:::states:startExecution', { StateMachineArn: machineArn('settle-payments') }),
    },
    {
      loggingConfiguration: {
        level: 'ERROR',
        destinations: [
          { cloudWatchLogsLogGroup: { logGroupArn: `${logGroupArn('/aws/vendedlogs/states/fulfil-order')}:*` } },
        ],
      },
      encryptionConfiguration: { type: 'CUSTOMER_MANAGED_KMS_KEY', kmsKeyId: keyArn('orders') },
    },
  ),
  machine('settle-payments', {
    Charge: task('arn:aws:states:::lambda:invoke', { FunctionName: 'checkout-webhook' }, 'Report'),
    Report: task(
      'arn:aws:states:::ecs:runTask.sync',
      { Cluster: arn('ecs', 'cluster/storefront'), TaskDefinition: 'reviews:3' },
      'Export',
    ),
    Export: task('arn:aws:states:::glue:startJobRun.sync', { JobName: 'orders-to-parquet' }, 'Check'),
    Check: task('arn:aws:states:::codebuild:startBuild', { ProjectName: 'storefront-tests' }, 'Archive'),
    Archive: task(
      'arn:aws:states:::batch:submitJob',
      { JobName: 'archive', JobQueue: 'nightly', JobDefinition: 'report:6' },
      'Again',
    ),
    Again: task(
      'arn:aws:states:::batch:submitJob',
      { JobName: 'again', JobQueue: 'nightly', JobDefinition: arn('batch', 'job-definition/experiment') },
      'Tell',
    ),
    Tell: task('arn:aws:states:::events:putEvents', { Entries: [{ EventBusName: 'orders' }] }, 'Crawl'),
    Crawl: task('arn:aws:states:::aws-sdk:glue:startCrawler', { Name: 'sales' }),
  }),
  machine('price-cart', { Price: task(sharedArn('lambda', 'function:pricing')) }, { type: 'EXPRESS' }),
]

const listenerArn = (balancer: string) =>
  arn(
    'elasticloadbalancing',
    `listener/app/${balancer}/${hexDigits(`alb ${balancer}`, 16)}/${hexDigits(`listener ${balancer}`, 16)}`,
  )

const restVpcLinkId = 'vl1a2b'
const httpVpcLinkId = 'vl3c4d'
const wrapped = (service: string, path: string) => `arn:aws:apigateway:${region}:${service}:path/${path}`
const invocation = (name: string) => wrapped('lambda', `2015-03-31/functions/${functionArn(name)}/invocations`)

const restResource = (id: string, path: string, authorizationType: string, methodIntegration: RestIntegration) => ({
  id,
  path,
  resourceMethods: { POST: { httpMethod: 'POST', authorizationType, apiKeyRequired: false, methodIntegration } },
})

/** What the API sends to services, with the names of what they work on. */
const serviceRequests = [
  ['dynamodb:action/PutItem', '{"TableName": "carts", "Item": $input.json(\'$\')}'],
  ['events:action/PutEvents', '{"Entries": [{"EventBusName": "orders", "Detail": "$input.body"}]}'],
  ['kinesis:action/PutRecord', '{"StreamName": "clicks", "Data": "$util.base64Encode($input.body)"}'],
  ['firehose:action/PutRecord', '{"DeliveryStreamName": "logs-to-archive"}'],
  ['sns:action/Publish', `Action=Publish&TopicArn=$util.urlEncode('${topicArn('order-events')}')`],
  ['states:action/StartExecution', `{"stateMachineArn": "${machineArn('fulfil-order')}"}`],
] as const

const integration = (more: HttpIntegration): HttpIntegration => ({ PayloadFormatVersion: '2.0', ...more })

const source = (name: string, type: DataSource['type'], more: Partial<DataSource>): DataSource => ({
  name,
  type,
  dataSourceArn: arn('appsync', `apis/${graphqlApiId}/datasources/${name}`),
  serviceRoleArn: roleArn('catalog-api'),
  ...more,
})

export const interfaces: RegionData = {
  stepFunctions: { stateMachines: machines },
  apiGateway: {
    restApis: [
      {
        id: restApiId,
        name: 'partners',
        description: 'What partners call',
        createdDate: created,
        endpointConfiguration: { types: ['PRIVATE'], vpcEndpointIds: [interfaceEndpointId] },
        disableExecuteApiEndpoint: false,
        tags: { env: 'production', team: 'orders' },
      },
    ],
    resources: {
      [restApiId]: [
        { id: 'r00t', path: '/' },
        restResource('0rd3rs', '/orders', 'AWS_IAM', { type: 'AWS_PROXY', uri: invocation('checkout-webhook') }),
        restResource('qu3u3', '/queue', 'AWS_IAM', {
          type: 'AWS',
          credentials: roleArn('storefront-api'),
          uri: wrapped('sqs', `${accountId}/orders`),
        }),
        restResource('a55et5', '/assets', 'NONE', {
          type: 'AWS',
          uri: wrapped('s3', `storefront-assets-${accountId}/{key}`),
        }),
        ...serviceRequests.map(([action, template], index) =>
          restResource(`4ct10n${index}`, `/actions/${index}`, 'AWS_IAM', {
            type: 'AWS',
            credentials: roleArn('storefront-api'),
            uri: `arn:aws:apigateway:${region}:${action}`,
            requestTemplates: { 'application/json': template },
          }),
        ),
        restResource('c4t4l0g', '/catalog', 'AWS_IAM', {
          type: 'HTTP_PROXY',
          connectionType: 'VPC_LINK',
          connectionId: restVpcLinkId,
          uri: 'http://catalog.internal/{proxy}',
        }),
        ...[listenerArn('storefront-internal'), catalogBalancerArn].map((integrationTarget, index) =>
          restResource(`1nt3rn4l${index}`, `/internal-${index}`, 'AWS_IAM', {
            type: 'HTTP_PROXY',
            connectionType: 'VPC_LINK',
            connectionId: httpVpcLinkId,
            uri: 'http://internal.shop.internal/{proxy}',
            integrationTarget,
          }),
        ),
      ],
    },
    stages: {
      [restApiId]: [
        {
          stageName: 'prod',
          deploymentId: 'd3pl0y',
          webAclArn: arn('wafv2', `regional/webacl/storefront/${uuid('acl storefront')}`),
          accessLogSettings: { destinationArn: arn('logs', 'log-group:/network/flow-logs') },
          variables: { backend: 'never-kept' },
          tracingEnabled: true,
        },
        {
          stageName: 'test',
          deploymentId: 'd3pl0y',
          accessLogSettings: { destinationArn: arn('firehose', 'deliverystream/amazon-apigateway-access') },
        },
      ],
    },
    authorizers: {
      [restApiId]: [
        {
          id: 'p4rtn3',
          name: 'partners',
          type: 'COGNITO_USER_POOLS',
          providerARNs: [arn('cognito-idp', `userpool/${userPoolId}`)],
          identitySource: 'method.request.header.Authorization',
        },
        {
          id: 't0k3n5',
          name: 'legacy-tokens',
          type: 'TOKEN',
          authorizerUri: invocation('checkout-webhook'),
          identitySource: 'method.request.header.Authorization',
          authorizerResultTtlInSeconds: 300,
        },
      ],
    },
    vpcLinks: [{ id: restVpcLinkId, name: 'catalog', status: 'AVAILABLE', targetArns: [catalogBalancerArn] }],
  },
  apiGatewayV2: {
    apis: [
      {
        ApiId: 'h1i2j3k4l5',
        Name: 'storefront',
        ProtocolType: 'HTTP',
        DisableExecuteApiEndpoint: false,
        ApiEndpoint: `https://h1i2j3k4l5.execute-api.${region}.amazonaws.com`,
        RouteSelectionExpression: '$request.method $request.path',
        CreatedDate: created,
        Tags: { env: 'production', team: 'storefront' },
      },
      {
        ApiId: 'm6n7o8p9q0',
        Name: 'live-prices',
        ProtocolType: 'WEBSOCKET',
        ApiEndpoint: `wss://m6n7o8p9q0.execute-api.${region}.amazonaws.com`,
        RouteSelectionExpression: '$request.body.action',
        CreatedDate: created,
      },
    ],
    stages: {
      h1i2j3k4l5: [
        {
          StageName: '$default',
          AutoDeploy: true,
          AccessLogSettings: {
            DestinationArn: logGroupArn(logGroupNames.httpApi),
            Format: '$context.requestId $context.status',
          },
        },
      ],
      m6n7o8p9q0: [
        {
          StageName: 'live',
          AccessLogSettings: {
            DestinationArn: arn('firehose', 'deliverystream/logs-to-archive'),
            Format: '$context.requestId',
          },
        },
      ],
    },
    authorizers: {
      h1i2j3k4l5: [
        {
          AuthorizerId: 'sh0pp3',
          Name: 'shoppers',
          AuthorizerType: 'JWT',
          IdentitySource: ['$request.header.Authorization'],
          JwtConfiguration: {
            Issuer: `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`,
            Audience: ['never-kept'],
          },
        },
      ],
      m6n7o8p9q0: [
        {
          AuthorizerId: 'c0nn3c',
          Name: 'connections',
          AuthorizerType: 'REQUEST',
          AuthorizerUri: invocation('inventory-sync'),
          IdentitySource: ['route.request.header.Auth'],
        },
      ],
    },
    integrations: {
      h1i2j3k4l5: [
        integration({
          IntegrationId: 'a1',
          IntegrationType: 'AWS_PROXY',
          IntegrationUri: functionArn('checkout-webhook'),
        }),
        integration({
          IntegrationId: 'b2',
          IntegrationType: 'HTTP_PROXY',
          ConnectionType: 'VPC_LINK',
          ConnectionId: httpVpcLinkId,
          IntegrationUri: listenerArn('storefront-internal'),
        }),
        integration({
          IntegrationId: 'b3',
          IntegrationType: 'HTTP_PROXY',
          ConnectionType: 'VPC_LINK',
          ConnectionId: httpVpcLinkId,
          IntegrationUri: arn('servicediscovery', 'service/srv-reviews'),
        }),
        integration({
          IntegrationId: 'c3',
          IntegrationType: 'AWS_PROXY',
          IntegrationSubtype: 'SQS-SendMessage',
          CredentialsArn: roleArn('storefront-api'),
          RequestParameters: { QueueUrl: queueUrl('orders'), MessageBody: '$request.body' },
        }),
        integration({
          IntegrationId: 'd4',
          IntegrationType: 'AWS_PROXY',
          IntegrationSubtype: 'StepFunctions-StartExecution',
          CredentialsArn: roleArn('storefront-api'),
          RequestParameters: { StateMachineArn: machineArn('fulfil-order'), Input: '$request.body' },
        }),
        integration({
          IntegrationId: 'e5',
          IntegrationType: 'AWS_PROXY',
          IntegrationSubtype: 'EventBridge-PutEvents',
          CredentialsArn: roleArn('storefront-api'),
          RequestParameters: { EventBusName: 'orders', Detail: '$request.body' },
        }),
        integration({
          IntegrationId: 'f6',
          IntegrationType: 'AWS_PROXY',
          IntegrationSubtype: 'Kinesis-PutRecord',
          CredentialsArn: roleArn('storefront-api'),
          RequestParameters: { StreamName: 'clicks', Data: '$request.body', PartitionKey: '$request.body.id' },
        }),
      ],
      m6n7o8p9q0: [
        integration({
          IntegrationId: 'e5',
          IntegrationType: 'AWS_PROXY',
          IntegrationUri: invocation('inventory-sync'),
        }),
      ],
    },
    vpcLinks: [
      {
        VpcLinkId: httpVpcLinkId,
        Name: 'storefront',
        VpcLinkStatus: 'AVAILABLE',
        VpcLinkVersion: 'V2',
        SubnetIds: zones.map((zone) => subnetId('app', zone)),
        SecurityGroupIds: [securityGroupId('web')],
      },
    ],
  },
  appSync: {
    graphqlApis: [
      {
        apiId: graphqlApiId,
        arn: arn('appsync', `apis/${graphqlApiId}`),
        name: 'catalog',
        uris: { GRAPHQL: `https://${graphqlApiId}.appsync-api.${region}.amazonaws.com/graphql` },
        apiType: 'GRAPHQL',
        authenticationType: 'AMAZON_COGNITO_USER_POOLS',
        userPoolConfig: { userPoolId, awsRegion: region, defaultAction: 'ALLOW' },
        additionalAuthenticationProviders: [
          {
            authenticationType: 'AWS_LAMBDA',
            lambdaAuthorizerConfig: { authorizerUri: functionArn('checkout-webhook') },
          },
        ],
        wafWebAclArn: arn('wafv2', `regional/webacl/storefront/${uuid('acl storefront')}`),
        logConfig: { fieldLogLevel: 'ERROR', cloudWatchLogsRoleArn: roleArn('catalog-api') },
        visibility: 'GLOBAL',
        introspectionConfig: 'DISABLED',
        xrayEnabled: true,
        tags: { env: 'production', team: 'storefront' },
      },
    ],
    dataSources: {
      [graphqlApiId]: [
        source('stock', 'AWS_LAMBDA', {
          description: 'What is left',
          lambdaConfig: { lambdaFunctionArn: functionArn('inventory-sync') },
        }),
        source('carts', 'AMAZON_DYNAMODB', { dynamodbConfig: { tableName: 'carts', awsRegion: region } }),
        source('search', 'AMAZON_OPENSEARCH_SERVICE', {
          openSearchServiceConfig: { awsRegion: region, endpoint: environmentOfEverything['SEARCH'] ?? '' },
        }),
        ...[restApiId, 'h1i2j3k4l5'].map((id) =>
          source(`api-${id}`, 'HTTP', {
            httpConfig: { endpoint: `https://${id}.execute-api.${region}.amazonaws.com` },
          }),
        ),
        source('events', 'AMAZON_EVENTBRIDGE', {
          eventBridgeConfig: { eventBusArn: arn('events', 'event-bus/orders') },
        }),
        source('orders', 'RELATIONAL_DATABASE', {
          relationalDatabaseConfig: {
            relationalDatabaseSourceType: 'RDS_HTTP_ENDPOINT',
            rdsHttpEndpointConfig: {
              awsRegion: region,
              dbClusterIdentifier: arn('rds', 'cluster:orders'),
              awsSecretStoreArn: secretArn('orders-database'),
            },
          },
        }),
      ],
    },
  },
  mq: {
    brokers: [
      {
        BrokerId: `b-${uuid('broker warehouse')}`,
        BrokerArn: arn('mq', `broker:warehouse:b-${uuid('broker warehouse')}`),
        BrokerName: 'warehouse',
        BrokerState: 'RUNNING',
        EngineType: 'ACTIVEMQ',
        EngineVersion: '5.18',
        HostInstanceType: 'mq.m5.large',
        DeploymentMode: 'ACTIVE_STANDBY_MULTI_AZ',
        PubliclyAccessible: false,
        SubnetIds: [subnetId('data', zones[0]), subnetId('data', zones[1])],
        SecurityGroups: [securityGroupId('database')],
        EncryptionOptions: { UseAwsOwnedKey: false, KmsKeyId: keyArn('orders') },
        Logs: {
          General: true,
          GeneralLogGroup: '/aws/amazonmq/broker/warehouse/general',
          Audit: true,
          AuditLogGroup: '/aws/amazonmq/broker/warehouse/audit',
        },
        Users: [{ Username: 'warehouse' }],
        Tags: { env: 'production', team: 'orders' },
      },
    ],
  },
  cognito: {
    userPools: [
      {
        Id: userPoolId,
        Name: 'customers',
        Domain: 'storefront-customers',
        CustomDomain: 'login.storefront.example',
        CreationDate: created,
        LastModifiedDate: created,
        LambdaConfig: {
          PostConfirmation: functionArn('order-events'),
          CustomEmailSender: { LambdaVersion: 'V1_0', LambdaArn: functionArn('checkout-webhook') },
          KMSKeyID: keyArn('orders'),
        },
      },
      { Id: `${region}_Ab1Cd2Ef3`, Name: 'staff', CreationDate: created, LastModifiedDate: created },
    ],
  },
}
