/** Turns events into deliveries, sends digests, and removes old deliveries. Any number of processes may do so at the same time. */
import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'
import { createDeliveries, type CreateDependencies, createDigest } from './create-deliveries.ts'

const everyMs = 1_000
const mostAtOnce = 100
const removeEveryMs = 3_600_000
/** How long deliveries and their attempts are kept. */
export const keptDays = 30
/** The longest pause after the deliveries of an event couldn't be created. */
const longestPauseSeconds = 3_600

export type AlertMaintenance = { close(): Promise<void> }

export type AlertMaintenanceDependencies = CreateDependencies & {
  readonly store: Pick<Store, 'tenant' | 'dueAlertEvents' | 'dueDigests' | 'organizations'>
  readonly logger: Logger
}

export function startAlertMaintenance(dependencies: AlertMaintenanceDependencies): AlertMaintenance {
  const { logger } = dependencies
  const stop = new AbortController()
  let running = Promise.resolve()
  let removedAt = performance.now()
  const timer = setTimeout(tick, everyMs)

  function tick(): void {
    running = round()
      .catch((error: unknown) => {
        if (!stop.signal.aborted) logger.error({ err: error }, 'alerts were not processed')
      })
      .then(() => void timer.refresh())
  }

  async function round(): Promise<void> {
    await processEvents(dependencies, stop.signal)
    await sendDigests(dependencies, stop.signal)
    if (performance.now() - removedAt < removeEveryMs) return
    removedAt = performance.now()
    await removeOldDeliveries(dependencies.store)
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

/** An error of one event doesn't stop the others. The event is tried again later. */
export async function processEvents(dependencies: AlertMaintenanceDependencies, signal: AbortSignal): Promise<void> {
  const { store, logger } = dependencies
  for (const due of await store.dueAlertEvents(mostAtOnce)) {
    if (signal.aborted) return
    const { organizationId, eventId } = due
    try {
      await store.tenant(organizationId, (tenant) => createDeliveries(tenant, dependencies, due))
    } catch (error) {
      logger.error({ err: error, ...due }, 'the deliveries of an event could not be created')
      await store.tenant(organizationId, async ({ alertEvents }) => {
        const event = await alertEvents.tryHold(eventId)
        if (event !== null) await alertEvents.postpone(eventId, pauseAfter(event.failures))
      })
    }
  }
}

function pauseAfter(failures: number): number {
  return Math.min(longestPauseSeconds, 10 * 2 ** Math.min(failures, 20))
}

async function sendDigests(dependencies: AlertMaintenanceDependencies, signal: AbortSignal): Promise<void> {
  const { store, logger } = dependencies
  for (const due of await store.dueDigests(mostAtOnce)) {
    if (signal.aborted) return
    await store
      .tenant(due.organizationId, (tenant) => createDigest(tenant, dependencies, due.alertId, new Date()))
      .catch((error: unknown) => logger.error({ err: error, ...due }, 'a digest could not be created'))
  }
}

async function removeOldDeliveries(store: AlertMaintenanceDependencies['store']): Promise<void> {
  for (const { id } of await store.organizations.list()) {
    await store.tenant(id, ({ alertDeliveries }) => alertDeliveries.removeOlderThan(keptDays))
  }
}
