/**
 * A serverless shop: services with an API, functions, and a table each, which exchange events over one event bus.
 * Programs are configured with plain names, like frameworks do, and with values that equal other names by coincidence.
 */
import type { FunctionConfiguration } from '@aws-sdk/client-lambda'
import type { GlobalData, RegionData, World } from '../world.ts'
import { hexDigits } from './resource-id.ts'

const accountId = '333300000001'
const region = 'us-east-1'
const created = new Date('2026-02-11T09:00:00Z')
const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${accountId}:${resource}`
const functionArn = (name: string) => arn('lambda', `function:${name}`)
const roleArn = (name: string) => `arn:aws:iam::${accountId}:role/${name}`
const queueUrl = (name: string) => `https://sqs.${region}.amazonaws.com/${accountId}/${name}`

const bus = 'shop-events'
const tables = ['shop-orders', 'shop-products', 'shop-deliveries', 'shop-payments', 'orders']
const buckets = [`shop-receipts-${accountId}`, 'prod']
const poolId = `${region}_Sh0pUsers`

/** Every function has its stage, which is also the name of a bucket. */
const everywhere = { STAGE: 'prod', POWERTOOLS_SERVICE_NAME: 'orders', LOG_LEVEL: 'INFO' }

/** The settings by name. */
const programs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'orders-create': {
    ORDERS_TABLE: 'shop-orders',
    PRODUCTS_TABLE_NAME: 'shop-products',
    EVENT_BUS_NAME: bus,
    USER_POOL_ID: poolId,
  },
  'orders-get': { ORDERS_TABLE: 'shop-orders' },
  'orders-stream': { eventBus: bus },
  'products-list': { TABLE: 'shop-products' },
  'payments-charge': { paymentsTable: 'shop-payments', SECRET_NAME: 'shop/payment-provider', EVENT_BUS_NAME: bus },
  'delivery-plan': { TABLE_NAME: 'shop-deliveries', STATE_MACHINE: 'deliver', QUEUE_NAME: 'warehouse' },
  'receipts-send': {
    RECEIPTS_BUCKET: `shop-receipts-${accountId}`,
    TOPIC_NAME: 'shop-notifications',
    TEMPLATE: '/shop/prod/receipt-template',
  },
}

function lambdaFunction([name, variables]: readonly [string, Readonly<Record<string, string>>]): FunctionConfiguration {
  return {
    FunctionName: name,
    FunctionArn: functionArn(name),
    Runtime: 'python3.13',
    Handler: 'main.handler',
    Role: roleArn(name),
    MemorySize: 256,
    Timeout: 15,
    LastModified: '2026-09-02T08:11:40.000+0000',
    PackageType: 'Zip',
    Architectures: ['arm64'],
    LoggingConfig: { LogFormat: 'JSON', LogGroup: `/aws/lambda/${name}` },
    Environment: { Variables: { ...everywhere, ...variables } },
  }
}

const rule = (name: string, event: string) => ({
  Name: name,
  Arn: arn('events', `rule/${bus}/${name}`),
  EventBusName: bus,
  EventPattern: JSON.stringify({ 'detail-type': [event] }),
  State: 'ENABLED' as const,
})
const rules = [rule('order-placed', 'OrderPlaced'), rule('payment-taken', 'PaymentTaken')]
const [orderPlaced, paymentTaken] = rules.map(({ Arn }) => Arn)

const apiId = 'sh0pap1001'
const apiDomain = 'api.shop.example'
const distributionId = 'E0SHOP'

/** By route, the function that answers. */
const routes: Readonly<Record<string, string>> = {
  'POST /orders': 'orders-create',
  'GET /orders/{id}': 'orders-get',
  'GET /products': 'products-list',
}

const table = (name: string) => arn('dynamodb', `table/${name}`)
const eventBus = arn('events', `event-bus/${bus}`)

/** By role, what its policy allows, by ARN. */
const policies: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'orders-create': {
    [table('shop-orders')]: ['dynamodb:PutItem'],
    [table('shop-products')]: ['dynamodb:GetItem', 'dynamodb:Query'],
    [eventBus]: ['events:PutEvents'],
  },
  'orders-get': { [table('shop-orders')]: ['dynamodb:GetItem'] },
  'orders-stream': { [eventBus]: ['events:PutEvents'] },
  'products-list': { [table('shop-products')]: ['dynamodb:Query'] },
  'payments-charge': { [table('shop-payments')]: ['dynamodb:PutItem'], [eventBus]: ['events:PutEvents'] },
  'delivery-plan': { [table('shop-deliveries')]: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] },
  'receipts-send': {
    [`arn:aws:s3:::shop-receipts-${accountId}/*`]: ['s3:PutObject'],
    [arn('sns', 'shop-notifications')]: ['sns:Publish'],
  },
}

const regionData: RegionData = {
  apiGateway: {
    domainNames: [{ domainName: apiDomain, endpointConfiguration: { types: ['REGIONAL'] } }],
  },
  apiGatewayV2: {
    apis: [
      {
        ApiId: apiId,
        Name: 'shop',
        ProtocolType: 'HTTP',
        ApiEndpoint: `https://${apiId}.execute-api.${region}.amazonaws.com`,
        RouteSelectionExpression: '$request.method $request.path',
        // Only its domain name answers.
        DisableExecuteApiEndpoint: true,
      },
    ],
    domainNames: [{ DomainName: apiDomain }],
    apiMappings: { [apiDomain]: [{ ApiMappingKey: 'v1', ApiId: apiId, Stage: '$default' }] },
    stages: { [apiId]: [{ StageName: '$default', AutoDeploy: true }] },
    routes: {
      [apiId]: Object.entries(routes).map(([RouteKey, name]) => ({
        RouteKey,
        AuthorizationType: 'JWT' as const,
        Target: `integrations/${name}`,
      })),
    },
    authorizers: {
      [apiId]: [
        {
          AuthorizerId: 'sh0pp3',
          Name: 'shoppers',
          AuthorizerType: 'JWT',
          IdentitySource: ['$request.header.Authorization'],
          JwtConfiguration: { Issuer: `https://cognito-idp.${region}.amazonaws.com/${poolId}` },
        },
      ],
    },
    integrations: {
      [apiId]: Object.values(routes).map((name) => ({
        IntegrationId: name,
        IntegrationType: 'AWS_PROXY' as const,
        IntegrationUri: functionArn(name),
      })),
    },
  },
  lambda: {
    functions: Object.entries(programs).map(lambdaFunction),
    eventSourceMappings: [
      {
        UUID: 'b0b1c2d3-0000-4000-8000-000000000001',
        EventSourceArn: arn('dynamodb', 'table/shop-orders/stream/2026-02-11T09:00:00.000'),
        FunctionArn: functionArn('orders-stream'),
        State: 'Enabled',
        StartingPosition: 'LATEST',
      },
      {
        UUID: 'b0b1c2d3-0000-4000-8000-000000000002',
        EventSourceArn: arn('sqs', 'warehouse'),
        FunctionArn: functionArn('delivery-plan'),
        State: 'Enabled',
      },
    ],
  },
  cloudWatchLogs: {
    logGroups: Object.keys(programs).map((name) => ({
      logGroupName: `/aws/lambda/${name}`,
      logGroupArn: arn('logs', `log-group:/aws/lambda/${name}`),
      retentionInDays: 14,
      logGroupClass: 'STANDARD',
    })),
  },
  dynamodb: {
    tables: tables.map((TableName) => ({
      TableName,
      TableArn: arn('dynamodb', `table/${TableName}`),
      TableStatus: 'ACTIVE',
      CreationDateTime: created,
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    })),
  },
  sqs: { queues: ['warehouse', 'warehouse-failed'].map((name) => ({ url: queueUrl(name), attributes: {} })) },
  sns: { topics: [{ TopicArn: arn('sns', 'shop-notifications') }] },
  secretsManager: {
    secrets: [{ Name: 'shop/payment-provider', ARN: arn('secretsmanager', 'secret:shop/payment-provider-Ab12Cd') }],
  },
  ssm: { parameters: [{ Name: '/shop/prod/receipt-template', Type: 'String' }] },
  eventBridge: {
    eventBuses: [{ Name: bus, Arn: arn('events', `event-bus/${bus}`) }],
    rules,
    targets: {
      [orderPlaced ?? '']: [{ Id: 'payments', Arn: functionArn('payments-charge') }],
      [paymentTaken ?? '']: [
        { Id: 'delivery', Arn: arn('sqs', 'warehouse') },
        { Id: 'receipts', Arn: functionArn('receipts-send') },
      ],
    },
  },
  cognito: { userPools: [{ Id: poolId, Name: 'shoppers', CreationDate: created, LastModifiedDate: created }] },
}

const globalData: GlobalData = {
  cloudFront: {
    distributions: [
      {
        Id: distributionId,
        ARN: `arn:aws:cloudfront::${accountId}:distribution/${distributionId}`,
        Status: 'Deployed',
        LastModifiedTime: created,
        DomainName: 'd0shop00000000.cloudfront.net',
        Aliases: { Quantity: 1, Items: ['shop.example'] },
        Origins: { Quantity: 1, Items: [{ Id: 'api', DomainName: apiDomain }] },
        DefaultCacheBehavior: { TargetOriginId: 'api', ViewerProtocolPolicy: 'redirect-to-https' },
        CacheBehaviors: { Quantity: 0 },
        CustomErrorResponses: { Quantity: 0 },
        Comment: '',
        PriceClass: 'PriceClass_100',
        Enabled: true,
        ViewerCertificate: { CloudFrontDefaultCertificate: true },
        Restrictions: { GeoRestriction: { RestrictionType: 'none', Quantity: 0 } },
        WebACLId: '',
        HttpVersion: 'http2',
        IsIPV6Enabled: true,
        Staging: false,
      },
    ],
  },
  s3: { buckets: buckets.map((Name) => ({ Name, BucketRegion: region, CreationDate: created })) },
  iam: {
    roles: Object.keys(programs).map((RoleName) => ({
      RoleName,
      RoleId: `AROA${hexDigits(`role ${RoleName}`, 17).toUpperCase()}`,
      Arn: roleArn(RoleName),
      Path: '/',
      CreateDate: created,
      MaxSessionDuration: 3600,
    })),
    roleDetails: Object.entries(policies).map(([RoleName, statements]) => ({
      RoleName,
      RolePolicyList: [
        {
          PolicyName: 'work',
          PolicyDocument: JSON.stringify({
            Statement: Object.entries(statements).map(([Resource, Action]) => ({ Effect: 'Allow', Action, Resource })),
          }),
        },
      ],
    })),
  },
}

export const world: World = {
  accounts: [
    {
      accountId,
      roleName: 'surveyor',
      optedInRegions: [],
      denials: [],
      regions: { [region]: regionData },
      global: globalData,
    },
  ],
}
