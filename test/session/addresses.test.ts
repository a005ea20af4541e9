/** Tests that email addresses are compared in lower case of ASCII letters, and that others are rejected everywhere. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreatedInvitation } from '../../contract/session/members.ts'
import { invite } from '../../src/identity/invitation-acceptance.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'
import { type SessionClient, sessionClient, signUp, testPassword } from '../support/session-client.ts'

let running: RunningTestService
let owner: SessionClient

beforeAll(async () => {
  running = await startRunningService()
  owner = await signUp(running.service, running.organizationId, 'owner')
  await signUp(running.service, running.organizationId, 'owner', 'kim@example.com')
})
afterAll(() => running.close())

const openLink = async () => {
  const link = { email: null, role: 'viewer', invitedBy: null, address: null } as const
  return (await invite(running.service.store, running.organizationId, link)).path.split('#')[1]
}

const refusals: readonly (readonly [string, string])[] = [
  ['the Kelvin sign for a k', '\u212aim@example.com'],
  ['a letter with an accent', 'k\u00edm@example.com'],
  ['a Cyrillic letter', '\u043aim@example.com'],
  ['a letter of full width', '\uff4bim@example.com'],
  ['an invisible character', 'kim\u200b@example.com'],
  ['a non-ASCII domain', 'kim@ex\u00e4mple.com'],
  ['a domain of one name', 'kim@example'],
  ['two domains', 'kim@example.com@example.com'],
]

describe.each(refusals)('%s is rejected', (_what, email) => {
  test.each([
    ['in an invitation', '/session/invitations', () => ({ email, role: 'viewer' })],
    [
      'in setting up an account',
      '/session/setup',
      async () => ({ token: await openLink(), email, name: 'Kim', password: testPassword }),
    ],
    ['in signing in', '/session/auth/sign-in/email', () => ({ email, password: testPassword })],
    ['in asking for a link', '/session/auth/request-password-reset', () => ({ email })],
  ] as const)('%s', async (_where, path, body) => {
    const client = path === '/session/invitations' ? owner : sessionClient(running.service.baseUrl)
    const { status, body: answer } = await client.call('POST', path, await body())
    expect([status, answer?.error?.code, answer?.error?.details?.[0]?.path]).toEqual([
      400,
      'VALIDATION_ERROR',
      ['email'],
    ])
    expect((await client.call('GET', '/session/me')).status).toBe(client === owner ? 200 : 401)
  })
})

test('capitals are the same address, everywhere', async () => {
  const email = 'Ada.B+c@Xn--Tda.Example.COM'
  const { link, email: kept } = await owner.data<CreatedInvitation>('POST', '/session/invitations', {
    email,
    role: 'viewer',
  })
  expect(kept).toBe('ada.b+c@xn--tda.example.com')
  const client = sessionClient(running.service.baseUrl)
  const account = { token: link.split('#')[1], email: email.toUpperCase(), name: 'Ada', password: testPassword }
  await client.data('POST', '/session/setup', account)
  const again = { email: email.toUpperCase(), password: testPassword }
  await sessionClient(running.service.baseUrl).data('POST', '/session/auth/sign-in/email', again)
  expect(
    (await owner.call('POST', '/session/invitations', { email: email.toLowerCase(), role: 'viewer' })).status,
  ).toBe(409)
})

test.each([
  ['spaces', '   '],
  ['invisible characters', '\u200b\u2060\ufeff'],
  ['both', ' \u00ad '],
])('a name of %s alone is rejected', async (_what, name) => {
  const account = { token: await openLink(), email: 'nameless@example.com', name, password: testPassword }
  const { status, body } = await sessionClient(running.service.baseUrl).call('POST', '/session/setup', account)
  expect([status, body?.error?.details?.[0]?.path]).toEqual([400, ['name']])
})

test.each([
  'a#b@example.com',
  'a&b@example.com',
  '.a@example.com',
  'a.@example.com',
  'a..b@example.com',
  'a@-example.com',
  'a@example.c',
  'a@example.123',
])('%s, which sign-in would reject, creates no user account', async (email) => {
  const account = { token: await openLink(), email, name: 'Ada', password: testPassword }
  const { status, body } = await sessionClient(running.service.baseUrl).call('POST', '/session/setup', account)
  expect([status, body?.error?.details?.[0]?.path]).toEqual([400, ['email']])
  expect(await running.service.store.people.findByEmail(email)).toBeNull()
})

test.each(["o'neil@example.com", 'a_b-c.d+e@example.co', '1@2-3.example.com'])(
  '%s creates a user account',
  async (email) => {
    const account = { token: await openLink(), email, name: 'Ada', password: testPassword }
    const { status } = await sessionClient(running.service.baseUrl).call('POST', '/session/setup', account)
    expect(status).toBe(200)
  },
)
