import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAlert } from '../../test/support/insert-test-alert.ts'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import type { ConnectionStatus } from './connection-status.ts'

let testTenant: TestTenant

beforeAll(async () => {
  testTenant = await createTestTenant()
  await testTenant.tenant((tenant) => insertTestAlert(tenant, ['connection.failed', 'scan.completed', 'scan.failed']))
})
afterAll(() => testTenant.close())

test('only a connection that worked fails with an alert event, and is restored with one', async () => {
  const { store, connectionId } = testTenant
  const change = async (from: ConnectionStatus, status: ConnectionStatus) => {
    await testTenant.tenant(({ accounts }) =>
      accounts.update(connectionId, from, { status, errorMessage: `now ${status}` }),
    )
    const due = await store.dueAlertEvents(10)
    return testTenant.tenant(async ({ alertEvents }) => {
      const events = await Promise.all(due.map(({ eventId }) => alertEvents.tryHold(eventId)))
      for (const { eventId } of due) await alertEvents.remove(eventId)
      return events.map((event) => [event?.kind, event?.subjectId, event?.reason])
    })
  }
  expect(await change('pending', 'failed')).toEqual([])
  expect(await change('failed', 'connected')).toEqual([['connection.restored', connectionId, 'now connected']])
  expect(await change('connected', 'connected')).toEqual([])
  expect(await change('connected', 'failed')).toEqual([['connection.failed', connectionId, 'now failed']])
  expect(await change('failed', 'failed')).toEqual([])
})

test('a failed scan has an alert event with its connection and the reason', async () => {
  const { store, connectionId } = testTenant
  const scan = await testTenant.tenant(async ({ scans }) => {
    const inserted = await scans.insert({ connectionId, accountNumber: '123456789012', region: 'us-east-1' })
    expect(await scans.fail(inserted.id, ['queued'], 'The worker was stopped.', { progress: null })).toBe(true)
    expect(await scans.fail(inserted.id, ['queued'], 'The worker was stopped.', { progress: null })).toBe(false)
    return inserted
  })
  const due = await store.dueAlertEvents(10)
  const events = await testTenant.tenant(({ alertEvents }) =>
    Promise.all(due.map(({ eventId }) => alertEvents.tryHold(eventId))),
  )
  expect(events).toMatchObject([
    { kind: 'scan.failed', connectionId, subjectId: scan.id, reason: 'The worker was stopped.' },
  ])
})

test('a completed scan has one alert event with its connection, and no reason', async () => {
  const { store, connectionId } = testTenant
  const scan = await testTenant.tenant(async ({ alertEvents, scans }) => {
    for (const { eventId } of await store.dueAlertEvents(10)) await alertEvents.remove(eventId)
    const inserted = await scans.insert({ connectionId, accountNumber: '123456789012', region: 'us-east-1' })
    const begun = await scans.begin(inserted.id, {})
    expect(await scans.complete(inserted.id, begun?.attempt ?? 0, {})).toBe(true)
    expect(await scans.complete(inserted.id, begun?.attempt ?? 0, {})).toBe(false)
    return inserted
  })
  const due = await store.dueAlertEvents(10)
  const events = await testTenant.tenant(({ alertEvents }) =>
    Promise.all(due.map(({ eventId }) => alertEvents.tryHold(eventId))),
  )
  expect(events).toMatchObject([{ kind: 'scan.completed', connectionId, subjectId: scan.id, reason: null }])
})
