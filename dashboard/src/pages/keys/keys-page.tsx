/** API keys of the organization, for pipelines and scripts. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import Pagination from '@cloudscape-design/components/pagination'
import SpaceBetween from '@cloudscape-design/components/space-between'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator'
import Table from '@cloudscape-design/components/table'
import type { TableProps } from '@cloudscape-design/components/table'
import TextFilter from '@cloudscape-design/components/text-filter'
import { useCollection } from '@cloudscape-design/collection-hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey, CreatedKey } from '../../../../contract/session/keys.ts'
import { request } from '../../http/request.ts'
import { useAllowed } from '../../session/current-user.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { useBreadcrumbs } from '../../shared/breadcrumbs.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { useNotify } from '../../shared/notifications.ts'
import { counted } from '../../shared/resource-kind.ts'
import { TimeText } from '../../shared/time-text.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { CreatedKeyDialog } from './created-key-dialog.tsx'

const statuses: Readonly<Record<ApiKey['status'], readonly [StatusIndicatorProps.Type, string]>> = {
  valid: ['success', 'Valid'],
  expired: ['stopped', 'Expired'],
  revoked: ['stopped', 'Revoked'],
}

export function KeysPage() {
  usePageTitle('API keys')
  useBreadcrumbs([{ text: 'API keys', href: '#' }])
  const isAdmin = useAllowed('admin')
  const queries = useQueryClient()
  const notify = useNotify()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: async ({ signal }) =>
      (await request<{ keys: readonly ApiKey[] }>('GET', '/session/keys', { signal })).keys,
    enabled: isAdmin,
  })
  const createButton = (
    <Button variant="primary" disabled={!isAdmin} onClick={() => setCreating(true)}>
      Create an API key
    </Button>
  )

  const columns: readonly TableProps.ColumnDefinition<ApiKey>[] = [
    { id: 'name', header: 'Name', isRowHeader: true, sortingField: 'name', cell: ({ name }) => name },
    {
      id: 'status',
      header: 'Status',
      sortingField: 'status',
      cell: ({ status }) => <StatusIndicator type={statuses[status][0]}>{statuses[status][1]}</StatusIndicator>,
    },
    { id: 'scopes', header: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
    {
      id: 'used',
      header: 'Last used',
      sortingField: 'lastUsedAt',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <TimeText at={lastUsedAt} />),
    },
    {
      id: 'expires',
      header: 'Expires',
      sortingField: 'expiresAt',
      cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : <TimeText at={expiresAt} form="short" />),
    },
    {
      id: 'created',
      header: 'Created',
      sortingField: 'createdAt',
      cell: ({ createdAt }) => <TimeText at={createdAt} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      minWidth: 110,
      cell: (key) =>
        key.status === 'valid' && (
          <Button variant="inline-link" ariaLabel={`Revoke ${key.name}`} onClick={() => setRevoking(key)}>
            Revoke
          </Button>
        ),
    },
  ]
  const { items, collectionProps, filterProps, paginationProps, filteredItemsCount } = useCollection(keys.data ?? [], {
    filtering: {
      fields: ['name', 'status'],
      empty: (
        <EmptyTable title="No API keys" text="Create an API key for each pipeline or script." action={createButton} />
      ),
      noMatch: <EmptyTable title="No matching API keys" text="Try another search." />,
    },
    sorting: {},
    pagination: { pageSize: 50 },
  })

  if (!isAdmin) return <EmptyTable title="Only admins can manage API keys" text="Ask an admin of your organization." />
  return (
    <SpaceBetween size="m">
      <QueryFailure query={keys} header="Couldn’t load the API keys" />
      <Table
        {...collectionProps}
        variant="full-page"
        columnDefinitions={columns}
        items={items}
        trackBy="id"
        loading={keys.isLoading}
        loadingText="Loading the API keys"
        ariaLabels={{ tableLabel: 'API keys' }}
        header={
          <Header
            variant="awsui-h1-sticky"
            description="Pipelines and scripts call the API with an API key."
            actions={createButton}
          >
            API keys
          </Header>
        }
        filter={
          <TextFilter
            {...filterProps}
            filteringPlaceholder="Find by name or status"
            filteringAriaLabel="Find API keys"
            countText={counted(filteredItemsCount ?? 0, 'match', 'matches')}
          />
        }
        pagination={<Pagination {...paginationProps} />}
      />
      {isCreating && (
        <CreateKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false)
            setCreated(key)
            void queries.invalidateQueries({ queryKey: ['keys'] })
          }}
        />
      )}
      {created !== null && <CreatedKeyDialog created={created} onClose={() => setCreated(null)} />}
      {revoking !== null && (
        <ConfirmDialog
          title={`Revoke ${revoking.name}`}
          confirmText="Revoke"
          onClose={() => setRevoking(null)}
          onConfirm={async () => {
            await request('DELETE', `/session/keys/${revoking.id}`)
            notify({ type: 'success', content: `API key ${revoking.name} was revoked.` })
            await queries.invalidateQueries({ queryKey: ['keys'] })
          }}
        >
          Requests with this key will fail immediately. You can’t undo this.
          {revoking.lastUsedAt !== null && (
            <Box padding={{ top: 's' }}>
              Last used: <TimeText at={revoking.lastUsedAt} />
            </Box>
          )}
        </ConfirmDialog>
      )}
    </SpaceBetween>
  )
}
