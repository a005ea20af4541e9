import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '../../contract/session/me.ts'
import type { CreatedInvitation } from '../../contract/session/members.ts'
import type { SessionScan } from '../../contract/session/scans.ts'
import { createSignIn } from '../../src/identity/sign-in.ts'
import { coreServices, type RunningTestService, startRunningService } from '../support/running-service.ts'
import { type SessionClient, sessionClient, signUp, testPassword } from '../support/session-client.ts'

let running: RunningTestService

beforeAll(async () => {
  running = await startRunningService({ services: coreServices })
})
afterAll(() => running.close())

/** Nested lists. */
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

describe('the redirect after sign-in', () => {
  // The library accepts URLs of its own origin, whose path may begin with two slashes.
  test.each([
    'http://localhost//evil.example/',
    String.raw`http://localhost/\evil.example`,
    'http://localhost/\t/evil.example',
  ])('%j never redirects to another host', async (target) => {
    const { email } = await signUp(running.service, running.organizationId, 'viewer')
    const path = (await running.service.signInLink(email)) ?? ''
    const link = path.replace(/callbackURL=.*$/, `callbackURL=${encodeURIComponent(target)}`)
    const location = (await sessionClient(running.service.baseUrl).call('GET', link)).headers.get('location') ?? '/'
    expect(new URL(location, running.service.baseUrl).origin).toBe(running.service.baseUrl)
  })
})

describe('bodies', () => {
  test('that are nested too deeply are rejected without internal errors', async () => {
    const client = await signUp(running.service, running.organizationId, 'viewer')
    const preferences = { nested: nested(2_000) }
    expect((await client.call('PUT', '/session/me/preferences', { preferences })).status).toBe(400)
    const signIn = { email: nested(2_000), password: testPassword }
    expect((await client.call('POST', '/session/auth/sign-in/email', signIn)).status).toBe(400)
  })

  test.each([
    ['an override of the direction of text', 'A\u202e'],
    ['nothing but that', '\u202e'],
    ['an escape character', '\u001b'],
    ['nothing but spaces', '  '],
  ])('a name of %s is rejected', async (_what, name) => {
    const owner = await signUp(running.service, running.organizationId, 'owner')
    const answer = await owner.call('PATCH', '/session/organization', { name })
    expect([answer.status, answer.body?.error?.details?.[0]?.path]).toEqual([400, ['name']])
  })
})

function listen(client: SessionClient, scanId: string): Promise<Response> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(`${client.baseUrl}/session/scans/${scanId}/events`, { headers: { cookie } })
}

describe('the event stream of a scan', () => {
  test('ends after sign-out or removal of its user, but not for others', async () => {
    const [stays, signsOut, leaves] = await Promise.all(
      [1, 2, 3].map(() => signUp(running.service, running.organizationId, 'member')),
    )
    if (stays === undefined || signsOut === undefined || leaves === undefined) throw new Error('three signed up')
    // The scan keeps running while its calls are held.
    running.cloud.setFaults({ rules: [{ service: 'ec2', effect: 'hold' }] })
    const request = { cloudAccountId: running.connectionId, region: 'us-east-1' }
    const scan = await stays.data<SessionScan>('POST', '/session/scans', request)
    const [heard, ...ended] = await Promise.all([stays, signsOut, leaves].map((client) => listen(client, scan.id)))
    const { user } = await leaves.data<Me>('GET', '/session/me')

    await signsOut.call('POST', '/session/auth/sign-out')
    await leaves.data('DELETE', `/session/members/${user.id}`)
    for (const response of ended) expect(await response.text()).not.toContain('event: done')

    running.cloud.setFaults({})
    expect(await heard?.text()).toContain('event: done')
  })
})

describe('many event streams of one user', () => {
  test('are rejected beyond the limit, but not those of other users', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => signUp(running.service, running.organizationId, 'member')))
    if (one === undefined || other === undefined) throw new Error('two signed up')
    running.cloud.setFaults({ latencyMs: 60_000 })
    const request = { cloudAccountId: running.connectionId, region: 'us-west-2' }
    const scan = await one.data<SessionScan>('POST', '/session/scans', request)
    const open = await Promise.all(Array.from({ length: 20 }, () => listen(one, scan.id)))
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await listen(one, scan.id)
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: { code: 'TOO_MANY_REQUESTS' } }])
    expect(refused.headers.get('retry-after')).toBe('5')
    const theirs = await listen(other, scan.id)
    expect(theirs.status).toBe(200)

    // Each ended stream makes room for another one.
    await open.pop()?.body?.cancel()
    const again = async () => {
      const response = await listen(one, scan.id)
      if (response.status === 200) open.push(response)
      else await response.body?.cancel()
      return response.status
    }
    await expect.poll(again).toBe(200)
    for (const response of [...open, theirs]) await response.body?.cancel()
  })
})

describe('requests to other services', () => {
  test('sending a reset link does not delay the response, so that a slow mail server reveals no known addresses', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'surveyor@example.com' }
    const other = await startRunningService({ services: coreServices, configuration: { mail } })
    const { email } = await signUp(other.service, other.organizationId, 'viewer')
    const began = performance.now()
    const client = sessionClient(other.service.baseUrl)
    expect((await client.call('POST', '/session/auth/request-password-reset', { email })).status).toBe(200)
    // A silent server times out after ten seconds.
    expect(performance.now() - began).toBeLessThan(10_000)
    silent.close()
    await other.close()
  })

  test('single sign-on accepts no ID token outside of the browser flow', async () => {
    const client = sessionClient(running.service.baseUrl)
    const request = { provider: 'oidc', idToken: { token: 'e30.e30.' } }
    for (const path of ['/session/auth/sign-in/social', '/session/auth/link-social']) {
      expect((await client.call('POST', path, request)).body?.error?.code).toBe('BAD_REQUEST')
    }
  })
})

test('a token in the URL of a page is not logged', async () => {
  await sessionClient(running.service.baseUrl).call('GET', '/setup?from=mail&token=a-secret-put-there&x=1')
  await expect.poll(() => running.log.join('')).toContain('/setup?from=mail&token=…&x=1')
  expect(running.log.join('')).not.toContain('a-secret-put-there')
})

describe('access after removal', () => {
  test('invitations by a removed member are revoked', async () => {
    const owner = await signUp(running.service, running.organizationId, 'owner')
    const anonymous = sessionClient(running.service.baseUrl)
    const isOpen = async ({ link }: CreatedInvitation) =>
      (await anonymous.call('POST', '/session/setup/look-up', { token: link.split('#')[1] })).status === 200
    for (const [method, body] of [
      ['DELETE', {}],
      ['PATCH', { role: 'viewer' }],
    ] as const) {
      const admin = await signUp(running.service, running.organizationId, 'admin')
      const email = `back-${method}@example.com`
      const invitation = await admin.data<CreatedInvitation>('POST', '/session/invitations', { email, role: 'admin' })
      expect(await isOpen(invitation)).toBe(true)
      const { user } = await admin.data<Me>('GET', '/session/me')
      await owner.data(method, `/session/members/${user.id}`, body)
      expect(await isOpen(invitation)).toBe(false)
    }
  })

  test('a new password revokes other reset links', async () => {
    const member = await signUp(running.service, running.organizationId, 'viewer')
    const options = { secretKey: 'x'.repeat(32), publicUrl: null, mailer: null, oidc: null }
    const operator = createSignIn(running.service.store, { ...options, logger: pino({ level: 'silent' }) })
    const links = [await operator.resetLink(member.email), await operator.resetLink(member.email)]
    const [first, second] = links.map((link) => ({
      token: link?.split('#')[1],
      newPassword: 'an entirely new password',
    }))
    expect((await member.call('POST', '/session/auth/reset-password', first)).status).toBe(200)
    expect((await member.call('POST', '/session/auth/reset-password', second)).status).toBe(400)

    const other = await signUp(running.service, running.organizationId, 'viewer')
    const newPassword = 'an entirely new password'
    const token = (await operator.resetLink(other.email))?.split('#')[1]
    const change = { newPassword, currentPassword: testPassword, revokeOtherSessions: true }
    expect((await other.call('POST', '/session/auth/change-password', change)).status).toBe(200)
    expect((await other.call('POST', '/session/auth/reset-password', { newPassword, token })).status).toBe(400)
  })
})
