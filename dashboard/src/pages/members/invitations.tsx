/** Pending invitations. */
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import Table from '@cloudscape-design/components/table'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '../../../../contract/session/members.ts'
import { request } from '../../http/request.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { capitalized } from '../../shared/resource-kind.ts'
import { TimeText } from '../../shared/time-text.tsx'

const byOperator = 'Operator’s setup link'

export function Invitations() {
  const queries = useQueryClient()
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const invitations = useQuery({
    queryKey: ['invitations'],
    queryFn: async ({ signal }) =>
      (await request<{ invitations: readonly Invitation[] }>('GET', '/session/invitations', { signal })).invitations,
  })
  if (invitations.isError) {
    return <QueryFailure query={invitations} header="Couldn’t load the invitations" />
  }
  return (
    <>
      <Table
        columnDefinitions={[
          { id: 'email', header: 'Email', isRowHeader: true, cell: ({ email }: Invitation) => email ?? byOperator },
          { id: 'role', header: 'Role', cell: ({ role }) => capitalized(role) },
          { id: 'by', header: 'Invited by', cell: ({ invitedBy }) => invitedBy ?? 'Operator' },
          { id: 'until', header: 'Expires', cell: ({ expiresAt }) => <TimeText at={expiresAt} /> },
          {
            id: 'actions',
            header: 'Actions',
            minWidth: 110,
            cell: (invitation) => (
              <Button
                variant="inline-link"
                ariaLabel={`Revoke invitation: ${invitation.email ?? byOperator}`}
                onClick={() => setRevoking(invitation)}
              >
                Revoke
              </Button>
            ),
          },
        ]}
        items={invitations.data ?? []}
        trackBy="id"
        loading={invitations.isLoading}
        loadingText="Loading the invitations"
        ariaLabels={{ tableLabel: 'Pending invitations' }}
        empty={<EmptyTable title="No pending invitations" text="Invitations stay here until they are accepted." />}
        header={<Header variant="h2">Pending invitations</Header>}
      />
      {revoking !== null && (
        <ConfirmDialog
          title="Revoke invitation"
          confirmText="Revoke"
          onClose={() => setRevoking(null)}
          onConfirm={async () => {
            await request('DELETE', `/session/invitations/${revoking.id}`)
            await queries.invalidateQueries({ queryKey: ['invitations'] })
          }}
        >
          The link stops working immediately.
        </ConfirmDialog>
      )}
    </>
  )
}
