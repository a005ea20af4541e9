import { expect, test } from 'vitest'
import { searchLimit } from './search-limit.ts'

const limits = [9, 8, 7, 6, 5, 4, 3, 2, 1]

/** `most` and `least`: what fits. */
function searched(most: number, least: number) {
  const drawn: number[] = []
  const found = searchLimit(
    limits,
    (limit) => (drawn.push(limit), limit),
    (limit) => (limit > most ? 'too much' : limit < least ? 'too little' : 'fits'),
  )
  return { found, drawings: drawn.length }
}

test.each(limits)('finds the highest limit that fits, %i, in a few drawings', (most) => {
  for (let least = 1; least <= most; least++) expect(searched(most, least).found).toBe(most)
  expect(searched(most, 1).drawings).toBeLessThanOrEqual(4)
})

test('finds nothing if all that is not too much is too little', () => {
  expect(searched(5, 6).found).toBeNull()
  expect(searched(0, 0).found).toBeNull()
  expect(searched(10, 10).found).toBeNull()
})
