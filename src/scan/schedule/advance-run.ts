/** Advances scan runs: finds their regions, starts or joins their scans, records the ends, and ends the run. */
import { partitionOf } from '../../../contract/regions.ts'
import type { ScanJobs } from '../../jobs/scan-jobs.ts'
import type { ConnectionRecord } from '../../store/account-connections.ts'
import type { RunRegion, RunRegionRecord, ScanRunRecord } from '../../store/scan-runs.ts'
import type { DueScanRun, Tenant } from '../../store/store.ts'
import { insertScan, type ScanLimits } from '../scan-service.ts'

export type AdvanceDependencies = {
  readonly jobs: Pick<ScanJobs, 'send'>
  readonly limits: ScanLimits
}

/**
 * Scans of one run that are queued or running at the same time. They share the account's limits for calls of global
 * services, such as IAM.
 */
export const mostAtOnce = 4

/**
 * Does what can be done with the database alone. Starts at most `mayStart` scans, and returns their number. If another
 * process holds the run, it does nothing.
 */
export async function advanceRun(
  tenant: Tenant,
  dependencies: AdvanceDependencies,
  { runId, connectionId, mayStart }: DueScanRun,
): Promise<number> {
  // The connection first, in the order in which its removal locks.
  const connection = await tenant.accounts.hold(connectionId)
  const run = connection === null ? null : await tenant.scanRuns.tryHold(runId)
  if (connection === null || run === null || !run.hasRegions) return 0
  const before = await tenant.scanRuns.regions([run.id])
  for (const row of before) await recordEnd(tenant, run, row)
  // Counted again, because another process may have started some since the run was found.
  const current = await tenant.scanRuns.regions([run.id])
  const running = current.filter(({ isOver, status }) => !isOver && status !== 'waiting').length
  const most = Math.min(mayStart, mostAtOnce - running)
  const started = await startWaiting(tenant, dependencies, connection, run, current, most)
  await endIfOver(tenant, run)
  return started
}

async function recordEnd({ scanRuns }: Tenant, run: ScanRunRecord, row: RunRegionRecord): Promise<void> {
  if (row.isOver || (row.status !== 'completed' && row.status !== 'failed')) return
  const note = row.status === 'failed' ? (row.note ?? 'The scan was deleted.') : row.note
  await scanRuns.endRegion(run.id, row.region, { status: row.status, note })
}

async function startWaiting(
  tenant: Tenant,
  { jobs, limits }: AdvanceDependencies,
  connection: ConnectionRecord,
  run: ScanRunRecord,
  rows: readonly RunRegionRecord[],
  mayStart: number,
): Promise<number> {
  const waiting = rows.filter(({ status }) => status === 'waiting')
  if (connection.status !== 'connected') {
    const note = `Not scanned: the account connection has the status "${connection.status}".`
    for (const { region } of waiting) await tenant.scanRuns.endRegion(run.id, region, { status: 'skipped', note })
    return 0
  }
  let started = 0
  for (const { region } of waiting) {
    const running = await tenant.scans.newestOpen(connection.id, region)
    if (running !== null) {
      const joinedNote = 'Joined a scan of this region that was already running.'
      await tenant.scanRuns.start(run.id, region, { scanId: running.id, joinedNote })
      continue
    }
    if (started >= mayStart || (await tenant.scans.countQueued()) >= limits.queuedScans) break
    const scan = await insertScan(tenant, jobs, connection, region, { actor: run.actor, address: null })
    await tenant.scanRuns.start(run.id, region, { scanId: scan.id, joinedNote: null })
    started += 1
  }
  return started
}

async function endIfOver({ scanRuns }: Tenant, run: ScanRunRecord): Promise<void> {
  const rows = await scanRuns.regions([run.id])
  if (rows.some(({ isOver }) => !isOver)) return
  const someCompleted = rows.some(({ status }) => status === 'completed')
  await scanRuns.end(run.id, someCompleted ? null : whyNone(rows))
}

function whyNone(rows: readonly RunRegionRecord[]): string {
  const first = rows.find(({ note }) => note !== null)
  if (first === undefined) return 'The account has no enabled region that can be scanned.'
  return `No region was scanned. ${first.region}: ${first.note}`
}

/** Splits the enabled regions into those to scan, and those that this version doesn't know. */
export function runRegions(enabled: readonly string[], partition: string): readonly RunRegion[] {
  return enabled.map((region) =>
    partitionOf(region) === partition
      ? { region }
      : { region, skippedBecause: "This version of Surveyor doesn't know this region. Update Surveyor to scan it." },
  )
}
