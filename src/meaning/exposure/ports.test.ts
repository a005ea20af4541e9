import { expect, test } from 'vitest'
import { hasPort, joinedPorts, portsWithout } from './ports.ts'

test.each([
  [['443', '22'], '22,443'],
  [['80', '81', '82-90'], '80-90'],
  [['80', '82'], '80,82'],
  [['1-100', '50-60', '90-200'], '1-200'],
  [['22,443', '23'], '22-23,443'],
])('%o together are %s', (texts, expected) => expect(joinedPorts(texts)).toBe(expected))

test.each([
  ['22,443', '22', '443'],
  ['22', '22', ''],
  ['22', '0-1024', ''],
  ['400-500', '443', '400-442,444-500'],
  ['400-500', '400,500', '401-499'],
  ['400-500', '1-450', '451-500'],
  ['80', '443', '80'],
])('%s without %s is %s', (text, others, expected) => expect(portsWithout(text, others)).toBe(expected))

test('a port is in a list with its range', () => {
  expect([21, 22, 1024, 65_535].map((port) => hasPort('22,1024-65535', port))).toEqual([false, true, true, true])
})
