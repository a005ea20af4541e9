/**
 * Tests a faulty or malicious SSO provider: it takes over no user account, and users with a password can still sign in.
 */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { oidcProviderId } from '../../contract/session/oidc-provider-id.ts'
import type { Me } from '../../contract/session/me.ts'
import type { CreatedInvitation } from '../../contract/session/members.ts'
import { openOidc } from '../../src/identity/oidc/open-oidc.ts'
import { credentialKey } from '../../src/store/sign-on-credentials.ts'
import { onFreePort } from '../support/free-port.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'
import { type OidcScript, type ScriptedOidc, startScriptedOidc, without } from '../support/scripted-oidc.ts'
import { type SessionClient, sessionClient, signUp, testPassword } from '../support/session-client.ts'

let running: RunningTestService
let oidc: ScriptedOidc
let owner: SessionClient
let member: SessionClient & { readonly email: string }
let people = 0
let places = 0

const startWith = async (provider: ScriptedOidc, issuer = provider.issuer): Promise<RunningTestService> => {
  let started: RunningTestService | undefined
  await onFreePort(async (port) => {
    const { clientId, clientSecret } = provider
    started = await startRunningService({
      configuration: {
        port,
        publicUrl: `http://127.0.0.1:${port}`,
        trustProxy: 1,
        oidc: { issuer, clientId, clientSecret, name: 'Example ID' },
      },
    })
  })
  if (started === undefined) throw new Error('the service was not started')
  return started
}

beforeAll(async () => {
  oidc = await startScriptedOidc()
  running = await startWith(oidc)
  owner = await signUp(running.service, running.organizationId, 'owner')
  member = await signUp(running.service, running.organizationId, 'viewer')
  await vi.waitFor(() => startSignOn(sessionClient(running.service.baseUrl)), { timeout: 120_000 })
})
beforeEach(() => oidc.play({}))
afterAll(async () => {
  await running.close()
  await oidc.close()
})

/** A different network each time, because limits per network are tested elsewhere. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${(places += 1) % 250}` })

async function startSignOn(client: SessionClient, path = 'sign-in/social'): Promise<string> {
  const request = { provider: 'oidc', callbackURL: '/' }
  const { text, body } = await client.call('POST', `/session/auth/${path}`, request, elsewhere())
  const { url } = (body?.data ?? {}) as { readonly url?: string }
  if (url === undefined) throw new Error(text)
  return url
}

type Claims = Readonly<Record<string, unknown>>

/** Returns the signed-in user's email address and the final URL of the browser. */
async function signOn(claims: Claims, client = sessionClient(running.service.baseUrl), path?: string) {
  const back = oidc.comeBack(await startSignOn(client, path), claims)
  const { headers, status } = await client.call(
    'GET',
    back.slice(running.service.baseUrl.length),
    undefined,
    elsewhere(),
  )
  const who = await client.call('GET', '/session/me')
  const { user } = (who.body?.data ?? {}) as Partial<Me>
  const email = user?.email ?? null
  return { client, status, location: headers.get('location'), email }
}

/** Creates an invited user. */
async function invited(): Promise<{ sub: string; email: string; name: string }> {
  people += 1
  const email = `person-${people}@example.com`
  await owner.data<CreatedInvitation>('POST', '/session/invitations', { email, role: 'viewer' })
  return { sub: `person-${people}`, email, name: `Person ${people}` }
}

const isKnown = async (email: string) => (await running.service.store.people.findByEmail(email)) !== null

describe('an address is verified', () => {
  test.each([
    ['email_verified: true', { email_verified: true }],
    ['the text "true"', { email_verified: 'true' }],
  ])('if the provider returns %s', async (_what, claims) => {
    const person = await invited()
    expect(await signOn({ ...person, ...claims })).toMatchObject({ location: '/', email: person.email })
  })

  const forms: readonly (readonly [string, Claims])[] = [
    ['nothing', {}],
    ['null', { email_verified: null }],
    ['false', { email_verified: false }],
    ['the text "false"', { email_verified: 'false' }],
    ['the text "TRUE"', { email_verified: 'TRUE' }],
    ['an empty text', { email_verified: '' }],
    ['the text "1"', { email_verified: '1' }],
    ['0', { email_verified: 0 }],
    ['1', { email_verified: 1 }],
    ['an array', { email_verified: [true] }],
    ['an object', { email_verified: { value: true } }],
    ['emailVerified: true', { emailVerified: true }],
    ['emailVerified: true beside email_verified: false', { emailVerified: true, email_verified: false }],
  ]
  const places: readonly (readonly [string, (claims: Claims) => OidcScript])[] = [
    ['in the ID token', () => ({})],
    ['in the userinfo', () => ({ idToken: without('email'), userInfo: (claims) => claims })],
  ]
  describe.each(places)('and not if it returns %s', (_place, script) => {
    test.each(forms)('%s', async (_what, claims) => {
      const person = await invited()
      oidc.play(script(claims))
      const { location, email } = await signOn({ ...person, ...claims })
      expect([location, email]).toEqual(['/sign-in?error=unable_to_create_user', null])
      expect(await isKnown(person.email)).toBe(false)

      // The signed-in user can't link it either.
      const linking = await signOn({ sub: `link-${people}`, email: member.email, ...claims }, member, 'link-social')
      expect(linking.location).toBe('/sign-in?error=unable_to_link_account')
    })
  })

  test('only by the response with that address, not by the verification of another one', async () => {
    const person = await invited()
    const other = { sub: person.sub, email: 'own@evil.example', email_verified: true }
    oidc.play({ idToken: without('email_verified'), userInfo: () => other })
    expect(await signOn(person)).toMatchObject({ email: null })
    expect(await isKnown(person.email)).toBe(false)
    oidc.play({ userInfo: () => ({ sub: person.sub, email_verified: true }) })
    expect(await signOn(person)).toMatchObject({ email: null })
    expect(await isKnown(person.email)).toBe(false)
  })

  test('and has an invitation: no other user is admitted', async () => {
    const stranger = { sub: 'stranger', email: 'stranger@example.com', email_verified: true }
    expect(await signOn(stranger)).toMatchObject({ location: '/sign-in?error=unable_to_create_user', email: null })
  })
})

describe('users are bound to issuer and subject', () => {
  const verified = { email_verified: true }

  test('another subject with a known address cannot sign in, regardless of the user’s sign-in method', async () => {
    const person = await invited()
    await signOn({ ...person, ...verified })
    for (const { email } of [person, member]) {
      const thief = await signOn({ sub: 'thief', email, ...verified })
      expect([thief.location, thief.email]).toEqual(['/sign-in?error=account_not_linked', null])
    }
    expect(await signOn({ ...person, ...verified })).toMatchObject({ email: person.email })
  })

  test('until an operator links it; the audit log has the refusal with its subject', async () => {
    const person = await invited()
    await signOn({ ...person, ...verified })
    const claims = { sub: `moved-${person.sub}`, email: person.email }
    expect(await signOn(claims)).toMatchObject({ email: null })
    const { store } = running.service
    const userId = (await store.people.findByEmail(person.email))?.id ?? ''
    // The last one about this person: on a busy machine, the event of an earlier test may be written later.
    const last = async () => {
      const events = await store.tenant(running.organizationId, ({ auditEvents }) => auditEvents.list(20))
      return events.find(({ subject }) => subject === userId)
    }
    await expect.poll(last).toMatchObject({
      actor: 'anonymous',
      action: 'user.sign-in-failed',
      subject: userId,
      address: expect.stringMatching(/^198\.51\.100\./),
      details: { email: person.email, by: 'single sign-on', issuer: oidc.issuer, subject: claims.sub },
    })
    const { issuer } = oidc
    await store.signOnCredentials.replace(userId, { provider: oidcProviderId, issuer, subject: claims.sub })
    expect(await signOn(claims)).toMatchObject({ email: person.email })
    expect(await signOn({ ...person, ...verified })).toMatchObject({ email: null })
  })

  test('also after many wrong passwords', async () => {
    const own = await signUp(running.service, running.organizationId, 'viewer')
    const wrong = { email: own.email, password: 'a wrong secret of the test' }
    for (let failed = 1; failed <= 11; failed += 1) {
      const { status } = await own.call('POST', '/session/auth/sign-in/email', wrong, elsewhere())
      expect(status).toBe(401)
    }
    const sub = `after-passwords-${(people += 1)}`
    await signOn({ sub, email: own.email, ...verified })
    const events = () => running.service.store.tenant(running.organizationId, ({ auditEvents }) => auditEvents.list(20))
    await expect
      .poll(async () => (await events()).map(({ details }) => details))
      .toContainEqual({
        email: own.email,
        by: 'single sign-on',
        issuer: oidc.issuer,
        subject: sub,
        attemptsWithinAnHour: 1,
      })
  })

  test('or the signed-in user links it', async () => {
    const own = await signUp(running.service, running.organizationId, 'viewer')
    const claims = { sub: `own-${people}`, email: own.email, ...verified }
    expect(await signOn(claims)).toMatchObject({ email: null })
    expect(await own.data<Me>('GET', '/session/me')).toMatchObject({ user: { hasSignOn: false } })
    expect(await signOn(claims, own, 'link-social')).toMatchObject({ location: '/' })
    expect(await own.data<Me>('GET', '/session/me')).toMatchObject({ user: { hasSignOn: true } })
    expect(await signOn(claims)).toMatchObject({ email: own.email })
  })

  test('but not if they are signed out, or another user is signed in, when the browser returns', async () => {
    for (const leave of ['signs out', 'resets the password', 'is somebody else']) {
      const own = await signUp(running.service, running.organizationId, 'viewer')
      const claims = { sub: `late-${(people += 1)}`, email: own.email, ...verified }
      const back = oidc.comeBack(await startSignOn(own, 'link-social'), claims)
      if (leave === 'signs out') await own.call('POST', '/session/auth/sign-out', {}, elsewhere())
      if (leave === 'resets the password') {
        const { store } = running.service
        const person = await store.people.findByEmail(own.email)
        await store.signInDatabase
          .deleteFrom('user_sessions')
          .where('user_id', '=', person?.id ?? '')
          .execute()
      }
      if (leave === 'is somebody else') {
        const { email } = await signUp(running.service, running.organizationId, 'viewer')
        await own.call('POST', '/session/auth/sign-in/email', { email, password: testPassword }, elsewhere())
      }
      const path = back.slice(running.service.baseUrl.length)
      const { headers } = await own.call('GET', path, undefined, elsewhere())
      expect([leave, headers.get('location')]).toEqual([leave, '/sign-in?error=unable_to_link_account'])
      expect([leave, (await signOn(claims)).email]).toEqual([leave, null])
    }
  })

  test('and does not store tokens of the provider, also after linking again', async () => {
    const own = await signUp(running.service, running.organizationId, 'viewer')
    const claims = { sub: `again-${(people += 1)}`, email: own.email, ...verified }
    for (let times = 0; times < 2; times++) {
      expect(await signOn(claims, own, 'link-social')).toMatchObject({ location: '/' })
    }
    const row = await running.service.store.signInDatabase
      .selectFrom('user_credentials')
      .selectAll()
      .where('account_id', '=', credentialKey({ issuer: oidc.issuer, subject: claims.sub }))
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ access_token: null, refresh_token: null, id_token: null, issuer: oidc.issuer })
  })

  test('the same subject is the same user, regardless of the current address', async () => {
    const person = await invited()
    await signOn({ ...person, ...verified })
    expect(await signOn({ sub: person.sub, email: 'changed@example.com' })).toMatchObject({ email: person.email })
  })

  test('the same subject of another issuer is another user', async () => {
    const person = await invited()
    const { client } = await signOn({ ...person, ...verified })
    const credentials = running.service.store.signInDatabase
    const renamed = async (from: string, to: string) => {
      const rows = await credentials.selectFrom('user_credentials').selectAll().where('issuer', '=', from).execute()
      for (const { id, account_id: key } of rows) {
        const set = { issuer: to, account_id: key.replace(from, to) }
        await credentials.updateTable('user_credentials').set(set).where('id', '=', id).execute()
      }
    }
    await renamed(oidc.issuer, 'https://before.example')
    expect(await client.data<Me>('GET', '/session/me')).toMatchObject({ user: { hasSignOn: false } })
    const back = await signOn({ ...person, ...verified })
    expect([back.location, back.email]).toEqual(['/sign-in?error=account_not_linked', null])
    await renamed('https://before.example', oidc.issuer)
    expect(await signOn({ ...person, ...verified })).toMatchObject({ email: person.email })
  })
})

test('users from before issuers were stored are bound to the configured one, once the provider confirms it', async () => {
  const [person, twice] = [await invited(), await invited()]
  for (const { sub, email, name } of [person, twice]) await signOn({ sub, email, name, email_verified: true })
  const database = running.service.store.signInDatabase
  const bare = { issuer: null, account_id: person.sub }
  await database
    .updateTable('user_credentials')
    .set(bare)
    .where('account_id', '=', credentialKey({ issuer: oidc.issuer, subject: person.sub }))
    .execute()
  // A process of the previous version may insert it while another one is being bound.
  const row = database
    .selectFrom('user_credentials')
    .selectAll()
    .where('account_id', '=', credentialKey({ issuer: oidc.issuer, subject: twice.sub }))
  const bound = await row.executeTakeFirstOrThrow()
  const second = { ...bound, id: randomUUID(), account_id: twice.sub, issuer: null }
  await database.insertInto('user_credentials').values(second).execute()

  const claims = { ...person, email_verified: true }
  expect(await signOn(claims)).toMatchObject({ location: '/sign-in?error=account_not_linked', email: null })
  const bind = async (script: OidcScript) => {
    oidc.play(script)
    const settings = { ...oidc, name: 'Example ID' }
    const { discovery } = openOidc(settings, { store: running.service.store, logger: pino({ level: 'silent' }) })
    const { length: before } = oidc.requests
    await expect.poll(() => discovery.current() !== null || oidc.requests.length > before + 1).toBe(true)
    discovery.close()
    oidc.play({})
  }
  await bind({ discovery: (document) => ({ ...document, issuer: 'https://evil.example' }) })
  expect(await signOn(claims)).toMatchObject({ email: null })
  await bind({})
  expect(await signOn(claims)).toMatchObject({ location: '/', email: person.email })
  expect(await signOn({ ...twice, email_verified: true })).toMatchObject({ email: twice.email })
})

const now = () => Math.floor(Date.now() / 1000)

describe('an ID token is accepted', () => {
  const others = ['somebody-else', 'surveyor']
  const good: readonly (readonly [string, (claims: Claims) => Claims])[] = [
    ['as it is', (claims) => claims],
    ['made by a clock that is 30 s ahead', (claims) => ({ ...claims, iat: now() + 30 })],
    ['made by a clock that is 30 s behind', (claims) => ({ ...claims, exp: now() - 30 })],
    ['of several audiences with the service as azp', (claims) => ({ ...claims, aud: others, azp: 'surveyor' })],
    ['of one audience in a list', (claims) => ({ ...claims, aud: ['surveyor'] })],
    ['of one audience with the service as azp', (claims) => ({ ...claims, azp: 'surveyor' })],
  ]
  test.each(good)('%s', async (_what, idToken) => {
    const person = await invited()
    oidc.play({ idToken })
    expect(await signOn({ ...person, email_verified: true })).toMatchObject({ email: person.email })
  })

  const bad: readonly (readonly [string, OidcScript])[] = [
    ['there is none', { token: without('id_token'), userInfo: (claims) => claims }],
    ['it is not a text', { token: (answer) => ({ ...answer, id_token: { sub: 'x' } }) }],
    ['it has no exp', { idToken: without('exp') }],
    ['its exp is over', { idToken: (claims) => ({ ...claims, exp: now() - 90 }) }],
    ['it has no iat', { idToken: without('iat') }],
    ['its iat is a text', { idToken: (claims) => ({ ...claims, iat: String(now()) }) }],
    ['its iat lies in the future', { idToken: (claims) => ({ ...claims, iat: now() + 120, exp: now() + 300 }) }],
    ['its iat is long ago', { idToken: (claims) => ({ ...claims, iat: now() - 900 }) }],
    ['it has several audiences and no azp', { idToken: (claims) => ({ ...claims, aud: others }) }],
    ['azp is another client', { idToken: (claims) => ({ ...claims, azp: 'somebody-else' }) }],
    ['azp of several audiences is another', { idToken: (claims) => ({ ...claims, aud: others, azp: others[0] }) }],
    ['it is for another client', { idToken: (claims) => ({ ...claims, aud: 'somebody-else' }) }],
    ['it is of another issuer', { idToken: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
    ['it has no issuer', { idToken: without('iss') }],
    ['it has no nonce', { idToken: without('nonce') }],
    ['its nonce is of another sign-in', { idToken: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['it has no subject', { idToken: without('sub') }],
    ['its subject is empty', { idToken: (claims) => ({ ...claims, sub: '' }) }],
    ['its subject is a number', { idToken: (claims) => ({ ...claims, sub: 7 }) }],
    ['its subject is too long', { idToken: (claims) => ({ ...claims, sub: 'x'.repeat(256) }) }],
    ['its subject is not ASCII', { idToken: (claims) => ({ ...claims, sub: 'pers\u00f6n' }) }],
    ['it is not signed', { signature: 'none' }],
    ['it is signed with the client’s secret', { signature: 'HS256' }],
    ['it is signed by another key', { signature: 'of another key' }],
    [
      'the userinfo is of another subject',
      { idToken: without('email'), userInfo: (claims) => ({ ...claims, sub: 'another' }) },
    ],
    ['the userinfo has no subject', { idToken: without('email'), userInfo: without('sub') }],
  ]
  test.each(bad)('but not if %s', async (_what, script) => {
    const person = await invited()
    const claims = { ...person, email_verified: true }
    oidc.play(script)
    expect(await signOn(claims)).toMatchObject({ location: '/sign-in?error=unable_to_get_user_info', email: null })
    oidc.play({})
    expect(await signOn(claims)).toMatchObject({ email: person.email })
  })

  test.each([
    ['the token is larger than 1 MiB', { oversized: ['/token'] }, 'invalid_code'],
    ['the token is a redirect', { redirecting: ['/token'] }, 'invalid_code'],
    [
      'the userinfo is larger than 1 MiB',
      { oversized: ['/userinfo'], idToken: without('email') },
      'unable_to_get_user_info',
    ],
    ['the userinfo hangs', { hanging: ['/userinfo'], idToken: without('email') }, 'unable_to_get_user_info'],
    ['the token hangs', { hanging: ['/token'] }, 'invalid_code'],
  ] as const)('nor if %s', async (_what, script, error) => {
    const person = await invited()
    oidc.play({ userInfo: (claims) => claims, ...script })
    const startedAt = performance.now()
    expect(await signOn({ ...person, email_verified: true })).toMatchObject({
      location: `/sign-in?error=${error}`,
      email: null,
    })
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    oidc.play({ userInfo: (claims) => claims, idToken: without('email') })
    expect(await signOn({ ...person, email_verified: true })).toMatchObject({ email: person.email })
  })
})

describe('claims of a provider', () => {
  test.each([
    ['a name of 201 characters', '🚀'.repeat(201), '🚀'.repeat(200)],
    ['a name of half a million', 'x'.repeat(500_000), 'x'.repeat(200)],
    ['controls and marks of direction', ' Ada\u0000\u0007\u202eLove\u2028lace ', 'Ada Love lace'],
    ['half a surrogate pair', 'Ada \ud83d', 'Ada'],
  ])('%s becomes one line of at most 200 characters', async (_what, name, shown) => {
    const person = await invited()
    const { client } = await signOn({ ...person, name, email_verified: true })
    expect(await client.data<Me>('GET', '/session/me')).toMatchObject({ user: { name: shown } })
  })

  test.each([
    ['no name', undefined],
    ['a name of spaces', '   '],
    ['an invisible name', '\u200b\u2060\ufeff'],
    ['a name that is not a text', 7],
  ])('%s is the address', async (_what, name) => {
    const person = await invited()
    const { client } = await signOn({ ...person, name, email_verified: true })
    expect(await client.data<Me>('GET', '/session/me')).toMatchObject({ user: { name: person.email } })
  })

  test.each([
    ['the Kelvin sign for a k', (email: string) => `\u212a${email.slice(1)}`],
    ['a dotted capital I', (email: string) => email.replace('i', '\u0130')],
    ['letters of full width', (email: string) => email.replace('example', '\uff45xample')],
    ['a space around it', (email: string) => ` ${email}`],
  ])('%s makes the address invalid', async (_what, change) => {
    people += 1
    const email = `kim-${people}@example.com`
    await owner.data('POST', '/session/invitations', { email, role: 'viewer' })
    const answer = await signOn({ sub: `kim-${people}`, email: change(email), email_verified: true })
    expect([answer.location, answer.email]).toEqual(['/sign-in?error=email_not_found', null])
    expect(await isKnown(email)).toBe(false)
    const upper = await signOn({ sub: `kim-${people}`, email: email.toUpperCase(), email_verified: true })
    expect(upper.email).toBe(email)
  })
})

test('a callback that is sent four times concurrently signs in once', async () => {
  const person = { ...(await invited()), email_verified: true }
  expect(await signOn(person)).toMatchObject({ location: '/' })
  const client = sessionClient(running.service.baseUrl)
  const path = oidc.comeBack(await startSignOn(client), person).slice(running.service.baseUrl.length)
  const answers = await Promise.all([1, 2, 3, 4].map(() => client.call('GET', path, undefined, elsewhere())))
  const locations = answers
    .map(({ headers }) => headers.get('location'))
    .toSorted((one, other) => String(one).localeCompare(String(other)))
  expect(locations).toEqual(['/', ...Array.from({ length: 3 }, () => '/sign-in?error=state_not_found')])
  expect(await client.data<Me>('GET', '/session/me')).toMatchObject({ user: { email: person.email } })
  // A callback with a repeated state doesn't work either.
  const again = oidc.comeBack(await startSignOn(client), person).slice(running.service.baseUrl.length)
  const state = new URLSearchParams(again.split('?')[1]).get('state')
  const doubled = await client.call('GET', `${again}&state=${state}`, undefined, elsewhere())
  expect(doubled.headers.get('location')).toBe('/sign-in?error=state_not_found')
})

describe('a provider that hangs', () => {
  test('does not lock out users with a password; the button shows the outage, and works after it', async () => {
    const away = await startScriptedOidc()
    away.play({ hanging: ['/openid-configuration'] })
    const started = performance.now()
    const without = await startWith(away)
    try {
      expect(performance.now() - started).toBeLessThan(20_000)
      const { email } = await signUp(without.service, without.organizationId, 'viewer')
      const client = sessionClient(without.service.baseUrl)
      const at = performance.now()
      await client.data('POST', '/session/auth/sign-in/email', { email, password: testPassword })
      expect(await client.data('GET', '/session/sign-on')).toMatchObject({ oidc: true })
      const request = { provider: 'oidc', callbackURL: '/' }
      for (const path of ['sign-in/social', 'link-social']) {
        const refused = await client.call('POST', `/session/auth/${path}`, request)
        expect([refused.status, refused.body?.error?.message]).toEqual([
          409,
          'The SSO provider is unavailable. Try again in a minute, or sign in with your password if you have one.',
        ])
      }
      expect(performance.now() - at).toBeLessThan(20_000)
      away.play({})
      await expect.poll(() => startSignOn(client).catch(() => null)).toContain(away.issuer)
    } finally {
      await without.close()
      await away.close()
    }
  })

  test('after its discovery does not affect running sign-ins', async () => {
    oidc.play({ hanging: ['/openid-configuration'] })
    expect(await startSignOn(sessionClient(running.service.baseUrl))).toContain(`${oidc.issuer}/authorize`)
  })
})

test('a provider with another issuer is rejected until it equals OIDC_ISSUER', async () => {
  const provider = await startScriptedOidc('/tenant')
  provider.play({ discovery: (document) => ({ ...document, issuer: `${String(document.issuer)}/` }) })
  const refusing = await startWith(provider)
  try {
    const client = sessionClient(refusing.service.baseUrl)
    await expect.poll(() => refusing.log.join('')).toMatch(/Only the trailing slash differs/)
    await expect(startSignOn(client)).rejects.toThrow('is unavailable')
    provider.play({})
    await expect.poll(() => startSignOn(client).catch(() => null)).toContain(provider.issuer)
  } finally {
    await refusing.close()
    await provider.close()
  }
})
