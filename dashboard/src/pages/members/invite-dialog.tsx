/** Invites a user, and shows the invitation link. */
import Alert from '@cloudscape-design/components/alert'
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import Modal from '@cloudscape-design/components/modal'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreatedInvitation } from '../../../../contract/session/members.ts'
import type { Role } from '../../../../contract/session/roles.ts'
import { fieldMessage, request } from '../../http/request.ts'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { StatementBox } from '../../shared/statement-box.tsx'
import { roleOptions } from './role-options.ts'

export function InviteDialog({ highest, onClose }: { readonly highest: Role; readonly onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<string>('member')
  const queries = useQueryClient()
  const options = roleOptions(highest)
  const invite = useMutation({
    mutationFn: () =>
      request<CreatedInvitation>('POST', '/session/invitations', { body: { email: email.trim(), role } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invitations'] }),
  })
  if (invite.data !== undefined) return <InvitationLink invitation={invite.data} onClose={onClose} />
  return (
    <FormDialog
      title="Invite a user"
      submitText="Invite user"
      disabled={email.trim() === ''}
      pending={invite.isPending}
      error={invite.error}
      onSubmit={() => invite.mutate()}
      onClose={onClose}
    >
      <FormField label="Email" errorText={fieldMessage(invite.error, 'email')}>
        <Input type="email" value={email} onChange={({ detail }) => setEmail(detail.value)} />
      </FormField>
      <FormField label="Role" errorText={fieldMessage(invite.error, 'role')}>
        <Select
          options={options}
          selectedOption={options.find(({ value }) => value === role) ?? null}
          onChange={({ detail }) => setRole(detail.selectedOption.value ?? role)}
        />
      </FormField>
    </FormDialog>
  )
}

function InvitationLink({
  invitation,
  onClose,
}: {
  readonly invitation: CreatedInvitation
  readonly onClose: () => void
}) {
  const link = new URL(invitation.link, globalThis.location.origin).href
  return (
    <Modal
      visible
      header="Invitation created"
      closeAriaLabel="Close"
      onDismiss={onClose}
      footer={
        <Box float="right">
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Alert type="info" statusIconAriaLabel="Information">
          {invitation.mailed
            ? `The link was emailed to ${invitation.email}. It works once.`
            : 'Send this link to the user. It works once, and you can’t view it again.'}
        </Alert>
        <StatementBox value={link} label="Link" />
        <CopyToClipboard
          copyButtonText="Copy link"
          textToCopy={link}
          copySuccessText="Copied"
          copyErrorText="Couldn’t copy"
        />
      </SpaceBetween>
    </Modal>
  )
}
