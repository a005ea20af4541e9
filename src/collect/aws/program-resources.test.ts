import { expect, test } from 'vitest'
import { resourcesOfProgram } from './program-resources.ts'

const cluster = (name: string) => `${name}.cluster-c9a1b2c3d4e5.us-east-1.rds.amazonaws.com`
/** By name, to what records of all zones lead. */
const records: Readonly<Record<string, readonly string[]>> = {
  'db.shop.internal': [cluster('orders')],
  'alias.shop.internal': ['db.shop.internal'],
  'both.shop.internal': [cluster('orders'), cluster('carts')],
  'partly.shop.internal': [cluster('orders'), 'db.elsewhere.example'],
  'twice.shop.internal': [cluster('orders'), 'db.shop.internal'],
  'away.shop.internal': ['db.elsewhere.example'],
  'api.shop.example': ['internal-orders-1.us-east-1.elb.amazonaws.com'],
  '\\052.apps.shop.example': ['internal-orders-1.us-east-1.elb.amazonaws.com'],
  'orders.shop.example': ['internal-orders-1.us-east-1.elb.amazonaws.com'],
  'shop-assets.example.com': ['d111.cloudfront.net'],
}
const bucket = { type: 'AWS::S3::Bucket', id: 'shop-assets.example.com' }
const directory = {
  region: 'us-east-1',
  accountNumber: '444455556666',
  resourceAt: (host: string | undefined) =>
    host === 'internal-orders-1.us-east-1.elb.amazonaws.com'
      ? { type: 'AWS::ElasticLoadBalancingV2::LoadBalancer', id: 'app/orders/1' }
      : host === 'orders.shop.example'
        ? null
        : undefined,
  resourcesNamed: (name: string) => [
    ...(name === bucket.id ? [bucket] : []),
    ...(records[name] ?? []).map((id) => ({ type: 'AWS::Route53::RecordSet', id })),
  ],
}
const orders = ['AWS::RDS::DBCluster orders']
const balancer = ['AWS::ElasticLoadBalancingV2::LoadBalancer app/orders/1']

test.each([
  ['ORDERS_DB', 'db.shop.internal', orders],
  ['DATABASE_URL', 'postgres://user:secret@DB.shop.internal:5432/orders', orders],
  ['DB_HOST', 'alias.shop.internal.', orders],
  ['DB_HOST', 'twice.shop.internal', orders],
  ['DB_HOST', 'both.shop.internal', []],
  ['DB_HOST', 'partly.shop.internal', []],
  ['DB_HOST', 'away.shop.internal', []],
  ['DB_HOST', 'unknown.shop.internal', []],
  ['API_URL', 'https://api.shop.example/v1', balancer],
  ['API_URL', 'https://pages.apps.shop.example/v1', balancer],
  // A private and a public domain name, of which the record leads to one.
  ['API_URL', 'https://orders.shop.example/v1', []],
  ['ALLOWED_ORIGINS', 'https://api.shop.example', []],
  ['PUBLIC_URL', 'https://api.shop.example', []],
  ['PUBLIC_URL', 'https://internal-orders-1.us-east-1.elb.amazonaws.com', balancer],
  // A record with the same name doesn't make the name of a bucket ambiguous.
  ['ASSETS', 'shop-assets.example.com', ['AWS::S3::Bucket shop-assets.example.com']],
])('%s=%s', (name, value, expected) => {
  expect(resourcesOfProgram([{ name, value }], directory).map(({ type, id }) => `${type} ${id}`)).toEqual(expected)
})
