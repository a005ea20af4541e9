/** Creates scan runs: scans of several regions of an account connection, or of all that the account has enabled. */
import { createHash } from 'node:crypto'
import { partitionOf } from '../../../contract/regions.ts'
import { allRegions } from '../../../contract/scan-run.ts'
import type { ConnectionRecord } from '../../store/account-connections.ts'
import type { ConnectionStatus } from '../../store/connection-status.ts'
import type { ScanRunRecord } from '../../store/scan-runs.ts'
import type { ScheduleRecord } from '../../store/schedules.ts'
import type { Tenant } from '../../store/store.ts'

/** Runs of a connection that haven't ended. More would scan the same regions again and again. */
export const mostOpenRuns = 5

export type CreateRunRequest = {
  readonly connectionId: string
  /** Region codes without duplicates, or only `all`. */
  readonly regions: readonly string[]
  /** For the audit log. */
  readonly actor: string
  readonly address: string | null
  readonly idempotencyKey: string | null
  /** For a run of a schedule that is requested before its time. The caller holds the schedule. */
  readonly scheduleId: string | null
}

export type CreateRunOutcome =
  | { readonly kind: 'created'; readonly run: ScanRunRecord }
  | { readonly kind: 'replayed'; readonly run: ScanRunRecord }
  | { readonly kind: 'account not found' }
  | {
      readonly kind: 'account not connected'
      readonly status: ConnectionStatus
      readonly reason: string | null
      readonly externalId: string
    }
  | { readonly kind: 'regions of another partition'; readonly regions: readonly string[]; readonly partition: string }
  | { readonly kind: 'idempotency key reused' }
  /** The previous run of the schedule hasn't ended. */
  | { readonly kind: 'schedule runs'; readonly run: ScanRunRecord }
  | { readonly kind: 'too many runs'; readonly most: number }

export async function createRun(tenant: Tenant, request: CreateRunRequest): Promise<CreateRunOutcome> {
  const { connectionId, regions, idempotencyKey, actor, address, scheduleId } = request
  const fingerprint = createHash('sha256')
    .update(JSON.stringify({ run: connectionId, regions }))
    .digest()
  const known = idempotencyKey === null ? null : await tenant.idempotencyKeys.claim(idempotencyKey)
  if (known !== null && known.runId !== null && fingerprint.equals(known.fingerprint)) {
    const run = await tenant.scanRuns.find(known.runId)
    if (run !== null) return { kind: 'replayed', run }
  }
  const connection = await tenant.accounts.hold(connectionId)
  if (connection === null) return { kind: 'account not found' }
  const foreign = regionsElsewhere(regions, connection.partition)
  if (foreign.length > 0) {
    return { kind: 'regions of another partition', regions: foreign, partition: connection.partition }
  }
  if (known !== null) return { kind: 'idempotency key reused' }
  const { status, errorMessage: reason, externalId } = connection
  if (status !== 'connected') return { kind: 'account not connected', status, reason, externalId }
  const running = scheduleId === null ? null : await tenant.scanRuns.openOfSchedule(scheduleId)
  if (running !== null) return { kind: 'schedule runs', run: running }
  if ((await tenant.scanRuns.countOpen(connectionId)) >= mostOpenRuns)
    return { kind: 'too many runs', most: mostOpenRuns }

  const run = await insertRun(tenant, connection, { regions, scheduleId, dueAt: null, actor })
  if (idempotencyKey !== null) await tenant.idempotencyKeys.remember(idempotencyKey, { runId: run.id, fingerprint })
  await tenant.auditEvents.append({
    actor,
    action: 'scan-run.create',
    subject: run.id,
    details: { connectionId, regions: [...regions], scheduleId },
    address,
  })
  return { kind: 'created', run }
}

/** Creates a run of a schedule. The caller holds the schedule, and has checked that no run of it is open. */
export async function createScheduledRun(
  tenant: Tenant,
  connection: ConnectionRecord,
  schedule: ScheduleRecord,
): Promise<ScanRunRecord> {
  const { id: scheduleId, regions, dueAt } = schedule
  return insertRun(tenant, connection, { regions, scheduleId, dueAt, actor: `schedule:${scheduleId}` })
}

/** Returns those that are of another partition. */
export function regionsElsewhere(regions: readonly string[], partition: string): readonly string[] {
  return regions.filter((region) => region !== allRegions && partitionOf(region) !== partition)
}

async function insertRun(
  { scanRuns }: Tenant,
  { id: connectionId, accountNumber }: ConnectionRecord,
  run: Pick<ScanRunRecord, 'regions' | 'scheduleId' | 'dueAt' | 'actor'>,
): Promise<ScanRunRecord> {
  const inserted = await scanRuns.insert({ connectionId, accountNumber, ...run })
  if (run.regions.includes(allRegions)) return inserted
  await scanRuns.setRegions(
    inserted.id,
    run.regions.map((region) => ({ region })),
  )
  return { ...inserted, hasRegions: true }
}
