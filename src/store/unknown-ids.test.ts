import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import { newId } from './new-id.ts'
import type { Tenant } from './store.ts'

let testTenant: TestTenant

beforeAll(async () => {
  testTenant = await createTestTenant()
})
afterAll(() => testTenant.close())

type Query = (tenant: Tenant, id: string) => Promise<unknown>

const ofAnyText: Readonly<Record<string, Query>> = {
  'an account connection': ({ accounts }, id) => accounts.find(id),
  'an alert': ({ alerts }, id) => alerts.find(id),
  'a delivery': ({ alertDeliveries }, id) => alertDeliveries.find(id),
  'a diagram': ({ diagrams }, id) => diagrams.find(id),
  'the content of a diagram': ({ diagrams }, id) => diagrams.content(id),
  'a member': ({ memberships }, id) => memberships.find(id),
  'a saved view': ({ savedViews }, id) => savedViews.find(id, null),
  'a scan': ({ scans }, id) => scans.find(id),
  'a scan run': ({ scanRuns }, id) => scanRuns.find(id),
  'a schedule': ({ schedules }, id) => schedules.find(id),
  'a share link': ({ shareLinks }, id) => shareLinks.find(id),
}

const ofIds: Readonly<Record<string, Query>> = {
  'a held account connection': ({ accounts }, id) => accounts.hold(id),
  'a changed account connection': ({ accounts }, id) =>
    accounts.update(id, 'pending', { status: 'connected', errorMessage: null }),
  'a counted refusal': ({ accounts }, id) => accounts.countRefusal(id, 'arn:aws:iam::123456789012:role/surveyor', 0),
  'a held alert': ({ alerts }, id) => alerts.hold(id),
  'a changed alert': ({ alerts }, id) => alerts.update(id, { paused: true }),
  'a removed alert': ({ alerts }, id) => alerts.remove(id),
  'a held alert event': ({ alertEvents }, id) => alertEvents.tryHold(id),
  'a held delivery': ({ alertDeliveries }, id) => alertDeliveries.hold(id),
  'a held membership': ({ memberships }, id) => memberships.hold(id, 'write'),
  'a held saved view': ({ savedViews }, id) => savedViews.hold(id, null),
  'the saved view of a link': ({ savedViews }, id) => savedViews.findOfLink(id),
  'a held scan': ({ scans }, id) => scans.hold(id),
  'a started scan': ({ scans }, id) => scans.begin(id, {}),
  'a held scan run': ({ scanRuns }, id) => scanRuns.tryHold(id),
  'the open run of a schedule': ({ scanRuns }, id) => scanRuns.openOfSchedule(id),
  'a held schedule': ({ schedules }, id) => schedules.hold(id),
  'a schedule that nobody holds': ({ schedules }, id) => schedules.tryHold(id),
  'a changed schedule': ({ schedules }, id) => schedules.update(id, { pauseReason: 'requested' }),
  'a removed schedule': ({ schedules }, id) => schedules.remove(id),
  'a used share link': ({ shareLinks }, id) => shareLinks.use(id),
  'a graph': ({ graphs }, id) => graphs.load(id),
  'an imported scan': ({ importedSnapshots }, id) => importedSnapshots.scanOf(id),
  'a claimed idempotency key': ({ idempotencyKeys }, id) => idempotencyKeys.claim(id),
  'a removed baseline': ({ baselines }, id) =>
    baselines.remove({ connectionId: id, region: 'us-east-1', name: 'none' }),
  'a baseline': ({ baselines }, id) => baselines.find({ connectionId: id, region: 'us-east-1', name: 'none' }),
}

describe('null is the answer for', () => {
  test.each(Object.keys(ofAnyText))('%s with an unknown ID, or a text that is none', async (name) => {
    for (const id of [newId(), 'none', `${newId()}0`])
      expect(await testTenant.tenant((tenant) => ofAnyText[name]?.(tenant, id) ?? Promise.reject())).toBeNull()
  })

  test.each(Object.keys(ofIds))('%s with an unknown ID', async (name) => {
    expect(await testTenant.tenant((tenant) => ofIds[name]?.(tenant, newId()) ?? Promise.reject())).toBeNull()
  })

  test('an organization, a key, a link, a person, and an invitation that do not exist', async () => {
    const { store } = testTenant
    const hash = Buffer.alloc(32)
    expect(
      await Promise.all([
        store.organizations.find('none'),
        store.organizations.find(newId()),
        store.findKeyByHash(hash),
        store.findShareLink(hash),
        store.people.findByEmail('nobody@example.com'),
        store.people.findInvitation(hash),
      ]),
    ).toEqual([null, null, null, null, null, null])
  })
})

const changes: Readonly<Record<string, Query>> = {
  'revoking an API key': ({ apiKeys }, id) => apiKeys.revoke(id),
  'revoking an invitation': ({ invitations }, id) => invitations.revoke(id),
  'ending a session': (_, id) => testTenant.store.userSessions.end(newId(), id),
}

test.each(Object.keys(changes))('%s with an unknown ID, or a text that is none, changes nothing', async (name) => {
  for (const id of [newId(), 'none'])
    expect(await testTenant.tenant((tenant) => changes[name]?.(tenant, id) ?? Promise.reject())).toBe(false)
})

test('lists by an unknown ID, or a text that is none, are empty', async () => {
  const page = { limit: 10, after: null }
  for (const id of [newId(), 'none'])
    expect(
      await testTenant.tenant(({ diagrams, scanRuns, scans, schedules }) =>
        Promise.all([
          diagrams.list({ scanId: id }, page),
          diagrams.list({ connectionId: id }, page),
          scanRuns.list({ connectionId: id }, page),
          scanRuns.list({ scheduleId: id }, page),
          scans.list({ connectionId: id }, page),
          schedules.list({ connectionId: id }, page),
        ]),
      ),
    ).toEqual(Array.from({ length: 6 }, () => ({ items: [], hasMore: false })))
})

test('an organization that does not exist has no members', async () => {
  for (const purpose of ['write', 'change'] as const)
    expect(await testTenant.store.tenant(newId(), ({ memberships }) => memberships.hold(newId(), purpose))).toBeNull()
})
