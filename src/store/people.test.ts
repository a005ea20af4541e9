import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
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

test('withdraws the other reset links of a user, but none if the kept link is already gone', async () => {
  const { people, signInDatabase } = testTenant.store
  const other = randomUUID()
  for (const [id, user] of Object.entries({ first: userId, second: userId, third: userId, another: other }))
    await sql`
      insert into user_verifications (id, identifier, value, expires_at)
      values (${id}, ${`reset-password:${id}`}, ${user}, now() + interval '1 hour')
    `.execute(signInDatabase)
  const links = async () => {
    const rows = await signInDatabase.selectFrom('user_verifications').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  await people.withdrawOtherResetLinks(userId, 'another')
  expect(await links()).toEqual(['another', 'first', 'second', 'third'])
  await people.withdrawOtherResetLinks(userId, 'second')
  expect(await links()).toEqual(['another', 'second'])
  await people.withdrawResetLinks(userId)
  expect(await links()).toEqual(['another'])
})
