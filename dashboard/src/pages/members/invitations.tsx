/** Invitations that nobody took up yet. */
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

const byOperator = 'Operator’s link'

export function Invitations() {
  const queries = useQueryClient()
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null)
  const invitations = useQuery({
    queryKey: ['invitations'],
    queryFn: async ({ signal }) =>
      (await request<{ invitations: readonly Invitation[] }>('GET', '/session/invitations', { signal })).invitations,
  })
  if (invitations.isError) {
    return <QueryFailure query={invitations} header="The invitations could not be read" />
  }
  return (
    <>
      <Table
        columnDefinitions={[
          { id: 'email', header: 'E-mail', isRowHeader: true, cell: ({ email }: Invitation) => email ?? byOperator },
          { id: 'role', header: 'Role', cell: ({ role }) => capitalized(role) },
          { id: 'by', header: 'Invited by', cell: ({ invitedBy }) => invitedBy ?? 'An operator' },
          { id: 'until', header: 'Open until', cell: ({ expiresAt }) => <TimeText at={expiresAt} /> },
          {
            id: 'actions',
            header: 'Actions',
            cell: (invitation) => (
              <Button
                variant="inline-link"
                ariaLabel={`Withdraw the invitation of ${invitation.email ?? byOperator}`}
                onClick={() => setWithdrawing(invitation)}
              >
                Withdraw
              </Button>
            ),
          },
        ]}
        items={invitations.data ?? []}
        trackBy="id"
        loading={invitations.isLoading}
        loadingText="Reading the invitations"
        ariaLabels={{ tableLabel: 'Open invitations' }}
        empty={<EmptyTable title="No open invitations" text="An invitation is a link that works once." />}
        header={<Header variant="h2">Open invitations</Header>}
      />
      {withdrawing !== null && (
        <ConfirmDialog
          title="Withdraw the invitation"
          confirmText="Withdraw"
          onClose={() => setWithdrawing(null)}
          onConfirm={async () => {
            await request('DELETE', `/session/invitations/${withdrawing.id}`)
            await queries.invalidateQueries({ queryKey: ['invitations'] })
          }}
        >
          Its link stops working at once.
        </ConfirmDialog>
      )}
    </>
  )
}
