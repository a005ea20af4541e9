import { expect, test } from 'vitest'
import { namedByHosts } from './name-hosts.ts'

const clusters: Readonly<Record<string, readonly { type: string; id: string }[]>> = {
  orders: [
    { type: 'AWS::MSK::Cluster', id: 'arn:orders' },
    { type: 'AWS::SQS::Queue', id: 'orders' },
  ],
}
const place = {
  region: 'us-east-1',
  accountNumber: '444455556666',
  resourcesNamed: (name: string) => clusters[name] ?? [],
}

test.each([
  'b-1.orders.a1b2c3.c2.kafka.us-east-1.amazonaws.com:9098,b-2.orders.a1b2c3.c2.kafka.us-east-1.amazonaws.com:9098',
  'boot-public-abc.orders.a1b2c3.c2.kafka.us-east-1.amazonaws.com:9198',
  '["b-3-public.orders.a1b2c3.c14.kafka.us-east-1.amazonaws.com:9198"]',
])('%s are brokers of one cluster', (text) => {
  expect(namedByHosts(text, place)).toEqual([{ type: 'AWS::MSK::Cluster', id: 'arn:orders' }])
})

test.each([
  'b-1.orders.a1b2c3.c2.kafka.eu-west-1.amazonaws.com:9098',
  'b-1.carts.a1b2c3.c2.kafka.us-east-1.amazonaws.com:9098',
  'orders.a1b2c3.c2.kafka.us-east-1.amazonaws.com',
])('%s is not a broker of a scanned cluster', (text) => {
  expect(namedByHosts(text, place)).toEqual([])
})

test.each([
  ['eusc-de-east-1', 'b-1.orders.a1b2c3.c2.kafka.eusc-de-east-1.amazonaws.eu:9098'],
  ['cn-north-1', 'b-1.orders.a1b2c3.c2.kafka.cn-north-1.amazonaws.com.cn:9098'],
])('a broker in %s has the domain of its partition', (region, text) => {
  expect(namedByHosts(text, { ...place, region })).toEqual([{ type: 'AWS::MSK::Cluster', id: 'arn:orders' }])
})
