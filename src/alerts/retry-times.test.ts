import { expect, test } from 'vitest'
import { mostAttempts, retryInSeconds } from './retry-times.ts'

test('ten attempts take about a day, each pause longer than the one before', () => {
  const pauses = Array.from({ length: mostAttempts }, (_, index) => retryInSeconds(index + 1, null))
  expect(pauses).toEqual([10, 60, 300, 1_800, 3_600, 7_200, 14_400, 25_200, 32_400, null])
  const hours = pauses.reduce((sum: number, pause) => sum + (pause ?? 0), 0) / 3_600
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(24)
})

test('Retry-After lengthens a pause, up to nine hours, and never shortens it', () => {
  expect(retryInSeconds(1, '120')).toBe(120)
  expect(retryInSeconds(1, '3')).toBe(10)
  expect(retryInSeconds(1, '999999')).toBe(32_400)
  expect(retryInSeconds(1, '-5')).toBe(10)
  expect(retryInSeconds(1, 'Wed, 21 Oct 2026 07:28:00 GMT')).toBe(10)
  expect(retryInSeconds(10, '5')).toBeNull()
})
