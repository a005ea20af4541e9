/** Finds a scan of the caller's organization. */
import type { ScanRecord } from '../store/scans.ts'
import type { Tenant } from '../store/store.ts'
import { notFound } from '../http/api-error.ts'

/** Throws `NOT_FOUND`, also for another organization's scan. */
export async function findScan(tenant: Tenant, id: string): Promise<ScanRecord> {
  const scan = await tenant.scans.find(id)
  if (scan === null) throw notFound('The scan')
  return scan
}
