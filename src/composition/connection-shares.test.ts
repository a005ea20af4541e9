import { expect, test } from 'vitest'
import { shareConnections } from './connection-shares.ts'

test.each([
  // The lowest configurable number.
  [10, 4, { pictureThreads: 2, requests: 2 }],
  [10, 1, { pictureThreads: 1, requests: 3 }],
  [15, 4, { pictureThreads: 3, requests: 6 }],
  [100, 4, { pictureThreads: 4, requests: 90 }],
])('%i connections where pictures want %i threads', (total, wanted, shares) => {
  expect(shareConnections(total, wanted)).toEqual(shares)
})
