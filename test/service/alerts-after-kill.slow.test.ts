/** Tests that killed processes lose no alerts, with real processes on one database. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newWebhookSecret, sealDestination, shownOf } from '../../src/alerts/destination.ts'
import { secretBox } from '../../src/store/keys/secret-box.ts'
import { newId } from '../../src/store/new-id.ts'
import type { Tenant } from '../../src/store/store.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type Environment, startSurveyor, type SurveyorProcess } from '../support/surveyor-process.ts'
import { createTestTenant, type TestTenant } from '../support/test-tenant.ts'

let testTenant: TestTenant
let receiver: Receiver
let environment: Environment
beforeAll(async () => {
  testTenant = await createTestTenant()
  receiver = await startReceiver()
  environment = {
    DATABASE_URL: testTenant.ownerUrl,
    SECRET_KEY: testTenant.secretKey,
    OUTBOUND_ALLOW: '127.0.0.1',
    PORT: '0',
    // Nothing is scanned.
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
  }
})
afterAll(async () => {
  await receiver.close()
  await testTenant.close()
})

const start = async (): Promise<SurveyorProcess> => {
  const surveyor = startSurveyor(['start'], environment)
  await surveyor.waitFor(/listening on/)
  return surveyor
}

async function insertAlert({ alerts, organizationId }: Tenant): Promise<string> {
  const destination = { type: 'webhook', url: `${receiver.url}/hook`, secret: newWebhookSecret() } as const
  const alertId = newId()
  await alerts.insert(alertId, {
    name: 'operations',
    events: ['scan.failed'],
    connectionIds: [],
    leastRank: 9,
    destinationType: destination.type,
    destinationShown: shownOf(destination),
    destinationSealed: sealDestination(
      secretBox(testTenant.secretKey, 'alerts'),
      { organizationId, alertId },
      destination,
    ),
    frequency: 'immediate',
    digestHour: 7,
    nextDigestAt: null,
    paused: false,
  })
  return alertId
}

test('an event that was committed before the process ended, and a delivery in flight while it is killed, both arrive', async () => {
  const { connectionId } = testTenant
  const alertId = await testTenant.tenant(insertAlert)
  // No process runs: the event is committed with the end of the scan.
  await testTenant.tenant(async ({ scans }) => {
    const scan = await scans.insert({ connectionId, accountNumber: '123456789012', region: 'us-east-1' })
    await scans.fail(scan.id, ['queued'], 'It failed.', { progress: null })
  })
  const requested = Promise.withResolvers<void>()
  receiver.answer(() => requested.resolve())
  const first = await start()
  await requested.promise
  // The receiver has the message, and the process doesn't get the response.
  await first.stop('SIGKILL')
  receiver.answer((_, response) => response.writeHead(204).end())

  const second = await start()
  const deliveries = async () =>
    (await testTenant.tenant((tenant) => tenant.alertDeliveries.list({ alertId }, { limit: 10, after: null }))).items
  await expect.poll(async () => (await deliveries()).map(({ status }) => status)).toEqual(['delivered'])
  await second.stop()
  expect(receiver.received).toHaveLength(2)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const [delivery] = await deliveries()
  const attempts = await testTenant.tenant(({ alertDeliveries }) => alertDeliveries.attempts(delivery?.id ?? ''))
  expect(attempts).toEqual([expect.objectContaining({ number: 1, status: 204 })])
})
