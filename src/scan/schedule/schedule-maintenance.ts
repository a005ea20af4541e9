/** Runs schedules when their time comes, and advances scan runs. Any number of processes may do so at the same time. */
import type { Logger } from 'pino'
import type { DueScanRun, Store } from '../../store/store.ts'
import { advanceRun, type AdvanceDependencies, mostAtOnce } from './advance-run.ts'
import { fireSchedule } from './fire-schedule.ts'
import { type LookUpDependencies, lookUpRegions } from './look-up-regions.ts'

const everyMs = 1_000
const mostSchedules = 100
const mostRuns = 100
/** The maximum number of concurrent look-ups in one process. */
const lookUpsAtOnce = 8
/** Queued scans of all runs. Few, so that a scan that a user requests doesn't wait behind those of schedules. */
export const mostQueued = 8

export type ScheduleMaintenance = { close(): Promise<void> }

export type ScheduleDependencies = LookUpDependencies &
  AdvanceDependencies & {
    readonly store: Pick<Store, 'tenant' | 'dueSchedules' | 'dueScanRuns' | 'queuedScansOfRuns'>
    readonly logger: Logger
  }

export function startScheduleMaintenance(dependencies: ScheduleDependencies): ScheduleMaintenance {
  const { logger } = dependencies
  const stop = new AbortController()
  let running = Promise.resolve()
  const timer = setTimeout(tick, everyMs)

  function tick(): void {
    running = runSchedules(dependencies, stop.signal)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) logger.error({ err: error }, 'schedules did not run')
      })
      .then(() => void timer.refresh())
  }

  return {
    async close() {
      stop.abort()
      await running
      // Each round sets the timer again at its end.
      clearTimeout(timer)
    },
  }
}

/** One round. An error of one schedule or run doesn't stop the others. */
export async function runSchedules(dependencies: ScheduleDependencies, signal: AbortSignal): Promise<void> {
  const { store, logger } = dependencies
  const logged = async (of: object, work: () => Promise<void>) => {
    await work().catch((error: unknown) => {
      if (!signal.aborted) logger.warn({ err: error, ...of }, 'a schedule or scan run failed to advance')
    })
  }

  for (const due of await store.dueSchedules(mostSchedules)) {
    if (signal.aborted) return
    await logged(due, async () => {
      const outcome = await store.tenant(due.organizationId, (tenant) => fireSchedule(tenant, due, new Date()))
      if (outcome !== 'nothing') logger.info({ ...due, outcome }, 'schedule')
    })
  }

  const lookUps: DueScanRun[] = []
  let free = mostQueued - (await store.queuedScansOfRuns())
  for (const due of await store.dueScanRuns(mostAtOnce, mostRuns)) {
    if (signal.aborted) return
    if (!due.hasRegions) {
      lookUps.push(due)
      continue
    }
    const mayStart = Math.max(0, Math.min(free, due.mayStart))
    if (mayStart === 0 && !due.hasEnded) continue
    await logged(due, async () => {
      free -= await store.tenant(due.organizationId, (tenant) => advanceRun(tenant, dependencies, { ...due, mayStart }))
    })
  }
  await Promise.all(
    lookUps.slice(0, lookUpsAtOnce).map((due) => logged(due, () => lookUpRegions(dependencies, due, signal))),
  )
}
