import { integer, sample } from 'fast-check'
import { expect, test } from 'vitest'
import { compareUnread, compareWalks } from '../../../test/support/network/compare-walks.ts'

test('a reference simulation of single packets through random networks has the same results', () => {
  const [seed = 0] = sample(integer({ min: 0 }), 1)
  const { packets, counts, disagreements } = compareWalks(seed, 200, 15)
  expect(disagreements).toEqual([])
  // The comparison only counts if results are definite, and of both kinds.
  expect(counts.reachable).toBeGreaterThan(packets / 50)
  expect(counts.blocked).toBeGreaterThan(packets / 4)
  expect(counts.unknown).toBeLessThan(packets / 3)
})

test('with any one type unread, no result is the opposite of the one with full data', () => {
  const [seed = 0] = sample(integer({ min: 0 }), 1)
  const { packets, contradictions } = compareUnread(seed, 60, 5)
  expect(packets).toBeGreaterThan(2_000)
  expect(contradictions).toEqual([])
})
