/** Scans all enabled regions of one account once, and opens the run. */
import FormField from '@cloudscape-design/components/form-field'
import Select from '@cloudscape-design/components/select'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ScanRun } from '../../../../contract/scan-run.ts'
import { request } from '../../http/request.ts'
import { useAccounts } from '../../session/accounts.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'

export function ScanAllDialog({ onClose }: { readonly onClose: () => void }) {
  const accounts = useAccounts()
  const connected = (accounts.data ?? []).filter(({ status }) => status === 'connected')
  const [accountId, setAccountId] = useState<string>()
  const account = connected.find(({ id }) => id === accountId) ?? connected[0]
  const [, navigate] = useLocation()
  const start = useMutation({
    mutationFn: () => request<ScanRun>('POST', '/session/scan-runs', { body: { cloudAccountId: account?.id } }),
    onSuccess: ({ id }) => navigate(`/schedules/runs/${id}`),
  })
  const options = connected.map(({ id, alias, cloudAccountId }) => ({
    value: id,
    label: alias,
    description: cloudAccountId,
  }))

  return (
    <FormDialog
      title="Scan all regions"
      submitText="Scan all regions"
      disabled={account === undefined}
      pending={start.isPending}
      error={start.error}
      onSubmit={() => start.mutate()}
      onClose={onClose}
    >
      {accounts.isError && <FailureAlert error={accounts.error} onRetry={() => void accounts.refetch()} />}
      <FormField label="Account" description="All regions that the account has enabled are scanned once.">
        <Select
          options={options}
          selectedOption={options.find(({ value }) => value === account?.id) ?? null}
          placeholder="Choose an account"
          statusType={accounts.isLoading ? 'loading' : 'finished'}
          loadingText="Loading the accounts"
          empty="No connected accounts"
          onChange={({ detail }) => setAccountId(detail.selectedOption.value)}
        />
      </FormField>
    </FormDialog>
  )
}
