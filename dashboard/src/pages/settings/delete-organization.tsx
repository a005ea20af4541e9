/** Deletes the organization, for owners: says what goes with it, and asks for its name. */
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { DeletedOrganization } from '../../../../contract/session/organization.ts'
import { request } from '../../http/request.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { enterOrganization } from '../../session/current-user.ts'
import { useNotify } from '../../shared/notifications.ts'
import { counted } from '../../shared/resource-kind.ts'

export function DeleteOrganization({ name }: { readonly name: string }) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const notify = useNotify()
  const [, navigate] = useLocation()

  const remove = async () => {
    const gone = await request<DeletedOrganization>('DELETE', '/session/organization', { body: { name } })
    const parts = [counted(gone.accounts, 'account'), counted(gone.scans, 'scan'), counted(gone.keys, 'key')]
    notify({ type: 'success', content: `${name} was deleted, with ${parts.join(', ')}.` })
    await enterOrganization(queries)
    navigate('/')
  }

  return (
    <Container
      header={
        <Header
          variant="h2"
          description="For everybody and for good. Only owners can do it."
          actions={<Button onClick={() => setAsking(true)}>Delete the organization</Button>}
        >
          Delete {name}
        </Header>
      }
    >
      With it go its accounts, their scans and diagrams, its API keys, invitations and memberships.
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${name}`}
          confirmText="Delete"
          typed={name}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          This deletes all accounts of {name} with their scans and diagrams. Running scans end, API keys stop working at
          once, and nobody is a member any more; people keep their sign-in. The roles stay in the cloud accounts: delete
          them there. The audit log stays with whoever operates the service.
        </ConfirmDialog>
      )}
    </Container>
  )
}
