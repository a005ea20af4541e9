import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestStore } from '../../test/support/test-store.ts'
import { runStatements } from '../../test/support/prepared-database.ts'
import { createTestStore } from '../../test/support/test-store.ts'
import { ConnectionLostError } from '../store/connection-loss.ts'
import type { DatabaseTransaction } from '../store/database.ts'
import { runtimeLogin } from '../store/runtime-login.ts'
import type { ScanJob, ScanJobs } from './scan-jobs.ts'
import { installJobs, openScanJobs } from './scan-jobs.ts'

let testStore: TestStore
let organizationId: string
beforeAll(async () => {
  testStore = await createTestStore()
  const { role } = runtimeLogin(testStore.ownerUrl, testStore.secretKey)
  await runStatements(testStore.ownerUrl, ['drop schema jobs cascade'])
  // Like two processes that start on a new database at the same time.
  await Promise.all([installJobs(testStore.ownerUrl, role), installJobs(testStore.ownerUrl, role)])
  organizationId = (await testStore.store.organizations.insert('jobs'))?.id ?? ''
})
afterAll(() => testStore.close())

const errors: Error[] = []
const openWorker = () =>
  openScanJobs({ runtimeUrl: testStore.runtimeUrl, expireSeconds: 60, onError: (error) => errors.push(error) })

const transaction = <Result>(work: (transaction: DatabaseTransaction) => Promise<Result>) =>
  testStore.store.tenant(organizationId, ({ transaction }) => work(transaction))

const newJob = (): ScanJob => ({ organizationId, scanId: randomUUID() })

async function send(jobs: ScanJobs, serialKey: string, job = newJob()): Promise<ScanJob> {
  await transaction((transaction) => jobs.send(transaction, job, serialKey))
  return job
}

test('jobs of one key run one after the other in order, others at once', async () => {
  const jobs = await openWorker()
  const events: string[] = []
  const named = { a1: newJob(), a2: newJob(), b1: newJob() }
  const nameOf = ({ scanId }: ScanJob) => Object.entries(named).find(([, job]) => job.scanId === scanId)?.[0]
  const bothRun = Promise.withResolvers<void>()
  await jobs.work({ concurrency: 4 }, async (job, { finish }) => {
    events.push(`start ${nameOf(job)}`)
    if (nameOf(job) === 'b1') bothRun.resolve()
    await bothRun.promise
    events.push(`end ${nameOf(job)} ${await transaction(finish)}`)
  })
  for (const [name, job] of Object.entries(named)) await send(jobs, name.slice(0, 1), job)
  await expect.poll(() => events.length).toBe(6)
  expect(events.filter((event) => event.startsWith('end')).toSorted()).toEqual([
    'end a1 true',
    'end a2 true',
    'end b1 true',
  ])
  expect(events.indexOf('end a1 true')).toBeLessThan(events.indexOf('start a2'))
  expect(events.indexOf('start b1')).toBeLessThan(events.indexOf('end a1 true'))
  await jobs.drain({ graceMs: 5_000 })
  await jobs.close()
  expect(errors).toEqual([])
})

test('jobs start quickly, also those that waited for their key', async () => {
  const jobs = await openWorker()
  const ended = new Set<string>()
  await jobs.work({ concurrency: 1 }, async ({ scanId }, { finish }) => {
    await transaction(finish)
    ended.add(scanId)
  })
  // A worker without notifications polls once a second.
  const rounds = 30
  const withoutBeingToldMs = (rounds - 1) * 1_000
  let started = performance.now()
  for (let round = 1; round <= rounds; round += 1) {
    await send(jobs, `key ${round}`)
    await expect.poll(() => ended.size, { interval: 5 }).toBe(round)
  }
  expect(performance.now() - started).toBeLessThan(withoutBeingToldMs / 2)
  started = performance.now()
  for (let round = 1; round <= rounds; round += 1) await send(jobs, 'one key')
  await expect.poll(() => ended.size, { interval: 5 }).toBe(2 * rounds)
  expect(performance.now() - started).toBeLessThan(withoutBeingToldMs / 2)
  await jobs.drain({ graceMs: 5_000 })
  await jobs.close()
})

test('a job exists only if its transaction is committed, and ends only if the transaction that ends it is', async () => {
  const jobs = await openWorker()
  const refused = newJob()
  await expect(
    transaction(async (transaction) => {
      await jobs.send(transaction, refused, 'key')
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')

  const seen: string[] = []
  await jobs.work({ concurrency: 1 }, async ({ scanId }, { finish }) => {
    seen.push(scanId)
    if (seen.length > 1) return
    await transaction(async (transaction) => {
      await finish(transaction)
      throw new Error('the transaction that ends the job fails')
    })
  })
  const { scanId } = await send(jobs, 'key')
  await expect.poll(() => seen).toEqual([scanId, scanId])
  await jobs.drain({ graceMs: 5_000 })
  await jobs.close()
})

test('a job without attempts left is dead, blocks its key, and can be removed', async () => {
  const jobs = await openWorker()
  const attempts: boolean[] = []
  const failing = newJob()
  const next = newJob()
  let nextRan = false
  await jobs.work({ concurrency: 2 }, async ({ scanId }, { retriesAfter }) => {
    if (scanId === next.scanId) {
      nextRan = true
      return
    }
    const error = new Error('as if killed')
    attempts.push(retriesAfter(error))
    throw error
  })
  await send(jobs, 'dead', failing)
  await expect.poll(() => attempts).toEqual([true, true, false])
  await expect.poll(() => jobs.deadJobs()).toEqual([failing])
  await send(jobs, 'dead', next)
  await sleep(1_500)
  expect(nextRan).toBe(false)

  await transaction((transaction) => jobs.remove(transaction, failing.scanId))
  expect(await jobs.deadJobs()).toEqual([])
  await expect.poll(() => nextRan).toBe(true)
  await jobs.drain({ graceMs: 5_000 })
  await jobs.close()
})

test('attempts that a database outage interrupts do not count, up to nine', async () => {
  const jobs = await openWorker()
  const attempts: boolean[] = []
  await jobs.work({ concurrency: 1 }, async (_job, { retriesAfter }) => {
    const outage = new ConnectionLostError(new Error('terminated'))
    attempts.push(retriesAfter(outage))
    throw outage
  })
  const job = await send(jobs, 'interrupted')
  await expect.poll(() => jobs.deadJobs()).toEqual([job])
  expect(attempts).toEqual([...Array<boolean>(9 + 2).fill(true), false])
  await transaction((transaction) => jobs.remove(transaction, job.scanId))
  await jobs.drain({ graceMs: 5_000 })
  await jobs.close()
})

test('a queued job that is removed never runs; a running one can no longer end', async () => {
  const jobs = await openWorker()
  const removed = await send(jobs, 'removed')
  await transaction((transaction) => jobs.remove(transaction, removed.scanId))
  const running = await send(jobs, 'running')
  const finished = Promise.withResolvers<boolean>()
  const seen: string[] = []
  await jobs.work({ concurrency: 2 }, async ({ scanId }, { finish }) => {
    seen.push(scanId)
    await transaction((transaction) => jobs.remove(transaction, scanId))
    finished.resolve(await transaction(finish))
  })
  expect(await finished.promise).toBe(false)
  expect(seen).toEqual([running.scanId])
  await jobs.drain({ graceMs: 5_000 })
  await jobs.close()
})

test('a stopping worker returns its jobs without using an attempt, and can no longer end them', async () => {
  const job = newJob()
  const outcomes: boolean[] = []
  // More often than the maximum number of attempts.
  for (let round = 1; round <= 4; round += 1) {
    const jobs = await openWorker()
    const started = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    await jobs.work({ concurrency: 1 }, async (_job, { signal, finish }) => {
      started.resolve()
      if (!signal.aborted) await once(signal, 'abort')
      outcomes.push(await transaction(finish))
      ended.resolve()
    })
    if (round === 1) await send(jobs, 'given back', job)
    await started.promise
    await jobs.drain({ graceMs: 10 })
    await jobs.close()
    await ended.promise
  }
  expect(outcomes).toEqual([false, false, false, false])

  const jobs = await openWorker()
  const done = Promise.withResolvers<boolean>()
  await jobs.work({ concurrency: 1 }, async (_job, { finish }) => done.resolve(await transaction(finish)))
  expect(await done.promise).toBe(true)
  await jobs.drain({ graceMs: 5_000 })
  await jobs.close()
})

test('a stopping worker waits for jobs that end in time', async () => {
  const jobs = await openWorker()
  const started = Promise.withResolvers<void>()
  let outcome: boolean | null = null
  await jobs.work({ concurrency: 1 }, async (_job, { finish }) => {
    started.resolve()
    await sleep(300)
    outcome = await transaction(finish)
  })
  await send(jobs, 'in time')
  await started.promise
  await jobs.drain({ graceMs: 5_000 })
  await jobs.close()
  expect(outcome).toBe(true)
})

test('the job of a killed worker is taken up again within 15 seconds', async () => {
  const script = join(import.meta.dirname, '..', '..', 'test', 'support', 'hanging-worker.ts')
  const worker = spawn(process.execPath, [script, testStore.runtimeUrl], { stdio: ['ignore', 'pipe', 'inherit'] })
  const jobs = await openWorker()
  const { scanId } = await send(jobs, 'killed')
  const [line] = (await once(createInterface({ input: worker.stdout }), 'line')) as [string]
  expect(line).toBe(scanId)
  worker.kill('SIGKILL')
  const killedAt = performance.now()
  // The time in which the machine was suspended doesn't count.
  const standstill = monitorEventLoopDelay()
  standstill.enable()

  const done = Promise.withResolvers<boolean>()
  await jobs.work({ concurrency: 1 }, async (_job, { finish }) => done.resolve(await transaction(finish)))
  expect(await done.promise).toBe(true)
  standstill.disable()
  expect(performance.now() - killedAt).toBeLessThan(15_000 + standstill.max / 1e6)
  await jobs.drain({ graceMs: 5_000 })
  await jobs.close()
})
