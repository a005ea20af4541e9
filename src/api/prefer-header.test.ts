import { expect, test } from 'vitest'
import { preferenceApplied, readPreferences } from './prefer-header.ts'

const read = (prefer: string) => {
  const { respondAsync, waitSeconds } = readPreferences({ prefer })
  return [respondAsync, waitSeconds]
}

test.each([
  'respond-async',
  'Respond-Async',
  'handling=lenient, respond-async; wait=5',
  'foo="x, y", respond-async',
  'foo="a \\" quote", respond-async;bar="z"',
  'foo="ends in a backslash \\\\", respond-async',
])('requests an immediate response: %s', (prefer) => expect(read(prefer)).toEqual([true, null]))

test.each([
  '',
  'respond-asynchronously',
  'handling=lenient; respond-async',
  'foo="x, respond-async, y"',
  'foo="a \\", respond-async, \\" z"',
  'foo="never closed, respond-async',
  'foo="never closed, respond-async\\',
])('does not request an immediate response: %s', (prefer) => expect(read(prefer)).toEqual([false, null]))

test.each([
  ['wait=5', 5],
  ['WAIT = 5', 5],
  ['wait="5"', 5],
  ['wait=0', 0],
  ['wait=007', 7],
  ['handling=lenient, wait=5; x=y', 5],
  ['wait=5; respond-async', 5],
  ['wait=5, wait=9', 5],
  ['wait=3600', 3600],
  ['wait=3601', 3600],
  [`wait=${'9'.repeat(400)}`, 3600],
])('requests a wait: %s', (prefer, seconds) => expect(read(prefer)).toEqual([false, seconds]))

test.each([
  'wait',
  'wait=',
  'wait=-1',
  'wait=1.5',
  'wait=ten',
  'wait=5x',
  'waiting=5',
  'foo; wait=5',
  'foo=", wait=5"',
])('does not request a wait: %s', (prefer) => expect(read(prefer)).toEqual([false, null]))

test('both at once, in any order, and from several headers', () => {
  expect(read('wait=5,respond-async')).toEqual([true, 5])
  expect(read('respond-async, wait=5')).toEqual([true, 5])
})

test('reads long headers of quotes quickly', () => {
  const began = performance.now()
  expect(read(`${'"\\'.repeat(8_000)}, wait=5`)).toEqual([false, null])
  expect(performance.now() - began).toBeLessThan(1_000)
})

test('names what was applied', () => {
  expect(preferenceApplied({ respondAsync: false, waitSeconds: null })).toBeNull()
  expect(preferenceApplied({ respondAsync: true, waitSeconds: null })).toBe('respond-async')
  expect(preferenceApplied({ respondAsync: false, waitSeconds: 0 })).toBe('wait=0')
  expect(preferenceApplied({ respondAsync: true, waitSeconds: 5 })).toBe('respond-async, wait=5')
})
