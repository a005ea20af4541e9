/** Sets, finds, and removes baselines, for the API and the dashboard API. */
import type { Baseline } from '../../contract/baseline.ts'
import { ApiError, notFound, validationError } from '../http/api-error.ts'
import type { BaselineKey, BaselineRecord } from '../store/baselines.ts'
import type { Tenant } from '../store/store.ts'
import type { Caller } from './route.ts'

/** Of an account's region. Retention keeps the scan of each. */
export const mostBaselines = 100

export function baselineObject(baseline: BaselineRecord): Baseline {
  return {
    name: baseline.name,
    region: baseline.region,
    scanId: baseline.scanId,
    scanCreatedAt: baseline.scanCreatedAt.toISOString(),
    createdAt: baseline.createdAt.toISOString(),
  }
}

/**
 * Throws `NOT_FOUND`, `VALIDATION_ERROR` for a scan of another connection, or `CONFLICT` before it has completed and
 * for a new name above the limit.
 */
export async function setBaselineOf(
  tenant: Tenant,
  caller: Caller,
  { connectionId, name, scanId }: { readonly connectionId: string; readonly name: string; readonly scanId: string },
): Promise<Baseline> {
  // The connection first, in the order in which its removal locks.
  if ((await tenant.accounts.hold(connectionId)) === null) throw notFound('The account connection')
  const scan = await tenant.scans.hold(scanId)
  if (scan === null) throw notFound('The scan')
  if (scan.connectionId !== connectionId) {
    throw validationError([{ path: ['scanId'], message: 'must be a scan of this account connection' }])
  }
  if (scan.status !== 'completed') {
    throw new ApiError('CONFLICT', `Only a completed scan can be a baseline. This scan is "${scan.status}".`)
  }
  const { region } = scan
  const isNew = (await tenant.baselines.find({ connectionId, region, name })) === null
  if (isNew && (await tenant.baselines.count(connectionId, region)) >= mostBaselines) {
    throw new ApiError(
      'CONFLICT',
      `This account has ${mostBaselines} baselines in ${region}, which is the limit. Remove one, or set one that exists.`,
    )
  }
  const { baseline, isChanged } = await tenant.baselines.set(name, scan)
  if (isChanged) await record(tenant, caller, 'baseline.set', baseline)
  return baselineObject(baseline)
}

/** Throws `NOT_FOUND`. */
export async function removeBaselineOf(tenant: Tenant, caller: Caller, key: BaselineKey): Promise<Baseline> {
  if ((await tenant.accounts.find(key.connectionId)) === null) throw notFound('The account connection')
  const removed = await tenant.baselines.remove(key)
  if (removed === null) throw notFound(`The baseline "${key.name}" in ${key.region}`)
  await record(tenant, caller, 'baseline.remove', removed)
  return baselineObject(removed)
}

async function record(
  { auditEvents }: Tenant,
  { actor, address }: Caller,
  action: 'baseline.set' | 'baseline.remove',
  { connectionId, region, name, scanId }: BaselineRecord,
): Promise<void> {
  await auditEvents.append({ actor, action, subject: scanId, details: { name, region, connectionId }, address })
}
