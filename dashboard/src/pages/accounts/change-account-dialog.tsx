/** Renames an account connection, or points it to another role. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Modal from '@cloudscape-design/components/modal'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionAccountDetails } from '../../../../contract/session/accounts.ts'
import { fieldMessage, request } from '../../http/request.ts'
import { FailureAlert } from '../../shared/failure-alert.tsx'

const texts = {
  alias: { title: 'Rename the account', label: 'Name' },
  roleIdentifier: { title: 'Change the role', label: 'ARN of the role' },
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
    <Modal
      visible
      header={texts[field].title}
      closeAriaLabel="Close"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="primary"
              loading={change.isPending}
              disabled={value.trim() === ''}
              onClick={() => change.mutate()}
            >
              Save
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        {change.isError && <FailureAlert error={change.error} />}
        {field === 'roleIdentifier' && (
          <Alert type="info" statusIconAriaLabel="Information">
            With another role the connection is to be verified again before it can be scanned.
          </Alert>
        )}
        <FormField label={texts[field].label} errorText={fieldMessage(change.error, field)}>
          <Input value={value} onChange={({ detail }) => setValue(detail.value)} />
        </FormField>
      </SpaceBetween>
    </Modal>
  )
}
