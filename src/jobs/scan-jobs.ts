/**
 * Passes scans from the process that accepts them to the workers, with the job engine pg-boss. No other code uses
 * pg-boss.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobWithMetadata } from 'pg-boss'
import { fromKysely, PgBoss } from 'pg-boss'
import { type DeliveryJobs, deliveryJobs, deliveryQueue } from './delivery-jobs.ts'
import { isDatabaseOutage } from '../store/connection-loss.ts'
import type { DatabaseTransaction } from '../store/database.ts'
import { openJobDatabase } from './job-database.ts'
import { explainPermission } from '../store/missing-permission.ts'
import { grantSchema } from '../store/runtime-login.ts'

export type ScanJob = { readonly organizationId: string; readonly scanId: string }

export type ScanJobContext = {
  /** Aborts when the job is returned at shutdown, or exceeds the maximum time of a job. */
  readonly signal: AbortSignal
  /** Whether the job is retried after an error. If not, the job is dead, and blocks its key until it is removed. */
  readonly retriesAfter: (error: unknown) => boolean
  /**
   * Whether the job still belongs to this worker. If so, no other worker gets it before the caller's transaction has
   * ended.
   */
  readonly hold: (transaction: DatabaseTransaction) => Promise<boolean>
  /** Ends the job in the caller's transaction. Returns false if the job no longer belongs to this worker. */
  readonly finish: (transaction: DatabaseTransaction) => Promise<boolean>
}

export type ScanJobs = {
  /**
   * Sends a job in the transaction that creates the scan. Jobs with the same `serialKey` run one after the other,
   * others concurrently.
   */
  send(transaction: DatabaseTransaction, job: ScanJob, serialKey: string): Promise<void>
  /** When the handler returns, the job ends. When it throws, the job is retried. */
  work(
    options: { readonly concurrency: number },
    handler: (job: ScanJob, context: ScanJobContext) => Promise<void>,
  ): Promise<void>
  /** Removes a job in any state, in the transaction that fails the scan. */
  remove(transaction: DatabaseTransaction, scanId: string): Promise<void>
  /** Jobs without attempts left whose scan wasn't failed, because each worker was killed. */
  deadJobs(): Promise<readonly ScanJob[]>
  /** Deliveries of alerts, which the same engine passes on. */
  readonly deliveries: DeliveryJobs
  /** Stops taking jobs, waits for running ones, and returns those that don't end in time. */
  drain(options: { readonly graceMs: number }): Promise<void>
  /** Must be called after `drain` in a worker. */
  close(): Promise<void>
}

const schema = 'jobs'
const queue = 'scan'
const retryLimit = 2
/** Attempts that a database outage interrupts don't count. This limits them, in case the job itself causes the outage. */
const mostInterruptions = 9

/** For the engine's statements, and one connection that listens. */
export const jobConnections = 3

/** How long a handler may take to notice that its job was returned. */
const abortGraceMs = 1_000

const queueOptions = {
  retryLimit,
  /** The engine's minimum. The job of a killed worker is taken up again after this time. */
  heartbeatSeconds: 10,
  notify: true,
  retentionSeconds: 7 * 24 * 3600,
  deleteAfterSeconds: 3600,
} as const

/** Creates or updates the engine's tables as the database's owner, and gives the runtime login access. */
export async function installJobs(ownerUrl: string, runtimeRole: string): Promise<void> {
  const database = openJobDatabase(ownerUrl, { poolSize: 2, application_name: 'surveyor jobs installation' })
  const boss = new PgBoss({
    db: database,
    schema,
    supervise: false,
    schedule: false,
  })
  const errors: Error[] = []
  boss.on('error', (error) => errors.push(error))
  try {
    await boss.start()
    await boss.createQueue(queue, { ...queueOptions, policy: 'key_strict_fifo' })
    await boss.updateQueue(queue, queueOptions)
    await boss.createQueue(deliveryQueue.name, deliveryQueue.options)
    await boss.updateQueue(deliveryQueue.name, deliveryQueue.options)
  } catch (error) {
    throw explainPermission(error, ownerUrl)
  } finally {
    await boss.stop({ graceful: false })
    await database.close()
  }
  if (errors.length > 0) throw new AggregateError(errors, 'The job engine could not be installed')
  await grantSchema(ownerUrl, schema, runtimeRole)
}

/** Requires `installJobs` to have run on the database. */
export async function openScanJobs(options: {
  readonly runtimeUrl: string
  /** After this time, a job is aborted and retried. */
  readonly expireSeconds: number
  /**
   * Called with errors of the engine's own loops, for example during a database outage. The engine recovers
   * automatically.
   */
  readonly onError: (error: Error) => void
}): Promise<ScanJobs> {
  const { runtimeUrl, expireSeconds, onError } = options
  const database = openJobDatabase(runtimeUrl, { poolSize: jobConnections - 1, application_name: 'surveyor jobs' })
  const boss = new PgBoss({
    db: database,
    schema,
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    // Only the owner has the privileges for both.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  await boss.start().catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const running = new Map<string, RunningJob>()
  const deliveries = deliveryJobs(boss)

  return {
    async send(transaction, job, serialKey) {
      const id = await boss.send(queue, job, {
        id: job.scanId,
        singletonKey: serialKey,
        expireInSeconds: expireSeconds,
        db: fromKysely(transaction),
      })
      if (id === null) throw new Error(`There is already a job for scan ${job.scanId}`)
    },

    async work({ concurrency }, handler) {
      const run = async (attempt: JobWithMetadata<ScanJob>) => {
        const shutdown = new AbortController()
        const isInterruption = (error: unknown) => isDatabaseOutage(error) && attempt.retryCount < mostInterruptions
        const ended = handler(attempt.data, {
          signal: AbortSignal.any([attempt.signal, shutdown.signal]),
          retriesAfter: (error) => attempt.retryCount < attempt.retryLimit || isInterruption(error),
          hold: async (transaction) => hadEffect(await boss.touch(queue, attempt, { db: fromKysely(transaction) })),
          finish: async (transaction) => {
            return hadEffect(await boss.complete(queue, attempt, null, { db: fromKysely(transaction) }))
          },
        })
        running.set(attempt.id, { attempt, shutdown, ended })
        try {
          await ended
        } catch (error) {
          if (isInterruption(error)) await giveBack(boss, attempt, 'the database had an outage').catch(onError)
          throw error
        } finally {
          running.delete(attempt.id)
          // The next job of this key may be waiting. Without this call, a worker would only find it at the next poll.
          for (const { id, name } of boss.getWipData()) if (name === queue) boss.notifyWorker(id)
        }
      }
      await boss.work<ScanJob, void, WorkOptions>(
        queue,
        { ...workOptions, localConcurrency: concurrency },
        async ([attempt]) => {
          if (attempt !== undefined) await run(attempt)
        },
      )
    },

    async remove(transaction, scanId) {
      await boss.deleteJob(queue, scanId, { db: fromKysely(transaction) })
    },

    async deadJobs() {
      const dead: ScanJob[] = []
      for (const key of await boss.getBlockedKeys(queue)) {
        const jobs = await boss.findJobs<ScanJob>(queue, { key })
        dead.push(...jobs.filter(({ state }) => state === 'failed').map(({ data }) => data))
      }
      return dead
    },

    deliveries,

    async drain({ graceMs }) {
      await within(deliveries.stop(), abortGraceMs)
      // Also waits for jobs that were fetched but haven't started.
      await within(boss.offWork(queue), graceMs)
      for (const { attempt, shutdown } of running.values()) {
        await giveBack(boss, attempt, 'the worker shut down').catch(onError)
        shutdown.abort(new Error('the worker shuts down'))
      }
      await within(Promise.allSettled([...running.values()].map(({ ended }) => ended)), abortGraceMs)
    },

    async close() {
      await boss.stop({ graceful: false })
      await database.close()
    },
  }
}

type RunningJob = {
  readonly attempt: JobWithMetadata<ScanJob>
  readonly shutdown: AbortController
  readonly ended: Promise<void>
}

const workOptions = {
  batchSize: 1,
  includeMetadata: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
} as const
type WorkOptions = typeof workOptions & { readonly localConcurrency: number }

/** Lets another worker take the job at once, without counting this attempt. */
async function giveBack(boss: PgBoss, attempt: JobWithMetadata<ScanJob>, message: string): Promise<void> {
  if (!hadEffect(await boss.fail(queue, attempt, { message }))) return
  // After its last attempt, the job has failed. This makes it eligible for another attempt.
  await boss.retry(queue, attempt.id)
  await boss.update(queue, undefined, { id: attempt.id, retryLimit: attempt.retryLimit + 1 })
}

/** Whether the attempt was still current. The engine's result includes that, although its type doesn't. */
function hadEffect(response: object): boolean {
  return 'affected' in response && response.affected === 1
}

async function within(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined)])
  timer.abort()
}
