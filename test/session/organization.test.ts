import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '../../contract/session/me.ts'
import type { SessionAccountDetails } from '../../contract/session/accounts.ts'
import type { CreatedKey } from '../../contract/session/keys.ts'
import type { CreatedInvitation } from '../../contract/session/members.ts'
import type { Tenant } from '../../src/store/store.ts'
import { type RunningTestService, startRunningService } from '../support/running-service.ts'
import { type SessionClient, sessionClient, signUp } from '../support/session-client.ts'

let running: RunningTestService

beforeAll(async () => {
  running = await startRunningService()
})
afterAll(() => running.close())

const idOf = async (client: SessionClient) => (await client.data<Me>('GET', '/session/me')).user.id

const meantFor = (organizationId: string) => ({ 'x-surveyor-organization': organizationId })

async function statuses(...calls: readonly Promise<{ readonly status: number }>[]): Promise<readonly number[]> {
  return (await Promise.all(calls)).map(({ status }) => status).toSorted((a, b) => a - b)
}

let organizations = 0

async function organizationWith(role: 'owner' | 'admin' = 'owner') {
  organizations += 1
  const name = `Organization ${organizations}`
  const id = (await running.service.store.organizations.insert(name))?.id ?? ''
  return { id, name, client: await signUp(running.service, id, role) }
}

/** Returns the number of statements that wait for a row locked by this transaction. */
async function waiting({ transaction }: Tenant): Promise<number> {
  // A transaction sees other backends as they were when it first looked.
  await sql`select pg_stat_clear_snapshot()`.execute(transaction)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(transaction)
  return rows[0]?.count ?? 0
}

describe('a deleted organization', () => {
  test('loses its members, keys, invitations, and running scans at once; its name is free, and its log stays', async () => {
    const { store } = running.service
    const owner = await signUp(running.service, running.organizationId, 'owner')
    const viewer = await signUp(running.service, running.organizationId, 'viewer')
    const key = await owner.data<CreatedKey>('POST', '/session/keys', { name: 'ci', scopes: ['read'] })
    const invitation = await owner.data<CreatedInvitation>('POST', '/session/invitations', {
      email: 'late@example.com',
      role: 'member',
    })
    running.cloud.setFaults({ latencyMs: 60_000 })
    const waitingScan = running.scan('us-east-1')
    const listed = () =>
      viewer.data<{ scans: { status: string }[] }>('GET', '/session/scans').then(({ scans }) => scans)
    await expect.poll(listed).toMatchObject([{ status: 'scanning' }])

    expect(
      (await owner.call('DELETE', '/session/organization', { name: 'Another' })).body?.error?.details,
    ).toMatchObject([{ path: ['name'] }])
    expect(await owner.data('DELETE', '/session/organization', { name: 'Demo' })).toEqual({
      accounts: 1,
      scans: 1,
      keys: 2,
      members: 3,
    })

    expect(await waitingScan).toMatchObject({ status: 'failed', errorMessage: 'The organization was deleted.' })
    for (const used of [key.key, running.key]) {
      const headers = { authorization: `Bearer ${used}` }
      expect((await fetch(`${running.service.baseUrl}/api/scans`, { headers })).status).toBe(401)
    }
    for (const client of [owner, viewer]) {
      expect((await client.call('GET', '/session/scans')).status).toBe(403)
      expect(await client.data<Me>('GET', '/session/me')).toMatchObject({ organization: null, organizations: [] })
    }
    const token = invitation.link.split('#')[1]
    const anonymous = sessionClient(running.service.baseUrl)
    expect((await anonymous.call('POST', '/session/setup/look-up', { token })).status).toBe(404)
    expect(running.log.join('')).toContain('an organization was deleted')
    const [last] = await store.tenant(running.organizationId, ({ auditEvents }) => auditEvents.list(1))
    expect(last).toMatchObject({ action: 'organization.delete', details: { name: 'Demo', members: 3 } })

    expect(await store.organizations.find('Demo')).toBeNull()
    expect((await store.organizations.insert('Demo'))?.id).not.toBe(running.organizationId)
    // The maintenance removes the data.
    const connections = () =>
      store.tenant(running.organizationId, ({ accounts }) => accounts.find(running.connectionId))
    await expect.poll(connections).toBeNull()
  })

  test('keeps users in their other organizations', async () => {
    const { id, name, client } = await organizationWith()
    const other = await organizationWith()
    const userId = await idOf(client)
    await running.service.store.tenant(other.id, ({ memberships }) => memberships.add(userId, 'viewer'))
    await client.data('DELETE', '/session/organization', { name })
    const me = await client.data<Me>('GET', '/session/me')
    expect(me.organization).toMatchObject({ id: other.id, role: 'viewer' })
    expect(me.organizations.map((organization) => organization.id)).not.toContain(id)
  })
})

describe('a role that is changed during a request', () => {
  test.each([
    ['POST', '/session/invitations', { email: 'friend@example.com', role: 'admin' }],
    ['POST', '/session/keys', { name: 'back door', scopes: ['read'] }],
    ['POST', '/session/accounts', { alias: 'another', cloudAccountId: '123456789012' }],
    ['PATCH', '/session/organization', { name: 'Renamed' }],
  ] as const)('%s %s is rejected', async (method, path, body) => {
    const { id, client } = await organizationWith('admin')
    const userId = await idOf(client)
    const answer = await running.service.store.tenant(id, async (tenant) => {
      await tenant.memberships.hold(userId, 'change')
      await tenant.memberships.changeRole(userId, 'viewer')
      const answer = client.call(method, path, body)
      // The request is authorized as an admin and has reached this transaction.
      await expect.poll(() => waiting(tenant)).toBe(1)
      return { answer }
    })
    expect(await answer.answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
    await running.service.store.tenant(id, async ({ invitations, apiKeys, accounts, settings }) => {
      expect(await invitations.list()).toEqual([])
      expect(await apiKeys.list()).toEqual([])
      expect((await accounts.list({ limit: 1, after: null })).items).toEqual([])
      expect((await settings.read()).name).not.toBe('Renamed')
    })
  })

  test('an owner with a password who becomes an admin under SSO enforcement loses access too', async () => {
    const { id, client } = await organizationWith()
    await signUp(running.service, id, 'owner')
    const userId = await idOf(client)
    const { answer } = await running.service.store.tenant(id, async (tenant) => {
      await tenant.memberships.hold(userId, 'change')
      await tenant.settings.change({ signOnRequired: true })
      await tenant.memberships.changeRole(userId, 'admin')
      const answer = client.call('POST', '/session/keys', { name: 'back door', scopes: ['read'] })
      await expect.poll(() => waiting(tenant)).toBe(1)
      return { answer }
    })
    expect(await answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
    expect(await running.service.store.tenant(id, ({ apiKeys }) => apiKeys.list())).toEqual([])
  })

  test('the last two owners cannot both leave, nor each take the other’s place', async () => {
    const { id, client } = await organizationWith()
    const other = await signUp(running.service, id, 'owner')
    const [first, second] = [await idOf(client), await idOf(other)]
    const viewer = { role: 'viewer' }
    expect(
      await statuses(
        client.call('PATCH', `/session/members/${second}`, viewer),
        other.call('PATCH', `/session/members/${first}`, viewer),
      ),
    ).toEqual([200, 403])
    await running.service.store.tenant(id, async ({ memberships }) => {
      for (const userId of [first, second]) await memberships.changeRole(userId, 'owner')
    })
    expect(
      await statuses(
        client.call('DELETE', `/session/members/${first}`),
        other.call('DELETE', `/session/members/${second}`),
      ),
    ).toEqual([200, 409])
  })
})

describe('two pages in two organizations', () => {
  test('a write for one never reaches the other', async () => {
    const { id, client } = await organizationWith()
    const other = await organizationWith()
    const userId = await idOf(client)
    await running.service.store.tenant(other.id, ({ memberships }) => memberships.add(userId, 'viewer'))
    const account = { alias: 'production', cloudAccountId: '123456789012' }
    await client.data('POST', '/session/organization/active', { organizationId: other.id })
    const refused = await client.call('POST', '/session/accounts', account, meantFor(id))
    expect([refused.status, refused.body?.error?.code]).toEqual([409, 'CONFLICT'])
    expect((await client.call('POST', '/session/accounts', account, meantFor(other.id))).status).toBe(403)

    await client.data('POST', '/session/organization/active', { organizationId: id })
    const made = await client.call('POST', '/session/accounts', account, meantFor(id))
    expect(made.status).toBe(201)
    const { data } = made.body as { data: SessionAccountDetails }
    expect((await client.call('DELETE', `/session/accounts/${data.id}`, {}, meantFor(other.id))).status).toBe(409)
  })
})
