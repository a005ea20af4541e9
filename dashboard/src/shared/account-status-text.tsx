/** Shows the status of an account connection with icon, color, and text. */
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator'
import type { Account } from '../../../contract/account.ts'

const shown: Readonly<Record<Account['status'], readonly [StatusIndicatorProps.Type, string]>> = {
  connected: ['success', 'Connected'],
  pending: ['pending', 'Pending'],
  failed: ['error', 'Failed'],
}

export function AccountStatusText({ status }: { readonly status: Account['status'] }) {
  const [type, text] = shown[status]
  return <StatusIndicator type={type}>{text}</StatusIndicator>
}
