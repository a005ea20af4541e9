/** Renames an account connection or changes its IAM role. */
import Alert from '@cloudscape-design/components/alert'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionAccountDetails } from '../../../../contract/session/accounts.ts'
import { fieldMessage, request } from '../../http/request.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'

const texts = {
  alias: { title: 'Rename account', label: 'Name' },
  roleIdentifier: { title: 'Change IAM role', label: 'IAM role ARN' },
} as const

export function ChangeAccountDialog({
  account,
  field,
  onClose,
}: {
  readonly account: SessionAccountDetails
  readonly field: keyof typeof texts
  readonly onClose: () => void
}) {
  const [value, setValue] = useState(account[field])
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: () =>
      request<SessionAccountDetails>('PATCH', `/session/accounts/${account.id}`, { body: { [field]: value.trim() } }),
    onSuccess: async (changed) => {
      queries.setQueryData(['account', account.id], changed)
      onClose()
      await queries.invalidateQueries({ queryKey: ['accounts'] })
    },
  })
  return (
    <FormDialog
      title={texts[field].title}
      submitText="Save"
      disabled={value.trim() === ''}
      pending={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      {field === 'roleIdentifier' && (
        <Alert type="info" statusIconAriaLabel="Information">
          After this change, verify the connection again before you start a scan.
        </Alert>
      )}
      <FormField label={texts[field].label} errorText={fieldMessage(change.error, field)}>
        <Input value={value} onChange={({ detail }) => setValue(detail.value)} />
      </FormField>
    </FormDialog>
  )
}
