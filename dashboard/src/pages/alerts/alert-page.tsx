/** One alert, with its deliveries. */
import Button from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Alert, AlertWithSecret } from '../../../../contract/alert.ts'
import { request } from '../../http/request.ts'
import { useAccounts } from '../../session/accounts.ts'
import { alertQuery, deliveriesKey, pauseAlert, testAlert } from '../../session/alerts.ts'
import { useAllowed } from '../../session/current-user.ts'
import { useBreadcrumbs } from '../../shared/breadcrumbs.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { Loading } from '../../shared/loading.tsx'
import { failureText, useNotify } from '../../shared/notifications.ts'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { TimeText } from '../../shared/time-text.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { destinationWords, eventWords, frequencyWords, rankWords, targetText } from './alert-words.ts'
import { AlertStatus } from './alerts-page.tsx'
import { DeliveriesTable } from './deliveries-table.tsx'
import { SigningSecretDialog } from './signing-secret-dialog.tsx'

export function AlertPage({ id }: { readonly id: string }) {
  const alert = useQuery(alertQuery(id))
  usePageTitle(alert.data?.name ?? 'Alert')
  useBreadcrumbs([
    { text: 'Alerts', href: '/alerts' },
    { text: alert.data?.name ?? 'Alert', href: '#' },
  ])
  if (alert.data === undefined) {
    return alert.isError ? <QueryFailure query={alert} header="Couldn’t load the alert" /> : <Loading />
  }
  return <ShownAlert alert={alert.data} />
}

function ShownAlert({ alert }: { readonly alert: Alert }) {
  const { id, paused, destination } = alert
  const mayChange = useAllowed('member')
  const queries = useQueryClient()
  const notify = useNotify()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'change' | 'secret' | 'remove' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const reload = async () => {
    await queries.invalidateQueries({ queryKey: ['alert', id] })
    await queries.invalidateQueries({ queryKey: ['alerts'] })
  }
  const test = useMutation({
    mutationFn: () => testAlert(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: deliveriesKey(id) }),
    onError: (error) => notify({ type: 'error', content: failureText('Couldn’t send a test', error) }),
  })
  const pause = useMutation({
    mutationFn: () => pauseAlert(alert, !paused),
    onSuccess: reload,
    onError: (error) => notify({ type: 'error', content: failureText('Couldn’t change the alert', error) }),
  })
  const close = () => setDialog(null)

  return (
    <SpaceBetween size="l">
      <Header
        variant="h1"
        actions={
          mayChange && (
            <SpaceBetween direction="horizontal" size="xs">
              <ButtonDropdown
                items={[
                  { id: 'pause', text: paused ? 'Resume' : 'Pause' },
                  ...(destination.type === 'webhook' ? [{ id: 'secret', text: 'Replace signing secret' }] : []),
                  { id: 'remove', text: 'Delete' },
                ]}
                onItemClick={({ detail }) => {
                  if (detail.id === 'pause') pause.mutate()
                  else setDialog(detail.id === 'secret' ? 'secret' : 'remove')
                }}
              >
                Actions
              </ButtonDropdown>
              <Button onClick={() => setDialog('change')}>Change</Button>
              <Button variant="primary" loading={test.isPending} onClick={() => test.mutate()}>
                Send test
              </Button>
            </SpaceBetween>
          )
        }
      >
        {alert.name}
      </Header>
      <AlertDetails alert={alert} />
      <DeliveriesTable alertId={id} mayChange={mayChange} />
      {dialog === 'change' && (
        <AlertDialog
          alert={alert}
          onClose={close}
          onSaved={(saved) => {
            close()
            setSecret(saved.secret)
            notify({ type: 'success', content: 'Alert changed.' })
            void reload()
          }}
        />
      )}
      {dialog === 'secret' && (
        <ConfirmDialog
          title="Replace the signing secret"
          confirmText="Replace"
          onClose={close}
          onConfirm={async () => {
            const renewed = await request<AlertWithSecret>('POST', `/session/alerts/${id}/secret`, { body: {} })
            setSecret(renewed.secret)
          }}
        >
          For 24 hours, requests are signed with both secrets. Give your receiver the new one before the previous one
          ends.
        </ConfirmDialog>
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          title="Delete the alert"
          confirmText="Delete"
          onClose={close}
          onConfirm={async () => {
            await request('DELETE', `/session/alerts/${id}`)
            notify({ type: 'success', content: 'Alert deleted.' })
            void queries.invalidateQueries({ queryKey: ['alerts'] })
            navigate('/alerts')
          }}
        >
          This deletes {alert.name} and its deliveries. Pending ones aren’t sent.
        </ConfirmDialog>
      )}
      {secret !== null && <SigningSecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </SpaceBetween>
  )
}

function AlertDetails({ alert }: { readonly alert: Alert }) {
  const { events, cloudAccountIds, leastRank, destination, nextDigestAt, paused } = alert
  const accounts = useAccounts()
  const aliases = cloudAccountIds.map(
    (accountId) => accounts.data?.find((account) => account.id === accountId)?.alias ?? 'Deleted account',
  )
  return (
    <Container>
      <KeyValuePairs
        columns={3}
        items={[
          { label: 'Status', value: <AlertStatus paused={paused} /> },
          { label: 'Destination', value: `${destinationWords[destination.type]}: ${targetText(destination)}` },
          { label: 'Accounts', value: aliases.length === 0 ? 'All accounts' : aliases.join(', ') },
          { label: 'Events', value: events.map((event) => eventWords[event]).join(', ') },
          ...(events.includes('changes.found')
            ? [{ label: 'Importance of changes', value: rankWords[leastRank - 1] ?? '' }]
            : []),
          ...(destination.type === 'mail'
            ? [{ label: 'Frequency', value: frequencyWords[destination.frequency] }]
            : []),
          ...(nextDigestAt === null
            ? []
            : [{ label: 'Next digest', value: <TimeText at={nextDigestAt} form="short" /> }]),
        ]}
      />
    </Container>
  )
}
