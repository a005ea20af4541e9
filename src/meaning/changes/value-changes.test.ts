/** What of a value changed, in words. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../graph/resource-graph.ts'
import { propertyWords } from './property-words.ts'
import { valueChanges } from './value-changes.ts'

/** `Label − removed + added`. */
const told = (before: Json, after: Json) =>
  valueChanges('Value', before, after).map(({ label, removed, added }) =>
    [label, ...removed.map((item) => `− ${item}`), ...added.map((item) => `+ ${item}`)].join(' '),
  )
const itemText = (item: Json) => told([], [item])[0]?.replace('Value + ', '')

describe('a value', () => {
  test.each<[before: Json, after: Json, expected: readonly string[]]>([
    [1, 2, ['Value − 1 + 2']],
    [true, null, ['Value − yes']],
    [null, false, ['Value + no']],
    ['', 'a', ['Value − "" + a']],
    [['a', 'b'], null, ['Value − a − b']],
    [null, [], ['Value + empty list']],
    ['a', ['a'], ['Value − a + a']],
    [['a'], { a: 1 }, ['Value − a + a: 1']],
    [{ a: 1 }, 'a', ['Value − a: 1 + a']],
    [{}, null, ['Value − empty']],
    [{ b: 1, a: 1 }, { a: 2, b: 2 }, ['Value: a − 1 + 2', 'Value: b − 1 + 2']],
    [{ b: 1 }, { a: 2, b: 1 }, ['Value: a + 2']],
    [{ a: { b: [1] } }, { a: { b: [2] } }, ['Value: a: b − 1 + 2']],
    [['a', 'a', 'b'], ['a', 'b', 'b'], ['Value − a + b']],
    [[{ a: 1, b: 2 }], [{ b: 2, a: 1 }], []],
    [['a'], ['b'], ['Value − a + b']],
  ])('%j to %j', (before, after, expected) => expect(told(before, after)).toEqual(expected))
})

const rule = (protocol: string, fromPort: Json, toPort: Json) => ({ protocol, fromPort, toPort, source: 'sg-1' })

describe('an item', () => {
  test.each<[Json, string]>([
    [rule('-1', null, null), 'all traffic from sg-1'],
    [rule('tcp', 443, 443), 'tcp 443 from sg-1'],
    [rule('udp', 1, 9), 'udp 1-9 from sg-1'],
    [rule('tcp', 0, 65_535), 'all tcp from sg-1'],
    [rule('tcp', 0, 80), 'tcp 0-80 from sg-1'],
    [rule('tcp', 80, 65_535), 'tcp 80-65535 from sg-1'],
    [rule('icmp', -1, -1), 'all icmp from sg-1'],
    [rule('icmp', 8, -1), 'icmp type 8 from sg-1'],
    [rule('icmp', 3, 4), 'icmp type 3 code 4 from sg-1'],
    [rule('50', null, null), 'all 50 from sg-1'],
    [rule('58', 128, 0), 'icmpv6 type 128 code 0 from sg-1'],
    [{ protocol: 'tcp', fromPort: 22, toPort: null, destination: 'pl-1' }, 'tcp 22 to pl-1'],
    [{ ...rule('tcp', 22, 22), note: 'x' }, 'protocol: tcp, from port: 22, to port: 22, source: sg-1, note: x'],
    [{ protocol: 'tcp', fromPort: 22, source: 'a', b: 1 }, 'protocol: tcp, from port: 22, source: a, b: 1'],
    [{ protocol: 'tcp', toPort: 22, source: 'a', b: 1 }, 'protocol: tcp, to port: 22, source: a, b: 1'],
    [{ protocol: 'tcp', fromPort: 1, toPort: 2, b: 1 }, 'protocol: tcp, from port: 1, to port: 2, b: 1'],
    [
      { rule: 100, action: 'allow', protocol: '6', cidrBlock: '::/0', fromPort: 443, toPort: 443, icmpType: null },
      '100: allow tcp 443, ::/0',
    ],
    [{ rule: 90, action: 'deny', protocol: '-1', cidrBlock: '0.0.0.0/0' }, '90: deny all traffic, 0.0.0.0/0'],
    [
      {
        rule: 1,
        action: 'allow',
        protocol: '1',
        cidrBlock: 'a',
        fromPort: null,
        toPort: null,
        icmpType: 8,
        icmpCode: 0,
      },
      '1: allow icmp type 8 code 0, a',
    ],
    [
      {
        rule: 2,
        action: 'allow',
        protocol: '17',
        cidrBlock: 'a',
        fromPort: 53,
        toPort: 54,
        icmpType: null,
        icmpCode: null,
      },
      '2: allow udp 53-54, a',
    ],
    [{ action: 'allow', protocol: '6', a: 1 }, 'action: allow, protocol: 6, a: 1'],
    [{ rule: 1, action: 2, protocol: '6', a: 1 }, 'rule: 1, action: 2, protocol: 6, a: 1'],
    [{ rule: 1, action: 'allow', protocol: 6 }, 'rule: 1, action: allow, protocol: 6'],
    [{ destination: 'a', target: 'igw-1', propagated: false, state: 'active' }, 'a to igw-1'],
    [{ destination: 'a', target: 'vgw-1', propagated: true, state: 'blackhole' }, 'a to vgw-1 (propagated, blackhole)'],
    [{ destination: 'a', target: 'vgw-1' }, 'destination: a, target: vgw-1'],
    [{ destination: 'a', target: null, propagated: false }, 'destination: a, propagated: no'],
    [{ destination: null, target: 'a', propagated: false }, 'target: a, propagated: no'],
    [{ destination: 'a', target: 'vgw-1', propagated: true, state: 'active' }, 'a to vgw-1 (propagated)'],
    [{ destination: 'a', target: 'nat-1', propagated: false, state: 'blackhole' }, 'a to nat-1 (blackhole)'],
    [{ destination: 'a', target: 'nat-1', propagated: false, state: null }, 'a to nat-1'],
    [{ to: 'everyone', condition: null }, 'everyone'],
    [{ to: '111122223333', condition: 'only where X' }, '111122223333 (only where X)'],
    [{ to: 'everyone', note: 'x' }, 'to: everyone, note: x'],
    [{ to: 'everyone' }, 'to: everyone'],
    [{ to: 5, condition: null }, 'to: 5'],
    [{ to: 'everyone', condition: null, note: 'x' }, 'to: everyone, note: x'],
    [{ destination: 'a', group: null }, 'destination: a'],
    [{ a: {}, b: [], c: ['x', 'y'], d: { e: null, f: true } }, 'a: (empty), b: (empty list), c: (x, y), d: (f: yes)'],
    [[['a'], []], 'a, empty list'],
  ])('%j', (item, text) => expect(itemText(item)).toBe(text))
})

test.each([
  ['acls', 'ACLs'],
  ['az', 'AZ'],
  ['eniIds', 'ENI IDs'],
  ['volumeSizeGb', 'Volume size (GB)'],
  ['sizeGib', 'Size (GiB)'],
  ['ipv4Address', 'IPv4 address'],
  ['ipv6', 'IPv6'],
  ['sizeKib', 'Size (KiB)'],
  ['memorySizeMb', 'Memory size (MB)'],
  ['memoryMib', 'Memory (MiB)'],
  ['throughputMibps', 'Throughput (MiB/s)'],
  ['maxVcpus', 'Max vCPUs'],
  ['retentionDays', 'Retention (days)'],
  ['timeoutSeconds', 'Timeout (seconds)'],
  ['timeoutMinutes', 'Timeout (minutes)'],
  ['retentionHours', 'Retention (hours)'],
  ['days', 'Days'],
  ['daysLeft', 'Days left'],
  ['multiAzMode', 'Multi AZ mode'],
])('%s is called %s', (property, words) => expect(propertyWords(property)).toBe(words))

const anyJson = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>

test('whatever the values are, what is told is text', () => {
  fc.assert(
    fc.property(anyJson, anyJson, (before, after) => {
      for (const { label, removed, added } of valueChanges('Value', before, after)) {
        for (const text of [label, ...removed, ...added]) expect(text).toMatch(/./su)
      }
    }),
  )
})

test('equal lists and objects tell nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(anyJson), fc.dictionary(fc.string(), anyJson)), (value) => {
      expect(valueChanges('Value', value, structuredClone(value))).toEqual([])
    }),
  )
})

test('what a list has lost and gained leads from one to the other', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'))
  fc.assert(
    fc.property(list, list, (before, after) => {
      const [change] = valueChanges('Value', before, after)
      const left: string[] = [...before]
      for (const item of change?.removed ?? []) left.splice(left.indexOf(item), 1)
      expect([...left, ...(change?.added ?? [])].toSorted()).toEqual(after.toSorted())
    }),
  )
})
