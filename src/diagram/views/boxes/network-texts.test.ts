import { expect, test } from 'vitest'
import type { Resource } from '../../../graph/resource-graph.ts'
import { subnetLabels } from './network-texts.ts'

const named = (type: string, name: string): Resource => ({
  type,
  id: `id of ${name}`,
  arn: null,
  name,
  presence: 'read',
  tags: {},
  properties: {},
})
const labels = (vpc: string, ...names: readonly string[]): readonly string[] => {
  const subnets = names.map((name) => named('AWS::EC2::Subnet', name))
  return subnets.map(subnetLabels(named('AWS::EC2::VPC', vpc), subnets))
}

test('subnets with long names are called without the name of their VPC', () => {
  expect(labels('payments-production', 'payments-production/tgw/eu-central-1a', 'payments-production/app')).toEqual([
    'tgw/eu-central-1a',
    'app',
  ])
  expect(labels('shop-vpc', 'shop-subnet-public1-eu-central-1a')).toEqual(['subnet-public1-eu-central-1a'])
})

test('names that fit, that begin in another way, or that would have no letters stay', () => {
  expect(labels('shop', 'shop-public-a')).toEqual(['shop-public-a'])
  expect(labels('shop', 'shopping-public-subnet-eu-central-1a')).toEqual(['shopping-public-subnet-eu-central-1a'])
  expect(labels('a-name-longer-than-there-is-room', 'a-name-longer-than-there-is-room-1')).toEqual([
    'a-name-longer-than-there-is-room-1',
  ])
})

test('subnets of an unknown VPC keep their names', () => {
  const subnet = named('AWS::EC2::Subnet', 'payments-production/transit/eu-central-1a')
  expect(subnetLabels(null, [subnet])(subnet)).toBe('payments-production/transit/eu-central-1a')
})
