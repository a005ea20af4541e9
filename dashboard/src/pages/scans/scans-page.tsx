/** All scans of the organization, newest first. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import Pagination from '@cloudscape-design/components/pagination'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Table from '@cloudscape-design/components/table'
import type { TableProps } from '@cloudscape-design/components/table'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import { useCursorPages } from '../../http/use-cursor-pages.ts'
import { useAccounts } from '../../session/accounts.ts'
import { useAllowed } from '../../session/current-user.ts'
import { scanFilters, scanList } from '../../session/scan-list.ts'
import type { ScanListPage } from '../../session/scan-list.ts'
import { useBreadcrumbs } from '../../shared/breadcrumbs.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { isRunning } from '../../shared/is-running.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { formatCount } from '../../shared/resource-kind.ts'
import { ScanStatusText } from '../../shared/scan-status-text.tsx'
import { TimeText } from '../../shared/time-text.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { ScanFilters } from './scan-filters.tsx'
import { StartScanDialog } from './start-scan-dialog.tsx'

const whileRunningMs = 2000

const columns: readonly TableProps.ColumnDefinition<SessionScan>[] = [
  {
    id: 'scan',
    header: 'Account',
    isRowHeader: true,
    cell: ({ id, accountAlias, region, customerCloudAccountId }) => (
      <>
        <PageLink href={`/scans/${id}`} ariaLabel={`Scan of ${accountAlias} in ${region}`}>
          {accountAlias}
        </PageLink>
        <Box fontSize="body-s" color="text-body-secondary">
          {customerCloudAccountId}
        </Box>
      </>
    ),
  },
  { id: 'region', header: 'Region', cell: ({ region }) => region },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, errorMessage }) => (
      <>
        <ScanStatusText status={status} />
        {errorMessage !== null && <div className="scan-failure">{errorMessage}</div>}
      </>
    ),
  },
  {
    id: 'found',
    header: 'Resources',
    cell: ({ status, progress }) => (
      <span className="number">{progress === null || status === 'failed' ? '–' : formatCount(total(progress))}</span>
    ),
  },
  { id: 'created', header: 'Started', cell: ({ createdAt }) => <TimeText at={createdAt} /> },
]

export function ScansPage() {
  usePageTitle('Scans')
  useBreadcrumbs([{ text: 'Scans', href: '#' }])
  const [search, setSearch] = useSearchParams()
  const [isStarting, setStarting] = useState(search.get('start') !== null)
  const isMember = useAllowed('member')
  const accounts = useAccounts()
  const filters = scanFilters(search)
  const isFiltered = Object.values(filters).some((value) => value !== null)
  const [isAnyRunning, setAnyRunning] = useState(false)
  const { query, page, pageCount, hasMore, goTo } = useCursorPages<ScanListPage>({
    ...scanList(filters),
    refetchIntervalMs: isAnyRunning ? whileRunningMs : false,
  })
  const items = query.data?.scans ?? []
  const running = items.some(({ status }) => isRunning(status))
  if (running !== isAnyRunning) setAnyRunning(running)

  const startButton = (
    <Button
      variant="primary"
      disabled={!isMember}
      disabledReason="Viewers can’t start scans."
      onClick={() => setStarting(true)}
    >
      Start a scan
    </Button>
  )
  return (
    <>
      <SpaceBetween size="m">
        <QueryFailure query={query} header="Couldn’t load the scans" />
        <Table
          variant="full-page"
          stickyHeader
          header={
            <Header
              variant="awsui-h1-sticky"
              description="A scan collects the resources of one region in one AWS account and draws diagrams."
              actions={
                <SpaceBetween direction="horizontal" size="xs">
                  <Button
                    iconName="refresh"
                    ariaLabel="Refresh"
                    loading={query.isFetching && !query.isLoading && !running}
                    onClick={() => void query.refetch()}
                  />
                  {startButton}
                </SpaceBetween>
              }
            >
              Scans
            </Header>
          }
          columnDefinitions={columns}
          items={items}
          trackBy="id"
          loading={query.isLoading}
          loadingText="Loading the scans"
          ariaLabels={{ tableLabel: 'Scans' }}
          filter={
            <ScanFilters
              accounts={accounts.data ?? []}
              filters={filters}
              onChange={(name, value) =>
                setSearch((before) => {
                  const after = new URLSearchParams(before)
                  if (value === null) after.delete(name)
                  else after.set(name, value)
                  return after
                })
              }
            />
          }
          pagination={
            <Pagination
              currentPageIndex={page}
              pagesCount={pageCount}
              openEnd={hasMore}
              onChange={({ detail }) => goTo(detail.currentPageIndex)}
            />
          }
          empty={
            isFiltered ? (
              <EmptyTable
                title="No matching scans"
                text="Change the filters, or start a scan."
                action={<Button onClick={() => setSearch({})}>Show all scans</Button>}
              />
            ) : accounts.data?.length === 0 ? (
              <EmptyTable
                title="No accounts"
                text="Connect an AWS account in about three minutes. Access is read-only."
                action={
                  <PageLink variant="primary" href="/accounts/connect">
                    Connect an account
                  </PageLink>
                }
              />
            ) : (
              <EmptyTable
                title="No scans yet"
                text="Run your first scan. Most scans take seconds."
                action={startButton}
              />
            )
          }
        />
      </SpaceBetween>
      {isStarting && <StartScanDialog accountId={filters.accountId ?? undefined} onClose={() => setStarting(false)} />}
    </>
  )
}

function total(progress: Readonly<Record<string, number>>): number {
  return Object.values(progress).reduce((sum, count) => sum + count, 0)
}
