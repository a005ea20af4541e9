/** The same as the quick tests, with enough networks for combinations that are rare. */
import { integer, sample } from 'fast-check'
import { expect, test } from 'vitest'
import { compareExposuresWithWalks, compareUnreadExposures } from '../../../test/support/network/compare-exposures.ts'

test('no packet passes that no exposure tells of, and open exposures let packets pass', () => {
  const [seed = 0] = sample(integer({ min: 0 }), 1)
  const { packets, hidden, wrong } = compareExposuresWithWalks(seed, 120)
  expect(hidden).toEqual([])
  expect(wrong).toEqual([])
  expect(packets.reachable).toBeGreaterThan(1_000)
}, 600_000)

test('with any one type unread, neither', () => {
  const [seed = 0] = sample(integer({ min: 0 }), 1)
  const { checks, hidden, wrong } = compareUnreadExposures(seed, 40)
  expect(hidden).toEqual([])
  expect(wrong).toEqual([])
  expect(checks).toBeGreaterThan(20_000)
}, 600_000)
