/** Tests that programs with plain names in their settings have relations to exactly the resources that they use. */
import type { DistributionSummary } from '@aws-sdk/client-cloudfront'
import { expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { world } from '../../src/simulated/worlds/serverless-shop.ts'

test('the functions of a shop have relations to its tables, bus, queue, and so on, but not for its stage name', async () => {
  const cloud = await startSimulatedCloud({ world })
  try {
    const { relations, resources } = await scanSimulatedRegion(cloud)
    const configured = relations.flatMap(({ source, target, evidence }) =>
      evidence.endsWith('Environment.Variables') ? `${source.id}: ${target.type.split('::')[2]} ${target.id}` : [],
    )
    expect(configured).toEqual([
      'delivery-plan: Table shop-deliveries',
      'delivery-plan: Queue warehouse',
      'orders-create: UserPool us-east-1_Sh0pUsers',
      'orders-create: Table shop-orders',
      'orders-create: Table shop-products',
      'orders-create: EventBus shop-events',
      'orders-get: Table shop-orders',
      'orders-stream: EventBus shop-events',
      'payments-charge: Table shop-payments',
      'payments-charge: EventBus shop-events',
      'payments-charge: Secret arn:aws:secretsmanager:us-east-1:333300000001:secret:shop/payment-provider-Ab12Cd',
      'products-list: Table shop-products',
      'receipts-send: Bucket shop-receipts-333300000001',
      'receipts-send: Topic arn:aws:sns:us-east-1:333300000001:shop-notifications',
      'receipts-send: Parameter /shop/prod/receipt-template',
    ])
    expect(resources.filter(({ presence }) => presence === 'external')).toEqual([])
    const permitted = relations.filter(({ basis }) => basis === 'permitted')
    expect(permitted.map(({ source, verb, target }) => `${source.id} ${verb} ${target.id.split(':').at(-1)}`)).toEqual([
      'delivery-plan reads from shop-deliveries',
      'delivery-plan writes to shop-deliveries',
      'orders-create reads from shop-products',
      'orders-create writes to shop-orders',
      'orders-create writes to shop-events',
      'orders-get reads from shop-orders',
      'orders-stream writes to shop-events',
      'payments-charge writes to shop-payments',
      'payments-charge writes to shop-events',
      'products-list reads from shop-products',
      'receipts-send writes to shop-receipts-333300000001',
      'receipts-send writes to shop-notifications',
    ])
  } finally {
    await cloud.close()
  }
})

test('programs and distributions have relations to the functions whose URLs they are configured with', async () => {
  const [account] = world.accounts
  if (account === undefined) throw new Error('The world has no account')
  const { accountId } = account
  const region = 'us-east-1'
  const arn = (service: string, resource: string) => `arn:aws:${service}:${region}:${accountId}:${resource}`
  const urlOf = (id: string) => `https://${id.repeat(32)}.lambda-url.${region}.on.aws/`
  const url = (id: string) => ({
    FunctionUrl: urlOf(id),
    FunctionArn: arn('lambda', 'function:orders-get'),
    AuthType: 'AWS_IAM' as const,
    CreationTime: '2026-05-01T10:00:00.000Z',
    LastModifiedTime: '2026-05-01T10:00:00.000Z',
  })
  const definition = arn('batch', 'job-definition/report:1')
  const ofFunction = (name: string, variables: Readonly<Record<string, string>>) => ({
    FunctionName: name,
    FunctionArn: arn('lambda', `function:${name}`),
    Environment: { Variables: variables },
  })
  const regionData = {
    lambda: {
      // Before and after the function with the URL.
      functions: [
        ofFunction('a-page', { ORDERS: urlOf('a') }),
        ofFunction('orders-get', {}),
        ofFunction('z-page', { ORDERS: urlOf('a').toUpperCase(), OTHERS: urlOf('b') }),
      ],
      urls: { 'orders-get': [url('a')] },
    },
    appRunner: {
      services: [
        {
          ServiceName: 'page',
          ServiceId: 'page',
          ServiceArn: arn('apprunner', 'service/page/1'),
          Status: 'RUNNING' as const,
          CreatedAt: new Date(0),
          UpdatedAt: new Date(0),
          SourceConfiguration: {
            ImageRepository: {
              ImageIdentifier: 'public.ecr.aws/nginx/nginx:1',
              ImageRepositoryType: 'ECR_PUBLIC' as const,
              ImageConfiguration: { RuntimeEnvironmentVariables: { ORDERS: urlOf('a') } },
            },
          },
          InstanceConfiguration: {},
          AutoScalingConfigurationSummary: {},
          NetworkConfiguration: {},
        },
      ],
    },
    codeBuild: {
      projects: [
        {
          name: 'checks',
          arn: arn('codebuild', 'project/checks'),
          environment: {
            type: 'LINUX_CONTAINER' as const,
            image: 'aws/codebuild/standard:7.0',
            computeType: 'BUILD_GENERAL1_SMALL' as const,
            environmentVariables: [{ name: 'ORDERS', value: urlOf('a') }],
          },
        },
      ],
    },
    elasticBeanstalk: {
      environments: [{ EnvironmentName: 'site', ApplicationName: 'site', Status: 'Ready' as const }],
      configurationSettings: [
        {
          ApplicationName: 'site',
          EnvironmentName: 'site',
          OptionSettings: [
            { Namespace: 'aws:elasticbeanstalk:application:environment', OptionName: 'ORDERS', Value: urlOf('a') },
          ],
        },
      ],
    },
    batch: {
      jobDefinitions: [
        {
          jobDefinitionName: 'report',
          jobDefinitionArn: definition,
          revision: 1,
          status: 'ACTIVE',
          type: 'container',
          containerProperties: {
            environment: [
              { name: 'ORDERS', value: `${urlOf('a')}orders?open=true` },
              { name: 'OTHERS', value: urlOf('b') },
            ],
          },
        },
      ],
    },
  }
  const distribution = (id: string, host: string): DistributionSummary => ({
    Id: id,
    ARN: `arn:aws:cloudfront::${accountId}:distribution/${id}`,
    Status: 'Deployed',
    LastModifiedTime: new Date(0),
    DomainName: `${id.toLowerCase()}.cloudfront.net`,
    Aliases: { Quantity: 0 },
    Origins: { Quantity: 1, Items: [{ Id: 'orders', DomainName: host }] },
    DefaultCacheBehavior: { TargetOriginId: 'orders', ViewerProtocolPolicy: 'redirect-to-https' },
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
  })
  const distributions = [
    distribution('EORDERS', new URL(urlOf('a')).host),
    distribution('EOTHERS', new URL(urlOf('b')).host),
  ]
  const cloud = await startSimulatedCloud({
    world: { accounts: [{ ...account, regions: { [region]: regionData }, global: { cloudFront: { distributions } } }] },
  })
  try {
    const { relations } = await scanSimulatedRegion(cloud)
    const used = relations.filter(({ target }) => target.type === 'AWS::Lambda::Function')
    expect(used.map(({ source, verb, target }) => `${source.type} ${source.id} ${verb} ${target.id}`)).toEqual([
      `AWS::AppRunner::Service ${arn('apprunner', 'service/page/1')} uses orders-get`,
      'AWS::Batch::JobDefinition report uses orders-get',
      'AWS::CloudFront::Distribution EORDERS routes to orders-get',
      'AWS::CodeBuild::Project checks uses orders-get',
      'AWS::ElasticBeanstalk::Environment site uses orders-get',
      'AWS::Lambda::Function a-page uses orders-get',
      'AWS::Lambda::Function z-page uses orders-get',
    ])
  } finally {
    await cloud.close()
  }
})

test('functions have relations to the SageMaker AI endpoints whose names or ARNs they are configured with', async () => {
  const [account] = world.accounts
  if (account === undefined) throw new Error('The world has no account')
  const arnOf = (name: string) => `arn:aws:sagemaker:us-east-1:${account.accountId}:endpoint/${name.toLowerCase()}`
  const endpoint = (name: string) => ({
    EndpointName: name,
    EndpointArn: arnOf(name),
    EndpointStatus: 'InService' as const,
    CreationTime: new Date(0),
    LastModifiedTime: new Date(0),
  })
  const caller = (name: string, Variables: Readonly<Record<string, string>>) => ({
    FunctionName: name,
    FunctionArn: `arn:aws:lambda:us-east-1:${account.accountId}:function:${name}`,
    Environment: { Variables },
  })
  const regionData = {
    sagemaker: { endpoints: [endpoint('ranking'), endpoint('Moderation')] },
    lambda: {
      functions: [
        caller('a', { ENDPOINT: 'ranking' }),
        caller('b', { MODERATION_ENDPOINT_NAME: 'Moderation' }),
        caller('c', { MODEL: arnOf('ranking') }),
        caller('d', { STAGE: 'ranking', ENDPOINT: 'other' }),
      ],
    },
  }
  const cloud = await startSimulatedCloud({
    world: { accounts: [{ ...account, regions: { 'us-east-1': regionData } }] },
  })
  try {
    const { relations, resources } = await scanSimulatedRegion(cloud)
    const used = relations.filter(({ target }) => target.type === 'AWS::SageMaker::Endpoint')
    expect(used.map(({ source, verb, target }) => `${source.id} ${verb} ${target.id}`)).toEqual([
      'a uses ranking',
      'b uses Moderation',
      'c uses ranking',
    ])
    expect(resources.filter(({ presence }) => presence === 'external')).toEqual([])
  } finally {
    await cloud.close()
  }
})

const broker = (host: string) => `${host}.c1.kafka-serverless.us-east-1.amazonaws.com:9098`

test('functions have relations to the MSK clusters whose brokers they are configured with', async () => {
  const [account] = world.accounts
  if (account === undefined) throw new Error('The world has no account')
  const cluster = (name: string, ClusterType: 'PROVISIONED' | 'SERVERLESS') => ({
    ClusterArn: `arn:aws:kafka:us-east-1:${account.accountId}:cluster/${name}/1`,
    ClusterName: name,
    ClusterType,
  })
  const [provisioned, events, clicks] = [
    cluster('Shop-Orders', 'PROVISIONED'),
    cluster('events', 'SERVERLESS'),
    cluster('clicks', 'SERVERLESS'),
  ]
  const ofFunction = (FunctionName: string, BROKERS: string) => ({
    FunctionName,
    FunctionArn: `arn:aws:lambda:us-east-1:${account.accountId}:function:${FunctionName}`,
    Environment: { Variables: { BROKERS } },
  })
  const regionData = {
    kafka: {
      // The other serverless cluster has no hosts yet.
      clusters: [
        provisioned,
        { ...events, BootstrapBrokerStringSaslIam: [broker('boot-a'), broker('boot-b')].join() },
        clicks,
      ],
    },
    lambda: {
      functions: [
        ofFunction('first', broker('boot-a')),
        ofFunction('list', `["${broker('boot-x')}","${broker('boot-b')}"]`),
        ofFunction('named', 'b-1.shoporders.a1b2c3.c2.kafka.us-east-1.amazonaws.com:9096'),
        ofFunction('none', ','),
        ofFunction('other', broker('boot-x')),
      ],
    },
  }
  const cloud = await startSimulatedCloud({
    world: { accounts: [{ ...account, regions: { 'us-east-1': regionData }, global: {} }] },
  })
  try {
    const { relations } = await scanSimulatedRegion(cloud)
    const used = relations.filter(({ target }) => target.type === 'AWS::MSK::Cluster')
    expect(used.map(({ source, verb, target }) => `${source.id} ${verb} ${target.id}`)).toEqual([
      `first uses ${events.ClusterArn}`,
      `list uses ${events.ClusterArn}`,
      `named uses ${provisioned.ClusterArn}`,
    ])
    expect(cloud.calls.filter(({ operation }) => operation === 'GetBootstrapBrokers')).toHaveLength(2)
  } finally {
    await cloud.close()
  }
})

test('serverless MSK clusters are kept if the hosts of all of them are denied', async () => {
  const [account] = world.accounts
  if (account === undefined) throw new Error('The world has no account')
  const clusters = ['events', 'clicks'].map((name) => ({
    ClusterArn: `arn:aws:kafka:us-east-1:${account.accountId}:cluster/${name}/1`,
    ClusterName: name,
    ClusterType: 'SERVERLESS' as const,
  }))
  const denials = [{ actions: ['kafka:GetBootstrapBrokers'], by: 'identity-based policy' as const, explicit: false }]
  const cloud = await startSimulatedCloud({
    world: { accounts: [{ ...account, denials, regions: { 'us-east-1': { kafka: { clusters } } }, global: {} }] },
  })
  try {
    const { coverage, resources } = await scanSimulatedRegion(cloud)
    expect(coverage.find(({ type }) => type === 'AWS::MSK::Cluster')).toMatchObject({ status: 'collected', count: 2 })
    const read = resources.filter(({ type }) => type === 'AWS::MSK::Cluster')
    expect(read.map(({ name, partial }) => [name, partial])).toEqual([
      ['clicks', true],
      ['events', true],
    ])
  } finally {
    await cloud.close()
  }
})

const ofNamespace = (id: string, ...names: readonly string[]) =>
  names.map((Name) => ({ Id: `srv-${Name}-${id}`, Name, Type: 'DNS_HTTP' as const }))

test('a name of Cloud Map that two VPCs have leads to neither of the services', async () => {
  const [account] = world.accounts
  if (account === undefined) throw new Error('The world has no account')
  const ofFunction = (name: string) => ({
    FunctionName: name,
    FunctionArn: `arn:aws:lambda:us-east-1:${account.accountId}:function:${name}`,
    Environment: { Variables: { API: `http://${name}.shop.local` } },
  })
  const regionData = {
    serviceDiscovery: {
      namespaces: ['ns-1', 'ns-2'].map((Id) => ({ Id, Name: 'shop.local', Type: 'DNS_PRIVATE' as const })),
      services: { 'ns-1': ofNamespace('1', 'orders', 'carts'), 'ns-2': ofNamespace('2', 'orders') },
    },
    lambda: { functions: [ofFunction('orders'), ofFunction('carts')] },
  }
  const cloud = await startSimulatedCloud({
    world: { accounts: [{ ...account, regions: { 'us-east-1': regionData }, global: {} }] },
  })
  try {
    const { relations } = await scanSimulatedRegion(cloud)
    const used = relations.filter(({ target }) => target.type === 'AWS::ServiceDiscovery::Service')
    expect(used.map(({ source, target }) => `${source.id} ${target.id}`)).toEqual(['carts srv-carts-1'])
  } finally {
    await cloud.close()
  }
})
