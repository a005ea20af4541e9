import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRateBudget, type Permit, type RateBudget } from './rate-budget.ts'
import { limitOf } from './rate-limits.ts'

const scope = { accountNumber: '444455556666', region: 'eu-west-1', service: 'ec2', operation: 'DescribeVpcs' }
const { limit: ec2 } = limitOf('ec2', 'DescribeVpcs')
const burst = ec2.burst * 0.7
const perSecond = ec2.perSecond * 0.7

let budget: RateBudget

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  budget = createRateBudget({ sharePercent: 70 })
})
afterEach(() => vi.useRealTimers())

async function admit(permit: Promise<Permit>, onAdmitted: (permit: Permit) => void): Promise<void> {
  onAdmitted(await permit)
  ;(await permit).end('answered')
}

/** Requests permits, ends each attempt at once, and counts the granted ones. */
function ask(count: number, changes: Partial<typeof scope> = {}, repeated = false) {
  const admitted: Permit[] = []
  for (let asked = 0; asked < count; asked += 1) {
    void admit(budget.acquire({ ...scope, ...changes }, { repeated }), (permit) => admitted.push(permit))
  }
  return admitted
}

test('grants its share of the burst at once, then its share of the rate', async () => {
  const admitted = ask(200)
  await vi.advanceTimersByTimeAsync(0)
  expect(admitted).toHaveLength(burst)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(admitted.length).toBeGreaterThanOrEqual(burst + 5 * perSecond - 1)
  expect(admitted.length).toBeLessThanOrEqual(burst + 5 * perSecond + 1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(admitted).toHaveLength(200)
})

test('accounts, regions and services do not wait for each other', async () => {
  ask(200)
  const others = [
    ask(1, { accountNumber: '777788889999' }),
    ask(1, { region: 'us-east-1' }),
    ask(1, { service: 'rds' }),
  ]
  await vi.advanceTimersByTimeAsync(0)
  expect(others.map(({ length }) => length)).toEqual([1, 1, 1])
})

test('grants attempts in order of arrival, retries before first attempts', async () => {
  ask(burst)
  const order: string[] = []
  for (const [name, repeated] of [
    ['first', false],
    ['second', false],
    ['repeated', true],
  ] as const) {
    void admit(budget.acquire(scope, { repeated }), () => order.push(name))
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(order).toEqual(['repeated', 'first', 'second'])
})

test('limits the attempts in flight, even with tokens left', async () => {
  const permits: Permit[] = []
  for (let asked = 0; asked < 60; asked += 1) {
    void budget.acquire(scope, { repeated: false }).then((permit) => permits.push(permit))
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(permits).toHaveLength(ec2.inFlight)
  permits[0]?.end('answered')
  permits[0]?.end('answered')
  await vi.advanceTimersByTimeAsync(0)
  expect(permits).toHaveLength(ec2.inFlight + 1)
})

test('an aborted attempt leaves the queue at once and takes no token', async () => {
  ask(burst)
  const abort = new AbortController()
  const outcome = budget.acquire(scope, { repeated: false, signal: abort.signal }).catch((error: unknown) => error)
  const next = ask(1)
  abort.abort(new Error('the scan is over'))
  expect(await outcome).toMatchObject({ message: 'the scan is over' })
  await vi.advanceTimersByTimeAsync(Math.ceil(1000 / perSecond))
  expect(next).toHaveLength(1)
  await expect(budget.acquire(scope, { repeated: false, signal: abort.signal })).rejects.toThrow('the scan is over')
})

test('a throttled bucket halves its rate once for all attempts in flight, and recovers; others continue', async () => {
  const wave: Permit[] = []
  for (let asked = 0; asked < 10; asked += 1) wave.push(await budget.acquire(scope, { repeated: false }))
  for (const permit of wave) permit.end('throttled')
  const throttled = ask(1000)
  const other = ask(10, { service: 'rds' })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(throttled.length).toBeGreaterThan(2 * perSecond - 2)
  expect(throttled.length).toBeLessThanOrEqual(2 * perSecond)
  expect(other).toHaveLength(10)
  await vi.advanceTimersByTimeAsync(20_000)
  const before = throttled.length
  await vi.advanceTimersByTimeAsync(4_000)
  expect(throttled.length - before).toBeGreaterThanOrEqual(4 * perSecond - 1)
})

test('permanent throttling reduces the rate to an eighth, not lower', async () => {
  for (let round = 0; round < 20; round += 1) {
    const permit = budget.acquire(scope, { repeated: true })
    await vi.advanceTimersByTimeAsync(2_000)
    ;(await permit).end('throttled')
  }
  const admitted = ask(100)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(admitted.length).toBeGreaterThanOrEqual(Math.floor((4 * perSecond) / 8) - 1)
  expect(admitted.length).toBeLessThanOrEqual((4 * perSecond) / 8 + 1)
})

test('removes idle buckets, and no others', async () => {
  for (let account = 0; account < 50; account += 1) ask(1, { accountNumber: `${account}` })
  const held = await budget.acquire(scope, { repeated: false })
  expect(budget.bucketCount).toBe(51)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(budget.bucketCount).toBe(1)
  held.end('throttled')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(budget.bucketCount).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(budget.bucketCount).toBe(0)
})

test('runs no timer while nothing waits, and waiting uses no processor time', async () => {
  budget = createRateBudget({ sharePercent: 1 })
  expect(vi.getTimerCount()).toBe(0)
  const admitted = ask(3)
  await vi.advanceTimersByTimeAsync(0)
  expect([admitted.length, vi.getTimerCount()]).toEqual([1, 1])
  let woken = 0
  for (; admitted.length < 3; woken += 1) await vi.advanceTimersToNextTimerAsync()
  // One for each granted permit, and at most one more for a timer that fired early.
  expect(woken).toBeLessThanOrEqual(4)
  expect(vi.getTimerCount()).toBe(0)
})
