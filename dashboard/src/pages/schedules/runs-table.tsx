/** The newest scan runs. */
import Header from '@cloudscape-design/components/header'
import Table from '@cloudscape-design/components/table'
import type { ScanRun } from '../../../../contract/scan-run.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { ScanStatusText } from '../../shared/scan-status-text.tsx'
import { TimeText } from '../../shared/time-text.tsx'
import { regionWords } from './schedule-words.ts'

export function RunsTable({
  runs,
  loading,
  aliasOf,
}: {
  readonly runs: readonly ScanRun[]
  readonly loading: boolean
  readonly aliasOf: (accountId: string) => string
}) {
  return (
    <Table
      items={runs}
      trackBy="id"
      loading={loading}
      loadingText="Loading the scan runs"
      ariaLabels={{ tableLabel: 'Scan runs' }}
      header={<Header description="Scans of several regions that were started together.">Scan runs</Header>}
      empty="No scan runs"
      columnDefinitions={[
        {
          id: 'account',
          header: 'Account',
          isRowHeader: true,
          cell: ({ id, cloudAccountId }) => (
            <PageLink href={`/schedules/runs/${id}`}>{aliasOf(cloudAccountId)}</PageLink>
          ),
        },
        { id: 'status', header: 'Status', cell: ({ status }) => <ScanStatusText status={status} /> },
        { id: 'regions', header: 'Regions', cell: ({ requestedRegions }) => regionWords(requestedRegions) },
        { id: 'ended', header: 'Ended', cell: endedOf },
        {
          id: 'by',
          header: 'Started by',
          cell: ({ scheduledFor }) => (scheduledFor === null ? 'Request' : 'Schedule'),
        },
        { id: 'created', header: 'Started', cell: ({ createdAt }) => <TimeText at={createdAt} /> },
      ]}
    />
  )
}

function endedOf({ regions }: ScanRun): string {
  const ended = regions.filter(({ status }) => ['completed', 'failed', 'skipped'].includes(status))
  return `${ended.length} of ${regions.length}`
}
