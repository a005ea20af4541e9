import { expect, test } from 'vitest'
import { refusalEvent, transition } from './connection-lifecycle.ts'

test.each([
  ['pending', 'verified', 'connected'],
  ['pending', 'refused', 'failed'],
  ['pending', 'undecided', 'pending'],
  ['connected', 'verified', 'connected'],
  ['connected', 'refused', 'failed'],
  ['connected', 'undecided', 'connected'],
  ['failed', 'verified', 'connected'],
  ['failed', 'refused', 'failed'],
  ['failed', 'undecided', 'failed'],
  ['pending', 'role changed', 'pending'],
  ['connected', 'role changed', 'pending'],
  ['failed', 'role changed', 'pending'],
] as const)('%s, %s → %s', (status, event, next) => {
  expect(transition(status, event)).toBe(next)
})

test('the second refusal in a row decides, a single one does not', () => {
  expect([1, 2, 3].map(refusalEvent)).toEqual(['undecided', 'refused', 'refused'])
})
