/** What became of each resource type, gaps first, with the statement that would allow what was denied. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'
import Header from '@cloudscape-design/components/header'
import Modal from '@cloudscape-design/components/modal'
import Pagination from '@cloudscape-design/components/pagination'
import SpaceBetween from '@cloudscape-design/components/space-between'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator'
import Table from '@cloudscape-design/components/table'
import type { TableProps } from '@cloudscape-design/components/table'
import TextFilter from '@cloudscape-design/components/text-filter'
import { useCollection } from '@cloudscape-design/collection-hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Coverage } from '../../session/scan.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { capitalized, counted, formatCount, kindNamePlural } from '../../shared/resource-kind.ts'
import { StatementBox } from '../../shared/statement-box.tsx'
import { joinStatements } from './join-statements.ts'

const order: readonly Coverage['status'][] = ['denied', 'failed', 'unavailable', 'collected']

const shown: Readonly<Record<Coverage['status'], readonly [StatusIndicatorProps.Type, string]>> = {
  collected: ['success', 'Read'],
  denied: ['error', 'Denied'],
  unavailable: ['stopped', 'Not in this region'],
  failed: ['warning', 'Failed'],
}

export function CoveragePart({
  coverage,
  isLive,
}: {
  readonly coverage: UseQueryResult<readonly Coverage[]>
  readonly isLive: boolean
}) {
  const [statement, setStatement] = useState<{ title: string; statement: unknown } | null>(null)
  const entries = (coverage.data ?? []).toSorted(
    (left, right) => order.indexOf(left.status) - order.indexOf(right.status) || (left.type < right.type ? -1 : 1),
  )
  const denied = entries.filter((entry) => entry.status === 'denied' && entry.statement !== null)
  const { items, collectionProps, filterProps, paginationProps, filteredItemsCount, actions } = useCollection(entries, {
    filtering: {
      filteringFunction: (entry, text) =>
        `${entry.type} ${kindNamePlural(entry.type)} ${shown[entry.status][1]} ${entry.reason ?? ''} ${entry.action ?? ''}`
          .toLowerCase()
          .includes(text.toLowerCase()),
      noMatch: <EmptyTable title="No type matches" text="Change the words you look for." />,
      empty: (
        <EmptyTable
          title="Nothing to show yet"
          text={isLive ? 'Types appear here as they are read.' : 'The scan read nothing.'}
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
      header: 'Outcome',
      sortingComparator: (left, right) => order.indexOf(left.status) - order.indexOf(right.status),
      cell: ({ status }) => <StatusIndicator type={shown[status][0]}>{shown[status][1]}</StatusIndicator>,
    },
    {
      id: 'count',
      header: 'Resources',
      sortingComparator: (left, right) => (left.count ?? -1) - (right.count ?? -1),
      cell: ({ count }) => <span className="number">{count === null ? '–' : formatCount(count)}</span>,
    },
    {
      id: 'reason',
      header: 'Why',
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
              ariaLabel={`Statement that allows it: ${entry.action ?? entry.type}`}
              onClick={() => setStatement({ title: `Allow ${entry.action ?? entry.type}`, statement: entry.statement })}
            >
              Statement that allows it
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
      header: 'Repeated',
      sortingField: 'retries',
      cell: ({ retries }) => <span className="number">{formatCount(retries)}</span>,
    },
    {
      id: 'duration',
      header: 'Took',
      sortingField: 'durationMs',
      cell: ({ durationMs }) => <span className="number">{formatCount(durationMs)} ms</span>,
    },
  ]

  if (coverage.isError) {
    return <QueryFailure query={coverage} header="The coverage could not be read" />
  }
  return (
    <>
      <Table
        {...collectionProps}
        columnDefinitions={columns}
        items={items}
        loading={coverage.isLoading}
        loadingText="Reading the coverage"
        trackBy="type"
        wrapLines
        ariaLabels={{ tableLabel: 'Coverage' }}
        header={
          <Header
            variant="h2"
            counter={`(${entries.length})`}
            description="What was asked, and what became of it. What could not be read never looks like empty."
            actions={
              denied.length > 0 && (
                <Button
                  onClick={() =>
                    setStatement({
                      title: 'Allow all that was denied',
                      statement: joinStatements(denied.map((entry) => entry.statement)),
                    })
                  }
                >
                  Statement for all {denied.length} denied
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
      {statement !== null && (
        <Modal
          visible
          header={statement.title}
          closeAriaLabel="Close"
          onDismiss={() => setStatement(null)}
          size="large"
        >
          <SpaceBetween size="s">
            <div>Add this statement to the policy of the role in the account, then scan again.</div>
            <StatementBox value={statement.statement} />
            <CopyToClipboard
              copyButtonText="Copy the statement"
              textToCopy={JSON.stringify(statement.statement, null, 2)}
              copySuccessText="Copied"
              copyErrorText="It could not be copied"
            />
          </SpaceBetween>
        </Modal>
      )}
    </>
  )
}
