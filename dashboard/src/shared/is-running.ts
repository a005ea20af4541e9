/** Whether a scan is queued or scanning. */
import type { Scan } from '../../../contract/scan.ts'

export function isRunning(status: Scan['status']): boolean {
  return status === 'queued' || status === 'scanning'
}
