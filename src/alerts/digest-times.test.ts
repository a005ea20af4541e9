import { expect, test } from 'vitest'
import { nextDigestAt } from './digest-times.ts'

const next = (frequency: 'immediate' | 'daily' | 'weekly', now: string, digestHour = 7) =>
  nextDigestAt({ frequency, digestHour }, new Date(now))?.toISOString() ?? null

test('a daily digest is sent at the next 07:00 UTC', () => {
  expect(next('daily', '2026-11-24T06:59:59.999Z')).toBe('2026-11-24T07:00:00.000Z')
  expect(next('daily', '2026-11-24T07:00:00.000Z')).toBe('2026-11-25T07:00:00.000Z')
  expect(next('daily', '2026-12-31T12:00:00.000Z')).toBe('2027-01-01T07:00:00.000Z')
})

test('a weekly digest is sent on the next Monday', () => {
  // A Monday.
  expect(next('weekly', '2026-11-23T06:00:00.000Z')).toBe('2026-11-23T07:00:00.000Z')
  expect(next('weekly', '2026-11-23T07:00:00.000Z')).toBe('2026-11-30T07:00:00.000Z')
  expect(next('weekly', '2026-11-25T00:00:00.000Z')).toBe('2026-11-30T07:00:00.000Z')
})

test('a digest is sent at the hour of its alert', () => {
  expect(next('daily', '2026-11-24T06:00:00.000Z', 0)).toBe('2026-11-25T00:00:00.000Z')
  expect(next('daily', '2026-11-24T06:00:00.000Z', 23)).toBe('2026-11-24T23:00:00.000Z')
  expect(next('weekly', '2026-11-23T12:00:00.000Z', 14)).toBe('2026-11-23T14:00:00.000Z')
})

test('without digests there is no time', () => {
  expect(next('immediate', '2026-11-24T06:00:00.000Z')).toBeNull()
})
