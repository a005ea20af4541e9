/** Passes deliveries of alerts to the workers, with the engine of scan jobs. */
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { fromKysely } from 'pg-boss'
import type { DatabaseTransaction } from '../store/database.ts'

export type DeliveryJob = {
  readonly organizationId: string
  readonly deliveryId: string
  /** The number of the attempt, from 1. */
  readonly attempt: number
}

export type DeliveryJobContext = {
  /** Aborts when the job is returned at shutdown. */
  readonly signal: AbortSignal
  /** Ends the job in the caller's transaction. Returns false if the job no longer belongs to this worker. */
  readonly finish: (transaction: DatabaseTransaction) => Promise<boolean>
}

export type DeliveryJobs = {
  /** Sends a job in the transaction that makes the delivery due. `groupId`: few jobs of a group run at the same time. */
  send(
    transaction: DatabaseTransaction,
    job: DeliveryJob,
    options: { readonly groupId: string; readonly afterSeconds: number },
  ): Promise<void>
  /** When the handler returns, the job ends. When it throws, or its process ends, the job is retried. */
  work(handler: (job: DeliveryJob, context: DeliveryJobContext) => Promise<void>): Promise<void>
  /** Stops taking jobs. Running ones are aborted, and another worker takes them. */
  stop(): Promise<void>
}

const queue = 'alert-delivery'

/** Deliveries of one process at the same time. Each takes 10 s at most. */
const atOnce = 12
/** Of one alert, in all processes, so that a destination that hangs doesn't occupy all of them. */
const atOnceOfGroup = 2

export const deliveryQueue = {
  name: queue,
  options: {
    // Attempts that fail are jobs of their own. This is for those that a killed process or a database outage interrupts.
    retryLimit: 100,
    retryDelay: 1,
    heartbeatSeconds: 10,
    // Pictures of an email take up to 90 s.
    expireInSeconds: 180,
    notify: true,
    retentionSeconds: 7 * 24 * 3600,
    deleteAfterSeconds: 3600,
  },
} as const

export function deliveryJobs(boss: PgBoss): DeliveryJobs {
  const shutdown = new AbortController()
  return {
    async send(transaction, job, { groupId, afterSeconds }) {
      await boss.send(queue, job, {
        ...(afterSeconds > 0 && { startAfter: afterSeconds }),
        group: { id: groupId },
        db: fromKysely(transaction),
      })
    },

    async work(handler) {
      await boss.work<DeliveryJob, void, WorkOptions>(queue, workOptions, async ([job]) => {
        if (job === undefined) return
        await handler(job.data, {
          signal: AbortSignal.any([job.signal, shutdown.signal]),
          finish: async (transaction) => hadEffect(await completed(boss, job, transaction)),
        })
        // The next job of this group may be waiting. Without this call, a worker would only find it at the next poll.
        for (const { id, name } of boss.getWipData()) if (name === queue) boss.notifyWorker(id)
      })
    },

    async stop() {
      shutdown.abort(new Error('the worker shuts down'))
      await boss.offWork(queue)
    },
  }
}

const workOptions = {
  batchSize: 1,
  includeMetadata: true,
  localConcurrency: atOnce,
  groupConcurrency: atOnceOfGroup,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
} as const
type WorkOptions = typeof workOptions

function completed(boss: PgBoss, job: JobWithMetadata<DeliveryJob>, transaction: DatabaseTransaction): Promise<object> {
  return boss.complete(queue, job, null, { db: fromKysely(transaction) })
}

/** The engine's result includes whether the attempt was current, although its type doesn't. */
function hadEffect(response: object): boolean {
  return 'affected' in response && response.affected === 1
}
