/** Tests that an event that can't be processed is tried again, and doesn't stop others, with the real store. */
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import { secretBox } from '../store/keys/secret-box.ts'
import { newId } from '../store/new-id.ts'
import { keptDays, processEvents } from './alert-maintenance.ts'
import { sealDestination, shownOf } from './destination.ts'

let testTenant: TestTenant
let owner: Client
let alertId: string
const sent: string[] = []
const log: string[] = []
beforeAll(async () => {
  testTenant = await createTestTenant()
  owner = new Client({ connectionString: testTenant.ownerUrl })
  await owner.connect()
  await owner.query(`select set_config('app.organization', $1, false)`, [testTenant.organizationId])
  const { organizationId, secretKey } = testTenant
  const destination = { type: 'slack', url: 'https://hooks.example.com/' } as const
  alertId = newId()
  await testTenant.tenant(({ alerts }) =>
    alerts.insert(alertId, {
      name: 'operations',
      events: ['changes.found', 'connection.failed'],
      connectionIds: [],
      leastRank: 9,
      destinationType: destination.type,
      destinationShown: shownOf(destination),
      destinationSealed: sealDestination(secretBox(secretKey, 'alerts'), { organizationId, alertId }, destination),
      frequency: 'immediate',
      digestHour: 7,
      nextDigestAt: null,
      paused: false,
    }),
  )
})
afterAll(async () => {
  await owner.end()
  await testTenant.close()
})

const deliveries = async () =>
  (await testTenant.tenant(({ alertDeliveries }) => alertDeliveries.list({ alertId }, { limit: 100, after: null })))
    .items

test('an event whose comparison fails waits longer each time, and others are processed meanwhile', async () => {
  const { connectionId } = testTenant
  const scan = await testTenant.tenant(async ({ scans, alertEvents }) => {
    const inserted = await scans.insert({ connectionId, accountNumber: '123456789012', region: 'us-east-1' })
    const event = { connectionId, reason: null }
    await alertEvents.append({ ...event, kind: 'scan.completed', subjectId: inserted.id })
    await alertEvents.append({ ...event, kind: 'connection.failed', subjectId: connectionId })
    return inserted
  })
  const dependencies = {
    store: testTenant.store,
    jobs: {
      send: (_transaction: unknown, { deliveryId }: { readonly deliveryId: string }) => {
        sent.push(deliveryId)
        return Promise.resolve()
      },
    },
    publicUrl: null,
    changesOf: () => Promise.reject(new Error('no comparison')),
    logger: pino({}, { write: (line: string) => void log.push(line) }),
  }
  const { signal } = new AbortController()
  const waiting = async () =>
    (
      await owner.query<{ subject: string; failures: number; wait: number }>(
        `select subject_id as subject, failures, round(extract(epoch from due_at - now()))::integer as wait from alert_events`,
      )
    ).rows
  await processEvents(dependencies, signal)
  expect((await deliveries()).map(({ id, event }) => [id, event])).toEqual([[sent[0], 'connection.failed']])
  expect(await waiting()).toEqual([{ subject: scan.id, failures: 1, wait: expect.closeTo(10, -1) }])
  expect(log.join('')).toContain('no comparison')
  // It isn't due.
  await processEvents(dependencies, signal)
  expect(await waiting()).toMatchObject([{ failures: 1 }])
  // Columns have whole milliseconds, so that now() itself could be rounded to a time that has not come.
  for (const wait of [20, 3_600]) {
    await owner.query(
      `update alert_events set due_at = now() - interval '1 second'${wait === 20 ? '' : ', failures = 30'}`,
    )
    await processEvents(dependencies, signal)
    const [event] = await waiting()
    expect(event?.wait).toBeGreaterThan(wait - 10)
    expect(event?.wait).toBeLessThanOrEqual(wait)
  }
  log.length = 0
  await owner.query(`update alert_events set due_at = now() - interval '1 second'`)
  await processEvents({ ...dependencies, changesOf: () => Promise.resolve(null) }, signal)
  expect(log).toEqual([])
  expect(await waiting()).toEqual([])
  expect(await deliveries()).toHaveLength(1)
})

/** As if all deliveries were so old. */
const age = (days: number) =>
  owner.query(`update alert_deliveries set created_at = now() - make_interval(days => ${days})`)

test('ended deliveries are removed after 30 days, and pending ones stay', async () => {
  const remove = () => testTenant.tenant(({ alertDeliveries }) => alertDeliveries.removeOlderThan(keptDays))
  expect(keptDays).toBe(30)
  await age(31)
  expect(await remove()).toBe(0)
  const [pending] = await deliveries()
  await testTenant.tenant(({ alertDeliveries }) => alertDeliveries.fail(pending?.id ?? '', 'It failed.'))
  await age(29)
  expect(await remove()).toBe(0)
  await age(31)
  expect(await remove()).toBe(1)
  expect(await deliveries()).toEqual([])
})
