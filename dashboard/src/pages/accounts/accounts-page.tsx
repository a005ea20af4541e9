/** All account connections with their status and the coverage of their last scan. */
import Button from '@cloudscape-design/components/button'
import CollectionPreferences from '@cloudscape-design/components/collection-preferences'
import Header from '@cloudscape-design/components/header'
import Pagination from '@cloudscape-design/components/pagination'
import Select from '@cloudscape-design/components/select'
import type { SelectProps } from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Table from '@cloudscape-design/components/table'
import type { TableProps } from '@cloudscape-design/components/table'
import TextFilter from '@cloudscape-design/components/text-filter'
import { useCollection } from '@cloudscape-design/collection-hooks'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { SessionAccount } from '../../../../contract/session/accounts.ts'
import { useAccounts } from '../../session/accounts.ts'
import { useAllowed } from '../../session/current-user.ts'
import { AccountStatusText } from '../../shared/account-status-text.tsx'
import { CoverageCounts } from '../../shared/coverage-counts.tsx'
import { useBreadcrumbs } from '../../shared/breadcrumbs.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { PageLink } from '../../shared/page-link.tsx'
import { counted } from '../../shared/resource-kind.ts'
import { TimeText } from '../../shared/time-text.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { usePreference } from '../../shared/use-preference.ts'

const anyStatus: SelectProps.Option = { value: '', label: 'Any status' }
const statusOptions: readonly SelectProps.Option[] = [
  anyStatus,
  { value: 'connected', label: 'Connected' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
]

const columns: readonly (TableProps.ColumnDefinition<SessionAccount> & {
  readonly id: string
  readonly header: string
})[] = [
  {
    id: 'alias',
    header: 'Name',
    isRowHeader: true,
    sortingField: 'alias',
    cell: ({ id, alias }) => <PageLink href={`/accounts/${id}`}>{alias}</PageLink>,
  },
  { id: 'number', header: 'Account ID', sortingField: 'cloudAccountId', cell: ({ cloudAccountId }) => cloudAccountId },
  {
    id: 'status',
    header: 'Status',
    sortingField: 'status',
    cell: ({ status, imported }) => <AccountStatusText status={status} imported={imported} />,
  },
  {
    id: 'last-scan',
    header: 'Last scan',
    sortingComparator: (left, right) => lastScanMs(left) - lastScanMs(right),
    cell: ({ lastScan }) =>
      lastScan === null ? (
        '–'
      ) : (
        <>
          <PageLink href={`/scans/${lastScan.id}`} ariaLabel={`Last scan in ${lastScan.region}`}>
            {lastScan.region}
          </PageLink>
          , <TimeText at={lastScan.createdAt} />
        </>
      ),
  },
  {
    id: 'coverage',
    header: 'Coverage',
    cell: ({ lastScan }) => (lastScan === null ? '–' : <CoverageCounts coverage={lastScan.coverage} />),
  },
  {
    id: 'scans',
    header: 'Scans',
    sortingField: 'scanCount',
    cell: ({ scanCount }) => <span className="number">{scanCount}</span>,
  },
  { id: 'created', header: 'Added', sortingField: 'createdAt', cell: ({ createdAt }) => <TimeText at={createdAt} /> },
]

export function AccountsPage() {
  usePageTitle('Accounts')
  useBreadcrumbs([{ text: 'Accounts', href: '#' }])
  const accounts = useAccounts()
  const isAdmin = useAllowed('admin')
  const [, navigate] = useLocation()
  const [status, setStatus] = useState('')
  const [preferences, setPreferences] = usePreference('accounts', {
    pageSize: 20,
    columns: columns.map(({ id }) => id),
  })
  const chosen = (accounts.data ?? []).filter((account) => status === '' || account.status === status)
  const connectButton = (
    <Button
      variant="primary"
      disabled={!isAdmin}
      disabledReason="Only admins can connect accounts."
      onClick={() => navigate('/accounts/connect')}
    >
      Connect an account
    </Button>
  )
  const { items, collectionProps, filterProps, paginationProps, filteredItemsCount } = useCollection(chosen, {
    filtering: {
      fields: ['alias', 'cloudAccountId'],
      empty:
        (accounts.data ?? []).length === 0 ? (
          <EmptyTable
            title="No accounts"
            text="Connect an AWS account in about three minutes. Access is read-only."
            action={connectButton}
          />
        ) : (
          <EmptyTable title="No matching accounts" text="Choose another status." />
        ),
      noMatch: <EmptyTable title="No matching accounts" text="Try another search." />,
    },
    sorting: { defaultState: { sortingColumn: columns[0] as (typeof columns)[number] } },
    pagination: { pageSize: preferences.pageSize },
  })

  return (
    <SpaceBetween size="m">
      <QueryFailure query={accounts} header="Couldn’t load the accounts" />
      <Table
        {...collectionProps}
        variant="full-page"
        stickyHeader
        columnDefinitions={columns}
        columnDisplay={columns.map(({ id }) => ({ id, visible: preferences.columns.includes(id) }))}
        items={items}
        trackBy="id"
        loading={accounts.isLoading}
        loadingText="Loading the accounts"
        ariaLabels={{ tableLabel: 'Accounts' }}
        header={
          <Header
            variant="awsui-h1-sticky"
            counter={accounts.data === undefined ? undefined : `(${accounts.data.length})`}
            actions={connectButton}
          >
            Accounts
          </Header>
        }
        filter={
          <div className="filters">
            <TextFilter
              {...filterProps}
              filteringPlaceholder="Find by name or account ID"
              filteringAriaLabel="Find accounts"
              countText={counted(filteredItemsCount ?? 0, 'match', 'matches')}
            />
            <Select
              ariaLabel="Status"
              options={statusOptions}
              selectedOption={statusOptions.find(({ value }) => value === status) ?? anyStatus}
              onChange={({ detail }) => setStatus(detail.selectedOption.value ?? '')}
            />
          </div>
        }
        pagination={<Pagination {...paginationProps} />}
        preferences={
          <CollectionPreferences
            title="Preferences"
            confirmLabel="Save"
            cancelLabel="Cancel"
            preferences={{ pageSize: preferences.pageSize, visibleContent: preferences.columns }}
            pageSizePreference={{
              title: 'Page size',
              options: [20, 50, 100].map((value) => ({ value, label: `${value} rows` })),
            }}
            visibleContentPreference={{
              title: 'Columns',
              options: [
                {
                  label: 'Account',
                  options: columns.map(({ id, header }) => ({ id, label: header, editable: id !== 'alias' })),
                },
              ],
            }}
            onConfirm={({ detail }) =>
              setPreferences({ pageSize: detail.pageSize ?? 20, columns: [...(detail.visibleContent ?? [])] })
            }
          />
        }
      />
    </SpaceBetween>
  )
}

function lastScanMs({ lastScan }: SessionAccount): number {
  return lastScan === null ? 0 : new Date(lastScan.createdAt).getTime()
}
