/** The last step: real calls into the account, asked again while its access management takes its time, until all is in place. */
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

const askAgainMs = 4000
/** A new role is known everywhere after seconds; past this something is wrong with it. */
const askUpToMs = 3 * 60_000

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
    refetchInterval: ({ state }) => (isWaiting && !isTrusted(state.data) ? askAgainMs : false),
    staleTime: 0,
  })
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), askUpToMs)
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
          Scans can start now. What the role may not read shows up as a gap, never as empty.
        </Alert>
      )}
      <QueryFailure query={checklist} header="The account could not be checked" />
      {verify.isError && <FailureAlert error={verify.error} onRetry={() => verify.mutate()} />}
      {verify.data !== undefined && verify.data.outcome !== 'verified' && (
        <Alert
          type="warning"
          statusIconAriaLabel="Warning"
          action={<Button onClick={() => verify.mutate()}>Try again</Button>}
        >
          {verify.data.message ?? 'The connection could not be verified.'}
        </Alert>
      )}
      <Container
        header={
          <Header
            variant="h2"
            description={region === undefined ? 'Asks the account now.' : `Services are asked in ${region}.`}
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
            <Check label="The role is there and trusts Surveyor" check={role} />
            <Check label="The role asks for the external id" check={externalId} />
            {role?.status !== 'passed' && !isConnected && (
              <Box color="text-body-secondary">
                {isWaiting
                  ? 'A new role takes up to a minute until it works everywhere. This asks again by itself.'
                  : 'It does not ask by itself any more. Look at the role, then check again.'}
              </Box>
            )}
            {services !== undefined && <ServiceChecks services={services} />}
            {statement !== null && statement !== undefined && (
              <ExpandableSection headerText="The statement that allows what is missing">
                <SpaceBetween size="s">
                  <StatementBox value={statement} label="Policy statement" />
                  <CopyToClipboard
                    copyButtonText="Copy the statement"
                    textToCopy={JSON.stringify(statement, null, 2)}
                    copySuccessText="Copied"
                    copyErrorText="It could not be copied"
                  />
                </SpaceBetween>
              </ExpandableSection>
            )}
          </SpaceBetween>
        </div>
      </Container>
      <SpaceBetween direction="horizontal" size="xs">
        <Button onClick={onBack}>Back to the role</Button>
        <Button onClick={() => navigate(`/accounts/${account.id}`)}>
          {isConnected ? 'Go to the account' : 'Finish later'}
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
