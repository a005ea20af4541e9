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
        <span className="number">{counted(coverage.length, 'resource type')}</span> read so far. This page follows by
        itself.
      </Alert>
    )
  }
  if (coverage.length === 0) return null
  const gaps = [
    { count: of('denied'), text: 'denied to the role' },
    { count: of('failed'), text: 'failed' },
  ].filter(({ count }) => count > 0)
  const unavailable = of('unavailable')
  const elsewhere = unavailable === 0 ? '' : ` ${counted(unavailable, 'type')} the region does not have.`
  if (gaps.length === 0) {
    return (
      <Alert type="success" statusIconAriaLabel="Success" header="Everything was read">
        {counted(of('collected'), 'resource type')} read in full.{elsewhere}
      </Alert>
    )
  }
  return (
    <Alert type="warning" statusIconAriaLabel="Warning" header="Not everything could be read">
      {counted(of('collected'), 'resource type')} read in full;{' '}
      {gaps.map(({ count, text }) => `${counted(count, 'type')} ${text}`).join(', ')}.{elsewhere}{' '}
      <PageLink href={`/scans/${scanId}/coverage`}>See what, and what would allow it</PageLink>
    </Alert>
  )
}
