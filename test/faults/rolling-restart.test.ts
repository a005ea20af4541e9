/**
 * Tests a rolling restart under load: two API processes and two workers restart one after the other, and no request
 * fails.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProcessFleet, type ProcessFleet, type ServiceProcess } from './process-fleet.ts'

/** Different regions, because scans of the same account and region run one after the other. */
const regions = ['us-east-1', 'us-west-2']
/** Between creates in a region. Each is a whole scan, and one that waits at each restart is enough. */
const createPauseMs = 2_000
const readers = 2
const checkEveryMs = 500
const api = { ROLE: 'api', DRAIN_SECONDS: '3', SHUTDOWN_GRACE_SECONDS: '30' }
const worker = { ...api, ROLE: 'worker' }

let fleet: ProcessFleet
beforeAll(async () => {
  fleet = await openProcessFleet({ latencyMs: 700 })
})
afterAll(() => fleet.close())

/** Routes requests to ready addresses, like a load balancer. */
function openBalancer(targets: readonly string[]) {
  const ready = new Map<string, boolean>(targets.map((target) => [target, true]))
  let turn = 0
  const closing = new AbortController()
  const check = async (target: string) => {
    while (!closing.signal.aborted) {
      const isReady = await fetch(`${target}/readyz`)
        .then(async (answer) => {
          await answer.arrayBuffer()
          return answer.status === 200
        })
        .catch(() => false)
      ready.set(target, isReady)
      await sleep(checkEveryMs)
    }
  }
  for (const target of targets) void check(target)
  return {
    isReady: (target: string) => ready.get(target) === true,
    next(): string {
      const choice = targets.filter((target) => ready.get(target))
      turn += 1
      const target = choice[turn % choice.length]
      if (target === undefined) throw new Error('no process is ready')
      return target
    },
    close: () => closing.abort(),
  }
}

test('two API processes and two workers restart one by one under load', async () => {
  const [one, two] = [await fleet.start(api), await fleet.start(api)]
  const workers = [await fleet.start(worker), await fleet.start(worker)]
  const balancer = openBalancer([one.baseUrl, two.baseUrl])
  const failures: string[] = []
  const statuses: string[] = []
  let reads = 0
  const over = new AbortController()
  /** Pending creates by process. */
  const waiting = new Map<string, number>()

  const request = async (baseUrl: string, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${fleet.key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${baseUrl}${path}`, { ...init, headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} ${text}`)
    return JSON.parse(text) as { data: { status: string } }
  }
  const load = async (name: string, work: (baseUrl: string) => Promise<void>) => {
    while (!over.signal.aborted) {
      const began = performance.now()
      let baseUrl = ''
      try {
        baseUrl = balancer.next()
        await work(baseUrl)
      } catch (error) {
        const { message, cause } = error as Error
        failures.push(
          `${name} at ${baseUrl} after ${Math.round(performance.now() - began)} ms: ${message} ${String(cause)}`,
        )
        await sleep(100)
      }
    }
  }
  const creates = regions.map((region) =>
    load(`create in ${region}`, async (baseUrl) => {
      waiting.set(baseUrl, (waiting.get(baseUrl) ?? 0) + 1)
      try {
        const body = JSON.stringify({ cloudAccountId: fleet.connectionId, region })
        statuses.push((await request(baseUrl, '/api/scans', { method: 'POST', body })).data.status)
      } finally {
        waiting.set(baseUrl, (waiting.get(baseUrl) ?? 0) - 1)
      }
      await sleep(createPauseMs)
    }),
  )
  const reading = Array.from({ length: readers }, (_, index) =>
    load(`read ${index}`, async (baseUrl) => {
      await request(baseUrl, '/api/scans?limit=5')
      reads += 1
      await sleep(500)
    }),
  )

  async function restart(
    process: ServiceProcess,
    environment: Readonly<Record<string, string>>,
    meanwhile = () => Promise.resolve(),
  ): Promise<void> {
    const began = performance.now()
    const stopped = process.stop('SIGTERM')
    await meanwhile()
    expect(await stopped).toBe(0)
    expect(performance.now() - began).toBeLessThan(45_000)
    await fleet.start(environment, Number(new URL(process.baseUrl).port))
  }

  await expect.poll(() => statuses.length + failures.length, { timeout: 180_000 }).toBeGreaterThan(0)
  expect(failures).toEqual([])
  for (const process of [one, two]) {
    await expect.poll(() => waiting.get(process.baseUrl) ?? 0).toBeGreaterThan(0)
    const { baseUrl } = process
    await restart(process, api, async () => {
      await expect.poll(() => balancer.isReady(baseUrl), { interval: 50 }).toBe(false)
      // Not ready, but still serving.
      await request(baseUrl, '/api/scans?limit=1')
    })
    await expect.poll(() => balancer.isReady(baseUrl)).toBe(true)
  }
  for (const process of workers) {
    await expect.poll(() => [...waiting.values()].some((creates) => creates > 0)).toBe(true)
    await restart(process, worker)
  }
  const before = statuses.length
  await expect.poll(() => statuses.length).toBeGreaterThan(before + regions.length)
  over.abort()
  await Promise.all([...creates, ...reading])
  balancer.close()

  expect(failures).toEqual([])
  expect(new Set(statuses)).toEqual(new Set(['completed']))
  expect(reads).toBeGreaterThan(20)
  console.log(`rolling restart: ${statuses.length} creates and ${reads} reads, none failed`)
})
