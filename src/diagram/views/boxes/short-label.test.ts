import { expect, test } from 'vitest'
import { commonLabel, shortLabel } from './short-label.ts'

test.each([
  [[], ''],
  [['tcp 443'], 'tcp 443'],
  [['tcp 80', 'tcp 443'], 'tcp 80, 443'],
  [['tcp 80,443', 'tcp 443'], 'tcp 80, 443'],
  [['tcp 443,80'], 'tcp 80, 443'],
  [['tcp 80, 443', 'tcp 443'], 'tcp 80, 443'],
  [['tcp 8000-8010,22', 'udp 53'], 'tcp 22, 8000-8010 +1'],
  [['reads', 'writes'], 'reads and writes'],
  [['reads and writes', 'writes'], 'reads and writes'],
  [['reads', 'reads and writes'], 'reads and writes'],
  [['invokes', 'reads', 'writes'], 'invokes, reads, writes'],
  [['reads and writes', 'tcp 5432'], 'reads, writes, tcp 5432'],
  [['a label longer than others', 'reads and writes'], 'reads and writes +1'],
  [['reads'], 'reads'],
  [['invokes', 'writes'], 'invokes, writes'],
  [['GET /rides/{id} +1', 'POST /rides'], 'GET /rides/{id} +2'],
  [['GET /rides/{id} +1', 'GET /rides/{id}'], 'GET /rides/{id} +1'],
  [['GET /rides/{id} +11'], 'GET /rides/{id} +11'],
  [['tcp 22 +1', 'tcp 80 +2'], 'tcp 22, 80 +3'],
  [['tcp 22 (some addresses)', 'tcp 80, 443'], 'tcp 80, 443 +1'],
  [['tcp 22 (some addresses)', 'tcp 443', 'tcp 80 +1'], 'tcp 80, 443 +2'],
  [['tcp 22 (not known)', 'tcp 443'], 'tcp 443 +1'],
  [['not known', 'tcp 443'], 'tcp 443 +1'],
  [['tcp 22 (not known)', 'tcp 443 (some addresses)'], 'tcp 443 (some addresses) +1'],
  [['tcp 22 (some addresses)', 'tcp 25 (some addresses)'], 'tcp 22 (some addresses) +1'],
  [['/a,b', '/c'], '/a,b, /c'],
  [['a label that is longer than it may be', 'another'], 'a label that is longer than it may be +1'],
  [['one label that is longer than it may be'], 'one label that is longer than it may be'],
])('%j is %s', (labels, text) => expect(shortLabel(labels)).toBe(text))

test.each([
  [[], ''],
  [['tcp 443', '', 'tcp 80'], 'tcp 80, 443'],
  [['(disabled) b', '(disabled) a'], '(disabled) a, b'],
  [['(disabled) b', 'rule x'], 'rule x, (disabled) b'],
  [['(disabled) a scheduled rule', 'job state changes'], 'job state changes, 1 disabled'],
  [
    ['(disabled) a scheduled rule', '(disabled) b', '(stopped) pipe', 'job state changes', 'more +1'],
    'job state changes, more +1, 2 disabled, 1 stopped',
  ],
  [['(disabled) a rule', ''], ''],
  [['(disabled) a rule', '', 'writes'], 'writes, 1 disabled'],
  [['invokes', '(disabled) a rule'], '(disabled) a rule +1'],
  [['reads', '(disabled) batches of 10'], '(disabled) batches of 10 +1'],
  [['(stopped) reads', '(stopped) writes'], '(stopped) reads and writes'],
  [['(stopped) tcp 5432', '(stopped)'], '(stopped) tcp 5432'],
  [['reads', '(stopped) reads'], 'reads'],
  [['reads', '(stopped) writes'], 'reads, (stopped) writes'],
  [['reads', '(stopped)'], 'reads'],
  [['tcp 5432', '(stopped) tcp 5432'], 'tcp 5432'],
  [['', 'tcp 443 (not known)'], ''],
  [['', 'tcp 443'], 'tcp 443'],
  [['not known', 'tcp 443 (not known)'], 'not known +1'],
  [['', 'not known +1'], ''],
])('flows with the labels %j have %s', (labels, text) => expect(commonLabel(new Set(labels))).toBe(text))

test('schedules have no word in common', () => {
  expect(shortLabel(['rate(1 day)', 'cron(0 9)'])).toBe('cron(0 9), rate(1 day)')
  expect(shortLabel(['tcp 443', 'tcp 80'])).toBe('tcp 80, 443')
})
