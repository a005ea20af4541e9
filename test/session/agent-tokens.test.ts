/** Tests access tokens of the SSO provider at `/mcp`: whose they are, what they may do, and which are refused. */
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { oidcProviderId } from '../../contract/session/oidc-provider-id.ts'
import type { MemberRole } from '../../src/store/member-role.ts'
import { connectAgent } from '../support/agent-client.ts'
import { onFreePort } from '../support/free-port.ts'
import { coreServices, type RunningTestService, startRunningService } from '../support/running-service.ts'
import { type OidcScript, type ScriptedOidc, startScriptedOidc } from '../support/scripted-oidc.ts'

let running: RunningTestService
let oidc: ScriptedOidc
let audience: string

beforeAll(async () => {
  oidc = await startScriptedOidc()
  await onFreePort(async (port) => {
    const { issuer, clientId, clientSecret } = oidc
    const publicUrl = `http://127.0.0.1:${port}`
    audience = `${publicUrl}/mcp`
    running = await startRunningService({
      services: coreServices,
      configuration: { port, publicUrl, oidc: { issuer, clientId, clientSecret, name: 'Example ID' } },
    })
  })
  await addMember('member', 'ada')
  // Until the discovery document is loaded, nothing is known of tokens.
  const token = await oidc.accessToken({ aud: audience, sub: 'ada' })
  await vi.waitUntil(async () => (await send(token)).status === 200, { timeout: 120_000 })
})
beforeEach(() => oidc.play({}))
afterAll(async () => {
  await running.close()
  await oidc.close()
})

/** Returns the ID of a new user with this subject at the provider. */
async function addMember(role: MemberRole, subject: string, organizationId = running.organizationId): Promise<string> {
  const { store } = running.service
  const userId = await store.tenant(organizationId, async ({ invitations, memberships }) => {
    const person = await invitations.insertPerson({
      name: subject,
      email: `${subject}@example.com`,
      passwordHash: null,
    })
    if (person === null) throw new Error('The address is taken')
    await memberships.add(person, role)
    return person
  })
  await store.signOnCredentials.replace(userId, { provider: oidcProviderId, issuer: oidc.issuer, subject })
  return userId
}

async function send(token: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(audience, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  return { status: answer.status, challenge: answer.headers.get('www-authenticate'), text: await answer.text() }
}

const toolsOf = async (token: string) => {
  const agent = await connectAgent(running.service.baseUrl, token)
  try {
    return (await agent.client.listTools()).tools.map(({ name }) => name)
  } finally {
    await agent.close()
  }
}

test('a member reads, and scans if the role and the scopes of the token allow it', async () => {
  await addMember('viewer', 'vera')
  const token = (sub: string, claims: object = {}) => oidc.accessToken({ aud: audience, sub, ...claims })
  expect(await toolsOf(await token('ada'))).toContain('scan')
  expect(await toolsOf(await token('ada', { scope: 'openid profile' }))).toContain('scan')
  expect(await toolsOf(await token('ada', { scope: 'openid read' }))).not.toContain('scan')
  expect(await toolsOf(await token('ada', { aud: ['other', audience], scope: 'read write' }))).toContain('scan')
  expect(await toolsOf(await token('vera'))).not.toContain('scan')
  expect(await toolsOf(await token('vera', { scope: 'read write' }))).not.toContain('scan')
  expect(await send(await token('ada', { scope: 'write' }))).toMatchObject({ status: 403 })

  const viewer = await connectAgent(running.service.baseUrl, await token('vera'))
  expect((await viewer.ask('accounts')).data.accounts).toMatchObject([{ id: running.connectionId }])
  expect((await viewer.ask('scan', { account: running.connectionId })).data.error.code).toBe('FORBIDDEN')
  await viewer.close()
  const member = await connectAgent(running.service.baseUrl, await token('ada'))
  const { data } = await member.ask('scan', { account: running.connectionId, waitSeconds: 0 })
  await member.close()
  const events = await running.service.store.tenant(running.organizationId, ({ auditEvents }) => auditEvents.list(10))
  expect(events.find(({ action }) => action === 'scan.create')).toMatchObject({ subject: data.id, actorName: 'ada' })
})

type Hostile = readonly [what: string, claims: () => object, script: OidcScript, message: RegExp]

const now = () => Math.floor(Date.now() / 1000)

test.each<Hostile>([
  ['for another address', () => ({ aud: `${audience}/other` }), {}, /not valid here/],
  ['for the client of the dashboard, such as an ID token', () => ({ aud: oidc.clientId }), {}, /not valid here/],
  ['without an audience', () => ({ aud: undefined }), {}, /not valid here/],
  ['without a signature', () => ({}), { signature: 'none' }, /not valid here/],
  ['signed with the client secret', () => ({}), { signature: 'HS256' }, /not valid here/],
  ['signed with another key', () => ({}), { signature: 'of another key' }, /not valid here/],
  ['that has expired', () => ({ exp: now() - 61 }), {}, /has expired/],
  ['that never expires', () => ({ exp: undefined }), {}, /not valid here/],
  ['that is not valid yet', () => ({ nbf: now() + 300 }), {}, /not valid here/],
  ['of another issuer', () => ({ iss: 'https://login.example.com' }), {}, /not valid here/],
  ['without a subject', () => ({ sub: undefined }), {}, /not valid here/],
  ['with a subject that is no text of one line', () => ({ sub: 'ada\n' }), {}, /not valid here/],
  ['that is bound to a key', () => ({ cnf: { jkt: 'x' } }), {}, /not valid here/],
  ['of an unknown user', () => ({ sub: 'nobody' }), {}, /No member/],
])('a token %s is refused', async (_what, claims, script, message) => {
  oidc.play(script)
  const token = await oidc.accessToken({ aud: audience, sub: 'ada', ...claims() })
  const { status, challenge, text } = await send(token)
  expect([status, text]).toEqual([401, expect.stringMatching(message)])
  expect(challenge).toMatch(/^Bearer resource_metadata="http:\S+\/mcp", error="invalid_token"$/)
  expect(running.log.join('')).not.toContain(token.split('.')[1])
})

test('a caller without a token learns from the challenge which issuer to ask', async () => {
  const refusal = await fetch(audience, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  const [, address = ''] = /resource_metadata="([^"]+)"/.exec(refusal.headers.get('www-authenticate') ?? '') ?? []
  const answer = await fetch(address)
  expect([refusal.status, answer.status]).toEqual([401, 200])
  expect(await answer.json()).toMatchObject({
    resource: audience,
    authorization_servers: [oidc.issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: ['read', 'write'],
  })
})

test('a token signed with the public key as a shared secret is refused', async () => {
  const payload = { iss: oidc.issuer, aud: audience, sub: 'ada', exp: now() + 300 }
  const header = { alg: 'HS256', kid: 'own' }
  const token = await new SignJWT(payload).setProtectedHeader(header).sign(Buffer.from(oidc.publicKey))
  expect((await send(token)).status).toBe(401)
})

test.each(['opaque', 'a.b', 'ab$.cd.ef', `svy_live_${'0'.repeat(43)}`])('%s is refused as no token', async (token) => {
  const { status, challenge, text } = await send(token)
  expect(status).toBe(401)
  expect(challenge).toContain('error="invalid_token"')
  expect(text).toMatch(token.startsWith('svy_') ? /The API key is invalid/ : /not a JSON Web Token/)
})

test('a token is of no use for the API', async () => {
  const token = await oidc.accessToken({ aud: audience, sub: 'ada' })
  const answer = await fetch(`${running.service.baseUrl}/api/scans`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(401)
})

test('a membership that has ended refuses at once', async () => {
  const userId = await addMember('member', 'mia')
  const token = await oidc.accessToken({ aud: audience, sub: 'mia' })
  expect((await send(token)).status).toBe(200)
  await running.service.store.tenant(running.organizationId, ({ memberships }) => memberships.remove(userId))
  expect(await send(token)).toMatchObject({ status: 401, text: expect.stringContaining('not a member') })
})

test('a member of several organizations names one', async () => {
  const { store } = running.service
  const other = await store.organizations.insert('other')
  const userId = await addMember('member', 'sam')
  await store.tenant(other?.id ?? '', ({ memberships }) => memberships.add(userId, 'viewer'))
  const token = await oidc.accessToken({ aud: audience, sub: 'sam' })
  expect(await send(token)).toMatchObject({ status: 403, text: expect.stringContaining('X-Surveyor-Organization') })
  const as = (id: string) => send(token, { 'x-surveyor-organization': id })
  expect(await as(running.organizationId)).toMatchObject({ status: 200, text: expect.stringContaining('"scan"') })
  expect((await as(other?.id ?? '')).text).not.toContain('"name":"scan"')
  expect((await as(crypto.randomUUID())).status).toBe(403)
})
