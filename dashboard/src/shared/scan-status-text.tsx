/** Shows the status of a scan with icon, color, and text. */
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator'
import type { Scan } from '../../../contract/scan.ts'

const shown: Readonly<Record<Scan['status'], readonly [StatusIndicatorProps.Type, string]>> = {
  queued: ['pending', 'Queued'],
  scanning: ['in-progress', 'Scanning'],
  completed: ['success', 'Completed'],
  failed: ['error', 'Failed'],
}

export function ScanStatusText({ status }: { readonly status: Scan['status'] }) {
  const [type, text] = shown[status]
  return <StatusIndicator type={type}>{text}</StatusIndicator>
}
