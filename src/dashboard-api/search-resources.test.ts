import { expect, test } from 'vitest'
import type { Resource } from '../graph/resource-graph.ts'
import { searchOf } from './search-resources.ts'

const resource = (properties: Resource['properties'], more: Partial<Resource> = {}): Resource => ({
  type: 'AWS::EC2::SecurityGroup',
  id: 'sg-5432',
  arn: null,
  name: null,
  presence: 'read',
  tags: {},
  properties,
  ...more,
})
const finds = (text: string, properties: Resource['properties'], more?: Partial<Resource>) =>
  searchOf(text)?.(resource(properties, more))
const rule = (ipProtocol: string, fromPort: number, toPort: number) => ({ ingress: [{ ipProtocol, fromPort, toPort }] })

test.each([
  ['5432', rule('tcp', 5432, 5432), true],
  ['5432', rule('tcp', 5000, 6000), true],
  ['5432', rule('tcp', 5433, 6000), false],
  ['5432', rule('tcp', 5000, 5431), false],
  ['tcp 22', rule('tcp', 22, 22), true],
  ['22/tcp', rule('tcp', 22, 22), true],
  ['port 22', rule('tcp', 22, 22), true],
  ['udp 22', rule('tcp', 22, 22), false],
  ['tcp 53', rule('udp', 53, 53), false],
  ['udp 53', rule('udp', 53, 53), true],
  ['443', { listeners: [{ protocol: 'HTTPS', port: 443 }] }, true],
  ['tcp 443', { listeners: [{ protocol: 'HTTPS', port: 443 }] }, true],
  ['5432', { endpoint: { address: 'db', port: 5432 } }, true],
  // A rule for everything says nothing about a port.
  ['22', rule('-1', 0, 65_535), false],
  ['80', { port: null, toPort: '' }, false],
])('%j in %j: %j', (text, properties, expected) => {
  expect(finds(text, properties)).toBe(expected)
})

test('finds words in values, keys, tags, and identifiers, in any case', () => {
  expect(finds('Postgres', { engine: 'aurora-postgresql' })).toBe(true)
  expect(finds('engine postgres', { engine: 'aurora-postgresql' })).toBe(true)
  expect(finds('engine mysql', { engine: 'aurora-postgresql' })).toBe(false)
  expect(finds('team=checkout', {}, { tags: { team: 'checkout' } })).toBe(true)
  expect(finds('WEB', {}, { name: 'web-1' })).toBe(true)
  expect(finds('securitygroup', {})).toBe(true)
})

test('finds numbers only as a whole', () => {
  expect(finds('5432', {})).toBe(false)
  expect(finds('100', { size: 100 })).toBe(true)
  expect(finds('100', { size: 1000, note: 'v100' })).toBe(false)
})

test('has nothing to search without words', () => {
  expect(searchOf(' / ')).toBeNull()
})
