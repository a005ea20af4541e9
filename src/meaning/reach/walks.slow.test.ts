import { integer, sample } from 'fast-check'
import { expect, test } from 'vitest'
import { compareWalks } from '../../../test/support/network/compare-walks.ts'

test('20,000 packets through random networks match the reference simulation', () => {
  const [seed = 0] = sample(integer({ min: 0 }), 1)
  const { packets, disagreements } = compareWalks(seed, 1_000, 20)
  expect(packets).toBe(20_000)
  expect(disagreements).toEqual([])
})
