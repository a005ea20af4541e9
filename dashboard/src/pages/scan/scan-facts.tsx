/** Status, account, start, and duration of a scan: in one row, on phones one per line. */
import Box from '@cloudscape-design/components/box'
import Container from '@cloudscape-design/components/container'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import type { ReactNode } from 'react'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import { isRunning } from '../../shared/is-running.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { ScanStatusText } from '../../shared/scan-status-text.tsx'
import { TimeText } from '../../shared/time-text.tsx'
import './scan-facts.css'

export function ScanFacts({
  scan,
  isConnectionLost,
}: {
  readonly scan: SessionScan
  /** Whether the state of a running scan may be out of date. */
  readonly isConnectionLost: boolean
}) {
  const { status, cloudAccountId, accountAlias, customerCloudAccountId, createdAt, updatedAt } = scan
  const isLive = isRunning(status)
  return (
    <Container disableContentPaddings>
      <dl className="scan-facts">
        <Fact label="Status">
          <span role="status">
            {isConnectionLost ? (
              <StatusIndicator type="warning">Unknown</StatusIndicator>
            ) : (
              <ScanStatusText status={status} />
            )}
          </span>
        </Fact>
        <Fact label="Account">
          <PageLink href={`/accounts/${cloudAccountId}`}>{accountAlias}</PageLink> {customerCloudAccountId}
        </Fact>
        <Fact label="Started">
          <TimeText at={createdAt} />
        </Fact>
        <Fact label={isLive ? 'Last update' : 'Duration'}>
          {isLive ? <TimeText at={updatedAt} /> : duration(createdAt, updatedAt)}
        </Fact>
      </dl>
    </Container>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>
        <Box variant="awsui-key-label">{label}</Box>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function duration(from: string, to: string): string {
  const seconds = Math.max(0, (new Date(to).getTime() - new Date(from).getTime()) / 1000)
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
