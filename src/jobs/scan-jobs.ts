/** The job engine: passes scans from the process that accepts them to the worker processes. Nothing else knows pg-boss. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobWithMetadata } from 'pg-boss'
import { fromKysely, PgBoss } from 'pg-boss'
import type { DatabaseTransaction } from '../store/database.ts'
import { openJobDatabase } from './job-database.ts'
import { explainPermission } from '../store/missing-permission.ts'
import { grantSchema } from '../store/runtime-login.ts'

export type ScanJob = { readonly organizationId: string; readonly scanId: string }

export type ScanJobContext = {
  /** Aborted when the job is given back at shutdown, or has run for longer than a job may. */
  readonly signal: AbortSignal
  /** An error thrown now is final: the job is dead, and holds up its key until it is removed. */
  readonly lastAttempt: boolean
  /** Whether the job is still this worker's: then nobody else gets it before the caller's transaction has ended. */
  readonly hold: (transaction: DatabaseTransaction) => Promise<boolean>
  /** Ends the job inside the caller's transaction; false when the job is no longer this worker's. */
  readonly finish: (transaction: DatabaseTransaction) => Promise<boolean>
}

export type ScanJobs = {
  /** In the transaction that makes the scan. Jobs with the same `serialKey` run one after the other, others at once. */
  send(transaction: DatabaseTransaction, job: ScanJob, serialKey: string): Promise<void>
  /** A handler that returns ends its job; one that throws has it tried again. */
  work(
    options: { readonly concurrency: number },
    handler: (job: ScanJob, context: ScanJobContext) => Promise<void>,
  ): Promise<void>
  /** Takes a job away, whatever its state, in the transaction that fails the scan. */
  remove(transaction: DatabaseTransaction, scanId: string): Promise<void>
  /** Jobs whose attempts are used up while no worker could fail their scan: each one was killed. */
  deadJobs(): Promise<readonly ScanJob[]>
  /** Takes no more jobs, waits for those that run, and gives those back that do not end in time. */
  drain(options: { readonly graceMs: number }): Promise<void>
  /** After `drain`, where jobs are worked. */
  close(): Promise<void>
}

const schema = 'jobs'
const queue = 'scan'
const retryLimit = 2

/** For the engine's statements, and one that listens. */
export const jobConnections = 3

/** How long a handler may take to notice that its job was given back. */
const abortGraceMs = 1_000

const queueOptions = {
  retryLimit,
  /** The engine's minimum: a killed worker's job is taken up again after this time. */
  heartbeatSeconds: 10,
  notify: true,
  retentionSeconds: 7 * 24 * 3600,
  deleteAfterSeconds: 3600,
} as const

/** Makes or updates the engine's tables as the database's owner, and opens them to the runtime login. */
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
  } catch (error) {
    throw explainPermission(error, ownerUrl)
  } finally {
    await boss.stop({ graceful: false })
    await database.close()
  }
  if (errors.length > 0) throw new AggregateError(errors, 'The job engine could not be installed')
  await grantSchema(ownerUrl, schema, runtimeRole)
}

/** Needs `installJobs` to have run on the database. */
export async function openScanJobs(options: {
  readonly runtimeUrl: string
  /** After this time a job counts as hung, is aborted and tried again. */
  readonly expireSeconds: number
  /** Errors of the engine's own loops, e.g. while the database is away; it goes on by itself. */
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
    // Both are the owner's to do; the runtime login may not.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  await boss.start().catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const running = new Map<string, RunningJob>()

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
        const ended = handler(attempt.data, {
          signal: AbortSignal.any([attempt.signal, shutdown.signal]),
          lastAttempt: attempt.retryCount >= attempt.retryLimit,
          hold: async (transaction) => hadEffect(await boss.touch(queue, attempt, { db: fromKysely(transaction) })),
          finish: async (transaction) => {
            return hadEffect(await boss.complete(queue, attempt, null, { db: fromKysely(transaction) }))
          },
        })
        running.set(attempt.id, { attempt, shutdown, ended })
        try {
          await ended
        } finally {
          running.delete(attempt.id)
          // The next job of this key may have been waiting; without this a worker would sleep before it looks.
          for (const { id } of boss.getWipData()) boss.notifyWorker(id)
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

    async drain({ graceMs }) {
      // Waits for those too that were fetched but have not begun.
      await within(boss.offWork(queue), graceMs)
      for (const { attempt, shutdown } of running.values()) {
        await giveBack(boss, attempt).catch(onError)
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

/** Lets another worker have the job at once, without counting this attempt. */
async function giveBack(boss: PgBoss, attempt: JobWithMetadata<ScanJob>): Promise<void> {
  if (!hadEffect(await boss.fail(queue, attempt, { message: 'the worker shut down' }))) return
  // After a last attempt the job has failed for good; this turns it into one that is to be tried again.
  await boss.retry(queue, attempt.id)
  await boss.update(queue, undefined, { id: attempt.id, retryLimit: attempt.retryLimit + 1 })
}

/** Whether the attempt was still the current one. The engine's answer says so, though its type does not. */
function hadEffect(response: object): boolean {
  return 'affected' in response && response.affected === 1
}

async function within(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined)])
  timer.abort()
}
