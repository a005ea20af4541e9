/** One account connection: its status, the next step, and actions. */
import Alert from '@cloudscape-design/components/alert'
import Button from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { SessionAccount, VerifiedAccount } from '../../../../contract/session/accounts.ts'
import { request } from '../../http/request.ts'
import { useAccount } from '../../session/accounts.ts'
import { useAllowed } from '../../session/current-user.ts'
import { AccountStatusText } from '../../shared/account-status-text.tsx'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { CoverageCounts } from '../../shared/coverage-counts.tsx'
import { Copyable } from '../../shared/copyable.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { failureText, useNotify } from '../../shared/notifications.ts'
import { Page } from '../../shared/page.tsx'
import { PageLink } from '../../shared/page-link.tsx'
import { partitionName } from '../../shared/partition-name.ts'
import { counted, formatCount } from '../../shared/resource-kind.ts'
import { ScanStatusText } from '../../shared/scan-status-text.tsx'
import { Loading } from '../../shared/loading.tsx'
import { TimeText } from '../../shared/time-text.tsx'
import { StartScanDialog } from '../scans/start-scan-dialog.tsx'
import { ChangeAccountDialog } from './change-account-dialog.tsx'

type Dialog = 'scan' | 'alias' | 'roleIdentifier' | 'delete'

const parents = [{ text: 'Accounts', href: '/accounts' }]

export function AccountPage({ id }: { readonly id: string }) {
  const account = useAccount(id)
  const isAdmin = useAllowed('admin')
  const isMember = useAllowed('member')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const notify = useNotify()
  const close = () => setDialog(null)

  const verify = useMutation({
    mutationFn: () => request<VerifiedAccount>('POST', `/session/accounts/${id}/verify`),
    onSuccess: async ({ account: verified, outcome, message }) => {
      queries.setQueryData(['account', id], verified)
      await queries.invalidateQueries({ queryKey: ['accounts'] })
      if (outcome === 'verified') notify({ type: 'success', content: `${verified.alias} is connected.` })
      else if (outcome === 'refused' && verified.status === 'connected')
        notify({
          type: 'error',
          content: `${message ?? ''} If the next check or scan is denied too, the connection fails.`,
        })
      else if (outcome === 'refused')
        notify({ type: 'error', content: `${verified.alias} couldn’t be connected. The reason is shown on this page.` })
      else notify({ type: 'error', content: message ?? 'Couldn’t check the connection.' })
    },
    onError: (error) => notify({ type: 'error', content: failureText('Couldn’t check the connection', error) }),
  })

  if (account.isError && account.data === undefined) {
    return (
      <Page title="Account" parents={parents}>
        <QueryFailure
          query={account}
          header="Couldn’t load the account"
          missing={{ what: 'account', href: '/accounts', linkText: 'Go to accounts' }}
        />
      </Page>
    )
  }
  if (account.data === undefined) {
    return <Loading />
  }
  const {
    alias,
    status,
    cloudAccountId,
    partition,
    imported,
    errorMessage,
    nextStep,
    roleIdentifier,
    externalId,
    lastScan,
    scanCount,
  } = account.data
  const isConnected = status === 'connected'

  return (
    <Page
      title={alias}
      parents={parents}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {isAdmin && (
            <ButtonDropdown
              items={[
                { id: 'alias', text: 'Rename' },
                ...(imported ? [] : [{ id: 'roleIdentifier', text: 'Change IAM role' }]),
                { id: 'delete', text: 'Delete' },
              ]}
              onItemClick={({ detail }) => setDialog(detail.id as Dialog)}
            >
              Actions
            </ButtonDropdown>
          )}
          {isAdmin && status !== 'failed' && !imported && (
            <Button loading={verify.isPending} onClick={() => verify.mutate()}>
              Check connection
            </Button>
          )}
          {isConnected ? (
            <Button variant="primary" disabled={!isMember} onClick={() => setDialog('scan')}>
              Start a scan
            </Button>
          ) : (
            !imported && (
              <Button variant="primary" disabled={!isAdmin} onClick={() => navigate(`/accounts/${id}/connect`)}>
                {status === 'failed' ? 'Fix connection' : 'Continue setup'}
              </Button>
            )
          )}
        </SpaceBetween>
      }
    >
      {!isConnected && (
        <Alert
          type={status === 'failed' ? 'error' : 'info'}
          statusIconAriaLabel={status === 'failed' ? 'Error' : 'Information'}
          header={
            imported ? 'Imported from snapshots' : status === 'failed' ? 'Connection failed' : 'Connection pending'
          }
          action={
            isAdmin &&
            status === 'failed' && (
              <Button loading={verify.isPending} onClick={() => verify.mutate()}>
                Check again
              </Button>
            )
          }
        >
          {errorMessage !== null && <div>{errorMessage}</div>}
          {nextStep !== null && nextStep !== errorMessage && <div>{nextStep}</div>}
        </Alert>
      )}
      <Container header={<Header variant="h2">Connection</Header>}>
        <KeyValuePairs
          columns={3}
          minColumnWidth={260}
          items={[
            { label: 'Status', value: <AccountStatusText status={status} imported={imported} /> },
            { label: 'Account ID', value: cloudAccountId },
            { label: 'Partition', value: partitionName(partition) },
            ...(imported ? [] : [{ label: 'IAM role', value: <Copyable text={roleIdentifier} what="IAM role" /> }]),
            ...(externalId === null || imported
              ? []
              : [{ label: 'External ID', value: <Copyable text={externalId} what="external ID" /> }]),
            { label: 'Added', value: <TimeText at={account.data.createdAt} /> },
          ]}
        />
      </Container>
      <Container
        header={
          <Header
            variant="h2"
            actions={
              scanCount > 0 && <PageLink href={`/scans?account=${id}`}>All scans ({formatCount(scanCount)})</PageLink>
            }
          >
            Last scan
          </Header>
        }
      >
        {lastScan === null ? (
          'No scans yet.'
        ) : (
          <KeyValuePairs
            columns={4}
            items={[
              { label: 'Region', value: <PageLink href={`/scans/${lastScan.id}`}>{lastScan.region}</PageLink> },
              { label: 'Status', value: <ScanStatusText status={lastScan.status} /> },
              { label: 'Coverage', value: <CoverageCounts coverage={lastScan.coverage} /> },
              { label: 'Started', value: <TimeText at={lastScan.createdAt} /> },
            ]}
          />
        )}
      </Container>
      {dialog === 'scan' && <StartScanDialog accountId={id} onClose={close} />}
      {(dialog === 'alias' || dialog === 'roleIdentifier') && (
        <ChangeAccountDialog account={account.data} field={dialog} onClose={close} />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={`Delete ${alias}`}
          confirmText="Delete"
          typed={alias}
          onClose={close}
          onConfirm={async () => {
            const { removedScans } = await request<{ removedScans: number }>('DELETE', `/session/accounts/${id}`)
            // Removes the row immediately. The list is loaded again below.
            queries.setQueryData<readonly SessionAccount[]>(['accounts'], (before) =>
              before?.filter((account) => account.id !== id),
            )
            notify({
              type: 'success',
              content:
                removedScans === 0
                  ? `${alias} was deleted.`
                  : `${alias} and ${counted(removedScans, 'scan')} were deleted.`,
            })
            navigate('/accounts')
            await queries.invalidateQueries({ queryKey: ['accounts'] })
            await queries.invalidateQueries({ queryKey: ['scans'] })
          }}
        >
          This permanently deletes{' '}
          {scanCount === 0 ? 'the connection' : `the connection, ${counted(scanCount, 'scan')}, and their diagrams`} for
          all users. The IAM role stays in the AWS account; delete it there.
        </ConfirmDialog>
      )}
    </Page>
  )
}
