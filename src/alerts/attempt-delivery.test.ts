/** Tests single attempts with the real store and a real receiver, while their alert changes. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../test/support/receiver.ts'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import type { DeliveryJob } from '../jobs/delivery-jobs.ts'
import { openOutbound } from '../outbound/outbound-request.ts'
import { noExceptions, parseOutboundAllow } from '../outbound/outbound-rules.ts'
import { secretBox } from '../store/keys/secret-box.ts'
import { newId } from '../store/new-id.ts'
import { deliveryHandler } from './attempt-delivery.ts'
import { addDelivery } from './create-deliveries.ts'
import { testMessage } from './describe-event.ts'
import { newWebhookSecret, sealDestination, shownOf } from './destination.ts'

let testTenant: TestTenant
let receiver: Receiver
let alertId: string
let deliveryId: string
let sent: { readonly job: DeliveryJob; readonly afterSeconds: number }[]
const jobs = {
  send: (_transaction: unknown, job: DeliveryJob, { afterSeconds }: { readonly afterSeconds: number }) => {
    sent.push({ job, afterSeconds })
    return Promise.resolve()
  },
}
beforeAll(async () => {
  testTenant = await createTestTenant()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await testTenant.close()
})
beforeEach(async () => {
  sent = []
  alertId = newId()
  const { organizationId, secretKey } = testTenant
  const destination = { type: 'webhook', url: `${receiver.url}/${alertId}`, secret: newWebhookSecret() } as const
  deliveryId = await testTenant.tenant(async (tenant) => {
    const alert = await tenant.alerts.insert(alertId, {
      name: 'operations',
      events: ['scan.failed'],
      connectionIds: [],
      leastRank: 9,
      destinationType: 'webhook',
      destinationShown: shownOf(destination),
      destinationSealed: sealDestination(secretBox(secretKey, 'alerts'), { organizationId, alertId }, destination),
      frequency: 'immediate',
      digestHour: 7,
      nextDigestAt: null,
      paused: false,
    })
    return addDelivery(tenant, { jobs }, alert, { ...testMessage('operations', null), event: 'scan.failed' })
  })
})

const attempt = (number: number, isCurrent = true, secretKey = testTenant.secretKey) =>
  deliveryHandler({
    store: testTenant.store,
    jobs,
    secrets: secretBox(secretKey, 'alerts'),
    outbound: openOutbound(parseOutboundAllow('127.0.0.1') ?? noExceptions),
    sendMail: null,
    picturesOf: () => Promise.resolve([]),
    logger: pino({ level: 'silent' }),
  })(
    { organizationId: testTenant.organizationId, deliveryId, attempt: number },
    { signal: new AbortController().signal, finish: () => Promise.resolve(isCurrent) },
  )
const delivery = () => testTenant.tenant(({ alertDeliveries }) => alertDeliveries.find(deliveryId))
const attempts = () => testTenant.tenant(({ alertDeliveries }) => alertDeliveries.attempts(deliveryId))
const received = () => receiver.received.filter(({ path }) => path === `/${alertId}`).length

test('an attempt is made once, although its job comes twice or out of order', async () => {
  await attempt(2)
  expect(received()).toBe(0)
  await attempt(1)
  await attempt(1)
  expect(received()).toBe(1)
  expect(await delivery()).toMatchObject({ status: 'delivered', attempts: 1, nextAttemptAt: null })
})

test('a failed attempt plans the next one after its pause, or after what the receiver asks for', async () => {
  for (const [number, retryAfter, afterSeconds] of [
    [1, '', 10],
    [2, '120', 120],
    [3, '120', 300],
  ] as const) {
    receiver.answer((_, response) => response.writeHead(503, { 'retry-after': retryAfter }).end())
    await attempt(number)
    expect(sent.at(-1)).toMatchObject({ job: { deliveryId, attempt: number + 1 }, afterSeconds })
  }
  receiver.answer((_, response) => response.writeHead(204).end())
  expect((await attempts()).map(({ number, status }) => [number, status])).toEqual([
    [1, 503],
    [2, 503],
    [3, 503],
  ])
})

test('an attempt that another worker took over is not logged', async () => {
  await expect(attempt(1, false)).rejects.toThrow('Another worker has taken over')
  expect(await attempts()).toEqual([])
  expect(await delivery()).toMatchObject({ status: 'pending', attempts: 0 })
})

test('an alert that is deleted or paused while a delivery waits gets nothing', async () => {
  await testTenant.tenant(({ alerts }) => alerts.update(alertId, { paused: true }))
  await attempt(1)
  expect(await delivery()).toMatchObject({ status: 'failed', error: 'The alert was paused.' })
  await testTenant.tenant(({ alerts }) => alerts.remove(alertId))
  await attempt(1)
  expect(await delivery()).toBeNull()
  expect(received()).toBe(0)
})

test('an alert that is deleted during the request leaves no log', async () => {
  receiver.answer((_, response) => {
    void testTenant.tenant(({ alerts }) => alerts.remove(alertId)).then(() => response.writeHead(204).end())
  })
  await attempt(1)
  receiver.answer((_, response) => response.writeHead(204).end())
  expect(received()).toBe(1)
  expect(await attempts()).toEqual([])
})

test('with another secret key, nothing is sent, and the reason is in the log', async () => {
  await attempt(1, true, 'another')
  expect(received()).toBe(0)
  expect(await delivery()).toMatchObject({ status: 'failed', error: expect.stringContaining('SECRET_KEY was changed') })
})
