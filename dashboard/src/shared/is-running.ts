/** Whether there is more to come of a scan. */
import type { Scan } from '../../../contract/scan.ts'

export function isRunning(status: Scan['status']): boolean {
  return status === 'queued' || status === 'scanning'
}
