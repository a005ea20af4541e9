import { expect, test } from 'vitest'
import { hostsBehind, recordNames } from './record-names.ts'

const leadingTo: Readonly<Record<string, readonly string[]>> = {
  'shop.example': ['origin.shop.example'],
  'origin.shop.example': ['blue.elb.example', 'green.elb.example'],
  'loop.example': ['loop-2.example'],
  'loop-2.example': ['loop.example'],
}
const resourcesNamed = (name: string) => (leadingTo[name] ?? []).map((id) => ({ type: 'AWS::Route53::RecordSet', id }))

const select = (record: object) => recordNames.select({ zoneId: 'Z1', record }, { region: 'us-east-1' })

test('follows names from record to record, in any letter case', () => {
  expect(hostsBehind('Shop.example', resourcesNamed)).toEqual([
    'shop.example',
    'origin.shop.example',
    'blue.elb.example',
    'green.elb.example',
  ])
  expect(hostsBehind('elsewhere.example', resourcesNamed)).toEqual(['elsewhere.example'])
})

test('stops at a circular name', () => {
  expect(hostsBehind('loop.example', resourcesNamed)).toEqual(['loop.example', 'loop-2.example'])
})

test('finds targets of aliases and CNAME records only', () => {
  const ResourceRecords = [{ Value: 'WWW.example.' }]
  expect(select({ Name: 'A.example.', Type: 'A', AliasTarget: { DNSName: 'B.example.' } })).toEqual([
    { name: 'a.example', id: 'b.example' },
  ])
  expect(select({ Name: 'a.example.', Type: 'CNAME', ResourceRecords })).toEqual([
    { name: 'a.example', id: 'www.example' },
  ])
  expect(select({ Name: 'a.example.', Type: 'TXT', ResourceRecords })).toEqual([])
})
