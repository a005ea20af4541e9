import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTestAlert } from '../../test/support/insert-test-alert.ts'
import { createTestTenant, type TestTenant } from '../../test/support/test-tenant.ts'
import type { DeliveryRecord, NewDelivery } from './alert-deliveries.ts'
import type { Tenant } from './store.ts'

let testTenant: TestTenant

beforeAll(async () => {
  testTenant = await createTestTenant()
})
afterAll(() => testTenant.close())

const tenant = <Result>(work: (tenant: Tenant) => Promise<Result>) => testTenant.tenant(work)

const insertAlert = () => tenant((of) => insertTestAlert(of, ['scan.failed']))

/** Each in a transaction of its own, so that their times differ. */
const insert = (alertId: string, delivery: Partial<NewDelivery> = {}) =>
  tenant(({ alertDeliveries }) =>
    alertDeliveries.insert({ alertId, event: 'scan.failed', content: { is: 'told' }, status: 'pending', ...delivery }),
  )

const find = (id: string) => tenant(({ alertDeliveries }) => alertDeliveries.find(id))

const secondsFromNow = (time: Date | null | undefined) => ((time?.getTime() ?? Number.NaN) - Date.now()) / 1000

test('a delivery is due at once, a held one is not, and a replay keeps the ID of its message', async () => {
  const { id: alertId } = await insertAlert()
  const sent = await insert(alertId)
  expect(sent).toEqual({
    id: sent.id,
    alertId,
    messageId: sent.id,
    event: 'scan.failed',
    content: { is: 'told' },
    status: 'pending',
    attempts: 0,
    nextAttemptAt: expect.any(Date),
    error: null,
    replayOf: null,
    createdAt: expect.any(Date),
    updatedAt: expect.any(Date),
  })
  expect(await find(sent.id)).toEqual(sent)
  expect(await tenant(({ alertDeliveries }) => alertDeliveries.hold(sent.id))).toEqual(sent)
  expect(Math.abs(secondsFromNow(sent.nextAttemptAt))).toBeLessThan(60)

  expect(await insert(alertId, { status: 'held' })).toMatchObject({ status: 'held', nextAttemptAt: null })
  const replay = await insert(alertId, { replay: { of: sent.id, messageId: sent.messageId } })
  expect(replay).toMatchObject({ messageId: sent.id, replayOf: sent.id })
  expect(await tenant(({ alertDeliveries }) => alertDeliveries.countPending(alertId))).toBe(2)
})

const listed = (filter: Parameters<Tenant['alertDeliveries']['list']>[0]) =>
  tenant(async ({ alertDeliveries }) => {
    const { items } = await alertDeliveries.list(filter, { limit: 100, after: null })
    return items.map(({ id }) => id).toSorted()
  })

test('lists the deliveries of one alert or with one status', async () => {
  const [one, other] = [await insertAlert(), await insertAlert()]
  const pending = await insert(one.id)
  const held = await insert(one.id, { status: 'held' })
  await insert(other.id)
  expect(await listed({ alertId: one.id })).toEqual([pending.id, held.id].toSorted())
  expect(await listed({ alertId: one.id, status: 'held' })).toEqual([held.id])
  expect(await listed({ status: 'held' })).toContain(held.id)
  expect(await listed({ status: 'held' })).not.toContain(pending.id)
})

test('the held deliveries of an alert are taken together, completed scans last, and counted', async () => {
  const [alert, other] = [await insertAlert(), await insertAlert()]
  const events = ['scan.completed', 'changes.found', 'scan.failed', 'exposure.opened']
  for (const event of events) await insert(alert.id, { event, status: 'held' })
  await insert(alert.id)
  await insert(other.id, { status: 'held' })
  const take = (most: number) =>
    tenant(async ({ alertDeliveries }) => {
      const { deliveries, count } = await alertDeliveries.takeHeld(alert.id, most)
      return [deliveries.map(({ event }) => event), count]
    })
  expect(await take(3)).toEqual([['changes.found', 'scan.failed', 'exposure.opened'], 4])
  expect(await take(3)).toEqual([[], 0])
  expect(await tenant(({ alertDeliveries }) => alertDeliveries.countPending(alert.id))).toBe(1)
  expect(await tenant(({ alertDeliveries }) => alertDeliveries.takeHeld(other.id, 3))).toMatchObject({ count: 1 })
})

test('failing the held deliveries of an alert ends those alone', async () => {
  const [alert, other] = [await insertAlert(), await insertAlert()]
  const [held, pending, another] = [
    await insert(alert.id, { status: 'held' }),
    await insert(alert.id),
    await insert(other.id, { status: 'held' }),
  ]
  await sleep(2)
  await tenant(({ alertDeliveries }) => alertDeliveries.failHeld(alert.id, 'The alert\0 is paused.'))
  const failed = await find(held.id)
  expect(failed).toMatchObject({ status: 'failed', error: expect.stringMatching(/^The alert.* is paused\.$/u) })
  expect(failed?.updatedAt.getTime()).toBeGreaterThan(held.updatedAt.getTime())
  expect([await find(pending.id), await find(another.id)]).toEqual([pending, another])
})

test('attempts are recorded in order, with what they did to the delivery', async () => {
  const { id: alertId } = await insertAlert()
  const [delivery, untouched] = [await insert(alertId), await insert(alertId)]
  const startedAt = new Date('2026-01-02T03:04:05.678Z')
  const refused = {
    number: 1,
    startedAt,
    durationMs: 12,
    status: 503,
    error: 'HTTP 503',
    request: 'POST /\0',
    response: 'later',
  }
  const accepted = { number: 2, startedAt, durationMs: 3, status: null, error: null, request: 'POST /', response: null }
  const record = (attempt: typeof refused | typeof accepted, status: 'pending' | 'delivered', seconds: number | null) =>
    tenant(({ alertDeliveries }) =>
      alertDeliveries.recordAttempt(delivery.id, attempt, { status, retryInSeconds: seconds }),
    )

  await record(refused, 'pending', 3_600)
  const waiting = await find(delivery.id)
  expect(waiting).toMatchObject({ status: 'pending', attempts: 1, error: 'HTTP 503' })
  expect(Math.abs(secondsFromNow(waiting?.nextAttemptAt) - 3_600)).toBeLessThan(60)
  await record(accepted, 'delivered', null)
  expect(await find(delivery.id)).toMatchObject({ status: 'delivered', attempts: 2, error: null, nextAttemptAt: null })

  const attempts = await tenant(({ alertDeliveries }) => alertDeliveries.attempts(delivery.id))
  expect(attempts).toEqual([{ ...refused, request: expect.not.stringContaining('\0') }, accepted])
  expect(await find(untouched.id)).toEqual(untouched)
  expect(await tenant(({ alertDeliveries }) => alertDeliveries.attempts(untouched.id))).toEqual([])
})

test('only a pending delivery fails without an attempt', async () => {
  const { id: alertId } = await insertAlert()
  const [pending, held] = [await insert(alertId), await insert(alertId, { status: 'held' })]
  await tenant(async ({ alertDeliveries }) => {
    for (const { id } of [pending, held]) await alertDeliveries.fail(id, 'The alert was removed.')
  })
  expect(await find(pending.id)).toMatchObject({
    status: 'failed',
    error: 'The alert was removed.',
    nextAttemptAt: null,
  })
  expect(await find(held.id)).toEqual(held)
})

test('only ended deliveries that are old enough are removed', async () => {
  const { id: alertId } = await insertAlert()
  const deliveries: Record<string, DeliveryRecord> = {}
  for (const name of ['old failed', 'old pending', 'new failed']) deliveries[name] = await insert(alertId)
  await tenant(async ({ alertDeliveries, transaction }) => {
    for (const [name, { id }] of Object.entries(deliveries)) {
      if (name.endsWith('failed')) await alertDeliveries.fail(id, 'It failed.')
      if (name.startsWith('old'))
        await sql`update alert_deliveries set created_at = now() - interval '31 days' where id = ${id}`.execute(
          transaction,
        )
    }
  })
  const remove = () => tenant(({ alertDeliveries }) => alertDeliveries.removeOlderThan(30))
  expect([await remove(), await remove()]).toEqual([1, 0])
  const left = await Promise.all(Object.values(deliveries).map(({ id }) => find(id)))
  expect(left.map((delivery) => delivery !== null)).toEqual([false, true, true])
})
