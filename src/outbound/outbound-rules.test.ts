import { BlockList, isIP } from 'node:net'
import { array, assert, constantFrom, integer, ipV4, ipV6, oneof, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noExceptions, parseOutboundAllow, reachabilityOf, urlProblem } from './outbound-rules.ts'

const rules = (text: string) => {
  const parsed = parseOutboundAllow(text)
  if (parsed === null) throw new Error(`${text} is not valid`)
  return parsed
}

/** The special-purpose registries of IANA, as the operating system's own library of Node matches them. */
// Two lists, because an IPv6 range that includes mapped addresses would also match IPv4 addresses.
const special = { ipv4: new BlockList(), ipv6: new BlockList() }
const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')
const specialRanges: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
]
for (const [network, length] of specialRanges) {
  special[familyOf(network)].addSubnet(network, length, familyOf(network))
}
const isSpecial = (address: string) => special[familyOf(address)].check(address, familyOf(address))

/** Any address of a range. */
const within = ([network, length]: readonly [string, number]) => {
  const is4 = isIP(network) === 4
  const groups = is4 ? 4 : 8
  const bits = is4 ? 8 : 16
  const parts = is4 ? network.split('.').map(Number) : expanded(network)
  return array(integer({ min: 0, max: 2 ** bits - 1 }), { minLength: groups, maxLength: groups }).map((random) =>
    random
      .map((value, index) => {
        const fixed = Math.max(0, Math.min(bits, length - index * bits))
        const mask = 2 ** (bits - fixed) - 1
        return ((parts[index] ?? 0) & ~mask) | (value & mask)
      })
      .map((part) => part.toString(is4 ? 10 : 16))
      .join(is4 ? '.' : ':'),
  )
}

function numbers(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((part) => Number.parseInt(part, 16))
}

function expanded(address: string): readonly number[] {
  const [head = '', tail = ''] = address.split('::')
  const [first, last] = [numbers(head), numbers(tail)]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

describe('addresses', () => {
  test('no address of a special-purpose range is public', () => {
    assert(
      property(oneof(...specialRanges.map(within)), (address) => {
        expect([address, reachabilityOf(noExceptions, 'example.com', address)]).toEqual([address, 'refused'])
      }),
      { numRuns: 1_000 },
    )
  })

  test('an address is public only outside all special-purpose ranges', () => {
    let reached = 0
    assert(
      property(oneof(ipV4(), ipV6(), within(['2000::', 3])), (address) => {
        if (reachabilityOf(noExceptions, 'example.com', address) !== 'public') return
        reached += 1
        expect([address, isSpecial(address)]).toEqual([address, false])
      }),
      { numRuns: 1_000 },
    )
    expect(reached).toBeGreaterThan(200)
  })

  test('IPv4 addresses of the own network are refused in each IPv6 form', () => {
    const inside = constantFrom('127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.0.1', '172.16.0.1', '100.64.0.1')
    const forms = constantFrom('::ffff:', '::', '64:ff9b::', '64:ff9b:1::', '::ffff:0:')
    assert(
      property(tuple(forms, inside), ([form, address]) => {
        expect(reachabilityOf(noExceptions, 'example.com', `${form}${address}`)).toBe('refused')
      }),
    )
    // 6to4 and Teredo have the IPv4 address inside.
    expect(reachabilityOf(noExceptions, 'example.com', '2002:7f00:1::')).toBe('refused')
    expect(reachabilityOf(noExceptions, 'example.com', '2001:0:7f00:1::')).toBe('refused')
  })

  test.each(['fd00:ec2::254', 'fe80::1%eth0', '168.63.129.16', '100.100.100.200', 'no address', ''])(
    'refuses %s',
    (address) => {
      expect(reachabilityOf(noExceptions, 'example.com', address)).toBe('refused')
    },
  )

  test.each(['8.8.8.8', '52.94.236.248', '168.63.129.17', '2600:1f18::1', '2a00:1450:4001::200e'])(
    'reaches %s',
    (address) => {
      expect(reachabilityOf(noExceptions, 'example.com', address)).toBe('public')
    },
  )

  test('OUTBOUND_ALLOW lists addresses, ranges, and hosts, and nothing else', () => {
    const allow = rules('10.0.0.0/8, 192.168.1.7,fd00::/8, Hooks.Internal')
    const reach = (host: string, address: string) => reachabilityOf(allow, host, address)
    expect(reach('example.com', '10.255.0.1')).toBe('listed')
    expect(reach('example.com', '11.0.0.1')).toBe('public')
    expect(reach('example.com', '192.168.1.7')).toBe('listed')
    expect(reach('example.com', '192.168.1.8')).toBe('refused')
    expect(reach('example.com', 'fd12::1')).toBe('listed')
    expect(reach('example.com', '::ffff:10.0.0.1')).toBe('refused')
    expect(reach('hooks.internal', '127.0.0.1')).toBe('listed')
    expect(reach('other.internal', '127.0.0.1')).toBe('refused')
  })

  test.each(['10.0.0.0/33', 'http://example.com', 'a b', '', 'x,,y', '-a.example', `${'a'.repeat(64)}.example`])(
    '%j is not a list of hosts and addresses',
    (text) => {
      expect(parseOutboundAllow(text)).toBeNull()
    },
  )
})

describe('URLs', () => {
  test.each([
    ['http://example.com/', 'https URL'],
    ['ftp://example.com/', 'https URL'],
    ['no url', 'https URL'],
    ['https://user@example.com/', 'without a user name'],
    ['https://:secret@example.com/', 'without a user name'],
    ['https://127.0.0.1/', 'public address'],
    // Other forms of the same address.
    ['https://2130706433/', 'public address'],
    ['https://0x7f.1/', 'public address'],
    ['https://[::1]/', 'public address'],
    ['https://[::ffff:7f00:1]/', 'public address'],
    ['https://localhost/', 'public address'],
    ['https://LOCALHOST./', 'public address'],
    ['https://a.localhost/', 'public address'],
    ['https://169.254.169.254/latest/meta-data', 'public address'],
  ])('%s is refused', (url, problem) => {
    expect(urlProblem(noExceptions, url)).toContain(problem)
  })

  test.each(['https://hooks.slack.com/services/T0/B0/x', 'https://8.8.8.8/'])('%s is accepted', (url) => {
    expect(urlProblem(noExceptions, url)).toBeNull()
  })

  test('http is only for what OUTBOUND_ALLOW lists', () => {
    const allow = rules('127.0.0.1,localhost')
    expect(urlProblem(allow, 'http://127.0.0.1:8080/')).toBeNull()
    expect(urlProblem(allow, 'http://localhost/')).toBeNull()
    expect(urlProblem(allow, 'http://8.8.8.8/')).toContain('https URL')
    expect(urlProblem(allow, 'http://127.0.0.2/')).toContain('public address')
    // Its address may be listed, which is checked for each request.
    expect(urlProblem(allow, 'http://hooks.example/')).toBeNull()
  })
})
