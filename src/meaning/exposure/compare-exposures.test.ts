/** Tests which exposures count as opened or closed between two scans. */
import { describe, expect, test } from 'vitest'
import { compareExposures } from './compare-exposures.ts'
import type { Exposure } from './exposure.ts'

const type = 'AWS::EC2::Instance'

function exposure(more: Partial<Exposure> & { readonly id?: string | null } = {}): Exposure {
  const { id = 'i-1', ...given } = more
  return {
    resource: { type, id, arn: null, name: null },
    kind: 'network',
    from: 'internet',
    by: 'public address',
    protocol: 'tcp',
    ports: '443',
    verdict: 'open',
    condition: null,
    path: [],
    unknownBecause: [],
    ...given,
  }
}
const unread = (more: Partial<Exposure> & { readonly id?: string | null } = {}) =>
  exposure({ verdict: 'unknown', protocol: null, ports: null, ...more })
const toAccounts = (...accounts: readonly string[]) => exposure({ from: 'other accounts', accounts })
const conditional = (condition: string, more: Partial<Exposure> = {}) =>
  exposure({ verdict: 'conditional', condition, ...more })

/** `opened i-1 internet 443: closed > open`. */
function told(base: readonly Exposure[] | null, scan: readonly Exposure[] | null) {
  return Object.entries(compareExposures(base, scan)).flatMap(([list, entries]) =>
    entries.map(
      ({ resource: { id }, from, accounts = [], ports, before, after }) =>
        `${list} ${[id, from, ...accounts, ports].map(String).join(' ')}: ${before.verdict} > ${after.verdict}`,
    ),
  )
}

describe('exposures known in both scans', () => {
  test.each<[what: string, base: readonly Exposure[], scan: readonly Exposure[], expected: readonly string[]]>([
    ['the same', [exposure()], [exposure()], []],
    ['opened', [], [exposure()], ['opened i-1 internet 443: closed > open']],
    ['closed', [exposure()], [], ['closed i-1 internet 443: open > closed']],
    [
      'another port',
      [exposure()],
      [exposure({ ports: '22' })],
      ['opened i-1 internet 22: closed > open', 'closed i-1 internet 443: open > closed'],
    ],
    [
      'more ports',
      [exposure()],
      [exposure({ ports: '400-500' })],
      ['opened i-1 internet 400-442,444-500: closed > open'],
    ],
    ['fewer ports', [exposure({ ports: '80,443' })], [exposure()], ['closed i-1 internet 80: open > closed']],
    [
      'ports in two entries',
      [exposure({ ports: '22' }), exposure({ ports: '80,443' })],
      [exposure({ ports: '22,80,443,8080' })],
      ['opened i-1 internet 8080: closed > open'],
    ],
    [
      'a condition at ports that were open, and at others',
      [exposure({ ports: '1-100,443' })],
      [exposure({ ports: '1-100,443' }), conditional('only X', { ports: '22,8443' }), conditional('only Y')],
      ['opened i-1 internet 22,8443: closed > conditional'],
    ],
    [
      'another verdict of some ports',
      [exposure({ ports: '22,443' })],
      [exposure({ ports: '443' }), conditional('only X', { ports: '22' })],
      ['changed i-1 internet 22: open > conditional'],
    ],
    ['all ports', [exposure()], [exposure({ ports: null })], ['opened i-1 internet null: closed > open']],
    ['not all ports', [exposure({ ports: null })], [exposure()], ['closed i-1 internet null: open > closed']],
    [
      'all protocols',
      [exposure()],
      [exposure({ protocol: 'all', ports: null })],
      ['opened i-1 internet null: closed > open'],
    ],
    [
      'another protocol',
      [exposure()],
      [exposure({ protocol: 'udp' })],
      ['opened i-1 internet 443: closed > open', 'closed i-1 internet 443: open > closed'],
    ],
    [
      'a further range of addresses',
      [exposure({ from: '203.0.113.0/24' })],
      [exposure({ from: '198.51.100.0/24,203.0.113.0/24' })],
      ['opened i-1 198.51.100.0/24 443: closed > open'],
    ],
    [
      'several further ranges of addresses',
      [exposure({ from: '203.0.113.0/24' })],
      [exposure({ from: '192.0.2.0/24,198.51.100.0/24,203.0.113.0/24' })],
      ['opened i-1 192.0.2.0/24,198.51.100.0/24 443: closed > open'],
    ],
    [
      'accounts instead of addresses',
      [exposure({ from: '203.0.113.0/24' })],
      [exposure({ from: 'other accounts' })],
      ['opened i-1 other accounts 443: closed > open', 'closed i-1 203.0.113.0/24 443: open > closed'],
    ],
    [
      'a condition for some of the accounts',
      [toAccounts('1', '2', '3')],
      [{ ...toAccounts('1', '2'), verdict: 'conditional', condition: 'only X' }],
      ['closed i-1 other accounts 1 2 3 443: open > closed'],
    ],
    [
      'the same ranges at another port',
      [exposure({ from: '198.51.100.0/24,203.0.113.0/24' })],
      [exposure({ from: '203.0.113.0/24', ports: '22' })],
      ['opened i-1 203.0.113.0/24 22: closed > open', 'closed i-1 198.51.100.0/24,203.0.113.0/24 443: open > closed'],
    ],
    ['further accounts', [toAccounts('1')], [toAccounts('1', '2')], ['opened i-1 other accounts 2 443: closed > open']],
    ['fewer accounts', [toAccounts('1', '2')], [toAccounts('2')], ['closed i-1 other accounts 1 443: open > closed']],
    [
      'another account',
      [toAccounts('1')],
      [toAccounts('2')],
      ['opened i-1 other accounts 2 443: closed > open', 'closed i-1 other accounts 1 443: open > closed'],
    ],
    [
      'a condition for one of the accounts',
      [toAccounts('1', '2')],
      [toAccounts('1'), { ...toAccounts('2'), verdict: 'conditional', condition: 'only X' }],
      ['changed i-1 other accounts 2 443: open > conditional'],
    ],
    [
      'accounts that are known now',
      [exposure({ from: 'other accounts' })],
      [toAccounts('1')],
      ['opened i-1 other accounts 1 443: closed > open', 'closed i-1 other accounts 443: open > closed'],
    ],
    ['unknown accounts again', [exposure({ from: 'other accounts' })], [exposure({ from: 'other accounts' })], []],
    ['everyone, and no longer accounts', [toAccounts('1')], [exposure()], ['opened i-1 internet 443: closed > open']],
    [
      'a range of addresses alone',
      [exposure()],
      [exposure({ from: '203.0.113.0/24' })],
      ['closed i-1 internet 443: open > closed'],
    ],
    [
      'more than a range',
      [exposure({ from: '203.0.113.0/24' })],
      [exposure()],
      ['opened i-1 internet 443: closed > open'],
    ],
    [
      'other accounts',
      [exposure()],
      [exposure({ from: 'other accounts' })],
      ['closed i-1 internet 443: open > closed'],
    ],
    [
      'another way',
      [exposure()],
      [exposure({ by: 'else' })],
      ['opened i-1 internet 443: closed > open', 'closed i-1 internet 443: open > closed'],
    ],
    ['a condition', [exposure()], [conditional('only X')], ['changed i-1 internet 443: open > conditional']],
    ['no condition', [conditional('only X')], [exposure()], ['changed i-1 internet 443: conditional > open']],
    [
      'another condition',
      [conditional('only X')],
      [conditional('only Y')],
      ['changed i-1 internet 443: conditional > conditional'],
    ],
    [
      'the same condition at fewer ports',
      [conditional('only X', { ports: '1-443' })],
      [conditional('only X')],
      ['closed i-1 internet 1-442: conditional > closed'],
    ],
    [
      'fewer ports without the condition',
      [conditional('only X', { ports: '1-443' })],
      [exposure()],
      ['opened i-1 internet 443: conditional > open', 'closed i-1 internet 1-443: conditional > closed'],
    ],
    [
      'another resource',
      [exposure()],
      [exposure({ id: 'i-2' })],
      ['opened i-2 internet 443: closed > open', 'closed i-1 internet 443: open > closed'],
    ],
    [
      'a second condition',
      [conditional('only Y')],
      [conditional('only X'), conditional('only Y')],
      ['opened i-1 internet 443: conditional > conditional'],
    ],
    [
      'one of two conditions',
      [conditional('only X'), conditional('only Y')],
      [conditional('only Y')],
      ['closed i-1 internet 443: conditional > conditional'],
    ],
    [
      'one of two conditions, and another one',
      [conditional('only X'), conditional('only Y')],
      [conditional('only Y'), conditional('only Z')],
      ['changed i-1 internet 443: conditional > conditional'],
    ],
    [
      'no condition beside one',
      [conditional('only X')],
      [conditional('only X'), exposure()],
      ['opened i-1 internet 443: conditional > open'],
    ],
    [
      'a condition beside none',
      [conditional('only X'), exposure()],
      [conditional('only X')],
      ['closed i-1 internet 443: open > conditional'],
    ],
    ['a condition that none made useless', [exposure()], [conditional('only X'), exposure()], []],
    [
      'the second of two conditions at fewer ports',
      [conditional('only X', { ports: '1-443' }), conditional('only Y', { ports: '1-443' })],
      [conditional('only X', { ports: '1-443' }), conditional('only Y', { ports: '1-443' }), conditional('only Y')],
      [],
    ],
    [
      'a further condition beside one and none',
      [conditional('only Y', { ports: '1-443' }), exposure({ ports: '1-443' })],
      [conditional('only Y', { ports: '1-443' }), exposure({ ports: '1-443' }), conditional('only X')],
      [],
    ],
    [
      'one for two conditions',
      [conditional('only X'), conditional('only Y')],
      [exposure()],
      ['changed i-1 internet 443: conditional > open'],
    ],
  ])('%s', (_what, base, scan, expected) => expect(told(base, scan)).toEqual(expected))
})

describe('exposures unknown in one scan are neither opened nor closed', () => {
  test.each<
    [what: string, base: readonly Exposure[] | null, scan: readonly Exposure[] | null, expected: readonly string[]]
  >([
    ['the resource in this scan', [exposure()], [unread()], ['unknown i-1 internet 443: open > unknown']],
    ['the resource in the base scan', [unread()], [exposure()], ['unknown i-1 internet 443: unknown > open']],
    [
      'any of the type in this scan',
      [exposure()],
      [unread({ id: null })],
      ['unknown null internet null: closed > unknown', 'unknown i-1 internet 443: open > unknown'],
    ],
    [
      'any of the type in the base scan',
      [unread({ id: null })],
      [exposure()],
      ['unknown null internet null: unknown > closed', 'unknown i-1 internet 443: unknown > open'],
    ],
    ['what was closed', [], [unread()], ['unknown i-1 internet null: closed > unknown']],
    ['what is closed', [unread()], [], ['unknown i-1 internet null: unknown > closed']],
    ['either', [unread()], [unread()], []],
    [
      'the type in the base scan and the resource in this scan',
      [unread({ id: null })],
      [unread(), unread({ id: null })],
      [],
    ],
    [
      'another resource',
      [exposure(), unread({ id: 'i-2' })],
      [unread({ id: 'i-2' })],
      ['closed i-1 internet 443: open > closed'],
    ],
    [
      'targets of load balancers',
      [exposure(), unread({ id: null, kind: 'target' })],
      [unread({ id: null, kind: 'target' })],
      ['closed i-1 internet 443: open > closed'],
    ],
    [
      'other accounts of any of the type in the base scan',
      [unread({ id: null, from: 'other accounts' })],
      [exposure(), toAccounts('1'), unread({ id: null, from: 'other accounts' })],
      ['opened i-1 internet 443: closed > open', 'unknown i-1 other accounts 1 443: unknown > open'],
    ],
    [
      'other accounts of the resource in this scan',
      [toAccounts('1')],
      [unread({ from: 'other accounts' })],
      ['unknown i-1 other accounts 1 443: open > unknown'],
    ],
    ['anything now', [exposure()], null, ['unknown i-1 internet 443: open > unknown']],
    ['anything then', null, [exposure()], ['unknown i-1 internet 443: unknown > open']],
  ])('%s', (_what, base, scan, expected) => expect(told(base, scan)).toEqual(expected))

  test('an equally open exposure comes from the known one', () => {
    expect(told([exposure({ ports: null })], [exposure({ ports: null }), unread()])).toEqual([])
    expect(told([exposure()], [exposure(), unread()])).toEqual([])
  })
})

test('conditions come with their verdicts, and entries are sorted by type and ID', () => {
  const { opened, changed } = compareExposures(
    [conditional('only X')],
    [conditional('only Y'), exposure({ id: 'i-3' }), exposure({ id: 'i-2' })],
  )
  expect(changed).toEqual([
    {
      resource: { type, id: 'i-1', arn: null, name: null },
      from: 'internet',
      by: 'public address',
      protocol: 'tcp',
      ports: '443',
      before: { verdict: 'conditional', condition: 'only X' },
      after: { verdict: 'conditional', condition: 'only Y' },
    },
  ])
  expect(opened.map(({ resource: { id } }) => id)).toEqual(['i-2', 'i-3'])
  const gone = compareExposures([exposure({ id: 'i-3' }), exposure({ id: 'i-2' })], []).closed
  expect(gone.map(({ resource: { id } }) => id)).toEqual(['i-2', 'i-3'])
})
