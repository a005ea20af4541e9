/** The same as the quick test, with enough networks for combinations that are rare. */
import { integer, sample } from 'fast-check'
import { expect, test } from 'vitest'
import { compareExposuresWithWalks } from '../../../test/support/network/compare-exposures.ts'

test('no packet passes that no exposure tells of, and open exposures let packets pass', () => {
  const [seed = 0] = sample(integer({ min: 0 }), 1)
  const { packets, hidden, wrong } = compareExposuresWithWalks(seed, 600)
  expect(hidden).toEqual([])
  expect(wrong).toEqual([])
  expect(packets.reachable).toBeGreaterThan(5_000)
}, 600_000)
