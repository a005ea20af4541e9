/** One scan: how it goes or went, what it could not read, its maps, its resources, and what changed since another. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Tabs from '@cloudscape-design/components/tabs'
import { Suspense, useDeferredValue, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useCoverage, useDiagrams, useLiveScan, useScan } from '../../session/scan.ts'
import { useAllowed } from '../../session/current-user.ts'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { isRunning } from '../../shared/is-running.ts'
import { lazyPart } from '../../shared/lazy-part.ts'
import { Page } from '../../shared/page.tsx'
import { Starting } from '../../shared/starting.tsx'
import { StartScanDialog } from '../scans/start-scan-dialog.tsx'
import { FailedScan } from './failed-scan.tsx'
import { loadPart } from './load-part.ts'
import { OverviewPart } from './overview-part.tsx'
import { ScanFacts } from './scan-facts.tsx'

const parts = ['overview', 'diagrams', 'resources', 'coverage', 'changes'] as const

const DiagramsPart = lazyPart(loadPart.diagrams)
const ResourcesPart = lazyPart(loadPart.resources)
const CoveragePart = lazyPart(loadPart.coverage)
const ComparisonPart = lazyPart(loadPart.changes)

export function ScanPage({ id, part }: { readonly id: string; readonly part?: string | undefined }) {
  const scan = useScan(id)
  const isConnectionLost = useLiveScan(scan.data)
  const shown = useDeferredValue(scan.data)
  const coverage = useCoverage(id)
  const diagrams = useDiagrams(id)
  const [, navigate] = useLocation()
  const [isStarting, setStarting] = useState(false)
  const isMember = useAllowed('member')

  if (scan.isError && scan.data === undefined) {
    return (
      <Page title="Scan" parents={[{ text: 'Scans', href: '/scans' }]}>
        <QueryFailure
          query={scan}
          header="Couldn’t load the scan"
          missing={{ what: 'scan', href: '/scans', wayOn: 'Go to scans' }}
        />
      </Page>
    )
  }
  if (shown === undefined) {
    return <Starting />
  }
  const { accountAlias, region, status, cloudAccountId, progress } = shown
  const live = isRunning(status)
  const active = parts.find((known) => known === part) ?? 'overview'
  const [map] = diagrams.data ?? []
  const coveragePart = whenLoaded(<CoveragePart coverage={coverage} isLive={live} />)

  return (
    <Page
      title={`${accountAlias}, ${region}`}
      parents={[{ text: 'Scans', href: '/scans' }]}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button disabled={!isMember || live} onClick={() => setStarting(true)}>
            Scan again
          </Button>
          {status !== 'failed' && (
            <Button
              variant="primary"
              disabled={map === undefined}
              disabledReason={live ? 'Diagrams are drawn when the scan completes.' : 'This scan has no diagrams.'}
              onClick={() => map !== undefined && navigate(`/scans/${id}/map/${map.id}`)}
            >
              Open diagram
            </Button>
          )}
        </SpaceBetween>
      }
    >
      {isConnectionLost && (
        <Alert type="warning" statusIconAriaLabel="Warning" header="The connection to Surveyor was lost">
          The scan may still be running. This page reconnects automatically.
        </Alert>
      )}
      {status === 'failed' && <FailedScan scan={shown} coverage={coverage.data ?? []} />}
      <ScanFacts scan={shown} isConnectionLost={isConnectionLost} />
      {status !== 'failed' && (
        <Tabs
          activeTabId={active}
          ariaLabel="Parts of the scan"
          onChange={({ detail }) => navigate(`/scans/${id}/${detail.activeTabId}`, { replace: true })}
          tabs={[
            {
              id: 'overview',
              label: 'Overview',
              content: <OverviewPart scanId={id} progress={progress} coverage={coverage} isLive={live} />,
            },
            {
              id: 'diagrams',
              label: 'Diagrams',
              content: whenLoaded(<DiagramsPart scanId={id} diagrams={diagrams} isLive={live} />),
            },
            {
              id: 'resources',
              label: 'Resources',
              content: whenLoaded(<ResourcesPart scanId={id} coverage={coverage.data ?? []} />),
            },
            {
              id: 'coverage',
              label: 'Coverage',
              content: coveragePart,
            },
            { id: 'changes', label: 'Changes', content: whenLoaded(<ComparisonPart scan={shown} />) },
          ]}
        />
      )}
      {status === 'failed' && (coverage.isError || (coverage.data ?? []).length > 0) && coveragePart}
      {isStarting && <StartScanDialog accountId={cloudAccountId} region={region} onClose={() => setStarting(false)} />}
    </Page>
  )
}

function whenLoaded(part: ReactNode): ReactNode {
  return <Suspense fallback={<Starting />}>{part}</Suspense>
}
