/** Whether the picture is complete, in one line: what was read, and what could not be. */
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
      <Alert type="info" statusIconAriaLabel="Information" header="Reading the account">
        <span className="number">{counted(coverage.length, 'resource type')}</span> collected so far. This page updates
        automatically.
      </Alert>
    )
  }
  if (coverage.length === 0) return null
  const collected = `${counted(of('collected'), 'resource type')} collected.`
  const unavailable = of('unavailable')
  const notHere =
    unavailable === 0 ? '' : ` ${counted(unavailable, "type isn't", "types aren't")} available in this region.`
  const gaps = [
    { count: of('denied'), text: 'access denied' },
    { count: of('failed'), text: 'failed' },
  ].filter(({ count }) => count > 0)
  if (gaps.length === 0) {
    return (
      <Alert type="success" statusIconAriaLabel="Success" header="All resource types collected">
        {collected}
        {notHere}
      </Alert>
    )
  }
  return (
    <Alert type="error" statusIconAriaLabel="Error" header="Some resource types couldn't be read">
      Their resources are missing from the lists and diagrams of this scan:{' '}
      {gaps.map(({ count, text }) => `${counted(count, 'type')} ${text}`).join(', ')}. {collected}
      {notHere}{' '}
      <PageLink href={`/scans/${scanId}/coverage`}>
        {of('denied') > 0 ? 'View missing permissions' : 'View coverage'}
      </PageLink>
    </Alert>
  )
}
