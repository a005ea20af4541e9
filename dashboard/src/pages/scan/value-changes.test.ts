import { expect, test } from 'vitest'
import { valueChanges } from './value-changes.ts'

const rule = (port: number | null, source: string, protocol = 'tcp') => ({
  protocol,
  fromPort: port,
  toPort: port,
  source,
})
const of = (before: unknown, after: unknown, path: readonly string[] = ['properties', 'value']) =>
  valueChanges({ path: [...path], before, after })
const pathOf = (path: readonly string[]) => of(1, 2, path).map((change) => change.path)
const change = (removed: readonly string[], added: readonly string[], path = 'value') => ({
  path,
  removed,
  added,
  note: null,
})

test('shows the added and removed items of a list', () => {
  const [https, http, ssh] = [rule(443, '0.0.0.0/0'), rule(80, '0.0.0.0/0'), rule(22, 'sg-1')]
  expect(of([https, http], [ssh, https], ['properties', 'ingress'])).toEqual([
    change(['tcp 80 from 0.0.0.0/0'], ['tcp 22 from sg-1'], 'ingress'),
  ])
  expect(of(['a', 'a', 'b'], ['a', 'b', 'c'])).toEqual([change(['a'], ['c'])])
})

test('ignores the order of keys in items', () => {
  expect(of([{ a: 1, b: 2 }, 'x'], [{ b: 2, a: 1 }])).toEqual([change(['x'], [])])
})

test('notes that a list only has another order', () => {
  expect(of(['a', 'b'], ['b', 'a'])).toEqual([
    { path: 'value', removed: [], added: [], note: 'Same items in a different order' },
  ])
})

test.each([
  [rule(null, '::/0', '-1'), 'all traffic from ::/0'],
  [rule(null, '::/0', 'udp'), 'all udp from ::/0'],
  [{ ...rule(0, '10.0.0.0/8'), toPort: 65_535 }, 'all tcp from 10.0.0.0/8'],
  [{ ...rule(0, '10.0.0.0/8'), toPort: 90 }, 'tcp 0-90 from 10.0.0.0/8'],
  [{ ...rule(80, '10.0.0.0/8'), toPort: 90 }, 'tcp 80-90 from 10.0.0.0/8'],
  [{ ...rule(80, '10.0.0.0/8'), toPort: null }, 'tcp 80 from 10.0.0.0/8'],
  [{ protocol: 'tcp', fromPort: 5432, toPort: 5432, destination: 'pl-1' }, 'tcp 5432 to pl-1'],
  [{ ...rule(80, 'sg-1'), action: 'deny' }, 'protocol: tcp, fromPort: 80, toPort: 80, source: sg-1, action: deny'],
  [{ protocol: 'https', port: 443 }, 'protocol: https, port: 443'],
  [rule(80, null as unknown as string), 'protocol: tcp, fromPort: 80, toPort: 80, source: null'],
  [
    { destination: '10.0.0.0/8', target: 'igw-1', state: 'active' },
    'destination: 10.0.0.0/8, target: igw-1, state: active',
  ],
  [{ key: { nested: ['a', 'b'] }, none: [] }, 'key: (nested: (a, b)), none: (empty list)'],
  [{}, 'empty'],
  ['', '""'],
])('the item %j is shown as %s', (item, text) => {
  expect(of([], [item])).toEqual([change([], [text])])
})

test('shows the differing paths of an object', () => {
  const before = { subnetIds: ['a', 'b'], security: { level: 1, same: [1] }, gone: 'x', nothing: null }
  const after = { subnetIds: ['b'], security: { level: 2, same: [1] }, fresh: true }
  expect(of(before, after, ['properties', 'vpcConfig'])).toEqual([
    change([], ['true'], 'vpcConfig.fresh'),
    change(['x'], [], 'vpcConfig.gone'),
    change(['1'], ['2'], 'vpcConfig.security.level'),
    change(['a'], [], 'vpcConfig.subnetIds'),
  ])
})

test('shows a line for an empty value, but not for an absent one', () => {
  expect(of(null, 'db.t3.medium')).toEqual([change([], ['db.t3.medium'])])
  expect(of(false, null)).toEqual([change(['false'], [])])
  expect(of(null, ['a', 'b'])).toEqual([change([], ['a', 'b'])])
  expect(of(null, [])).toEqual([change([], ['empty list'])])
  expect(of(['a'], 'a')).toEqual([change(['a'], ['a'])])
  expect(of(null, { a: 1 })).toEqual([change([], ['a: 1'])])
})

test('labels tags, names, and ARNs', () => {
  expect(pathOf(['tags', 'env'])).toEqual(['Tag env'])
  expect(pathOf(['tags', 'a.b'])).toEqual(['Tag a.b'])
  expect(pathOf(['name'])).toEqual(['name'])
  expect(pathOf(['arn'])).toEqual(['ARN'])
})
