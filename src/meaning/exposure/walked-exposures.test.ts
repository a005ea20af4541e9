/** Exposures of instances in random networks, against a packet walker that shares no code with them. */
import { integer, sample } from 'fast-check'
import { expect, test } from 'vitest'
import { compareExposuresWithWalks, compareUnreadExposures } from '../../../test/support/network/compare-exposures.ts'

test('no packet passes that no exposure tells of, and open exposures let packets pass', () => {
  const [seed = 0] = sample(integer({ min: 0 }), 1)
  const { packets, hidden, wrong } = compareExposuresWithWalks(seed, 20)
  expect(hidden).toEqual([])
  expect(wrong).toEqual([])
  // The comparison only counts if there are packets of both kinds.
  expect(packets.reachable).toBeGreaterThan(100)
  expect(packets.blocked).toBeGreaterThan(5_000)
})

test('with any one type unread, neither', () => {
  const [seed = 0] = sample(integer({ min: 0 }), 1)
  const { checks, hidden, wrong } = compareUnreadExposures(seed, 12)
  expect(hidden).toEqual([])
  expect(wrong).toEqual([])
  expect(checks).toBeGreaterThan(5_000)
})
