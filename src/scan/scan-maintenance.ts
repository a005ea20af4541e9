/** Ends scans that waited too long or whose attempts are used up, and removes expired data. */
import type { Logger } from 'pino'
import type { ScanJobs } from '../jobs/scan-jobs.ts'
import type { Store, Tenant } from '../store/store.ts'

const everyMs = 1_000
/** The interval of removals. Each removes a limited amount per organization. The rest waits for the next interval. */
const removeEveryMs = 3_600_000
/** The interval at which data of deleted organizations is removed. */
const emptyEveryMs = 5_000

export type ScanMaintenance = { close(): Promise<void> }

export function startScanMaintenance(dependencies: {
  readonly store: Store
  readonly jobs: Pick<ScanJobs, 'deadJobs' | 'remove'>
  readonly queueTimeoutSeconds: number
  readonly logger: Logger
}): ScanMaintenance {
  const { store, jobs, queueTimeoutSeconds, logger } = dependencies
  let running = Promise.resolve()
  let removedAt = performance.now()
  let emptyAt = 0
  const timer = setTimeout(tick, everyMs)

  function tick(): void {
    running = sweep()
      .catch((error: unknown) => logger.error({ err: error }, 'scan maintenance failed'))
      .then(() => void timer.refresh())
  }

  async function sweep(): Promise<void> {
    for (const { organizationId, scanId } of await store.overdueScans(queueTimeoutSeconds)) {
      await fail(
        organizationId,
        scanId,
        ['queued'],
        `The scan waited more than ${queueTimeoutSeconds} s in the queue. Check that a worker runs (ROLE=all or ROLE=worker), then scan again.`,
      )
    }
    for (const { organizationId, scanId } of await jobs.deadJobs()) {
      await fail(
        organizationId,
        scanId,
        ['queued', 'scanning'],
        'Every attempt at the scan was interrupted. Scan again. If it happens again, check the worker logs.',
      )
    }
    if (performance.now() - removedAt >= removeEveryMs) {
      removedAt = performance.now()
      await removeUnused()
    }
    if (performance.now() >= emptyAt) emptyAt = performance.now() + ((await removeDeleted()) ? 0 : emptyEveryMs)
  }

  /** Returns whether more may be left. */
  async function removeDeleted(): Promise<boolean> {
    let isMore = false
    for (const id of await store.organizations.toBeEmptied()) {
      if (await store.tenant(id, ({ removal }) => removal.removeData())) isMore = true
    }
    return isMore
  }

  async function removeUnused(): Promise<void> {
    await store.people.removeExpired()
    for (const { id } of await store.organizations.list()) {
      const scans = await store.tenant(id, removeOldScans)
      if (scans > 0) logger.info({ organizationId: id, scans }, 'expired scans removed')
      const { removed } = await store.tenant(id, ({ graphs }) => graphs.removeUnused())
      if (removed > 0) logger.info({ organizationId: id, removed }, 'unused resources removed')
    }
  }

  async function fail(
    organizationId: string,
    scanId: string,
    from: readonly ('queued' | 'scanning')[],
    message: string,
  ): Promise<void> {
    const failed = await store.tenant(organizationId, async (tenant) => {
      const progress = from.includes('scanning') ? {} : null
      const failed = await tenant.scans.fail(scanId, from, message, { progress })
      // The resources of the lost attempts are deleted, so their coverage goes too.
      if (failed) await tenant.graphs.replaceCoverage(scanId, [])
      await jobs.remove(tenant.transaction, scanId)
      return failed
    })
    if (failed) logger.warn({ organizationId, scanId, errorMessage: message }, 'scan failed')
  }

  return {
    async close() {
      await running
      // Each round sets the timer again at its end.
      clearTimeout(timer)
    },
  }
}

/** For an organization with a retention period for scans. */
async function removeOldScans({ settings, scans, scanRuns }: Tenant): Promise<number> {
  const { retentionDays } = await settings.read()
  if (retentionDays === null) return 0
  await scanRuns.removeOlderThan(retentionDays)
  return scans.removeOlderThan(retentionDays)
}
