/** One scan run, with a row for each region. */
import Alert from '@cloudscape-design/components/alert'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import Table from '@cloudscape-design/components/table'
import { useQuery } from '@tanstack/react-query'
import type { ScanRun } from '../../../../contract/scan-run.ts'
import { useAccounts } from '../../session/accounts.ts'
import { runQuery } from '../../session/schedules.ts'
import { useBreadcrumbs } from '../../shared/breadcrumbs.ts'
import { Loading } from '../../shared/loading.tsx'
import { PageLink } from '../../shared/page-link.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { ScanStatusText } from '../../shared/scan-status-text.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { regionWords } from './schedule-words.ts'

export function RunPage({ id }: { readonly id: string }) {
  usePageTitle('Scan run')
  useBreadcrumbs([
    { text: 'Schedules', href: '/schedules' },
    { text: 'Scan run', href: '#' },
  ])
  const run = useQuery(runQuery(id))
  const accounts = useAccounts()
  if (run.data === undefined) {
    return run.isError ? <QueryFailure query={run} header="Couldn’t load the scan run" /> : <Loading />
  }
  const { cloudAccountId, customerCloudAccountId, requestedRegions, status, errorMessage, regions } = run.data
  const alias = accounts.data?.find((account) => account.id === cloudAccountId)?.alias ?? customerCloudAccountId
  return (
    <SpaceBetween size="m">
      <QueryFailure query={run} header="Couldn’t load the scan run" />
      {errorMessage !== null && (
        <Alert type="error" header="The scan run failed">
          {errorMessage}
        </Alert>
      )}
      <Table
        variant="full-page"
        items={regions}
        trackBy="region"
        ariaLabels={{ tableLabel: 'Regions' }}
        loading={regions.length === 0 && status !== 'completed' && status !== 'failed'}
        loadingText="Finding the enabled regions"
        empty="No regions"
        header={
          <Header
            variant="awsui-h1-sticky"
            counter={`(${regions.length})`}
            description={
              <SpaceBetween direction="horizontal" size="s">
                <ScanStatusText status={status} />
                <span>
                  {alias}: {regionWords(requestedRegions)}
                </span>
              </SpaceBetween>
            }
          >
            Scan run
          </Header>
        }
        columnDefinitions={[
          {
            id: 'region',
            header: 'Region',
            isRowHeader: true,
            cell: ({ region, scanId }) =>
              scanId === null ? region : <PageLink href={`/scans/${scanId}`}>{region}</PageLink>,
          },
          { id: 'status', header: 'Status', minWidth: 130, cell: ({ status: of }) => <RegionStatus status={of} /> },
          { id: 'note', header: 'Note', cell: ({ note }) => note ?? '' },
        ]}
      />
    </SpaceBetween>
  )
}

function RegionStatus({ status }: { readonly status: ScanRun['regions'][number]['status'] }) {
  if (status === 'waiting') return <StatusIndicator type="pending">Waiting</StatusIndicator>
  if (status === 'skipped') return <StatusIndicator type="stopped">Skipped</StatusIndicator>
  return <ScanStatusText status={status} />
}
