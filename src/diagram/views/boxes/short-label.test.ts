import { expect, test } from 'vitest'
import { shortLabel } from './short-label.ts'

test.each([
  [[], ''],
  [['tcp 443'], 'tcp 443'],
  [['tcp 80', 'tcp 443'], 'tcp 80, 443'],
  [['tcp 80,443', 'tcp 443'], 'tcp 80, 443'],
  [['tcp 443,80'], 'tcp 80, 443'],
  [['tcp 80, 443', 'tcp 443'], 'tcp 80, 443'],
  [['tcp 8000-8010,22', 'udp 53'], 'tcp 22, 8000-8010 +1'],
  [['reads', 'writes'], 'reads and writes'],
  [['/a,b', '/c'], '/a,b, /c'],
  [['a label that is longer than it may be', 'another'], 'a label that is longer than it may be +1'],
  [['one label that is longer than it may be'], 'one label that is longer than it may be'],
])('%j is %s', (labels, text) => expect(shortLabel(labels)).toBe(text))
