/** Shows whether all resource types were collected, and how many couldn’t be read. */
import Alert from '@cloudscape-design/components/alert'
import type { Coverage } from '../../session/scan.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { counted } from '../../shared/resource-kind.ts'

export function CoverageSummary({
  coverage,
  isLive,
  scanId,
}: {
  readonly coverage: readonly Coverage[]
  readonly isLive: boolean
  readonly scanId: string
}) {
  const of = (status: Coverage['status']) => coverage.filter((entry) => entry.status === status).length
  if (isLive) {
    return (
      <Alert type="info" statusIconAriaLabel="Information" header="Scan in progress">
        <span className="number">{counted(coverage.length, 'resource type')}</span> collected so far. This page updates
        automatically.
      </Alert>
    )
  }
  if (coverage.length === 0) return null
  const collected = `${counted(of('collected'), 'resource type')} collected.`
  const unavailable = of('unavailable')
  const notHere =
    unavailable === 0 ? '' : ` ${counted(unavailable, 'type isn’t', 'types aren’t')} available in this region.`
  const [denied, failed] = [of('denied'), of('failed')]
  if (denied + failed === 0) {
    return (
      <Alert type="success" statusIconAriaLabel="Success" header="All resource types collected">
        {collected}
        {notHere}
      </Alert>
    )
  }
  return (
    <Alert type="error" statusIconAriaLabel="Error" header="Some resource types couldn’t be read">
      Their resources are missing from the lists and diagrams of this scan.{' '}
      {denied > 0 && `Access was denied for ${counted(denied, 'type')}. `}
      {failed > 0 && `${counted(failed, 'type')} failed. `}
      {collected}
      {notHere}{' '}
      <PageLink href={`/scans/${scanId}/coverage`}>
        {denied > 0 ? 'View missing permissions' : 'View coverage'}
      </PageLink>
    </Alert>
  )
}
