/** Starts a scan of one region in one connected account, and opens it. */
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { defaultRegion } from '../../../../contract/regions.ts'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import { fieldMessage, request } from '../../http/request.ts'
import { useAccounts } from '../../session/accounts.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { PageLink } from '../../shared/page-link.tsx'
import { regionOptions } from '../../shared/region-options.ts'

export function StartScanDialog({
  accountId,
  region,
  onClose,
}: {
  readonly accountId?: string | undefined
  readonly region?: string | undefined
  readonly onClose: () => void
}) {
  const accounts = useAccounts()
  const connected = (accounts.data ?? []).filter(({ status }) => status === 'connected')
  const [chosenAccount, setAccount] = useState(accountId)
  const [chosenRegion, setRegion] = useState(region)
  // A requested account is never replaced by another one.
  const account = chosenAccount === undefined ? connected[0] : connected.find(({ id }) => id === chosenAccount)
  const unconnected = accounts.data?.find(({ id }) => id === chosenAccount && account === undefined)
  const regions = regionOptions(account?.partition ?? 'aws')
  const regionOption =
    regions.find(({ value }) => value === (chosenRegion ?? account?.lastScan?.region ?? defaultRegion)) ?? regions[0]
  const [, navigate] = useLocation()
  const queries = useQueryClient()

  const start = useMutation({
    mutationFn: () =>
      request<SessionScan>('POST', '/session/scans', {
        body: { cloudAccountId: account?.id, region: regionOption?.value },
      }),
    onSuccess: async ({ id }) => {
      onClose()
      navigate(`/scans/${id}`)
      await queries.invalidateQueries({ queryKey: ['scans'] })
    },
  })
  const options = connected.map(({ id, alias, cloudAccountId }) => ({
    value: id,
    label: alias,
    description: cloudAccountId,
  }))

  return (
    <FormDialog
      title="Start a scan"
      submitText="Start scan"
      disabled={account === undefined}
      pending={start.isPending}
      error={start.error}
      onSubmit={() => start.mutate()}
      onClose={onClose}
    >
      {accounts.isError && <FailureAlert error={accounts.error} onRetry={() => void accounts.refetch()} />}
      <FormField
        label="Account"
        errorText={
          fieldMessage(start.error, 'cloudAccountId') ??
          (unconnected && (
            <>
              {unconnected.alias} isn’t connected.{' '}
              <PageLink href={`/accounts/${unconnected.id}`}>View the connection</PageLink>
            </>
          ))
        }
      >
        <Select
          options={options}
          selectedOption={options.find(({ value }) => value === account?.id) ?? null}
          placeholder="Choose an account"
          statusType={accounts.isLoading ? 'loading' : 'finished'}
          loadingText="Loading the accounts"
          empty="No connected accounts"
          onChange={({ detail }) => setAccount(detail.selectedOption.value)}
        />
      </FormField>
      {accounts.isSuccess && connected.length === 0 && (
        <div>
          No connected accounts. <PageLink href="/accounts/connect">Connect an account</PageLink>
        </div>
      )}
      <FormField label="Region" errorText={fieldMessage(start.error, 'region')}>
        <Select
          options={regions}
          selectedOption={regionOption ?? null}
          filteringType="auto"
          onChange={({ detail }) => setRegion(detail.selectedOption.value)}
        />
      </FormField>
    </FormDialog>
  )
}
