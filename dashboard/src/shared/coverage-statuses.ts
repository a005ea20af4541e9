/** Names of coverage statuses, and the indicator of each. */
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator'
import type { Coverage } from '../session/scan.ts'

export const coverageStatuses: Readonly<
  Record<Coverage['status'], readonly [indicator: StatusIndicatorProps.Type, name: string]>
> = {
  collected: ['success', 'Collected'],
  denied: ['error', 'Access denied'],
  unavailable: ['stopped', 'Not available in this region'],
  failed: ['warning', 'Failed'],
}
