/**
 * A site at the edge: a distribution with a private bucket and a second one for failover, a function of Lambda@Edge, and an API below `/api`, which hands orders to a
 * state machine by events. The topology of "Static website" and "Serverless web application" (AWS samples, CDK patterns).
 */
import type { GlobalData, RegionData } from '../../../src/simulated/world.ts'
import { accountId, arn, region } from './network-parts.ts'

const created = new Date('2026-01-05T08:00:00Z')
const role = (name: string) => `arn:aws:iam::${accountId}:role/${name}`
const table = arn('dynamodb', 'table/orders')
const machine = arn('states', 'stateMachine:fulfil')
const bus = arn('events', 'event-bus/orders')
const rule = arn('events', 'rule/orders/placed')

const program = (name: string, Variables: Readonly<Record<string, string>> = {}) => ({
  FunctionName: name,
  FunctionArn: arn('lambda', `function:${name}`),
  Runtime: 'nodejs22.x' as const,
  Handler: 'main.handler',
  Role: role(name),
  LastModified: '2026-09-02T08:11:40.000+0000',
  PackageType: 'Zip' as const,
  Environment: { Variables },
})

export const edgeSite: RegionData = {
  lambda: {
    functions: [
      // The name of the table is also that of a bus: the variable's name decides.
      program('order', { TABLE_NAME: 'orders', EVENT_BUS: 'orders' }),
      program('charge'),
      program('rewrite'),
    ],
    urls: {
      charge: [
        {
          FunctionUrl: `https://charge0charge0.lambda-url.${region}.on.aws/`,
          FunctionArn: arn('lambda', 'function:charge'),
          AuthType: 'NONE' as const,
          CreationTime: '2026-01-05T08:00:00.000Z',
          LastModifiedTime: '2026-01-05T08:00:00.000Z',
        },
      ],
    },
    // The URL needs no signature, but the policy admits the distribution only.
    policies: {
      charge: JSON.stringify({
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { Service: 'cloudfront.amazonaws.com' },
            Action: 'lambda:InvokeFunctionUrl',
            Resource: arn('lambda', 'function:charge'),
            Condition: { ArnLike: { 'AWS:SourceArn': `arn:aws:cloudfront::${accountId}:distribution/E0SITE` } },
          },
        ],
      }),
    },
  },
  apiGatewayV2: {
    apis: [
      {
        ApiId: 'orders01',
        Name: 'orders',
        ProtocolType: 'HTTP',
        ApiEndpoint: `https://orders01.execute-api.${region}.amazonaws.com`,
        RouteSelectionExpression: '$request.method $request.path',
        DisableExecuteApiEndpoint: false,
      },
    ],
    stages: { orders01: [{ StageName: '$default', AutoDeploy: true }] },
    routes: { orders01: [{ RouteKey: 'POST /api/orders', AuthorizationType: 'NONE', Target: 'integrations/order' }] },
    integrations: {
      orders01: [
        { IntegrationId: 'order', IntegrationType: 'AWS_PROXY', IntegrationUri: arn('lambda', 'function:order') },
      ],
    },
  },
  eventBridge: {
    eventBuses: [{ Name: 'orders', Arn: bus }],
    rules: [
      { Name: 'placed', Arn: rule, EventBusName: 'orders', EventPattern: '{"source":["orders"]}', State: 'ENABLED' },
    ],
    targets: { [rule]: [{ Id: 'fulfil', Arn: machine, RoleArn: role('events') }] },
  },
  stepFunctions: {
    stateMachines: [
      {
        stateMachineArn: machine,
        name: 'fulfil',
        status: 'ACTIVE',
        type: 'STANDARD',
        roleArn: role('events'),
        creationDate: created,
        definition: JSON.stringify({
          StartAt: 'Charge',
          States: { Charge: { Type: 'Task', Resource: arn('lambda', 'function:charge'), End: true } },
        }),
      },
    ],
  },
  dynamodb: { tables: [{ TableName: 'orders', TableArn: table, TableStatus: 'ACTIVE' }] },
}

const origin = (Id: string, DomainName: string) => ({ Id, DomainName })

export const edgeSiteGlobal: GlobalData = {
  cloudFront: {
    distributions: [
      {
        Id: 'E0SITE',
        ARN: `arn:aws:cloudfront::${accountId}:distribution/E0SITE`,
        Status: 'Deployed',
        LastModifiedTime: created,
        DomainName: 'd0site00000000.cloudfront.net',
        Aliases: { Quantity: 0 },
        Origins: {
          Quantity: 4,
          Items: [
            origin('site', `site-${accountId}.s3.${region}.amazonaws.com`),
            origin('failover', `site-copy-${accountId}.s3.eu-west-1.amazonaws.com`),
            origin('api', `orders01.execute-api.${region}.amazonaws.com`),
            origin('charge', `charge0charge0.lambda-url.${region}.on.aws`),
          ],
        },
        DefaultCacheBehavior: {
          TargetOriginId: 'site',
          ViewerProtocolPolicy: 'redirect-to-https',
          LambdaFunctionAssociations: {
            Quantity: 1,
            Items: [{ LambdaFunctionARN: `${arn('lambda', 'function:rewrite')}:7`, EventType: 'viewer-request' }],
          },
        },
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
  s3: {
    buckets: [
      { Name: `site-${accountId}`, BucketRegion: region, CreationDate: created },
      { Name: `site-copy-${accountId}`, BucketRegion: 'eu-west-1', CreationDate: created },
    ],
    // Its policy admits the distribution only.
    bucketSettings: { [`site-${accountId}`]: { policyIsPublic: false } },
  },
  iam: {
    roles: ['order', 'charge', 'rewrite', 'events'].map((RoleName) => ({
      RoleName,
      RoleId: `AROA${RoleName.toUpperCase()}`,
      Arn: role(RoleName),
      Path: '/',
      CreateDate: created,
    })),
    roleDetails: [
      {
        RoleName: 'order',
        RolePolicyList: [
          {
            PolicyName: 'work',
            PolicyDocument: JSON.stringify({
              Statement: [
                { Effect: 'Allow', Action: ['dynamodb:PutItem'], Resource: table },
                { Effect: 'Allow', Action: ['events:PutEvents'], Resource: bus },
                { Effect: 'Allow', Action: ['s3:GetObject'], Resource: '*' },
              ],
            }),
          },
        ],
      },
    ],
  },
}
