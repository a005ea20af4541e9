/** Deletes the organization, for owners. Lists what is deleted, and requires its name. */
import Button from '@cloudscape-design/components/button'
import Container from '@cloudscape-design/components/container'
import Header from '@cloudscape-design/components/header'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { DeletedOrganization } from '../../../../contract/session/organization.ts'
import { request } from '../../http/request.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { reloadActiveOrganization } from '../../session/current-user.ts'
import { useNotify } from '../../shared/notifications.ts'
import { counted } from '../../shared/resource-kind.ts'

export function DeleteOrganization({ name }: { readonly name: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const queries = useQueryClient()
  const notify = useNotify()
  const [, navigate] = useLocation()

  const remove = async () => {
    const gone = await request<DeletedOrganization>('DELETE', '/session/organization', { body: { name } })
    const counts = [
      { count: gone.accounts, noun: 'account' },
      { count: gone.scans, noun: 'scan' },
      { count: gone.keys, noun: 'API key' },
    ]
    const parts = counts.flatMap(({ count, noun }) => (count === 0 ? [] : [counted(count, noun)]))
    const included = parts.length === 0 ? '' : `, including ${parts.join(', ')}`
    notify({ type: 'success', content: `${name} was deleted${included}.` })
    await reloadActiveOrganization(queries)
    navigate('/')
  }

  return (
    <Container
      header={
        <Header
          variant="h2"
          description="Only owners can delete the organization. You can’t undo this."
          actions={<Button onClick={() => setConfirming(true)}>Delete organization</Button>}
        >
          Delete {name}
        </Header>
      }
    >
      This deletes all accounts, scans, diagrams, API keys, invitations, and memberships.
      {isConfirming && (
        <ConfirmDialog
          title={`Delete ${name}`}
          confirmText="Delete"
          typed={name}
          onConfirm={remove}
          onClose={() => setConfirming(false)}
        >
          This permanently deletes all accounts, scans, diagrams, API keys, invitations, and memberships of {name}.
          Running scans stop, and API keys stop working immediately. User accounts aren’t deleted. The IAM roles stay in
          the AWS accounts; delete them there. The operator keeps the audit log.
        </ConfirmDialog>
      )}
    </Container>
  )
}
