/** Tests who may see, change, and share views in the dashboard API. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SavedView } from '../../contract/saved-view.ts'
import type { CreatedShareLink, ShareLink } from '../../contract/share-link.ts'
import type { MemberRole } from '../../src/store/member-role.ts'
import { coreServices, startRunningService } from '../support/running-service.ts'
import type { RunningTestService } from '../support/running-service.ts'
import { type SessionClient, signUp } from '../support/session-client.ts'

let running: RunningTestService
let clients: Readonly<Record<'owner' | 'admin' | 'member' | 'other' | 'viewer', SessionClient>>
let diagramId: string

beforeAll(async () => {
  running = await startRunningService({ services: coreServices })
  const scan = await running.scan()
  const { diagrams } = await running.get<{ diagrams: readonly { id: string }[] }>(`/api/diagrams?scanId=${scan.id}`)
  diagramId = diagrams[0]?.id ?? ''
  const { baseUrl, store } = running.service
  const sign = (role: MemberRole) => signUp({ baseUrl, store }, running.organizationId, role)
  clients = {
    owner: await sign('owner'),
    admin: await sign('admin'),
    member: await sign('member'),
    other: await sign('member'),
    viewer: await sign('viewer'),
  }
})
afterAll(() => running.close())

let names = 0
const newView = (choices: object = {}) => ({ name: `View ${(names += 1)}`, diagramId, ...choices })
const viewsOf = async (client: SessionClient) =>
  (await client.data<{ views: readonly SavedView[] }>('GET', '/session/views?limit=100')).views.map(({ id }) => id)
const linksOf = async (client: SessionClient) =>
  (await client.data<{ shareLinks: readonly ShareLink[] }>('GET', '/session/share-links')).shareLinks.map(
    ({ id }) => id,
  )

test('a personal view is visible to its user only, and to no API key', async () => {
  const { owner, member, other } = clients
  const { id } = await member.data<SavedView>('POST', '/session/views', newView({ visibility: 'personal' }))
  expect(await viewsOf(member)).toContain(id)
  for (const client of [owner, other]) {
    expect(await viewsOf(client)).not.toContain(id)
    expect((await client.call('GET', `/session/views/${id}`)).status).toBe(404)
    expect((await client.call('PUT', `/session/views/${id}`, { name: 'Mine now' })).status).toBe(404)
    expect((await client.call('DELETE', `/session/views/${id}`)).status).toBe(404)
    expect((await client.call('POST', '/session/share-links', { viewId: id })).status).toBe(404)
  }
  const { views } = await running.get<{ views: readonly SavedView[] }>('/api/views?limit=100')
  expect(views.map((view) => view.id)).not.toContain(id)
  expect(await member.data('PUT', `/session/views/${id}`, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' })
  expect(await member.data('DELETE', `/session/views/${id}`)).toMatchObject({ id })
})

test('two users and the organization may use the same name', async () => {
  const { member, other } = clients
  const view = newView()
  const statusOf = async (client: SessionClient, visibility: string) =>
    (await client.call('POST', '/session/views', { ...view, visibility })).status
  expect(await statusOf(member, 'personal')).toBe(201)
  expect(await statusOf(member, 'personal')).toBe(409)
  expect(await statusOf(other, 'personal')).toBe(201)
  expect(await statusOf(other, 'organization')).toBe(201)
  expect(await statusOf(member, 'organization')).toBe(409)
})

test('members change the views of the organization, and viewers only their own', async () => {
  const { member, other, viewer } = clients
  const { id } = await member.data<SavedView>('POST', '/session/views', newView())
  expect(await viewsOf(viewer)).toContain(id)
  expect((await viewer.call('PUT', `/session/views/${id}`, { name: 'Viewed' })).status).toBe(403)
  expect((await viewer.call('DELETE', `/session/views/${id}`)).status).toBe(403)
  expect((await viewer.call('POST', '/session/views', newView())).status).toBe(403)
  expect((await other.call('PUT', `/session/views/${id}`, { name: 'Changed by another member' })).status).toBe(200)
  expect((await other.call('DELETE', `/session/views/${id}`)).status).toBe(200)
  const own = await viewer.data<SavedView>('POST', '/session/views', newView({ visibility: 'personal' }))
  expect((await viewer.call('PUT', `/session/views/${own.id}`, { name: 'My own' })).status).toBe(200)
  expect((await viewer.call('DELETE', `/session/views/${own.id}`)).status).toBe(200)
})

test('viewers can’t share; members see and revoke their own links, and admins and owners all', async () => {
  const { owner, admin, member, other, viewer } = clients
  expect(
    (await viewer.call('POST', '/session/share-links', { view: newView({ visibility: 'personal' }) })).status,
  ).toBe(403)
  expect((await viewer.call('GET', '/session/share-links')).status).toBe(403)
  const create = () => member.data<CreatedShareLink>('POST', '/session/share-links', { view: newView() })
  const [first, second] = [await create(), await create()]
  expect(first.createdBy).toBe('A member')
  expect(await linksOf(member)).toEqual([second.id, first.id])
  expect(await linksOf(other)).toEqual([])
  for (const client of [owner, admin]) {
    expect(await linksOf(client)).toEqual(expect.arrayContaining([first.id, second.id]))
  }
  expect((await viewer.call('DELETE', `/session/share-links/${first.id}`)).status).toBe(403)
  expect((await other.call('DELETE', `/session/share-links/${first.id}`)).status).toBe(404)
  expect((await fetch(running.service.baseUrl + first.svgUrl)).status).toBe(200)
  expect(await member.data('DELETE', `/session/share-links/${first.id}`)).toMatchObject({ status: 'revoked' })
  expect(await admin.data('DELETE', `/session/share-links/${second.id}`)).toMatchObject({ status: 'revoked' })
  expect((await fetch(running.service.baseUrl + second.svgUrl)).status).toBe(404)
})
