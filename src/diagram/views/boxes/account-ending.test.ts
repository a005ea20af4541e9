import { expect, test } from 'vitest'
import { plainGroup, plainNode } from '../../testing/plain-elements.ts'
import { withoutAccountEndings } from './account-ending.ts'
import { flattened } from './group.ts'

const scanned = { accountId: '123456789012', region: 'eu-west-1' }

function shown(...labels: readonly string[]): readonly string[] {
  const nodes = labels.map((label) => plainNode(label, { label }))
  return flattened(withoutAccountEndings(nodes, scanned)).map(({ label }) => label)
}

test.each([
  ['logs-123456789012', 'logs'],
  ['logs-123456789012-eu-west-1', 'logs'],
  ['elasticbeanstalk-eu-west-1-123456789012', 'elasticbeanstalk'],
  ['3 × logs-*-123456789012', '3 × logs-*-123456789012'],
  ['logs-123456789012-eu-west-1 (4)', 'logs (4)'],
  ['a-123456789012, b-123456789012-eu-west-1', 'a, b'],
])('the account and region at the end of %s are left out: %s', (name, label) => {
  expect(shown(name)).toEqual([label])
})

test.each([
  'logs-210987654321',
  'logs-eu-west-1',
  'logs-123456789012-us-east-1',
  'logs-123456789012-a',
  'logs-123456789012.a',
  'logs-1234567890123',
  'logs123456789012',
  '123456789012',
])('others stay: %s', (name) => {
  expect(shown(name)).toEqual([name])
})

test('two names stay that would be the same, but not those of one name', () => {
  expect(shown('logs', 'logs-123456789012')).toEqual(['logs', 'logs-123456789012'])
  expect(shown('logs-123456789012-eu-west-1', 'logs-123456789012', 'a')).toEqual([
    'logs-123456789012-eu-west-1',
    'logs-123456789012',
    'a',
  ])
  expect(shown('logs-123456789012', 'logs-123456789012')).toEqual(['logs', 'logs'])
})

test('also in groups and details', () => {
  const inner = plainNode('inner', { label: '2 buckets', detail: 'a-123456789012 and 1 more' })
  const group = plainGroup('group', [inner], { label: 'shop-123456789012', detail: '123456789012' })
  const [outer, box] = flattened(withoutAccountEndings([group], scanned))
  expect([outer?.label, outer?.detail, box?.label, box?.detail]).toEqual([
    'shop',
    '123456789012',
    '2 buckets',
    'a and 1 more',
  ])
})

test('without a known account, names stay', () => {
  const node = plainNode('logs-', { label: 'logs-' })
  expect(withoutAccountEndings([node], { accountId: '', region: 'eu-west-1' })).toEqual([node])
})
