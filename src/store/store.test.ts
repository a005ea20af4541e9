import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestStore } from '../../test/support/test-store.ts'
import { createTestStore } from '../../test/support/test-store.ts'

let testStore: TestStore
beforeAll(async () => {
  testStore = await createTestStore()
})
afterAll(() => testStore.close())

test('an organization is found by id and by name', async () => {
  const { organizations } = testStore.store
  const made = await organizations.insert('first')
  expect(made).not.toBeNull()
  expect(await organizations.insert('first')).toBeNull()
  expect(await organizations.find('first')).toEqual(made)
  expect(await organizations.find(made?.id ?? '')).toEqual(made)
  expect(await organizations.find('other')).toBeNull()
})
