import { describe, expect, test } from 'vitest'
import { parseRange } from './addresses.ts'
import { type AclEntry, filterByAcl, filterByGroups, type GroupRule, type Peer } from './filters.ts'
import type { PacketKind } from './traffic.ts'

const set = (...texts: readonly string[]) => texts.flatMap((text) => parseRange(text) ?? [])
const tcp = (first: number, last = first): PacketKind => ({
  protocol: 6,
  ports: [first, last],
  possible: [1024, 65_535],
})
const echo: PacketKind = { protocol: 1, type: 8, code: 0 }

const entry = (more: Partial<AclEntry>): AclEntry => ({
  rule: 100,
  action: 'allow',
  protocol: '6',
  cidrBlock: '0.0.0.0/0',
  fromPort: null,
  toPort: null,
  ...more,
})

describe('entries of network ACLs', () => {
  test.each<
    readonly [name: string, entries: readonly AclEntry[], packet: PacketKind, addresses: string, expected: string]
  >([
    ['no entry denies', [], tcp(443), '10.0.0.1', 'refused'],
    ['without ports, all', [entry({})], tcp(443), '10.0.0.1', 'allowed'],
    ['the first port of a range', [entry({ fromPort: 443, toPort: 444 })], tcp(443), '10.0.0.1', 'allowed'],
    ['the last port of a range', [entry({ fromPort: 442, toPort: 443 })], tcp(443), '10.0.0.1', 'allowed'],
    ['before a range', [entry({ fromPort: 444, toPort: 445 })], tcp(443), '10.0.0.1', 'refused'],
    ['after a range', [entry({ fromPort: 441, toPort: 442 })], tcp(443), '10.0.0.1', 'refused'],
    ['another protocol', [entry({ protocol: '17' })], tcp(443), '10.0.0.1', 'refused'],
    ['another family', [entry({ cidrBlock: '::/0' })], tcp(443), '10.0.0.1', 'refused'],
    [
      'lower numbers first, regardless of their order',
      [entry({ rule: 200, action: 'deny' }), entry({})],
      tcp(443),
      '10.0.0.1',
      'allowed',
    ],
    [
      'two halves of the ports',
      [entry({ fromPort: 32_768, toPort: 50_000 }), entry({ rule: 110, fromPort: 50_001, toPort: 65_535 })],
      tcp(32_768, 65_535),
      '10.0.0.1',
      'allowed',
    ],
    [
      'a gap of one port',
      [entry({ fromPort: 32_768, toPort: 50_000 }), entry({ rule: 110, fromPort: 50_002, toPort: 65_535 })],
      tcp(32_768, 65_535),
      '10.0.0.1',
      'partly',
    ],
    ['only rarely used ports', [entry({ fromPort: 1024, toPort: 1024 })], tcp(32_768, 65_535), '10.0.0.1', 'partly'],
    ['only unused ports', [entry({ fromPort: 1, toPort: 1023 })], tcp(32_768, 65_535), '10.0.0.1', 'refused'],
    [
      'two halves of the addresses',
      [entry({ cidrBlock: '10.0.0.0/25' }), entry({ rule: 110, cidrBlock: '10.0.0.128/25' })],
      tcp(443),
      '10.0.0.0/24',
      'allowed',
    ],
    ['half of the addresses', [entry({ cidrBlock: '10.0.0.0/25' })], tcp(443), '10.0.0.0/24', 'partly'],
    ['the type of ICMP', [entry({ protocol: '1', icmpType: 8, icmpCode: 0 })], echo, '10.0.0.1', 'allowed'],
    ['another type of ICMP', [entry({ protocol: '1', icmpType: 0, icmpCode: 0 })], echo, '10.0.0.1', 'refused'],
    ['another code of ICMP', [entry({ protocol: '1', icmpType: 8, icmpCode: 1 })], echo, '10.0.0.1', 'refused'],
    ['all types of ICMP', [entry({ protocol: '1', icmpType: -1, icmpCode: 5 })], echo, '10.0.0.1', 'allowed'],
    ['a type of ICMP that was not read', [entry({ protocol: '1' })], echo, '10.0.0.1', 'unknown'],
    ['a code of ICMP that was not read', [entry({ protocol: '1', icmpType: 8 })], echo, '10.0.0.1', 'unknown'],
    ['all protocols, ICMP too', [entry({ protocol: '-1' })], echo, '10.0.0.1', 'allowed'],
    [
      'half of the addresses, and the others are unknown',
      [entry({ protocol: '1', cidrBlock: '10.0.0.0/25' }), entry({ rule: 110, protocol: '-1' })],
      echo,
      '10.0.0.0/24',
      'unknown',
    ],
  ])('%s', (_, entries, packet, addresses, expected) => {
    expect(filterByAcl(entries, packet, set(addresses)).answer).toBe(expected)
  })

  test('a single deciding entry is returned', () => {
    const [first, second] = [entry({ rule: 90, cidrBlock: '10.0.0.0/25' }), entry({})]
    expect(filterByAcl([first, second], tcp(443), set('10.0.0.1')).decidedBy).toBe(first)
    expect(filterByAcl([first, second], tcp(443), set('10.0.0.200')).decidedBy).toBe(second)
    expect(filterByAcl([first, second], tcp(443), set('10.0.0.0/24')).decidedBy).toBeNull()
    expect(filterByAcl([], tcp(443), set('10.0.0.1')).decidedBy).toBeNull()
  })
})

function peerOf(peer: string): Peer {
  if (peer === 'unread') return 'unknown'
  if (peer === 'ours') return 'same group'
  return peer === 'theirs' ? 'another group' : set(peer)
}

function rule(more: Partial<GroupRule>): GroupRule {
  return { protocol: 'tcp', fromPort: 443, toPort: 443, peer: '0.0.0.0/0', ...more }
}

describe('rules of security groups', () => {
  test.each<
    readonly [name: string, rules: readonly GroupRule[], packet: PacketKind, addresses: string, expected: string]
  >([
    ['no rule denies', [], tcp(443), '10.0.0.1', 'refused'],
    ['a rule for it', [rule({})], tcp(443), '10.0.0.1', 'allowed'],
    ['without ports, all', [rule({ fromPort: null, toPort: null })], tcp(443), '10.0.0.1', 'allowed'],
    ['before its ports', [rule({ fromPort: 444, toPort: 500 })], tcp(443), '10.0.0.1', 'refused'],
    ['after its ports', [rule({ fromPort: 1, toPort: 442 })], tcp(443), '10.0.0.1', 'refused'],
    [
      'all protocols, regardless of the ports',
      [rule({ protocol: '-1', fromPort: 1, toPort: 1 })],
      tcp(443),
      '10.0.0.1',
      'allowed',
    ],
    ['a protocol by its number', [rule({ protocol: '6' })], tcp(443), '10.0.0.1', 'allowed'],
    [
      'two halves',
      [rule({ peer: '10.0.0.0/25' }), rule({ peer: '10.0.0.128/25' })],
      tcp(443),
      '10.0.0.0/24',
      'allowed',
    ],
    ['one half', [rule({ peer: '10.0.0.0/25' })], tcp(443), '10.0.0.0/24', 'partly'],
    ['their group', [rule({ peer: 'ours' })], tcp(443), '10.0.0.1', 'allowed'],
    ['another group', [rule({ peer: 'theirs' })], tcp(443), '10.0.0.1', 'refused'],
    [
      'an unread rule may allow it',
      [rule({ peer: 'unread' }), rule({ peer: '10.0.0.0/25' })],
      tcp(443),
      '10.0.0.0/24',
      'unknown',
    ],
    [
      'an unread rule does not matter if another one allows it',
      [rule({ peer: 'unread' }), rule({})],
      tcp(443),
      '10.0.0.1',
      'allowed',
    ],
    ['ICMP of its type', [rule({ protocol: 'icmp', fromPort: 8, toPort: 0 })], echo, '10.0.0.1', 'allowed'],
    ['ICMP of another code', [rule({ protocol: 'icmp', fromPort: 8, toPort: 1 })], echo, '10.0.0.1', 'refused'],
    ['ICMP without a type', [rule({ protocol: 'icmp', fromPort: null, toPort: null })], echo, '10.0.0.1', 'allowed'],
  ])('%s', (_, rules, packet, addresses, expected) => {
    expect(filterByGroups(rules, packet, set(addresses), peerOf)).toBe(expected)
  })
})
