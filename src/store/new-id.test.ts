import { afterEach, expect, test, vi } from 'vitest'
import { newId } from './new-id.ts'

afterEach(() => vi.useRealTimers())

const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

test('is a UUID of version 7 that starts with the time, and is random at its end', () => {
  const before = Date.now()
  const ids = Array.from({ length: 1_000 }, newId)
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(timeOf(id)).toBeGreaterThanOrEqual(before)
    expect(timeOf(id)).toBeLessThanOrEqual(Date.now())
  }
  expect(new Set(ids.map((id) => id.slice(19))).size).toBe(1_000)
  // Two bits are fixed for the variant, all others are random.
  expect(new Set(ids.map((id) => id[19])).size).toBe(4)
})

test('grows within a millisecond, when the millisecond is full, and after the clock was set back', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 })
  const ids = Array.from({ length: 5_000 }, newId)
  vi.setSystemTime(Date.now() - 3_600_000)
  ids.push(newId())
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(5_001)
})

test('follows the clock again once that is ahead', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 })
  expect(timeOf(newId())).toBe(Date.now())
})
