import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '../../contract/session/me.ts'
import type { CreatedInvitation } from '../../contract/session/members.ts'
import { createSignIn } from '../../src/identity/sign-in.ts'
import { onFreePort } from '../support/free-port.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type OidcPerson, type OidcServer, startOidcServer } from '../support/oidc-server.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'
import { type SessionClient, sessionClient, signUp, testPassword } from '../support/session-client.ts'

let running: RunningTestService
let oidc: OidcServer
let mail: MailServer
let owner: SessionClient

beforeAll(async () => {
  mail = await startMailServer()
  const smtpUrl = mail.url
  await onFreePort(async (port) => {
    const publicUrl = `http://127.0.0.1:${port}`
    oidc = await startOidcServer(`${publicUrl}/session/auth/callback/oidc`)
    const { issuer, clientId, clientSecret } = oidc
    running = await startRunningService({
      configuration: {
        port,
        publicUrl,
        oidc: { issuer, clientId, clientSecret, name: 'Example ID' },
        mail: { smtpUrl, from: 'surveyor@example.com' },
      },
    }).catch(async (error: unknown) => {
      await oidc.close()
      throw error
    })
  })
  owner = await signUp(running.service, running.organizationId, 'owner')
})
afterAll(async () => {
  await running.close()
  await oidc.close()
  await mail.close()
})

/** Returns the final URL of the browser, and its client. */
async function signOn(person: OidcPerson): Promise<{ client: SessionClient; location: string | null }> {
  oidc.setPerson(person)
  const client = sessionClient(running.service.baseUrl)
  const request = { provider: 'oidc', callbackURL: '/' }
  const { url } = await client.data<{ url: string }>('POST', '/session/auth/sign-in/social', request)
  const back = await oidc.signIn(url)
  const answer = await client.call('GET', back.slice(running.service.baseUrl.length))
  return { client, location: answer.headers.get('location') }
}

const status = async (of: SessionClient) => (await of.call('GET', '/session/scans')).status

const invite = (email: string, role: string) =>
  owner.data<CreatedInvitation>('POST', '/session/invitations', { email, role })

/** Returns the path with its token from an email to this address. */
function linkIn(email: string): string {
  const mails = mail.mails.filter(({ to }) => to === email)
  return new RegExp(`${running.service.baseUrl}(/\\S+)`).exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
}

describe('single sign-on', () => {
  test('is offered by its display name', async () => {
    expect(await sessionClient(running.service.baseUrl).data('GET', '/session/sign-on')).toEqual({
      password: true,
      passwordReset: true,
      oidc: true,
      oidcName: 'Example ID',
      hasPeople: true,
    })
    expect(await owner.data('GET', '/session/organization')).toMatchObject({ signOn: { oidcIssuer: oidc.issuer } })
  })

  test('admits invited users with their role, and signs them in again', async () => {
    const email = 'ada@example.com'
    await invite(email, 'admin')
    const ada = { sub: 'ada', email, emailVerified: true, name: 'Ada' }
    const first = await signOn(ada)
    expect(first.location).toBe('/')
    expect(await first.client.data<Me>('GET', '/session/me')).toMatchObject({
      user: { email, name: 'Ada', hasPassword: false },
      organization: { id: running.organizationId, role: 'admin' },
    })
    const again = await signOn(ada)
    expect(await again.client.data<Me>('GET', '/session/me')).toMatchObject({ user: { email } })
    expect(await owner.data('GET', '/session/invitations')).toEqual({ invitations: [] })
  })

  test('rejects users without an invitation or a verified address', async () => {
    const stranger = await signOn({ sub: 'eve', email: 'eve@example.com', emailVerified: true, name: 'Eve' })
    expect(stranger.location).toMatch(/^\/sign-in\?error=/)
    expect((await stranger.client.call('GET', '/session/me')).status).toBe(401)

    await invite('grace@example.com', 'owner')
    const unproven = await signOn({ sub: 'mallory', email: 'grace@example.com', emailVerified: false, name: 'Grace' })
    expect(unproven.location).toMatch(/^\/sign-in\?error=/)
    expect((await unproven.client.call('GET', '/session/me')).status).toBe(401)
    expect(await running.service.store.people.findByEmail('grace@example.com')).toBeNull()
  })

  test('does not take over a user account with a password', async () => {
    const email = 'known@example.com'
    await signUp(running.service, running.organizationId, 'owner', email)
    const { client, location } = await signOn({ sub: 'known', email, emailVerified: true, name: 'Known' })
    expect(location).toMatch(/^\/sign-in\?error=/)
    expect((await client.call('GET', '/session/me')).status).toBe(401)
  })

  test('users with SSO only cannot get a password, neither by email nor by an earlier link', async () => {
    const email = 'leaver@example.com'
    await invite(email, 'viewer')
    const { client } = await signOn({ sub: 'leaver', email, emailVerified: true, name: 'Leaver' })
    const { user } = await client.data<Me>('GET', '/session/me')
    await client.data('POST', '/session/auth/request-password-reset', { email })
    // Emails are sent in sequence, so a later email proves that no earlier one is pending.
    await signUp(running.service, running.organizationId, 'viewer', 'later@example.com')
    await client.data('POST', '/session/auth/request-password-reset', { email: 'later@example.com' })
    await expect.poll(() => linkIn('later@example.com')).toMatch(/^\/reset-password#/)
    expect(linkIn(email)).not.toMatch(/^\/reset-password/)

    const options = { secretKey: 'z'.repeat(32), publicUrl: null, mailer: null, oidc: null }
    const operator = createSignIn(running.service.store, { ...options, logger: pino({ level: 'silent' }) })
    const token = (await operator.resetLink(email))?.split('#')[1]
    const password = 'an entirely new password'
    const reset = await client.call('POST', '/session/auth/reset-password', { token, newPassword: password })
    expect([reset.status, reset.body?.error]).toEqual([
      403,
      { code: 'FORBIDDEN', message: 'Your user account uses SSO and has no password.' },
    ])
    expect(await running.service.store.people.hasPassword(user.id)).toBe(false)
    expect((await client.call('POST', '/session/auth/sign-in/email', { email, password })).status).toBe(401)
  })

  test('is required again after a day for SSO sessions, and after thirty days for others', async () => {
    const email = 'daily@example.com'
    await invite(email, 'viewer')
    const { client } = await signOn({ sub: 'daily', email, emailVerified: true, name: 'Daily' })
    const password = await signUp(running.service, running.organizationId, 'viewer')
    const age = async (of: SessionClient, hours: number) => {
      const { sessionId } = await of.data<Me>('GET', '/session/me')
      const since = new Date(Date.now() - hours * 3_600_000)
      const sessions = running.service.store.signInDatabase.updateTable('user_sessions')
      await sessions.set({ created_at: since }).where('id', '=', sessionId).execute()
      return (await of.call('GET', '/session/me')).status
    }
    expect([await age(client, 23), await age(client, 25)]).toEqual([200, 401])
    expect([await age(password, 29 * 24), await age(password, 31 * 24)]).toEqual([200, 401])
  })

  test('can be linked by users with a password, and is recorded in the audit log', async () => {
    const email = 'both@example.com'
    const person = await signUp(running.service, running.organizationId, 'viewer', email)
    const link = async (address: string, emailVerified: boolean) => {
      oidc.setPerson({ sub: 'both', email: address, emailVerified, name: 'Both' })
      const request = { provider: 'oidc', callbackURL: '/profile' }
      const { url } = await person.data<{ url: string }>('POST', '/session/auth/link-social', request)
      const back = await oidc.signIn(url)
      return (await person.call('GET', back.slice(running.service.baseUrl.length))).headers.get('location')
    }
    expect(await link('other@example.com', true)).toBe('/sign-in?error=email_does_not_match')
    expect(await link(email, false)).toBe('/sign-in?error=unable_to_link_account')
    expect(await link(email, true)).toBe('/profile')
    const { user } = await person.data<Me>('GET', '/session/me')
    const [last] = await running.service.store.tenant(running.organizationId, ({ auditEvents }) => auditEvents.list(1))
    expect(last).toMatchObject({
      actor: `user:${user.id}`,
      action: 'user.sign-on-link',
      details: { issuer: oidc.issuer },
      address: '127.0.0.1',
    })
    const again = await signOn({ sub: 'both', email, emailVerified: true, name: 'Both' })
    expect(await again.client.data<Me>('GET', '/session/me')).toMatchObject({ user: { email } })
  })

  test('is required if owners enforce it: for all others from the next request on, but not for owners', async () => {
    const { service } = running
    const { id = '' } = (await service.store.organizations.insert('Strict')) ?? {}
    const [strict, email] = [await signUp(service, id, 'owner'), 'required@example.com']
    const admin = await signUp(service, id, 'admin', email)
    const require = (signOnRequired: boolean) => strict.data('PATCH', '/session/organization', { signOnRequired })
    const refused = await admin.call('PATCH', '/session/organization', { signOnRequired: true })
    expect([refused.status, await status(admin)]).toEqual([403, 200])
    expect(await require(true)).toMatchObject({ signOnRequired: true })
    const [last] = await service.store.tenant(id, ({ auditEvents }) => auditEvents.list(1))
    expect(last).toMatchObject({ action: 'organization.change', details: { signOnRequired: true } })

    expect([await status(strict), await status(admin)]).toEqual([200, 403])
    expect((await admin.call('GET', '/session/organization')).body?.error).toEqual({
      code: 'FORBIDDEN',
      message: 'Strict requires SSO. Sign in with SSO, then try again.',
    })
    expect(await admin.data<Me>('GET', '/session/me')).toMatchObject({
      user: { hasSignOn: false },
      organization: { id, needsSignOn: true },
    })
    const person = { sub: 'required', email, emailVerified: true, name: 'Required' }
    oidc.setPerson(person)
    const request = { provider: 'oidc', callbackURL: '/' }
    const { url } = await admin.data<{ url: string }>('POST', '/session/auth/link-social', request)
    await admin.call('GET', (await oidc.signIn(url)).slice(service.baseUrl.length))
    // Linked, but the session still started with a password.
    expect([(await admin.data<Me>('GET', '/session/me')).user.hasSignOn, await status(admin)]).toEqual([true, 403])
    const { client } = await signOn(person)
    expect(await status(client)).toBe(200)
    expect(await client.data<Me>('GET', '/session/me')).toMatchObject({ organization: { id, needsSignOn: false } })

    // Like users without a password: the provider may have removed their access.
    const { sessionId } = await client.data<Me>('GET', '/session/me')
    const sessions = service.store.signInDatabase.updateTable('user_sessions')
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await sessions.set({ created_at: yesterday }).where('id', '=', sessionId).execute()
    expect(await status(client)).toBe(401)
    await require(false)
    expect(await status(admin)).toBe(200)
  })

  test('ends with the state of another browser refused', async () => {
    const email = 'state@example.com'
    await invite(email, 'viewer')
    oidc.setPerson({ sub: 'state', email, emailVerified: true, name: 'State' })
    const client = sessionClient(running.service.baseUrl)
    const request = { provider: 'oidc', callbackURL: '/' }
    const { url } = await client.data<{ url: string }>('POST', '/session/auth/sign-in/social', request)
    const back = await oidc.signIn(url)
    const victim = sessionClient(running.service.baseUrl)
    await victim.call('GET', back.slice(running.service.baseUrl.length))
    expect((await victim.call('GET', '/session/me')).status).toBe(401)
  })

  test('never redirects to another site', async () => {
    const client = sessionClient(running.service.baseUrl)
    const request = { provider: 'oidc', callbackURL: 'https://evil.example/' }
    expect((await client.call('POST', '/session/auth/sign-in/social', request)).status).toBe(403)
  })
})

describe('mail', () => {
  test('sends an invitation with a working link', async () => {
    const email = 'mailed@example.com'
    expect(await invite(email, 'viewer')).toMatchObject({ mailed: true })
    const token = linkIn(email).replace('/setup#', '')
    const client = sessionClient(running.service.baseUrl)
    await client.data('POST', '/session/setup', { token, name: 'Mailed', email, password: testPassword })
    expect(await client.data<Me>('GET', '/session/me')).toMatchObject({ user: { email } })
  })

  test('sends a reset link, without revealing known addresses', async () => {
    const email = 'forgetful@example.com'
    await signUp(running.service, running.organizationId, 'viewer', email)
    const client = sessionClient(running.service.baseUrl)
    const ask = (email: string) => client.call('POST', '/session/auth/request-password-reset', { email })
    // Emails are sent in sequence, so an email to the first address would precede that to the second.
    const [unknown, known] = [await ask('nobody@example.com'), await ask(email)]
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    await expect.poll(() => linkIn(email)).toMatch(/^\/reset-password#/)
    expect(mail.mails.filter(({ to }) => to === 'nobody@example.com')).toEqual([])
    const token = linkIn(email).replace('/reset-password#', '')
    const reset = { token, newPassword: 'an entirely new password' }
    expect((await client.call('POST', '/session/auth/reset-password', reset)).status).toBe(200)
    expect(
      (await client.call('POST', '/session/auth/sign-in/email', { email, password: reset.newPassword })).status,
    ).toBe(200)
    expect(running.log.join('')).not.toContain(token)
  })

  test('sends at most three links per hour and address, without revealing the limit', async () => {
    const [email, later] = ['pestered@example.com', 'afterwards@example.com']
    for (const person of [email, later]) await signUp(running.service, running.organizationId, 'viewer', person)
    const client = sessionClient(running.service.baseUrl)
    const ask = (email: string) => client.call('POST', '/session/auth/request-password-reset', { email })
    const answers = [await ask(email), await ask(email), await ask(email), await ask(email.toUpperCase())]
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    await ask(later)
    await expect.poll(() => linkIn(later)).toMatch(/^\/reset-password#/)
    const refused = () => running.log.filter((line) => line.includes('password reset link not emailed'))
    await expect.poll(() => refused().length).toBe(1)
    await expect.poll(() => mail.mails.filter(({ to }) => to === email).length).toBe(3)
    // The last of the received links still works.
    const reset = { token: linkIn(email).replace('/reset-password#', ''), newPassword: 'an entirely new password' }
    expect((await client.call('POST', '/session/auth/reset-password', reset)).status).toBe(200)
  })
})
