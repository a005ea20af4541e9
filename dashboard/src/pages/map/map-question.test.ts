import { expect, test } from 'vitest'
import { parseConnection, parseQuestion } from './map-question.ts'
import { stepLine } from './step-line.ts'

const box = (x: number, y: number) => ({ x, y, width: 100, height: 40 })

test.each([
  ['tcp 443', { protocol: 'tcp', port: 443 }],
  ['udp 65535', { protocol: 'udp', port: 65_535 }],
  ['icmp', { protocol: 'icmp' }],
  ['tcp 65536', null],
  ['tcp 0', null],
  ['tcp', null],
  ['443', null],
  ['icmp 1', null],
])('the connection %j is %j', (text, expected) => {
  expect(parseConnection(text)).toEqual(expected)
})

test('only known questions are asked', () => {
  expect(parseQuestion('public')).toBe('public')
  expect(parseQuestion('reach')).toBe('reach')
  expect(parseQuestion('other')).toBeNull()
  expect(parseQuestion(null)).toBeNull()
})

test('a line for a step ends at the edges of both boxes', () => {
  expect(stepLine(box(0, 0), box(300, 0))?.line).toBe('M100 20L288 20')
  expect(stepLine(box(0, 200), box(0, 0))?.line).toBe('M50 200L50 52')
  expect(stepLine(box(0, 0), box(0, 0))).toBeNull()
})
