/** Tests the stored data of sign-in: sessions and SSO credentials. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import { credentialKey } from './sign-on-credentials.ts'

let testTenant: TestTenant
let owner: Client
let ada: string
let bob: string

beforeAll(async () => {
  testTenant = await createTestTenant()
  owner = new Client({ connectionString: testTenant.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await testTenant.close()
})

const insertPerson = (name: string) =>
  testTenant.tenant(async ({ invitations }) => {
    const person = { name, email: `${name}@example.com`, passwordHash: null }
    return (await invitations.insertPerson(person)) ?? ''
  })

beforeEach(async () => {
  await owner.query('delete from user_sessions; delete from user_credentials; delete from users')
  ada = await insertPerson('ada')
  bob = await insertPerson('bob')
})

type Session = {
  readonly daysAgo: number
  readonly expiresInDays: number
  readonly address: string | null
  by: string | null
}

/** Adds a session and returns its ID. */
async function addSession(userId: string, more: Partial<Session> = {}): Promise<string> {
  const { daysAgo = 1, expiresInDays = 1, address = '192.0.2.1', by = null } = more
  const id = randomUUID()
  await owner.query(
    `insert into user_sessions (id, user_id, token, ip_address, user_agent, signed_in_by, created_at, updated_at, expires_at)
     values ($1, $2, gen_random_uuid()::text, $3, 'browser', $4, now() - $5 * interval '1 day', now(), now() + $6 * interval '1 day')`,
    [id, userId, address, by, daysAgo, expiresInDays],
  )
  return id
}

const idsOf = async (userId: string) => (await testTenant.store.userSessions.list(userId)).map(({ id }) => id)

test('lists sessions newest first, without expired ones and those of other users', async () => {
  const [old, young] = [await addSession(ada, { daysAgo: 3 }), await addSession(ada, { daysAgo: 2, address: null })]
  await addSession(ada, { expiresInDays: -1 })
  await addSession(bob)
  const [first, second] = await testTenant.store.userSessions.list(ada)
  expect([first, second]).toMatchObject([
    { id: young, address: null, userAgent: 'browser' },
    { id: old, address: '192.0.2.1' },
  ])
  const { createdAt, lastActiveAt, expiresAt } = first ?? {}
  const times = [createdAt, lastActiveAt, expiresAt].map((each) => each?.getTime() ?? 0)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(new Set(times).size).toBe(3)
  expect(await idsOf(ada)).toEqual([young, old])
})

test('a user can end only own sessions', async () => {
  const { userSessions } = testTenant.store
  const [one, two, three] = [await addSession(ada), await addSession(ada), await addSession(ada)]
  const theirs = await addSession(bob)
  expect(await userSessions.end(ada, theirs)).toBe(false)
  expect(await userSessions.end(ada, 'no session')).toBe(false)
  expect(await userSessions.end(ada, one)).toBe(true)
  expect(await userSessions.end(ada, one)).toBe(false)
  expect(await userSessions.endOthers(ada, three)).toBe(1)
  expect(await idsOf(ada)).toEqual([three])
  expect(await idsOf(bob)).toEqual([theirs])
  expect(two).not.toBe(three)
})

test('returns each network address of a user’s sessions once, by email address', async () => {
  const { userSessions } = testTenant.store
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', null]) await addSession(ada, { address })
  await addSession(ada, { address: '192.0.2.9', expiresInDays: -1 })
  await addSession(bob, { address: '192.0.2.8' })
  expect((await userSessions.addressesOf('ADA@example.com')).toSorted()).toEqual(['192.0.2.1', '192.0.2.2'])
  expect(await userSessions.addressesOf('nobody@example.com')).toEqual([])
})

const credential = (subject: string, issuer = 'https://issuer.example') => ({ provider: 'sso', issuer, subject })

async function accountsOf(userId: string): Promise<readonly string[]> {
  const { rows } = await owner.query<{ account_id: string }>(
    'select account_id from user_credentials where user_id = $1 order by 1',
    [userId],
  )
  return rows.map(({ account_id }) => account_id)
}

test('a user has one credential of a provider: a new one replaces it and ends its sessions', async () => {
  const { signOnCredentials, people } = testTenant.store
  expect(await signOnCredentials.replace(ada, credential('1'))).toBe(true)
  const [bySso, byPassword] = [await addSession(ada, { by: 'sso' }), await addSession(ada)]
  const theirs = await addSession(bob, { by: 'sso' })
  expect(await idsOf(ada)).toContain(bySso)
  expect(await signOnCredentials.replace(ada, credential('2'))).toBe(true)
  expect(await accountsOf(ada)).toEqual([credentialKey(credential('2'))])
  expect(await idsOf(ada)).toEqual([byPassword])
  expect(await idsOf(bob)).toEqual([theirs])
  expect(await people.isVouchedForBy('https://issuer.example', ada)).toBe(true)
  expect(await people.isVouchedForBy('https://other.example', ada)).toBe(false)
  expect(await people.isVouchedForBy('https://issuer.example', bob)).toBe(false)
})

test('does not take over another user’s credential, nor end sessions', async () => {
  const { signOnCredentials } = testTenant.store
  expect(await signOnCredentials.replace(ada, credential('1'))).toBe(true)
  const sessions = [await addSession(ada, { by: 'sso' }), await addSession(bob, { by: 'sso' })]
  expect(await signOnCredentials.replace(bob, credential('1'))).toBe(false)
  expect(await accountsOf(ada)).toEqual([credentialKey(credential('1'))])
  expect(await accountsOf(bob)).toEqual([])
  expect([...(await idsOf(ada)), ...(await idsOf(bob))]).toEqual(sessions)
  // The same subject of another issuer is another user.
  expect(await signOnCredentials.replace(bob, credential('1', 'https://other.example'))).toBe(true)
})

test('recognizes users with SSO and without a password', async () => {
  const { signOnCredentials, people } = testTenant.store
  await signOnCredentials.replace(ada, credential('1'))
  expect(await people.signsInOnlyBy('sso', ada)).toBe(true)
  expect(await people.signsInOnlyBy('another', ada)).toBe(false)
  expect(await people.signsInOnlyBy('sso', bob)).toBe(false)
  await owner.query(
    `insert into user_credentials (id, user_id, provider_id, account_id, password) values ($1, $2, 'credential', 'ada', 'hash')`,
    [randomUUID(), ada],
  )
  expect(await people.hasPassword(ada)).toBe(true)
  expect(await people.signsInOnlyBy('sso', ada)).toBe(false)
})

const insertSubject = (userId: string, provider: string, account: string) =>
  owner.query('insert into user_credentials (id, user_id, provider_id, account_id) values ($1, $2, $3, $4)', [
    randomUUID(),
    userId,
    provider,
    account,
  ])

test('binds subjects without an issuer to it once, unless a user already has that credential', async () => {
  const { signOnCredentials } = testTenant.store
  await insertSubject(ada, 'sso', '1')
  await insertSubject(bob, 'sso', '2')
  await insertSubject(bob, 'another', '3')
  await signOnCredentials.replace(ada, credential('2'))
  await insertSubject(ada, 'sso', '1')
  expect(await signOnCredentials.bindToIssuer('sso', 'https://issuer.example')).toBe(1)
  expect(await signOnCredentials.bindToIssuer('sso', 'https://issuer.example')).toBe(0)
  expect(await accountsOf(ada)).toEqual(['1', '2'].map((subject) => credentialKey(credential(subject))))
  expect(await accountsOf(bob)).toEqual(['2', '3'])
})
