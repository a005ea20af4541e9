import { expect, test } from 'vitest'
import type { ResourceReference } from '../../graph/resource-graph.ts'
import { readNameTable } from './name-table.ts'
import { plainlyNamed } from './plain-names.ts'

async function* entries(...names: readonly string[]) {
  await Promise.resolve()
  for (const name of names) yield { name, id: name }
}

const resourcesNamed = await readNameTable([
  { type: 'AWS::DynamoDB::Table', entries: entries('orders', 'shop-orders-prod', 'shop-carts-prod') },
  { type: 'AWS::S3::Bucket', entries: entries('prod', 'orders', 'shop-exports-prod', 'shop-carts-prod') },
  { type: 'AWS::Kinesis::Stream', entries: entries('clicks') },
  { type: 'AWS::KinesisFirehose::DeliveryStream', entries: entries('clicks', 'archive') },
  { type: 'AWS::Events::EventBus', entries: entries('default', 'orders') },
  { type: 'AWS::SSM::Parameter', entries: entries('/shop/prod/flags') },
  { type: 'AWS::ECS::Cluster', entries: entries('workers') },
  { type: 'AWS::RDS::DBCluster', entries: entries('workers') },
])

const told = (references: readonly ResourceReference[]) =>
  references.map(({ type, id }) => `${type.split('::')[2]} ${id}`)
const named = (setting: string) => {
  const [name = '', value = ''] = setting.split('=')
  return told(plainlyNamed({ name, value }, resourcesNamed))
}

test.each([
  ['TABLE_NAME=orders', 'Table orders'],
  ['ordersTable=orders', 'Table orders'],
  ['orders.bucket=orders', 'Bucket orders'],
  ['ORDERS_TABLE_BUCKET=orders', 'Bucket orders'],
  ['BUCKET_ORDERS_TABLE=orders', 'Table orders'],
  ['BUCKET=prod', 'Bucket prod'],
  ['EVENT_BUS=default', 'EventBus default'],
  ['DELIVERY_STREAM=clicks', 'DeliveryStream clicks'],
  ['STREAM=archive', 'DeliveryStream archive'],
  ['ECS_CLUSTER=workers', 'Cluster workers'],
  ['DB_CLUSTER=workers', 'DBCluster workers'],
  ['DESTINATION=shop-exports-prod', 'Bucket shop-exports-prod'],
  ['FLAGS=/shop/prod/flags', 'Parameter /shop/prod/flags'],
])('%s names %s', (setting, resource) => {
  expect(named(setting)).toEqual([resource])
})

test('finds each name of a list if the variable name includes the type', () => {
  expect(named('TABLES=orders,shop-orders-prod, unknown')).toEqual(['Table orders', 'Table shop-orders-prod'])
  expect(named('SOURCES=shop-orders-prod,shop-exports-prod')).toEqual([])
})

test.each([
  ['STAGE=prod', 'a common word'],
  ['MODE=orders', 'a short name that nothing explains'],
  ['APP=shop-orders-prod', 'the name of something else'],
  ['FUNCTION_NAME=shop-orders-prod', 'the name of a function'],
  ['DATA=shop-carts-prod', 'a name of two resources'],
  ['STREAM=clicks', 'two resources of the types that the variable means'],
  ['CLUSTER=workers', 'clusters of two services'],
  ['QUEUE=shop-orders-prod', 'what the variable means is elsewhere'],
  ['TABLE_NAME=Orders', 'another letter case'],
  ['TABLE_NAME=', 'nothing'],
  ['DATA=shop-orders-prod-2', 'no exact match'],
])('%s names nothing: %s', (setting) => {
  expect(named(setting)).toEqual([])
})

test('ignores names of a type that could not be read in full', async () => {
  async function* broken() {
    yield* entries('orders')
    throw new Error('denied')
  }
  const table = await readNameTable([
    { type: 'AWS::SQS::Queue', entries: broken() },
    { type: 'AWS::S3::Bucket', entries: entries('orders') },
  ])
  expect(told(table('orders'))).toEqual(['Bucket orders'])
})
