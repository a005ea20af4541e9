/** Tests digests with the real store. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import type { AlertRecord } from '../store/alerts.ts'
import { secretBox } from '../store/keys/secret-box.ts'
import { newId } from '../store/new-id.ts'
import type { AlertContent } from './alert-content.ts'
import { addDelivery, createDigest } from './create-deliveries.ts'
import { testMessage } from './describe-event.ts'
import { sealDestination, shownOf } from './destination.ts'

let testTenant: TestTenant
let alert: AlertRecord
const sent: string[] = []
const dependencies = {
  publicUrl: null,
  jobs: {
    send: (_transaction: unknown, { deliveryId }: { readonly deliveryId: string }) => {
      sent.push(deliveryId)
      return Promise.resolve()
    },
  },
}
beforeAll(async () => {
  testTenant = await createTestTenant()
})
afterAll(() => testTenant.close())

const due = new Date('2026-11-24T07:00:00Z')
beforeEach(async () => {
  sent.length = 0
  const destination = { type: 'mail', to: ['team@example.com'] } as const
  const { organizationId, secretKey } = testTenant
  alert = await testTenant.tenant(({ alerts }) => {
    const alertId = newId()
    return alerts.insert(alertId, {
      name: 'operations',
      events: ['scan.completed'],
      connectionIds: [],
      leastRank: 9,
      destinationType: destination.type,
      destinationShown: shownOf(destination),
      destinationSealed: sealDestination(secretBox(secretKey, 'alerts'), { organizationId, alertId }, destination),
      frequency: 'daily',
      digestHour: 7,
      nextDigestAt: due,
      paused: false,
    })
  })
})

const hold = async (count: number, event = 'scan.completed') => {
  for (let number = 0; number < count; number += 1) {
    const content: AlertContent = { ...testMessage('x', null), event, summary: `${event} ${number}` }
    await testTenant.tenant((tenant) => addDelivery(tenant, dependencies, alert, content))
  }
}
const digest = (now = due) => testTenant.tenant((tenant) => createDigest(tenant, dependencies, alert.id, now))
const deliveries = async () =>
  (
    await testTenant.tenant(({ alertDeliveries }) =>
      alertDeliveries.list({ alertId: alert.id }, { limit: 100, after: null }),
    )
  ).items

test('a digest has the first 50 events in their order, and counts all', async () => {
  await hold(53)
  expect(sent).toEqual([])
  expect(await digest()).toBe(true)
  const [only, ...others] = await deliveries()
  expect(others).toEqual([])
  expect(only).toMatchObject({ id: sent[0], event: 'digest', status: 'pending' })
  expect(only?.content).toMatchObject({
    summary: 'Daily digest: 53 events.',
    entries: Array.from({ length: 50 }, (_, index) => ({ summary: `scan.completed ${index}` })),
    moreEntries: 3,
  })
})

test('in a digest, many completed scans leave room for what they found', async () => {
  await hold(50)
  await hold(2, 'exposure.opened')
  await digest()
  const [only] = await deliveries()
  expect(only?.content).toMatchObject({
    entries: [
      'exposure.opened 0',
      'exposure.opened 1',
      'scan.completed 0',
      ...Array.from({ length: 47 }, () => ''),
    ].map((summary) => (summary === '' ? {} : { summary })),
    moreEntries: 2,
  })
})

test('a digest is sent once, at its time, and only with events', async () => {
  await hold(1)
  expect(await digest(new Date(due.getTime() - 1))).toBe(false)
  expect(await digest()).toBe(true)
  expect(await digest()).toBe(false)
  const after = await testTenant.tenant(({ alerts }) => alerts.find(alert.id))
  expect(after?.nextDigestAt).toEqual(new Date('2026-11-25T07:00:00Z'))
  expect(await digest(new Date('2026-11-25T07:00:00Z'))).toBe(false)
  expect(sent).toHaveLength(1)
})

test('a test of an alert with digests is sent at once', async () => {
  await testTenant.tenant((tenant) => addDelivery(tenant, dependencies, alert, testMessage('operations', null)))
  expect(await deliveries()).toMatchObject([{ event: 'test', status: 'pending' }])
  expect(sent).toHaveLength(1)
})

test('held deliveries of a paused alert fail, and are not lost', async () => {
  await hold(2)
  await testTenant.tenant(({ alerts }) => alerts.update(alert.id, { paused: true }))
  expect(await digest()).toBe(false)
  expect((await deliveries()).map(({ status, error }) => [status, error])).toEqual([
    ['failed', 'The alert was paused.'],
    ['failed', 'The alert was paused.'],
  ])
})
