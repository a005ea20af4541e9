import { expect, test } from 'vitest'
import { namedResources, resourcesOfSettings } from './named-resources.ts'

const balancer = { type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', id: 'app/orders/1' }
const hosts = new Map([
  ['internal-orders-1.us-east-1.elb.amazonaws.com', balancer],
  ['a1b2c3d4e5.execute-api.us-east-1.amazonaws.com', { type: 'AWS::ApiGateway::RestApi', id: 'a1b2c3d4e5' }],
  ['reports.cluster-custom-c9a1b2c3d4e5.us-east-1.rds.amazonaws.com', { type: 'AWS::RDS::DBCluster', id: 'orders' }],
  ['ab12cd34ef.us-east-1.awsapprunner.com', { type: 'AWS::AppRunner::Service', id: 'pages' }],
  ['arn:aws:rds:us-east-1:444455556666:cluster:carts', { type: 'AWS::DocDB::DBCluster', id: 'carts' }],
  ['search.example.com', { type: 'AWS::OpenSearchService::Domain', id: 'products' }],
])
const place = {
  region: 'us-east-1',
  accountNumber: '444455556666',
  resourceAt: (host: string | undefined) => hosts.get(host ?? ''),
}
const named = (text: string) => namedResources(text, place).map(({ type, id }) => `${type} ${id}`)

test.each([
  ['arn:aws:dynamodb:us-east-1:444455556666:table/orders', 'AWS::DynamoDB::Table orders'],
  ['arn:aws:s3:::invoices/2026', 'AWS::S3::Bucket invoices'],
  ['s3://invoices/2026/11', 'AWS::S3::Bucket invoices'],
  ['https://invoices.s3.us-east-1.amazonaws.com/2026?X-Amz-Signature=0badcafe', 'AWS::S3::Bucket invoices'],
  ['https://my.invoices.s3.amazonaws.com', 'AWS::S3::Bucket my.invoices'],
  ['https://s3.eu-west-1.amazonaws.com/invoices/2026', 'AWS::S3::Bucket invoices'],
  ['https://invoices.s3.eusc-de-east-1.amazonaws.eu', 'AWS::S3::Bucket invoices'],
  ['https://invoices.s3-fips.us-gov-west-1.amazonaws.com', 'AWS::S3::Bucket invoices'],
  ['https://s3-fips.dualstack.us-east-1.amazonaws.com/invoices', 'AWS::S3::Bucket invoices'],
  [
    'http://internal-orders-1.us-east-1.elb.amazonaws.com/api',
    'AWS::ElasticLoadBalancingV2::LoadBalancer app/orders/1',
  ],
  [
    'topic=arn:aws:sns:us-east-1:444455556666:paid&key=hunter2',
    'AWS::SNS::Topic arn:aws:sns:us-east-1:444455556666:paid',
  ],
  ['https://sqs.us-east-1.amazonaws.com/444455556666/orders.fifo', 'AWS::SQS::Queue orders.fifo'],
  ['https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Ab12', 'AWS::Cognito::UserPool us-east-1_Ab12'],
  ['catalog.c9a1b2c3d4e5.us-east-1.rds.amazonaws.com', 'AWS::RDS::DBInstance catalog'],
  ['orders.cluster-ro-c9a1b2c3d4e5.us-east-1.rds.amazonaws.com', 'AWS::RDS::DBCluster orders'],
  ['orders.proxy-c9a1b2c3d4e5.us-east-1.rds.amazonaws.com:5432', 'AWS::RDS::DBProxy orders'],
  ['carts.cluster-c9a1b2c3d4e5.us-east-1.docdb.amazonaws.com', 'AWS::DocDB::DBCluster carts'],
  ['arn:aws:rds:us-east-1:444455556666:cluster:carts', 'AWS::DocDB::DBCluster carts'],
  ['arn:aws:rds:us-east-1:444455556666:cluster:orders', 'AWS::RDS::DBCluster orders'],
  ['graph.cluster-c9a1b2c3d4e5.us-east-1.neptune.amazonaws.com', 'AWS::Neptune::DBCluster graph'],
  ['rediss://master.sessions.a1b2c3.use1.cache.amazonaws.com:6379', 'AWS::ElastiCache::ReplicationGroup sessions'],
  ['sessions-ro.a1b2c3.ng.0001.use1.cache.amazonaws.com', 'AWS::ElastiCache::ReplicationGroup sessions'],
  ['pages.a1b2c3.cfg.use1.cache.amazonaws.com:11211', 'AWS::ElastiCache::CacheCluster pages'],
  ['carts-a1b2c3.serverless.use1.cache.amazonaws.com', 'AWS::ElastiCache::ServerlessCache carts'],
  ['clustercfg.limits.a1b2c3.memorydb.us-east-1.amazonaws.com', 'AWS::MemoryDB::Cluster limits'],
  ['facts.a1b2c3.us-east-1.redshift.amazonaws.com:5439/dev', 'AWS::Redshift::Cluster facts'],
  [
    'https://vpc-site-search-abcdefghijklmnopqrstuvwxyz.us-east-1.es.amazonaws.com',
    'AWS::OpenSearchService::Domain site-search',
  ],
  ['https://a1b2c3d4e5.execute-api.us-east-1.amazonaws.com/prod', 'AWS::ApiGateway::RestApi a1b2c3d4e5'],
  ['reports.cluster-custom-c9a1b2c3d4e5.us-east-1.rds.amazonaws.com:5432', 'AWS::RDS::DBCluster orders'],
  ['https://ab12cd34ef.us-east-1.awsapprunner.com', 'AWS::AppRunner::Service pages'],
  ['https://search.example.com/products', 'AWS::OpenSearchService::Domain products'],
  [
    'https://search-site-search-abcdefghijklmnopqrstuvwxyz.aos.us-east-1.on.aws',
    'AWS::OpenSearchService::Domain site-search',
  ],
  ['fs-0123456789abcdef0.efs.us-east-1.amazonaws.com:/', 'AWS::EFS::FileSystem fs-0123456789abcdef0'],
  [
    'amqps://b-1234abcd-12ab-34cd-56ef-1234567890ab-1.mq.us-east-1.amazonaws.com:5671',
    'AWS::AmazonMQ::Broker b-1234abcd-12ab-34cd-56ef-1234567890ab',
  ],
])('%s names %s', (text, resource) => {
  expect(named(text)).toEqual([resource])
})

test('finds several resources in one text, and keeps nothing else of it', () => {
  const text = JSON.stringify({
    database: 'postgres://app:hunter2@orders.cluster-c9a1b2c3d4e5.us-east-1.rds.amazonaws.com:5432/orders?ssl=1',
    topics: 'arn:aws:sns:us-east-1:444455556666:created,arn:aws:sns:us-east-1:444455556666:paid',
  })
  expect(named(text)).toEqual([
    'AWS::RDS::DBCluster orders',
    'AWS::SNS::Topic arn:aws:sns:us-east-1:444455556666:created',
    'AWS::SNS::Topic arn:aws:sns:us-east-1:444455556666:paid',
  ])
})

test('does not confuse resources of another account or region with scanned ones of the same name', () => {
  expect(named('https://sqs.us-east-1.amazonaws.com/777788889999/orders')).toEqual([
    'AWS::SQS::Queue arn:aws:sqs:us-east-1:777788889999:orders',
  ])
  expect(named('Orders.cluster-c9a1b2c3d4e5.eu-west-1.rds.amazonaws.com')).toEqual([
    'AWS::RDS::DBCluster orders.cluster-c9a1b2c3d4e5.eu-west-1.rds.amazonaws.com',
  ])
})

test('recognizes hosts in China, with another domain and position of the region', () => {
  expect(
    namedResources('catalog.c9a1b2c3d4e5.rds.cn-north-1.amazonaws.com.cn', { ...place, region: 'cn-north-1' }),
  ).toEqual([{ type: 'AWS::RDS::DBInstance', id: 'catalog' }])
})

test.each([
  '',
  'production',
  'orders',
  'postgres://db.internal:5432',
  'hunter2',
  'amazonaws.com',
  's3.amazonaws.com',
  // Access points, which aren't buckets.
  'arn:aws:s3:us-east-1:444455556666:accesspoint/orders',
  's3://arn:aws:s3:us-east-1:444455556666:accesspoint/orders/2026',
  's3://orders-abc123-s3alias/2026',
  'https://orders-abc123-s3alias.s3.us-east-1.amazonaws.com/2026',
  'https://orders-444455556666.s3-accesspoint.us-east-1.amazonaws.com',
  'https://orders-abc123--ol-s3.s3.us-east-1.amazonaws.com',
])('%j names nothing', (text) => {
  expect(named(text)).toEqual([])
})

test('takes time proportional to the length of the text', () => {
  const before = process.threadCpuUsage()
  expect(named('a'.repeat(200_000))).toEqual([])
  expect(named('a.'.repeat(100_000))).toEqual([])
  expect(named(`${'a-'.repeat(50_000)}.us-east-1.rds.amazonaws.com`)).toEqual([])
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(1000)
})

test('uses the variable name only if the value alone identifies no resource', () => {
  const directory = { ...place, resourcesNamed: () => [{ type: 'AWS::DynamoDB::Table', id: 'orders' }] }
  const settings = [
    { name: 'TABLE', value: 'arn:aws:dynamodb:us-east-1:444455556666:table/carts' },
    { name: 'TABLE_NAME', value: 'orders' },
  ]
  expect(resourcesOfSettings(settings, directory).map(({ id }) => id)).toEqual(['carts', 'orders'])
})

test('keys are named by their aliases too, with an ARN around them or without, and not those of other accounts', () => {
  const key = { type: 'AWS::KMS::Key', id: '0a1b2c3d-1111-2222-3333-444455556666' }
  const directory = { ...place, resourcesNamed: (name: string) => (name === 'alias/orders' ? [key] : []) }
  const namedBy = (value: string) => resourcesOfSettings([{ name: 'SEALED_BY', value }], directory)
  expect(namedBy('alias/orders')).toEqual([key])
  expect(namedBy('arn:aws:kms:us-east-1:444455556666:alias/orders')).toEqual([key])
  expect(namedBy('arn:aws:kms:us-east-1:777788889999:alias/orders')).toEqual([])
  expect(namedBy('arn:aws:kms:eu-west-1:444455556666:alias/orders')).toEqual([])
  expect(namedBy('alias/carts')).toEqual([])
})
