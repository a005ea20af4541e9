/** Alerts of the organization. */
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import Table from '@cloudscape-design/components/table'
import type { TableProps } from '@cloudscape-design/components/table'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Alert, AlertWithSecret } from '../../../../contract/alert.ts'
import { useAccounts } from '../../session/accounts.ts'
import { alertsQuery } from '../../session/alerts.ts'
import { useAllowed } from '../../session/current-user.ts'
import { useBreadcrumbs } from '../../shared/breadcrumbs.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { useNotify } from '../../shared/notifications.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { counted } from '../../shared/resource-kind.ts'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { destinationWords, eventWords, targetText } from './alert-words.ts'
import { SigningSecretDialog } from './signing-secret-dialog.tsx'

export function AlertsPage() {
  usePageTitle('Alerts')
  useBreadcrumbs([{ text: 'Alerts', href: '#' }])
  const mayChange = useAllowed('member')
  const queries = useQueryClient()
  const notify = useNotify()
  const [, navigate] = useLocation()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<AlertWithSecret | null>(null)
  const alerts = useQuery(alertsQuery)
  const accounts = useAccounts()
  const accountWords = (ids: readonly string[]) => {
    const [only] = ids
    if (only === undefined) return 'All accounts'
    if (ids.length > 1) return counted(ids.length, 'account')
    return accounts.data?.find(({ id }) => id === only)?.alias ?? 'Deleted account'
  }

  const columns: readonly TableProps.ColumnDefinition<Alert>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      minWidth: 140,
      cell: ({ id, name }) => <PageLink href={`/alerts/${id}`}>{name}</PageLink>,
    },
    { id: 'status', header: 'Status', minWidth: 110, cell: ({ paused }) => <AlertStatus paused={paused} /> },
    {
      id: 'destination',
      header: 'Destination',
      minWidth: 180,
      cell: ({ destination }) => (
        <span className="any-break">{`${destinationWords[destination.type]}: ${targetText(destination)}`}</span>
      ),
    },
    {
      id: 'events',
      header: 'Events',
      minWidth: 180,
      cell: ({ events }) => events.map((event) => eventWords[event]).join(', '),
    },
    { id: 'accounts', header: 'Accounts', minWidth: 130, cell: ({ cloudAccountIds }) => accountWords(cloudAccountIds) },
  ]
  const createButton = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      Create an alert
    </Button>
  )

  return (
    <SpaceBetween size="l">
      <QueryFailure query={alerts} header="Couldn’t load the alerts" />
      <Table
        variant="full-page"
        wrapLines
        columnDefinitions={columns}
        items={alerts.data ?? []}
        trackBy="id"
        loading={alerts.isLoading}
        loadingText="Loading the alerts"
        ariaLabels={{ tableLabel: 'Alerts' }}
        empty={<EmptyTable title="No alerts" text="Create an alert to send changes and failures to your team." />}
        header={
          <Header
            variant="awsui-h1-sticky"
            description="Events of scans, connections, and schedules are sent to webhooks, chats, and email."
            actions={mayChange && createButton}
          >
            Alerts
          </Header>
        }
      />
      {isCreating && (
        <AlertDialog
          alert={null}
          onClose={() => setCreating(false)}
          onSaved={(saved) => {
            setCreating(false)
            notify({ type: 'success', content: 'Alert created.' })
            void queries.invalidateQueries({ queryKey: ['alerts'] })
            if (saved.secret === null) navigate(`/alerts/${saved.id}`)
            else setCreated(saved)
          }}
        />
      )}
      {created?.secret != null && (
        <SigningSecretDialog secret={created.secret} onClose={() => navigate(`/alerts/${created.id}`)} />
      )}
    </SpaceBetween>
  )
}

export function AlertStatus({ paused }: Pick<Alert, 'paused'>) {
  return paused ? (
    <StatusIndicator type="stopped">Paused</StatusIndicator>
  ) : (
    <StatusIndicator type="success">Active</StatusIndicator>
  )
}
