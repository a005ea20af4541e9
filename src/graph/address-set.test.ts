import { assert, constantFrom, array, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addressesOf,
  allAddresses,
  blocksOf,
  difference,
  holdsMost,
  internetAddresses,
  intersection,
  isEmpty,
  isSameSet,
  isWholeInternet,
  noAddresses,
  prefixLength,
  union,
  unionOf,
} from './address-set.ts'

const has = (set: typeof allAddresses, address: string) => {
  const one = addressesOf(address)
  return one !== null && isSameSet(intersection(set, one), one)
}

test.each([
  ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255'],
  ['::', '1fff:ffff::', '2000::'],
  ['fc00::', 'ffff::', '3fff::'],
])('packets from the internet never come from %s to %s, but from %s', (first, last, outside) => {
  expect([first, last, outside].map((address) => has(internetAddresses, address))).toEqual([false, false, true])
})

describe('blocks', () => {
  test.each([
    ['10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
    ['10.1.2.3/8', '10.0.0.0', '9.255.255.255'],
    ['192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['0.0.0.0/1', '127.255.255.255', '128.0.0.0'],
    ['2001:db8::/32', '2001:db8:ffff::1', '2001:db9::'],
    ['::/0', 'ffff::', '10.0.0.0'],
    ['::1', '::1', '::2'],
  ])('%s has %s and not %s', (block, inside, outside) => {
    const set = addressesOf(block) ?? noAddresses
    expect([has(set, inside), has(set, outside)]).toEqual([true, false])
  })

  test.each([
    '',
    'pl-1',
    '10.0.0/8',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.0/x',
    '1::2::3',
    '1:2:3',
    'g::',
    '1:2:3:4:5:6:7:8:9',
  ])('%s is none', (text) => expect(addressesOf(text)).toBeNull())

  test('have their prefix length, and addresses that of their family', () => {
    expect(['10.0.0.0/8', '10.0.0.0', '::/0', '::1'].map(prefixLength)).toEqual([8, 32, 0, 128])
  })
})

describe('the internet', () => {
  test.each([
    [['0.0.0.0/0'], true],
    [['0.0.0.0/1', '128.0.0.0/1'], true],
    [['::/0'], true],
    [['2000::/3'], true],
    [['0.0.0.0/1'], false],
    [['10.0.0.0/8'], false],
    [[], false],
  ])('%j is all of it: %s', (blocks, expected) => expect(isWholeInternet(unionOf(blocks))).toBe(expected))

  test('has no private addresses', () => {
    for (const address of [
      '10.0.0.1',
      '172.16.0.1',
      '192.168.0.1',
      '100.64.0.1',
      '169.254.0.1',
      '127.0.0.1',
      'fd00::1',
    ])
      expect(has(internetAddresses, address)).toBe(false)
    for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2001:db8::1'])
      expect(has(internetAddresses, address)).toBe(true)
  })
})

const blocks = array(
  constantFrom('0.0.0.0/0', '0.0.0.0/1', '128.0.0.0/1', '10.0.0.0/8', '10.1.0.0/16', '10.2.0.0/15', '::/0', 'fd00::/8'),
)
const samples = [
  '0.0.0.1',
  '10.1.0.1',
  '10.2.0.1',
  '10.3.255.255',
  '10.4.0.0',
  '127.0.0.1',
  '200.0.0.1',
  'fd00::1',
  '::1',
]

test('sets behave like sets of single addresses', () => {
  assert(
    property(blocks, blocks, (one, other) => {
      const [left, right] = [unionOf(one), unionOf(other)]
      for (const address of samples) {
        const [inLeft, inRight] = [has(left, address), has(right, address)]
        expect(has(union(left, right), address)).toBe(inLeft || inRight)
        expect(has(intersection(left, right), address)).toBe(inLeft && inRight)
        expect(has(difference(left, right), address)).toBe(inLeft && !inRight)
      }
      expect(isEmpty(difference(left, allAddresses))).toBe(true)
      expect(isSameSet(union(intersection(left, right), difference(left, right)), left)).toBe(true)
    }),
    { seed: 20_261_123 },
  )
})

describe('the blocks of a set', () => {
  test.each<[cidrs: readonly string[], expected: readonly string[]]>([
    [[], []],
    [
      ['0.0.0.0/0', '::/0'],
      ['0.0.0.0/0', '::/0'],
    ],
    [
      ['10.0.0.0/9', '10.128.0.0/9', '192.0.2.1'],
      ['10.0.0.0/8', '192.0.2.1/32'],
    ],
    [
      ['192.0.2.1', '192.0.2.2/31', '192.0.2.4'],
      ['192.0.2.1/32', '192.0.2.2/31', '192.0.2.4/32'],
    ],
    [['2001:db8::/32'], ['2001:db8::/32']],
    [['2001:0:0:1::5'], ['2001:0:0:1::5/128']],
    [['1:2:3:4:5:6:7:8'], ['1:2:3:4:5:6:7:8/128']],
  ])('%j', (cidrs, expected) => expect(blocksOf(unionOf(cidrs))).toEqual(expected))

  test('add up to it', () => {
    const block = constantFrom('0.0.0.0/1', '10.0.0.0/8', '10.3.0.0/16', '192.0.2.7', '2000::/3', '2001:db8::1', '::1')
    assert(
      property(array(block), array(block), (plus, minus) => {
        const set = difference(unionOf(plus), unionOf(minus))
        expect(isSameSet(unionOf(blocksOf(set)), set)).toBe(true)
      }),
    )
  })
})

test.each<[cidrs: readonly string[], of: readonly string[], expected: boolean]>([
  [['10.0.0.0/9'], ['10.0.0.0/8'], true],
  [['10.0.0.0/10', '11.0.0.0/8'], ['10.0.0.0/8'], false],
  [['10.0.0.0/8'], ['10.0.0.0/8', '::/0'], true],
  [['::/1'], ['10.0.0.0/8', '::/0'], true],
  [[], ['::/0'], false],
  [['10.0.0.0/8'], [], false],
])('%j holds most of %j: %s', (cidrs, of, expected) => expect(holdsMost(unionOf(cidrs), unionOf(of))).toBe(expected))
