import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type TestTenant, createTestTenant } from '../../test/support/test-tenant.ts'

let testTenant: TestTenant
let userId: string

beforeAll(async () => {
  testTenant = await createTestTenant()
  const person = { name: 'Ada', email: 'ada@example.com', passwordHash: null }
  userId = (await testTenant.tenant(({ invitations }) => invitations.insertPerson(person))) ?? ''
  return () => testTenant.close()
})

test('returns the last saved preferences of each user', async () => {
  const { people } = testTenant.store
  expect(await people.preferences(userId)).toEqual({})
  await people.savePreferences(userId, { theme: 'light' })
  await people.savePreferences(userId, { theme: 'dark', columns: ['name'] })
  expect(await people.preferences(userId)).toEqual({ theme: 'dark', columns: ['name'] })
  expect(await people.preferences(randomUUID())).toEqual({})
})

test('finds a user by address in any letter case, with the current name', async () => {
  const { people } = testTenant.store
  expect(await people.hasAny()).toBe(true)
  await people.rename(userId, 'Ada L.')
  expect(await people.findByEmail('ADA@example.com')).toEqual({ id: userId, name: 'Ada L.', email: 'ada@example.com' })
  expect(await people.findByEmail('bob@example.com')).toBeNull()
  expect(await people.hasPassword(userId)).toBe(false)
})
