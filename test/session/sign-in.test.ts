import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '../../contract/session/me.ts'
import type { OwnSession } from '../../contract/session/own-sessions.ts'
import { invite } from '../../src/identity/invitation-acceptance.ts'
import { signInAttempts } from '../../src/dashboard-api/sign-in-attempts.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'
import { type SessionClient, sessionClient, signUp, testPassword } from '../support/session-client.ts'

let running: RunningTestService
let service: RunningTestService['service']

beforeAll(async () => {
  running = await startRunningService({ configuration: { trustProxy: 1 } })
  service = running.service
})
afterAll(() => running.close())

let places = 0

/** A different network each time, because limits per network are tested elsewhere. */
async function signIn(email: string, password: string, address = `198.51.100.${(places += 1)}`) {
  const client = sessionClient(service.baseUrl)
  // The caller's own entry precedes the proxy's.
  const headers = { 'x-forwarded-for': `192.0.2.99, ${address}` }
  const answer = await client.call('POST', '/session/auth/sign-in/email', { email, password }, headers)
  return { client, answer }
}

/** Returns the cookies as one header. */
const cookieOf = ({ cookies }: SessionClient) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const inviteOwner = async (email: string | null) => {
  const invitation = { email, role: 'owner', invitedBy: null, address: null } as const
  return (await invite(service.store, running.organizationId, invitation)).path.split('#')[1] ?? ''
}

describe('signing in', () => {
  test('a member signs in with the password in any case of the address, and what was signed out is ended on the server', async () => {
    const { email } = await signUp(service, running.organizationId, 'owner')
    const { client, answer } = await signIn(email.toUpperCase(), testPassword)
    expect(answer.status).toBe(200)
    expect(await client.data<Me>('GET', '/session/me')).toMatchObject({
      user: { email, name: 'A owner', hasPassword: true },
      organization: { id: running.organizationId, role: 'owner' },
      preferences: {},
    })
    const cookie = cookieOf(client)
    expect((await client.call('POST', '/session/auth/sign-out')).status).toBe(200)
    expect((await client.call('GET', '/session/me')).status).toBe(401)
    const replayed = await sessionClient(service.baseUrl).call('GET', '/session/me', undefined, { cookie })
    expect(replayed).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } })
  })

  test('a wrong password and an unknown address get the same response', async () => {
    const { email } = await signUp(service, running.organizationId, 'viewer')
    const wrong = (await signIn(email, 'not the password at all')).answer
    const unknown = (await signIn('nobody@example.com', 'not the password at all')).answer
    expect(wrong.status).toBe(401)
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
  })

  test('scripts and other sites cannot read the cookie, and no response is cached', async () => {
    const client = await signUp(service, running.organizationId, 'viewer')
    const answer = await client.call('POST', '/session/auth/sign-in/email', {
      email: client.email,
      password: testPassword,
    })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('surveyor.session_token='))
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax/)
    expect((await client.call('GET', '/session/me')).headers.get('cache-control')).toBe('no-store')
  })

  test('sign-up is not possible, and the library only serves the paths that the pages use', async () => {
    const client = sessionClient(service.baseUrl)
    const somebody = { name: 'Eve', email: 'eve@example.com', password: testPassword }
    for (const path of ['/sign-up/email', '/sign-in/magic-link', '/update-user', '/delete-user', '/change-email']) {
      expect((await client.call('POST', `/session/auth${path}`, somebody)).status).toBe(404)
    }
    expect(await service.store.people.findByEmail('eve@example.com')).toBeNull()
  })

  test('a link of the operator signs in once', async () => {
    const { email } = await signUp(service, running.organizationId, 'viewer')
    const path = (await service.signInLink(email)) ?? ''
    const client = sessionClient(service.baseUrl)
    const answer = await client.call('GET', path)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
    expect(await client.data<Me>('GET', '/session/me')).toMatchObject({ user: { email } })
    const again = sessionClient(service.baseUrl)
    await again.call('GET', path)
    expect((await again.call('GET', '/session/me')).status).toBe(401)
    expect(running.log.join('')).not.toContain(new URL(path, service.baseUrl).searchParams.get('token'))
  })
})

describe('links that add members', () => {
  test('the first visitor joins, and no one after them', async () => {
    const token = await inviteOwner(null)
    const client = sessionClient(service.baseUrl)
    expect(await client.data('POST', '/session/setup/look-up', { token })).toMatchObject({
      organization: 'Demo',
      role: 'owner',
      email: null,
      hasAccount: false,
      signedInAs: null,
    })
    const email = 'first@example.com'
    await client.data('POST', '/session/setup', { token, name: 'First', email, password: testPassword })
    expect(await client.data<Me>('GET', '/session/me')).toMatchObject({
      user: { email },
      organization: { role: 'owner' },
    })
    const late = { token, name: 'Late', email: 'late@example.com', password: testPassword }
    expect((await sessionClient(service.baseUrl).call('POST', '/session/setup', late)).status).toBe(404)
    expect(await service.store.people.findByEmail('late@example.com')).toBeNull()
    expect(running.log.join('')).not.toContain(token)
  })

  test('an invitation is for its address only, and leaves accounts that exist alone', async () => {
    const invited = 'invited@example.com'
    const token = await inviteOwner(invited)
    const client = sessionClient(service.baseUrl)
    const other = { token, name: 'Other', email: 'other@example.com', password: testPassword }
    expect((await client.call('POST', '/session/setup', other)).body?.error?.details).toMatchObject([
      { path: ['email'] },
    ])

    const known = await signUp(service, running.organizationId, 'viewer')
    expect((await known.call('POST', '/session/setup/join', { token })).status).toBe(403)
    const own = await inviteOwner(known.email)
    const taken = { token: own, name: 'Thief', email: known.email, password: 'another password entirely' }
    expect((await client.call('POST', '/session/setup', taken)).status).toBe(409)
    await known.data('POST', '/session/setup/join', { token: own })
    expect(await known.data<Me>('GET', '/session/me')).toMatchObject({ organization: { role: 'owner' } })
  })

  test('a short password is refused by name', async () => {
    const token = await inviteOwner(null)
    const short = { token, name: 'Short', email: 'short@example.com', password: 'elevenchars' }
    const answer = await sessionClient(service.baseUrl).call('POST', '/session/setup', short)
    expect([answer.status, answer.body?.error?.details?.[0]?.path]).toEqual([400, ['password']])
  })
})

describe('other sites', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sibling of the same site', { 'sec-fetch-site': 'same-site' }],
    ['no origin at all', { origin: '', 'sec-fetch-site': '' }],
    ['an opaque origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('%s cannot change anything through a browser', async (_from, headers) => {
    const member = await signUp(service, running.organizationId, 'member')
    const cookie = cookieOf(member)
    const body = JSON.stringify({ preferences: { theme: 'dark' } })
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
    const request = { method: 'PUT', body, headers: { ...sent, cookie, 'content-type': 'application/json' } }
    const answer = await fetch(`${service.baseUrl}/session/me/preferences`, request)
    expect(answer.status).toBe(403)
    expect(await member.data<Me>('GET', '/session/me')).toMatchObject({ preferences: {} })
  })

  test('a form cannot be posted: only JSON is read', async () => {
    const member = await signUp(service, running.organizationId, 'member')
    const answer = await member.call('PUT', '/session/me/preferences', {}, { 'content-type': 'text/plain' })
    expect([answer.status, answer.body?.error?.code]).toEqual([400, 'BAD_REQUEST'])
    const signOut = await member.call('POST', '/session/auth/sign-out', {}, { 'content-type': 'text/plain' })
    expect(signOut.status).toBe(400)
  })
})

describe('passwords and sessions', () => {
  test('sessions are listed without what proves them, and ended one by one or all at once', async () => {
    const here = await signUp(service, running.organizationId, 'viewer')
    const others = [
      await signIn(here.email, testPassword),
      await signIn(here.email, testPassword),
      await signIn(here.email, testPassword),
    ].map(({ client }) => client)
    const { text } = await here.call('GET', '/session/me/sessions')
    for (const client of [here, ...others]) {
      const [token = ''] = [...client.cookies.values()].map((value) => decodeURIComponent(value).split('.')[0])
      expect(token.length).toBeGreaterThan(20)
      expect(text).not.toContain(token)
    }
    const { sessions } = (JSON.parse(text) as { data: { sessions: OwnSession[] } }).data
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1)
    expect(sessions[0]?.address).toMatch(/^198\.51\.100\.\d+$/)
    const answers = async () =>
      Promise.all(others.map(async (other) => (await other.call('GET', '/session/me')).status))
    const first = (await others[0]?.data<Me>('GET', '/session/me'))?.sessionId
    expect(await here.data('DELETE', `/session/me/sessions/${first}`)).toEqual({ ended: 1 })
    expect(await answers()).toEqual([401, 200, 200])
    expect((await here.call('DELETE', `/session/me/sessions/${first}`)).status).toBe(404)
    expect(await here.data('DELETE', '/session/me/sessions')).toEqual({ ended: 2 })
    expect(await answers()).toEqual([401, 401, 401])
    expect((await here.call('GET', '/session/me')).status).toBe(200)
  })

  test('a user cannot end sessions of other users', async () => {
    const [one, other] = [
      await signUp(service, running.organizationId, 'owner'),
      await signUp(service, running.organizationId, 'viewer'),
    ]
    const { sessionId } = await other.data<Me>('GET', '/session/me')
    expect((await one.call('DELETE', `/session/me/sessions/${sessionId}`)).status).toBe(404)
    expect((await other.call('GET', '/session/me')).status).toBe(200)
  })

  test('signing out and ended sessions are in the audit log', async () => {
    const member = await signUp(service, running.organizationId, 'viewer')
    const { user, sessionId } = await member.data<Me>('GET', '/session/me')
    const { client: other } = await signIn(member.email, testPassword)
    await other.data('DELETE', `/session/me/sessions/${sessionId}`)
    await signIn(member.email, testPassword)
    await other.data('DELETE', '/session/me/sessions')
    await other.data('PATCH', '/session/me', { name: ' Another name ' })
    expect(await other.data<Me>('GET', '/session/me')).toMatchObject({ user: { name: 'Another name' } })
    await other.data('POST', '/session/auth/sign-out')
    const events = await service.store.tenant(running.organizationId, ({ auditEvents }) => auditEvents.list(100))
    const own = events.filter(({ actor }) => actor === `user:${user.id}`).slice(0, 5)
    expect(own.map(({ action, details, address }) => [action, details, address])).toEqual([
      ['user.sign-out', { sessionId: expect.any(String) }, '127.0.0.1'],
      ['user.rename', { from: 'A viewer', to: 'Another name' }, '127.0.0.1'],
      ['user.session-end', { ended: 1 }, '127.0.0.1'],
      ['user.sign-in', {}, expect.stringMatching(/^198\.51\.100\./)],
      ['user.session-end', { sessionId }, '127.0.0.1'],
    ])
  })

  test.each([
    ['of spaces alone', ' '.repeat(12)],
    ['with a NUL character', 'twelve \u0000 chars'],
    ['that is too short', 'elevenchars'],
    ['that is too long', 'x'.repeat(129)],
  ])('a password %s is rejected everywhere', async (_what, password) => {
    const member = await signUp(service, running.organizationId, 'viewer')
    const token = await inviteOwner(null)
    const somebody = { token, name: 'New', email: 'new@example.com', password }
    const paths = [
      (await member.call('POST', '/session/setup', somebody)).body,
      (await member.call('POST', '/session/auth/reset-password', { token, newPassword: password })).body,
      (
        await member.call('POST', '/session/auth/change-password', {
          newPassword: password,
          currentPassword: testPassword,
        })
      ).body,
    ].map((body) => [body?.error?.code, body?.error?.details?.[0]?.path])
    expect(paths).toEqual([
      ['VALIDATION_ERROR', ['password']],
      ['VALIDATION_ERROR', ['newPassword']],
      ['VALIDATION_ERROR', ['newPassword']],
    ])
  })

  test('a password of any characters works', async () => {
    const member = await signUp(service, running.organizationId, 'viewer')
    let currentPassword = testPassword
    for (const newPassword of [String.raw`a \u0000 b \ud800 "c"`, '🚀'.repeat(128), ` \n${'x'.repeat(10)} `]) {
      const change = { newPassword, currentPassword }
      expect((await member.call('POST', '/session/auth/change-password', change)).status).toBe(200)
      expect((await signIn(member.email, newPassword)).answer.status).toBe(200)
      currentPassword = newPassword
    }
  })

  test('responses of the sign-in library are in the envelope, without tokens', async () => {
    const { email } = await signUp(service, running.organizationId, 'viewer')
    const { client, answer } = await signIn(email, testPassword)
    expect(answer.body).toEqual({ success: true, data: {} })
    expect((await signIn(email, 'not the password')).answer.body).toEqual({
      success: false,
      error: { code: 'UNAUTHORIZED', message: 'Wrong email or password.' },
    })
    expect((await client.call('POST', '/session/auth/sign-in/email', { email })).body?.error?.code).toBe('BAD_REQUEST')
    for (const path of ['/get-session', '/list-sessions']) {
      expect((await client.call('GET', `/session/auth${path}`)).status).toBe(404)
    }
    expect((await client.call('POST', '/session/auth/sign-out')).body).toEqual({ success: true, data: {} })
  })

  test('an operator’s link sets a new password once, and ends every session', async () => {
    const { createSignIn } = await import('../../src/identity/sign-in.ts')
    const { pino } = await import('pino')
    const member = await signUp(service, running.organizationId, 'viewer')
    const options = { secretKey: 'y'.repeat(32), publicUrl: null, mailer: null, oidc: null }
    const operator = createSignIn(service.store, { ...options, logger: pino({ level: 'silent' }) })
    const token = (await operator.resetLink(member.email))?.split('#')[1]
    const reset = { token, newPassword: 'an entirely new password' }
    const client = sessionClient(service.baseUrl)
    expect((await client.call('POST', '/session/auth/reset-password', { ...reset, newPassword: 'short' })).status).toBe(
      400,
    )
    expect((await client.call('POST', '/session/auth/reset-password', reset)).status).toBe(200)
    expect((await client.call('POST', '/session/auth/reset-password', reset)).status).toBe(400)
    expect((await member.call('GET', '/session/me')).status).toBe(401)
  })

  test('a change of password requires the old one', async () => {
    const member = await signUp(service, running.organizationId, 'viewer')
    const wanted = { newPassword: 'an entirely new password', revokeOtherSessions: true }
    const wrong = { ...wanted, currentPassword: 'not the old password' }
    expect((await member.call('POST', '/session/auth/change-password', wrong)).status).toBe(400)
    const right = { ...wanted, currentPassword: testPassword }
    expect((await member.call('POST', '/session/auth/change-password', right)).status).toBe(200)
    expect((await member.call('GET', '/session/me')).status).toBe(200)
  })
})

describe('guessing', () => {
  test('from one network is rejected after a while, even with the right password, but not from other networks', async () => {
    const { email } = await signUp(service, running.organizationId, 'viewer')
    const attempts = signInAttempts(service.store)
    for (let attempt = 0; attempt < 19; attempt += 1) await attempts.begin(email, '203.0.113.1')
    expect((await signIn(email, 'a wrong password', '203.0.113.1')).answer.status).toBe(401)
    const { answer } = await signIn(email, testPassword, '203.0.113.1')
    expect([answer.status, answer.body?.error?.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn(email, testPassword, '203.0.113.2')).answer.status).toBe(200)
    // A host with its own network counts as one network.
    for (let attempt = 0; attempt < 20; attempt += 1) await attempts.begin(email, `2001:db8::${attempt}`)
    expect((await signIn(email, testPassword, '2001:db8::ffff')).answer.status).toBe(429)
  })

  test('of links is rejected at a limit, with Retry-After', async () => {
    const path = '/session/auth/magic-link/verify?token=guessed'
    const client = sessionClient(service.baseUrl)
    const statuses = new Set<number>()
    let answer = await client.call('GET', path)
    for (let attempt = 0; attempt < 200 && answer.status !== 429; attempt += 1) {
      statuses.add(answer.status)
      answer = await client.call('GET', path)
    }
    expect([...statuses]).toEqual([302])
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  test('from many networks only delays responses, except for networks where the user is signed in', async () => {
    const attempts = signInAttempts(service.store)
    const { email } = await signUp(service, running.organizationId, 'viewer')
    for (let place = 0; place < 100; place += 1) await attempts.begin(email, `192.0.2.${place}`)
    const began = performance.now()
    expect((await signIn(email, testPassword, '203.0.113.3')).answer.status).toBe(200)
    expect(performance.now() - began).toBeGreaterThan(990)
    const key = `account:${createHash('sha256').update(email).digest('base64url')}`
    for (let attempt = 0; attempt < 200; attempt += 1) await service.store.attempts.count(key, 3_600)
    // Eight seconds by now, but no delay for a network where the user is signed in.
    const order: string[] = []
    void attempts.begin(email, '203.0.113.4').then(() => order.push('elsewhere'))
    await attempts.begin(email, '127.0.0.1').then(() => order.push('here'))
    expect(order).toEqual(['here'])
  })
})

test('pages and APIs share one address', async () => {
  const client = sessionClient(service.baseUrl)
  const page = await client.call('GET', '/scans')
  // 503 with an explanation if the pages aren't built.
  expect([200, 503]).toContain(page.status)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  for (const [path, status] of [
    ['/session/nothing', 404],
    ['/session/auth/nothing', 404],
    ['/api/nothing', 401],
    ['/assets/nothing.js', 404],
    ['/healthz', 200],
  ] as const) {
    const answer = await client.call('GET', path)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      status,
      'application/json; charset=utf-8',
    ])
  }
  expect((await client.call('POST', '/scans')).status).toBe(404)
})

test('preferences are stored unchanged with any characters, up to a size', async () => {
  const member = await signUp(service, running.organizationId, 'viewer')
  const preferences = { table: { columns: ['id', 'name'] }, note: '✓ "quoted" \\u0041' }
  await member.data('PUT', '/session/me/preferences', { preferences })
  expect(await member.data<Me>('GET', '/session/me')).toMatchObject({ preferences })
  const odd = { preferences: { text: 'a\u0000b\ud800' } }
  expect((await member.call('PUT', '/session/me/preferences', odd)).status).toBe(200)
  const large = { preferences: { text: 'x'.repeat(20_000) } }
  expect((await member.call('PUT', '/session/me/preferences', large)).status).toBe(400)
  const signIn = { email: member.email, password: 'a\u0000b' }
  expect((await member.call('POST', '/session/auth/sign-in/email', signIn)).status).toBe(400)
})
