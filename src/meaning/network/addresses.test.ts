import { describe, expect, test } from 'vitest'
import {
  addressText,
  coverage,
  internet,
  isPublic,
  parseAddress,
  parseRange,
  pieces,
  prefixLength,
  type Range,
  subtract,
} from './addresses.ts'

function range(text: string): Range {
  const parsed = parseRange(text)
  if (parsed === null) throw new Error(`${text} is no range`)
  return parsed
}

const texts = (ranges: readonly Range[]) =>
  ranges.map((each) => `${addressText(each)}-${addressText({ ...each, first: each.last })}`)

describe('parsing', () => {
  test.each([
    ['10.0.0.1', '10.0.0.1'],
    ['255.255.255.255', '255.255.255.255'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['2001:db8::1', '2001:db8:0:0:0:0:0:1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8:0:0:0:0:0:1'],
    ['1::', '1:0:0:0:0:0:0:0'],
    ['::ffff:10.0.0.1', '0:0:0:0:0:ffff:a00:1'],
  ])('the address %s is %s', (text, expected) => {
    const address = parseAddress(text)
    expect(address === null ? null : addressText(address)).toBe(expected)
  })
  test.each([
    '',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.1.2',
    'internet',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8::',
    '12345::',
    'i-1',
    '10.0.0.0/8',
  ])('%s is no address', (text) => {
    expect(parseAddress(text)).toBeNull()
  })
  test.each([
    ['10.0.0.0/8', '10.0.0.0-10.255.255.255', 8],
    ['10.1.2.3/8', '10.0.0.0-10.255.255.255', 8],
    ['10.1.2.3', '10.1.2.3-10.1.2.3', 32],
    ['0.0.0.0/0', '0.0.0.0-255.255.255.255', 0],
    ['2001:db8::/127', '2001:db8:0:0:0:0:0:0-2001:db8:0:0:0:0:0:1', 127],
  ])('the block %s is %s', (text, expected, length) => {
    expect(texts([range(text)])).toEqual([expected])
    expect(prefixLength(range(text))).toBe(length)
  })
  test.each(['10.0.0.0/33', '10.0.0.0/8/9', '10.0.0.0/', '10.0.0.0/-1', 'pl-1', 'sg-1', '::/129'])(
    '%s is no block',
    (text) => {
      expect(parseRange(text)).toBeNull()
    },
  )
})

test('the part of a set that ranges cover', () => {
  const set = [range('10.0.0.0/24')]
  expect(coverage(set, [range('10.0.0.0/25'), range('10.0.0.128/25')])).toBe('all')
  expect(coverage(set, [range('10.0.0.0/25'), range('10.0.0.129/32')])).toBe('part')
  expect(coverage(set, [range('10.0.1.0/24')])).toBe('none')
  expect(coverage(set, [range('::/0')])).toBe('none')
})

test('a set without ranges, and split by them', () => {
  const set = [range('10.0.0.0/30')]
  expect(texts(subtract(set, [range('10.0.0.1')]))).toEqual(['10.0.0.0-10.0.0.0', '10.0.0.2-10.0.0.3'])
  expect(texts(subtract(set, [range('10.0.0.0'), range('10.0.0.3'), range('::/0')]))).toEqual(['10.0.0.1-10.0.0.2'])
  expect(texts(pieces(set, [range('10.0.0.1'), range('10.0.0.0/31'), range('11.0.0.0/8')]))).toEqual([
    '10.0.0.0-10.0.0.0',
    '10.0.0.1-10.0.0.1',
    '10.0.0.2-10.0.0.3',
  ])
})

test.each([
  ['9.9.9.9', true],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.0', true],
  ['169.254.169.254', false],
  ['224.0.0.1', false],
  ['2600::1', true],
  ['fd00::1', false],
  ['fe80::1', false],
])('%s is an address of the internet: %s', (text, expected) => {
  expect(isPublic([range(text)])).toBe(expected)
})

test('the internet has all addresses except private ones', () => {
  expect(coverage(internet[4], [range('0.0.0.0/1'), range('128.0.0.0/1')])).toBe('all')
  expect(coverage(internet[4], ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8'].map(range))).toBe(
    'none',
  )
})
