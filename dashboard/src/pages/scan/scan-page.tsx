/** One scan: status, coverage, diagrams, resources, exposure, and changes. */
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
import { lazyComponent } from '../../shared/lazy-component.ts'
import { Page } from '../../shared/page.tsx'
import { Loading } from '../../shared/loading.tsx'
import { useNarrow } from '../../shared/use-narrow.ts'
import { StartScanDialog } from '../scans/start-scan-dialog.tsx'
import { FailedScan } from './failed-scan.tsx'
import { loadTab } from './load-tab.ts'
import { OverviewTab } from './overview-tab.tsx'
import { ScanFacts } from './scan-facts.tsx'
import { SnapshotDialog } from './snapshot-dialog.tsx'

const tabs = ['overview', 'diagrams', 'resources', 'exposure', 'coverage', 'changes'] as const

const DiagramsTab = lazyComponent(loadTab.diagrams)
const ResourcesTab = lazyComponent(loadTab.resources)
const ExposureTab = lazyComponent(loadTab.exposure)
const CoverageTab = lazyComponent(loadTab.coverage)
const ComparisonTab = lazyComponent(loadTab.changes)

export function ScanPage({ id, tab }: { readonly id: string; readonly tab?: string | undefined }) {
  const scan = useScan(id)
  const isConnectionLost = useLiveScan(scan.data)
  const shown = useDeferredValue(scan.data)
  const coverage = useCoverage(id)
  const diagrams = useDiagrams(id)
  const [, navigate] = useLocation()
  const [isStarting, setStarting] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const isMember = useAllowed('member')
  const isNarrow = useNarrow()

  if (scan.isError && scan.data === undefined) {
    return (
      <Page title="Scan" parents={[{ text: 'Scans', href: '/scans' }]}>
        <QueryFailure
          query={scan}
          header="Couldn’t load the scan"
          missing={{ what: 'scan', href: '/scans', linkText: 'Go to scans' }}
        />
      </Page>
    )
  }
  if (shown === undefined) {
    return <Loading />
  }
  const { accountAlias, region, status, cloudAccountId, progress } = shown
  const live = isRunning(status)
  const active = tabs.find((known) => known === tab) ?? 'overview'
  const [map] = diagrams.data ?? []
  const coverageTab = whenLoaded(<CoverageTab coverage={coverage} isLive={live} />)

  return (
    <Page
      title={`${accountAlias}, ${region}`}
      parents={[{ text: 'Scans', href: '/scans' }]}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button disabled={!isMember || live} onClick={() => setStarting(true)}>
            Scan again
          </Button>
          {status === 'completed' && (
            <Button iconName="download" ariaLabel="Download snapshot" onClick={() => setSaving(true)}>
              {isNarrow ? null : 'Download snapshot'}
            </Button>
          )}
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
          ariaLabel="Scan"
          onChange={({ detail }) => navigate(`/scans/${id}/${detail.activeTabId}`, { replace: true })}
          tabs={[
            {
              id: 'overview',
              label: 'Overview',
              content: <OverviewTab scanId={id} progress={progress} coverage={coverage} isLive={live} />,
            },
            {
              id: 'diagrams',
              label: 'Diagrams',
              content: whenLoaded(<DiagramsTab scan={shown} diagrams={diagrams} isLive={live} />),
            },
            {
              id: 'resources',
              label: 'Resources',
              content: whenLoaded(<ResourcesTab scanId={id} coverage={coverage.data ?? []} />),
            },
            { id: 'exposure', label: 'Exposure', content: whenLoaded(<ExposureTab scanId={id} />) },
            {
              id: 'coverage',
              label: 'Coverage',
              content: coverageTab,
            },
            { id: 'changes', label: 'Changes', content: whenLoaded(<ComparisonTab scan={shown} />) },
          ]}
        />
      )}
      {status === 'failed' && (coverage.isError || (coverage.data ?? []).length > 0) && coverageTab}
      {isSaving && <SnapshotDialog scan={shown} onClose={() => setSaving(false)} />}
      {isStarting && <StartScanDialog accountId={cloudAccountId} region={region} onClose={() => setStarting(false)} />}
    </Page>
  )
}

function whenLoaded(tab: ReactNode): ReactNode {
  return <Suspense fallback={<Loading />}>{tab}</Suspense>
}
