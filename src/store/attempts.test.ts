import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestStore, type TestStore } from '../../test/support/test-store.ts'

let testStore: TestStore

beforeAll(async () => {
  testStore = await createTestStore()
})
afterAll(() => testStore.close())

test('counts attempts of a key within a window, with the remaining time', async () => {
  const { attempts } = testStore.store
  const counts = []
  for (let attempt = 0; attempt < 3; attempt += 1) counts.push(await attempts.count('a', 900))
  expect(counts.map(({ count }) => count)).toEqual([1, 2, 3])
  for (const { leftSeconds } of counts) {
    expect(leftSeconds).toBeGreaterThan(800)
    expect(leftSeconds).toBeLessThanOrEqual(900)
  }
  expect(await attempts.count('b', 900)).toMatchObject({ count: 1 })
})

test('an attempt that is taken back does not count, and the count never falls below zero', async () => {
  const { attempts } = testStore.store
  await attempts.count('taken back', 900)
  for (let time = 0; time < 3; time += 1) await attempts.takeBack('taken back')
  expect(await attempts.count('taken back', 900)).toMatchObject({ count: 1 })
})

test('counting starts again after a reset and after the end of a window', async () => {
  const { attempts } = testStore.store
  for (const key of ['forgotten', 'kept', 'over']) await attempts.count(key, 900)
  await attempts.forget('forgotten')
  expect(await attempts.count('forgotten', 900)).toMatchObject({ count: 1 })
  expect(await attempts.count('kept', 900)).toMatchObject({ count: 2 })
  await sleep(2)
  expect(await attempts.count('over', 0.001)).toEqual({ count: 1, leftSeconds: 1 })
})
