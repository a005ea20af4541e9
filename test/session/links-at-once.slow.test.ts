/** Tests that one-time links work once, also for concurrent use and for users with several links. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { pino } from 'pino'
import { invite } from '../../src/identity/invitation-acceptance.ts'
import { createSignIn } from '../../src/identity/sign-in.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'
import { sessionClient, signUp, testPassword } from '../support/session-client.ts'

let running: RunningTestService
let places = 0

beforeAll(async () => {
  running = await startRunningService({ configuration: { trustProxy: 1 } })
})
afterAll(() => running.close())

async function post(path: string, body: unknown): Promise<number> {
  const headers = { 'x-forwarded-for': `198.51.100.${(places += 1)}` }
  return (await sessionClient(running.service.baseUrl).call('POST', path, body, headers)).status
}

const tokenOf = (path: string | null) => path?.split('#')[1] ?? ''

function resetLinks(email: string, count: number): Promise<readonly string[]> {
  const options = { secretKey: 'z'.repeat(32), publicUrl: null, mailer: null, oidc: null }
  const operator = createSignIn(running.service.store, { ...options, logger: pino({ level: 'silent' }) })
  return Promise.all(Array.from({ length: count }, async () => tokenOf(await operator.resetLink(email))))
}

const counts = (statuses: readonly number[], wanted: number) => statuses.filter((status) => status === wanted).length

test.each([
  ['four links of one user', 4, 1],
  ['one link four times', 1, 4],
  ['two links twice', 2, 2],
])('exactly one of %s sets a new password', async (_what, links, times) => {
  const { email } = await signUp(running.service, running.organizationId, 'viewer')
  const tokens = (await resetLinks(email, links)).flatMap((token) => Array.from({ length: times }, () => token))
  const passwords = tokens.map((_token, index) => `an entirely new password ${index}`)
  const statuses = await Promise.all(
    tokens.map((token, index) => post('/session/auth/reset-password', { token, newPassword: passwords[index] })),
  )
  expect([counts(statuses, 200), counts(statuses, 400)]).toEqual([1, tokens.length - 1])
  const set = passwords[statuses.indexOf(200)]
  expect(await post('/session/auth/sign-in/email', { email, password: set })).toBe(200)
  // No link is left.
  for (const token of tokens) {
    expect(await post('/session/auth/reset-password', { token, newPassword: testPassword })).toBe(400)
  }
})

test('an expired link revokes no valid one', async () => {
  const { email } = await signUp(running.service, running.organizationId, 'viewer')
  const [expired = ''] = await resetLinks(email, 1)
  const { store } = running.service
  const person = await store.people.findByEmail(email)
  await sql`update user_verifications set expires_at = now() - interval '1 second' where value = ${person?.id}`.execute(
    store.signInDatabase,
  )
  const [token = ''] = await resetLinks(email, 1)
  const newPassword = 'an entirely new password'
  expect(await post('/session/auth/reset-password', { token: expired, newPassword })).toBe(400)
  expect(await post('/session/auth/reset-password', { token, newPassword })).toBe(200)
})

test('the token is read from the body only', async () => {
  const { email } = await signUp(running.service, running.organizationId, 'viewer')
  const [token = ''] = await resetLinks(email, 1)
  const newPassword = 'an entirely new password'
  expect(await post(`/session/auth/reset-password?token=${token}`, { newPassword })).toBe(400)
  expect(await post(`/session/auth/reset-password?token=${token}`, { token: '', newPassword })).toBe(400)
  expect(await post('/session/auth/reset-password', { token, newPassword })).toBe(200)
})

test('does not affect links of other users', async () => {
  const [one, other] = [
    await signUp(running.service, running.organizationId, 'viewer'),
    await signUp(running.service, running.organizationId, 'viewer'),
  ]
  const [[first], [second]] = [await resetLinks(one.email, 1), await resetLinks(other.email, 1)]
  const statuses = await Promise.all(
    [first, second].map((token) => post('/session/auth/reset-password', { token, newPassword: 'entirely new pass' })),
  )
  expect(statuses).toEqual([200, 200])
})

test.each([
  ['one link without an address', null, 1],
  ['one invitation', 'invited', 1],
  ['two links and one address', null, 2],
])('exactly one concurrent use of %s creates a user account', async (_what, invited, links) => {
  const email = `${invited ?? 'anybody'}-${links}@example.com`
  const invitation = {
    email: invited === null ? null : email,
    role: 'viewer',
    invitedBy: null,
    address: null,
  } as const
  const made = await Promise.all(
    Array.from({ length: links }, () => invite(running.service.store, running.organizationId, invitation)),
  )
  const tokens = Array.from({ length: 4 }, (_, index) => tokenOf(made[index % links]?.path ?? null))
  const statuses = await Promise.all(
    tokens.map((token, index) => {
      // With one link, each request would create another user.
      const address = links === 1 && invited === null ? `${index}-${email}` : email
      return post('/session/setup', { token, name: 'New', email: address, password: testPassword })
    }),
  )
  expect([counts(statuses, 200), counts(statuses, 404) + counts(statuses, 409)]).toEqual([1, 3])
})

test('an invitation that a signed-in user accepts several times concurrently works once', async () => {
  const member = await signUp(running.service, running.organizationId, 'viewer')
  const invitation = { email: member.email, role: 'admin', invitedBy: null, address: null } as const
  const token = tokenOf((await invite(running.service.store, running.organizationId, invitation)).path)
  const statuses = await Promise.all(
    Array.from({ length: 5 }, async () => (await member.call('POST', '/session/setup/join', { token })).status),
  )
  expect([counts(statuses, 200), counts(statuses, 404)]).toEqual([1, 4])
})
