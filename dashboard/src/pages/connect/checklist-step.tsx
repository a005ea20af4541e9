/** The last step: checks access with real AWS calls, and repeats them until a new IAM role has propagated. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import Header from '@cloudscape-design/components/header'
import SpaceBetween from '@cloudscape-design/components/space-between'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Checklist, SessionAccountDetails, VerifiedAccount } from '../../../../contract/session/accounts.ts'
import { request } from '../../http/request.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { StatementBox } from '../../shared/statement-box.tsx'
import { StartScanDialog } from '../scans/start-scan-dialog.tsx'
import { ServiceChecks } from './service-checks.tsx'

const pollIntervalMs = 4000
/** A new role propagates within seconds. After this time, the role has another problem. */
const pollTimeoutMs = 3 * 60_000

const roleStatus: Readonly<Record<Checklist['role']['status'], StatusIndicatorProps.Type>> = {
  passed: 'success',
  failed: 'error',
  unknown: 'pending',
}

export function ChecklistStep({
  account,
  onBack,
}: {
  readonly account: SessionAccountDetails
  readonly onBack: () => void
}) {
  const [, navigate] = useLocation()
  const [isScanning, setScanning] = useState(false)
  const [isWaiting, setWaiting] = useState(true)
  const queries = useQueryClient()
  const checklist = useQuery({
    queryKey: ['checklist', account.id],
    queryFn: ({ signal }) => request<Checklist>('GET', `/session/accounts/${account.id}/checklist`, { signal }),
    refetchInterval: ({ state }) => (isWaiting && !isTrusted(state.data) ? pollIntervalMs : false),
    staleTime: 0,
  })
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), pollTimeoutMs)
    return () => clearTimeout(timer)
  }, [])

  const verify = useMutation({
    mutationFn: () => request<VerifiedAccount>('POST', `/session/accounts/${account.id}/verify`),
    onSuccess: async ({ account: verified }) => {
      queries.setQueryData(['account', account.id], verified)
      await queries.invalidateQueries({ queryKey: ['accounts'] })
    },
  })
  const { mutate, isIdle } = verify
  const trusted = isTrusted(checklist.data)
  const isConnected = account.status === 'connected'
  useEffect(() => {
    if (trusted && isIdle && !isConnected) mutate()
  }, [trusted, isIdle, isConnected, mutate])

  const { role, externalId, services, statement, region } = checklist.data ?? {}
  return (
    <SpaceBetween size="m">
      {isConnected && (
        <Alert
          type="success"
          statusIconAriaLabel="Success"
          header={`${account.alias} is connected`}
          action={
            <Button variant="primary" onClick={() => setScanning(true)}>
              {account.scanCount === 0 ? 'Start the first scan' : 'Start a scan'}
            </Button>
          }
        >
          You can start scans now. Resource types that the role can’t read are marked as denied, not shown as empty.
        </Alert>
      )}
      <QueryFailure query={checklist} header="Couldn’t check the account" />
      {verify.isError && <FailureAlert error={verify.error} onRetry={() => verify.mutate()} />}
      {verify.data !== undefined && verify.data.outcome !== 'verified' && (
        <Alert
          type="warning"
          statusIconAriaLabel="Warning"
          action={<Button onClick={() => verify.mutate()}>Try again</Button>}
        >
          {verify.data.message ?? 'Couldn’t verify the connection.'}
        </Alert>
      )}
      <Container
        header={
          <Header
            variant="h2"
            description={region === undefined ? 'Checking the account.' : `Services are checked in ${region}.`}
            actions={
              <Button iconName="refresh" loading={checklist.isFetching} onClick={() => void checklist.refetch()}>
                Check again
              </Button>
            }
          >
            Checklist
          </Header>
        }
      >
        <div aria-live="polite">
          <SpaceBetween size="s">
            <Check label="The IAM role exists and trusts Surveyor" check={role} />
            <Check label="The IAM role requires the external ID" check={externalId} />
            {role?.status !== 'passed' && !isConnected && (
              <Box color="text-body-secondary">
                {isWaiting
                  ? 'A new IAM role can take up to a minute to work. This page checks again automatically.'
                  : 'Automatic checks stopped. Review the IAM role, then choose Check again.'}
              </Box>
            )}
            {services !== undefined && <ServiceChecks services={services} />}
            {statement !== null && statement !== undefined && (
              <ExpandableSection headerText="Policy statement for the missing permissions">
                <SpaceBetween size="s">
                  <StatementBox value={statement} label="Policy statement" />
                  <CopyToClipboard
                    copyButtonText="Copy statement"
                    textToCopy={JSON.stringify(statement, null, 2)}
                    copySuccessText="Copied"
                    copyErrorText="Couldn’t copy"
                  />
                </SpaceBetween>
              </ExpandableSection>
            )}
          </SpaceBetween>
        </div>
      </Container>
      <SpaceBetween direction="horizontal" size="xs">
        <Button onClick={onBack}>Back to IAM role</Button>
        <Button onClick={() => navigate(`/accounts/${account.id}`)}>
          {isConnected ? 'Go to account' : 'Finish later'}
        </Button>
      </SpaceBetween>
      {isScanning && <StartScanDialog accountId={account.id} onClose={() => setScanning(false)} />}
    </SpaceBetween>
  )
}

function Check({ label, check }: { readonly label: string; readonly check: Checklist['role'] | undefined }) {
  return (
    <div>
      <StatusIndicator type={check === undefined ? 'loading' : roleStatus[check.status]}>{label}</StatusIndicator>
      {check !== undefined && check.message !== null && (
        <Box fontSize="body-s" color="text-body-secondary" padding={{ left: 'l' }}>
          {check.message}
        </Box>
      )}
    </div>
  )
}

function isTrusted(checklist: Checklist | undefined): boolean {
  return checklist !== undefined && checklist.role.status === 'passed' && checklist.externalId.status === 'passed'
}
