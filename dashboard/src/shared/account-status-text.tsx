/** Shows the status of an account connection with icon, color, and text. Connections of snapshots have a badge instead. */
import Badge from '@cloudscape-design/components/badge'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator'
import type { Account } from '../../../contract/account.ts'
import type { SessionAccount } from '../../../contract/session/accounts.ts'

const shown: Readonly<Record<Account['status'], readonly [StatusIndicatorProps.Type, string]>> = {
  connected: ['success', 'Connected'],
  pending: ['pending', 'Pending'],
  failed: ['error', 'Failed'],
}

export function AccountStatusText({ status, imported }: Pick<SessionAccount, 'status' | 'imported'>) {
  if (imported) return <Badge>Imported</Badge>
  const [type, text] = shown[status]
  return <StatusIndicator type={type}>{text}</StatusIndicator>
}
