/** Converts scans to the objects of the API. */
import type { Scan } from '../../contract/scan.ts'
import type { ScanRecord } from '../store/scans.ts'

export function scanObject(scan: ScanRecord): Scan {
  return {
    id: scan.id,
    cloudAccountId: scan.connectionId,
    customerCloudAccountId: scan.accountNumber,
    region: scan.region,
    status: scan.status,
    progress: scan.progress,
    errorMessage: scan.errorMessage,
    createdAt: scan.createdAt.toISOString(),
    updatedAt: scan.updatedAt.toISOString(),
  }
}
