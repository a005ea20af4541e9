import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import type { ConnectionStatus } from './connection-status.ts'
import { newId } from './new-id.ts'

let testTenant: TestTenant

beforeAll(async () => {
  testTenant = await createTestTenant()
  await testTenant.tenant(({ alerts }) =>
    alerts.insert(newId(), {
      name: 'operations',
      events: ['connection.failed'],
      connectionIds: [],
      leastRank: 9,
      destinationType: 'mail',
      destinationShown: { host: null, lastCharacters: null, to: ['team@example.com'] },
      destinationSealed: Buffer.from('sealed'),
      frequency: 'immediate',
      digestHour: 7,
      nextDigestAt: null,
      paused: false,
    }),
  )
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

test('finds the connection of an account’s snapshots by the key that signed them', async () => {
  const found = await testTenant.tenant(async ({ accounts }) => {
    const imported = { alias: 'imported', accountNumber: '210987654321', partition: 'aws', importedFrom: 'key-1' }
    const { id } = (await accounts.insertImported(imported)) ?? {}
    return {
      id,
      same: (await accounts.findImported('210987654321', 'key-1'))?.id,
      otherKey: await accounts.findImported('210987654321', 'key-2'),
      otherAccount: await accounts.findImported('123456789012', 'key-1'),
    }
  })
  expect(found).toEqual({ id: expect.any(String), same: found.id, otherKey: null, otherAccount: null })
})
