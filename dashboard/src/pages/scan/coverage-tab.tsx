/** The status of each resource type: gaps first, with policy statements for denied types. Unavailable types are collapsed. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Header from '@cloudscape-design/components/header'
import Modal from '@cloudscape-design/components/modal'
import Pagination from '@cloudscape-design/components/pagination'
import SpaceBetween from '@cloudscape-design/components/space-between'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import Table from '@cloudscape-design/components/table'
import type { TableProps } from '@cloudscape-design/components/table'
import TextFilter from '@cloudscape-design/components/text-filter'
import { useCollection } from '@cloudscape-design/collection-hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Coverage } from '../../session/scan.ts'
import { coverageStatuses } from '../../shared/coverage-statuses.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { capitalized, counted, formatCount, kindNamePlural } from '../../shared/resource-kind.ts'
import { PolicyStatement } from '../../shared/policy-statement.tsx'

const order: readonly Coverage['status'][] = ['denied', 'failed', 'unavailable', 'collected']

export function CoverageTab({
  coverage,
  isLive,
}: {
  readonly coverage: UseQueryResult<readonly Coverage[]>
  readonly isLive: boolean
}) {
  const [statement, setStatement] = useState<{ title: string; denied: readonly Coverage[] } | null>(null)
  const all = (coverage.data ?? []).toSorted(
    (left, right) => order.indexOf(left.status) - order.indexOf(right.status) || (left.type < right.type ? -1 : 1),
  )
  const entries = all.filter(({ status }) => status !== 'unavailable')
  const unavailable = all.filter(({ status }) => status === 'unavailable')
  const denied = entries.filter((entry) => entry.status === 'denied' && entry.statement !== null)
  const { items, collectionProps, filterProps, paginationProps, filteredItemsCount, actions } = useCollection(entries, {
    filtering: {
      filteringFunction: (entry, text) =>
        `${entry.type} ${kindNamePlural(entry.type)} ${coverageStatuses[entry.status][1]} ${entry.reason ?? ''} ${entry.action ?? ''}`
          .toLowerCase()
          .includes(text.toLowerCase()),
      noMatch: <EmptyTable title="No matching types" text="Try another search." />,
      empty: (
        <EmptyTable
          title={isLive ? 'No types yet' : 'No types'}
          text={isLive ? 'Types appear here as they are collected.' : 'The scan collected nothing.'}
        />
      ),
    },
    pagination: { pageSize: 25 },
    sorting: {},
  })

  const columns: readonly TableProps.ColumnDefinition<Coverage>[] = [
    {
      id: 'type',
      header: 'Resource type',
      isRowHeader: true,
      sortingField: 'type',
      cell: ({ type }) => (
        <div>
          {capitalized(kindNamePlural(type))}
          {kindNamePlural(type) !== type && (
            <Box fontSize="body-s" color="text-body-secondary">
              {type}
            </Box>
          )}
        </div>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      minWidth: 190,
      sortingComparator: (left, right) => order.indexOf(left.status) - order.indexOf(right.status),
      cell: ({ status }) => (
        <StatusIndicator type={coverageStatuses[status][0]}>{coverageStatuses[status][1]}</StatusIndicator>
      ),
    },
    {
      id: 'count',
      header: 'Resources',
      sortingComparator: (left, right) => (left.count ?? -1) - (right.count ?? -1),
      cell: ({ count }) => <span className="number">{count === null ? '–' : formatCount(count)}</span>,
    },
    {
      id: 'reason',
      header: 'Reason',
      minWidth: 280,
      cell: (entry) =>
        entry.status !== 'denied' || entry.statement === null ? (
          (entry.reason ?? '–')
        ) : (
          <SpaceBetween size="xxs">
            <div>
              <code>{entry.action}</code>
              {entry.deniedBy === null ? '' : `, ${entry.deniedBy}`}
            </div>
            <Button
              variant="inline-link"
              ariaLabel={`Show policy statement: ${entry.action ?? entry.type}`}
              onClick={() => setStatement({ title: `Allow ${entry.action ?? entry.type}`, denied: [entry] })}
            >
              Show policy statement
            </Button>
          </SpaceBetween>
        ),
    },
    {
      id: 'calls',
      header: 'Calls',
      sortingField: 'calls',
      cell: ({ calls }) => <span className="number">{formatCount(calls)}</span>,
    },
    {
      id: 'retries',
      header: 'Retries',
      sortingField: 'retries',
      cell: ({ retries }) => <span className="number">{formatCount(retries)}</span>,
    },
    {
      id: 'duration',
      header: 'Duration',
      sortingField: 'durationMs',
      cell: ({ durationMs }) => <span className="number">{formatCount(durationMs)} ms</span>,
    },
  ]

  if (coverage.isError) {
    return <QueryFailure query={coverage} header="Couldn’t load the coverage" />
  }
  return (
    <SpaceBetween size="m">
      <Table
        {...collectionProps}
        columnDefinitions={columns}
        items={items}
        loading={coverage.isLoading}
        loadingText="Loading the coverage"
        trackBy="type"
        wrapLines
        ariaLabels={{ tableLabel: 'Coverage' }}
        header={
          <Header
            variant="h2"
            counter={`(${entries.length})`}
            description="Result for each resource type. Types that couldn’t be read are marked, not counted as empty."
            actions={
              denied.length > 0 && (
                <Button
                  onClick={() => setStatement({ title: `Allow ${counted(denied.length, 'denied type')}`, denied })}
                >
                  Show policy for {counted(denied.length, 'denied type')}
                </Button>
              )
            }
          >
            Coverage
          </Header>
        }
        filter={
          <TextFilter
            {...filterProps}
            filteringPlaceholder="Find types"
            filteringAriaLabel="Find types"
            countText={counted(filteredItemsCount ?? 0, 'match', 'matches')}
          />
        }
        pagination={<Pagination {...paginationProps} />}
        empty={collectionProps.empty ?? <Button onClick={() => actions.setFiltering('')}>Show all</Button>}
      />
      {unavailable.length > 0 && (
        <ExpandableSection
          headerText={`${coverageStatuses.unavailable[1]} (${unavailable.length})`}
          headerDescription="The services of these resource types don’t exist there. Nothing is missing from this scan."
          headingTagOverride="h3"
        >
          <Box color="text-body-secondary">
            {unavailable.map(({ type }) => capitalized(kindNamePlural(type))).join(', ')}
          </Box>
        </ExpandableSection>
      )}
      {statement !== null && (
        <Modal
          visible
          header={statement.title}
          closeAriaLabel="Close"
          onDismiss={() => setStatement(null)}
          size="large"
        >
          <PolicyStatement denied={statement.denied} />
        </Modal>
      )}
    </SpaceBetween>
  )
}
