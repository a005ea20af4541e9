/** Shows the coverage of a scan in a table cell: how many types were collected, denied, and failed. */
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import type { SessionAccount } from '../../../contract/session/accounts.ts'
import { counted } from './resource-kind.ts'

type Counts = NonNullable<SessionAccount['lastScan']>['coverage']

export function CoverageCounts({ coverage }: { readonly coverage: Counts }) {
  const { collected, denied, failed } = coverage
  if (collected + denied + failed === 0) return <>–</>
  if (denied + failed === 0)
    return <StatusIndicator type="success">{counted(collected, 'type')} collected</StatusIndicator>
  const gaps = [denied > 0 ? `${denied} denied` : null, failed > 0 ? `${failed} failed` : null].filter(
    (gap) => gap !== null,
  )
  return (
    <StatusIndicator type="warning">
      {counted(collected, 'type')} collected, {gaps.join(', ')}
    </StatusIndicator>
  )
}
