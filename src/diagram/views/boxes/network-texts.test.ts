import { expect, test } from 'vitest'
import type { Resource } from '../../../graph/resource-graph.ts'
import { labelsInVpc, networkTexts, purposeOf } from './network-texts.ts'

function network(more: Partial<Resource>): Resource {
  return {
    type: 'AWS::EC2::VPC',
    id: 'vpc-1',
    arn: null,
    name: 'shop',
    presence: 'read',
    tags: {},
    properties: { cidrBlocks: ['10.0.0.0/16'] },
    ...more,
  }
}

test.each([
  { of: {}, texts: ['shop', '10.0.0.0/16', 'shop\nVPC vpc-1\n10.0.0.0/16'] },
  {
    of: { properties: { cidrBlocks: ['10.0.0.0/16', '10.1.0.0/16', 'fd00::/8'] } },
    texts: ['shop', '10.0.0.0/16 and 2 more', 'shop\nVPC vpc-1\n10.0.0.0/16, 10.1.0.0/16, fd00::/8'],
  },
  { of: { properties: {} }, texts: ['shop', '', 'shop\nVPC vpc-1'] },
  { of: { properties: { cidrBlocks: [1] } }, texts: ['shop', '', 'shop\nVPC vpc-1'] },
  { of: { name: null, properties: { isDefault: false } }, texts: ['vpc-1', '', 'vpc-1\nVPC vpc-1'] },
  { of: { name: null, properties: { isDefault: true } }, texts: ['Default VPC', '', 'Default VPC\nVPC vpc-1'] },
  { of: { properties: { isDefault: true } }, texts: ['shop', '', 'shop\nVPC vpc-1'] },
  { of: { presence: 'external', properties: {} }, texts: ['shop', 'outside this scan', 'shop\nVPC vpc-1'] },
  { of: { presence: 'unknown', properties: {} }, texts: ['shop', "couldn't be read", 'shop\nVPC vpc-1'] },
] as const)('a VPC has its name and addresses: $of', ({ of, texts: [label, detail, description] }) => {
  expect(networkTexts(network(of), false)).toEqual({ label, detail, description })
})

test('an unknown VPC differs from one that is not selected', () => {
  expect(networkTexts(null, false)).toEqual({
    label: 'Unknown VPC',
    detail: "its subnets couldn't be read",
    description: 'Unknown VPC',
  })
  expect(networkTexts(null, true)).toEqual({
    label: 'VPCs not selected',
    detail: 'outside this selection',
    description: 'VPCs not selected',
  })
})

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
  return subnets.map(labelsInVpc(named('AWS::EC2::VPC', vpc), subnets))
}

test('subnets with long names are called without the name of their VPC', () => {
  expect(labels('payments-production', 'payments-production/tgw/eu-central-1a', 'payments-production/app')).toEqual([
    'tgw/eu-central-1a',
    'app',
  ])
  expect(labels('shop-vpc', 'shop-subnet-public1-eu-central-1a')).toEqual(['public1-eu-central-1a'])
  expect(labels('payments-prod-vpc', 'payments-prod-vpc-private-a', 'payments-prod-vpc-db-a')).toEqual([
    'private-a',
    'db-a',
  ])
  expect(labels('PaymentsShared/Vpc', 'PaymentsShared/Vpc/PublicSubnet1')).toEqual(['PublicSubnet1'])
})

test('names that fit, that begin in another way, or that would have no letters stay', () => {
  expect(labels('shop', 'shop-public-a')).toEqual(['shop-public-a'])
  expect(labels('shop', 'shopping-public-subnet-eu-central-1a')).toEqual(['shopping-public-subnet-eu-central-1a'])
  expect(labels('a-name-longer-than-there-is-room', 'a-name-longer-than-there-is-room-1')).toEqual([
    'a-name-longer-than-there-is-room-1',
  ])
})

test('the words that the VPC begins with as well are left out, and the Availability Zone that stands above', () => {
  const inZone = (name: string): Resource => ({
    ...named('AWS::EC2::Subnet', name),
    properties: { availabilityZone: 'eu-central-1a' },
  })
  const subnets = [
    'acme-emea-prd-subnet-external-eu-central-1a',
    'acme-emea-prd-sn-db-eu-central-1a',
    'acme-emea-prd-internal',
    'acme-emea-prd-subnets-eu-central-1a',
    'acme-emea-prd-eu-central-1a',
    'other-transit-eu-central-1a',
  ].map(inZone)
  expect(subnets.map(labelsInVpc(named('AWS::EC2::VPC', 'acme-emea-prd-vpc-euc1'), subnets))).toEqual([
    'external',
    'db',
    'internal',
    'subnets',
    'eu-central-1a',
    'other-transit',
  ])
})

test('a word that not all subnets have stays, although the name of the VPC has it', () => {
  expect(labels('acme-shop-production', 'acme-shop-application-eu-central-1a', 'acme-mail-database')).toEqual([
    'shop-application-eu-central-1a',
    'mail-database',
  ])
  expect(labels('acme-shop', 'acme-shopping-applications-a', 'acme-shop-data')).toEqual([
    'shopping-applications-a',
    'shop-data',
  ])
})

test('subnets of an unknown VPC keep their names', () => {
  const subnet = named('AWS::EC2::Subnet', 'payments-production/transit/eu-central-1a')
  expect(labelsInVpc(null, [subnet])(subnet)).toBe('payments-production/transit/eu-central-1a')
  const absolute = named('AWS::EC2::Subnet', '/payments-production/transit/eu-central-1a')
  expect(labelsInVpc(null, [absolute])(absolute)).toBe('/payments-production/transit/eu-central-1a')
})

test.each([
  ['app-a', 'app'],
  ['app-1a', 'app'],
  ['app-b', 'app-b'],
  ['app-eu-west-1a', 'app'],
  ['PublicSubnet12', 'PublicSubnet'],
  ['data', 'data'],
  ['a', 'a'],
  ['1', '1'],
])('a subnet %s in zone a is for the purpose %s', (label, purpose) => {
  expect(purposeOf(label, 'eu-west-1a')).toBe(purpose)
})

test('a subnet in an unknown zone has its purpose without a number', () => {
  expect(['app-1', 'app-a'].map((label) => purposeOf(label, ''))).toEqual(['app', 'app-a'])
})
