import { getMigrations } from 'better-auth/db/migration'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStore, type TestStore } from '../../test/support/test-store.ts'
import { createSignInLibrary } from './sign-in-library.ts'

let testStore: TestStore

beforeAll(async () => {
  testStore = await createTestStore()
})
afterAll(() => testStore.close())

const libraryAt = (publicUrl: string | null) => {
  const options = { secretKey: testStore.secretKey, publicUrl, mailer: null, oidc: null }
  return createSignInLibrary(testStore.store, { ...options, logger: pino({ level: 'silent' }) })
}

test('the migrations create the tables that the library requires', async () => {
  const { toBeCreated, toBeAdded } = await getMigrations(libraryAt(null).options)
  expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] })
})

test.each([
  ['https://surveyor.example.com', true, '__Secure-surveyor.session_token'],
  ['http://localhost:8080', false, 'surveyor.session_token'],
  [null, false, 'surveyor.session_token'],
])('at %s, Secure is %s on the cookie', async (publicUrl, secure, name) => {
  const { authCookies } = await libraryAt(publicUrl).$context
  expect(authCookies.sessionToken).toMatchObject({
    name,
    attributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
  })
})
