import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEvent } from '../../contract/session/audit.ts'
import type { Me } from '../../contract/session/me.ts'
import type { CreatedInvitation, Invitation, Member } from '../../contract/session/members.ts'
import { includesRole, type Role, roles } from '../../contract/session/roles.ts'
import { sessionRoutes } from '../../src/dashboard-api/routes.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'
import { type SessionClient, sessionClient, signUp, testPassword } from '../support/session-client.ts'

let running: RunningTestService
let owner: SessionClient

beforeAll(async () => {
  running = await startRunningService()
  owner = await signUp(running.service, running.organizationId, 'owner')
})
afterAll(() => running.close())

const member = (role: Role) => signUp(running.service, running.organizationId, role)
const idOf = async (client: SessionClient) => (await client.data<Me>('GET', '/session/me')).user.id
const token = (link: string) => link.split('#')[1] ?? ''
const someId = '00000000-0000-4000-8000-000000000000'

describe('roles', () => {
  test.each(roles)('as %s, every route returns 403 exactly if the role is lower than required', async (role) => {
    const client = await member(role)
    for (const { method, path, access } of sessionRoutes) {
      const url = path.replaceAll(/\{\w+\}/g, someId)
      // An unknown field, so that an authorized request changes nothing.
      const { status } = await client.call(method, `${url}?nothing=1`, { nothing: 1 })
      const isRefused = access !== 'anyone' && access !== 'signed in' && !includesRole(role, access)
      expect([method, path, status === 403]).toEqual([method, path, isRefused])
      expect([method, path, status < 500]).toEqual([method, path, true])
    }
  })

  test('without a session, every protected route returns 401', async () => {
    const client = sessionClient(running.service.baseUrl)
    for (const { method, path, access } of sessionRoutes) {
      const { status } = await client.call(method, path.replaceAll(/\{\w+\}/g, someId), { nothing: 1 })
      expect([method, path, status === 401]).toEqual([method, path, access !== 'anyone'])
    }
  })

  test('an API key is not valid for the dashboard API, nor a session for the API', async () => {
    const authorization = `Bearer ${running.key}`
    const client = sessionClient(running.service.baseUrl)
    expect((await client.call('GET', '/session/scans', undefined, { authorization })).status).toBe(401)
    expect((await owner.call('GET', '/api/scans')).status).toBe(401)
  })
})

describe('members', () => {
  test('an admin can set roles up to admin, but cannot add, change, or remove owners', async () => {
    const admin = await member('admin')
    const viewer = await idOf(await member('viewer'))
    expect(await admin.data('PATCH', `/session/members/${viewer}`, { role: 'admin' })).toMatchObject({ role: 'admin' })
    expect((await admin.call('PATCH', `/session/members/${viewer}`, { role: 'owner' })).status).toBe(403)
    const ownerId = await idOf(owner)
    expect((await admin.call('PATCH', `/session/members/${ownerId}`, { role: 'viewer' })).status).toBe(403)
    expect((await admin.call('DELETE', `/session/members/${ownerId}`)).status).toBe(403)
    expect((await admin.call('POST', '/session/invitations', { email: 'x@example.com', role: 'owner' })).status).toBe(
      403,
    )
    expect((await admin.call('DELETE', `/session/members/${viewer}`)).status).toBe(200)
  })

  test('a removed member loses access at once; the last owner cannot be removed', async () => {
    const leaving = await member('member')
    const id = await idOf(leaving)
    expect((await leaving.call('GET', '/session/scans')).status).toBe(200)
    await owner.data('DELETE', `/session/members/${id}`)
    expect((await leaving.call('GET', '/session/scans')).status).toBe(403)
    expect(await leaving.data<Me>('GET', '/session/me')).toMatchObject({ organization: null, organizations: [] })

    const organization = await running.service.store.organizations.insert('With one owner')
    const only = await signUp(running.service, organization?.id ?? '', 'owner')
    const onlyId = await idOf(only)
    expect((await only.call('PATCH', `/session/members/${onlyId}`, { role: 'viewer' })).status).toBe(409)
    expect((await only.call('DELETE', `/session/members/${onlyId}`)).status).toBe(409)
  })

  test('every member may leave, and a viewer cannot remove others', async () => {
    const viewer = await member('viewer')
    expect((await viewer.call('DELETE', `/session/members/${await idOf(await member('viewer'))}`)).status).toBe(403)
    expect((await viewer.call('DELETE', `/session/members/${await idOf(viewer)}`)).status).toBe(200)
  })

  test('an invitation is listed without its link, replaced by the next, revoked, and accepted once', async () => {
    const email = 'new.colleague@example.com'
    const first = await owner.data<CreatedInvitation>('POST', '/session/invitations', { email, role: 'member' })
    const second = await owner.data<CreatedInvitation>('POST', '/session/invitations', { email, role: 'viewer' })
    expect(second).toMatchObject({ email, role: 'viewer', mailed: false, invitedBy: 'A owner' })
    const { text } = await owner.call('GET', '/session/invitations')
    const open = (JSON.parse(text) as { data: { invitations: Invitation[] } }).data.invitations
    expect(open.filter((invitation) => invitation.email === email).map(({ id }) => id)).toEqual([second.id])
    expect(text).not.toContain(token(second.link))
    const client = sessionClient(running.service.baseUrl)
    expect((await client.call('POST', '/session/setup/look-up', { token: token(first.link) })).status).toBe(404)
    const person = { name: 'New', email, password: testPassword }
    await client.data('POST', '/session/setup', { token: token(second.link), ...person })
    expect((await client.call('POST', '/session/setup/look-up', { token: token(second.link) })).status).toBe(404)
    const members = (await owner.data<{ members: Member[] }>('GET', '/session/members')).members
    expect(members.find((known) => known.email === email)).toMatchObject({ name: 'New', role: 'viewer', isYou: false })
    expect((await owner.call('POST', '/session/invitations', { email, role: 'viewer' })).status).toBe(409)

    const withdrawn = await owner.data<CreatedInvitation>('POST', '/session/invitations', {
      email: 'other@example.com',
      role: 'member',
    })
    await owner.data('DELETE', `/session/invitations/${withdrawn.id}`)
    expect((await client.call('POST', '/session/setup/look-up', { token: token(withdrawn.link) })).status).toBe(404)
  })
})

test.each([
  ['/session/invitations', { email: 'colleague', role: 'viewer' }, 'such as name@example.com'],
  ['/session/keys', { name: ' ', scopes: ['read'], expiresAt: null }, 'not only spaces'],
])('%s rejects invalid formats with the expected format', async (path, body, form) => {
  const answer = await owner.call('POST', path, body)
  expect([answer.status, answer.body?.error?.message]).toEqual([400, expect.stringContaining(form)])
})

describe('organizations', () => {
  test('a user of two organizations sees one at a time, and nothing of a third', async () => {
    const { store } = running.service
    const second = await store.organizations.insert('Second')
    const third = await store.organizations.insert('Third')
    const person = await member('viewer')
    const id = await idOf(person)
    await store.tenant(second?.id ?? '', ({ memberships }) => memberships.add(id, 'admin'))
    expect(await person.data<Me>('GET', '/session/me')).toMatchObject({
      organization: { id: running.organizationId, role: 'viewer' },
      organizations: [{ name: 'Demo' }, { name: 'Second', role: 'admin' }],
    })
    const account = `/session/accounts/${running.connectionId}`
    expect((await person.call('GET', account)).status).toBe(200)
    await person.data('POST', '/session/organization/active', { organizationId: second?.id })
    expect(await person.data('GET', '/session/organization')).toMatchObject({ name: 'Second', retentionDays: null })
    expect((await person.call('GET', account)).status).toBe(404)
    const answer = await person.call('POST', '/session/organization/active', { organizationId: third?.id })
    expect(answer.status).toBe(404)
  })

  test('admins change settings; a duplicate name is a conflict', async () => {
    const { store } = running.service
    const organization = await store.organizations.insert('To be renamed')
    const admin = await signUp(running.service, organization?.id ?? '', 'admin')
    expect(await admin.data('PATCH', '/session/organization', { name: 'Renamed', retentionDays: 30 })).toMatchObject({
      name: 'Renamed',
      retentionDays: 30,
      signOn: { oidcIssuer: null, mail: false },
    })
    expect((await admin.call('PATCH', '/session/organization', { name: 'Demo' })).status).toBe(409)
    expect((await admin.call('PATCH', '/session/organization', { retentionDays: 0 })).status).toBe(400)
    const owner = await signUp(running.service, organization?.id ?? '', 'owner')
    const required = await owner.call('PATCH', '/session/organization', { signOnRequired: true })
    // Members couldn't sign in, because SSO isn't configured.
    expect([required.status, required.body?.error?.code]).toEqual([409, 'CONFLICT'])
    expect(await admin.data('PATCH', '/session/organization', { retentionDays: null })).toMatchObject({
      name: 'Renamed',
      retentionDays: null,
    })
  })
})

test('the audit log has actor, action, time, and address, in pages', async () => {
  const organization = await running.service.store.organizations.insert('Audited')
  const admin = await signUp(running.service, organization?.id ?? '', 'admin')
  const key = await admin.data<{ id: string }>('POST', '/session/keys', { name: 'ci', scopes: ['read'] })
  await admin.data('DELETE', `/session/keys/${key.id}`)
  const userId = await idOf(admin)
  const first = await admin.data<{ events: AuditEvent[]; meta: { cursor: string } }>('GET', '/session/audit?limit=2')
  expect(first.events).toMatchObject([
    {
      action: 'key.revoke',
      subject: key.id,
      actor: { kind: 'user', id: userId, name: 'A admin' },
      address: '127.0.0.1',
    },
    { action: 'key.create', details: { name: 'ci', scopes: ['read'] } },
  ])
  const rest = await admin.data<{ events: AuditEvent[]; meta: { hasMore: boolean } }>(
    'GET',
    `/session/audit?cursor=${encodeURIComponent(first.meta.cursor)}`,
  )
  expect(rest.events.map(({ action }) => action)).toEqual(['user.sign-in', 'member.join', 'invitation.create'])
  expect(rest.meta).toEqual({ hasMore: false })
  expect((await admin.call('GET', '/session/audit?cursor=abc')).status).toBe(400)
})
