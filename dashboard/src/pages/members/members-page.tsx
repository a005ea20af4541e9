/** The members of the organization with their roles, and its pending invitations. */
import Badge from '@cloudscape-design/components/badge'
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import Select from '@cloudscape-design/components/select'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Table from '@cloudscape-design/components/table'
import type { TableProps } from '@cloudscape-design/components/table'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '../../../../contract/session/members.ts'
import { request } from '../../http/request.ts'
import { useAllowed, useCurrentUser } from '../../session/current-user.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { useBreadcrumbs } from '../../shared/breadcrumbs.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { failureText, useNotify } from '../../shared/notifications.ts'
import { capitalized } from '../../shared/resource-kind.ts'
import { TimeText } from '../../shared/time-text.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { roleOptions } from './role-options.ts'

export function MembersPage() {
  usePageTitle('Members')
  useBreadcrumbs([{ text: 'Members', href: '#' }])
  const isAdmin = useAllowed('admin')
  const isOwner = useAllowed('owner')
  const { organization } = useCurrentUser()
  const queries = useQueryClient()
  const notify = useNotify()
  const [isInviting, setInviting] = useState(false)
  const [removing, setRemoving] = useState<Member | null>(null)
  const members = useQuery({
    queryKey: ['members'],
    queryFn: async ({ signal }) =>
      (await request<{ members: readonly Member[] }>('GET', '/session/members', { signal })).members,
  })
  const change = useMutation({
    mutationFn: ({ id, role }: { readonly id: string; readonly role: string }) =>
      request('PATCH', `/session/members/${id}`, { body: { role } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['members'] }),
    onError: (error) => notify({ type: 'error', content: failureText('Couldn’t change the role', error) }),
  })
  const mayChange = (member: Member) => isOwner || (isAdmin && member.role !== 'owner')

  const columns: readonly TableProps.ColumnDefinition<Member>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      cell: ({ name, isYou }) => (
        <>
          {name} {isYou && <Badge>You</Badge>}
        </>
      ),
    },
    { id: 'email', header: 'Email', cell: ({ email }) => email },
    {
      id: 'role',
      header: 'Role',
      minWidth: 160,
      cell: (member) => {
        const options = roleOptions(isOwner ? 'owner' : 'admin')
        if (!mayChange(member)) return capitalized(member.role)
        return (
          <Select
            ariaLabel={`Role of ${member.name}`}
            options={options}
            expandToViewport
            selectedOption={options.find(({ value }) => value === member.role) ?? null}
            onChange={({ detail }) =>
              change.mutate({ id: member.id, role: detail.selectedOption.value ?? member.role })
            }
          />
        )
      },
    },
    {
      id: 'active',
      header: 'Last active',
      cell: ({ lastActiveAt }) => (lastActiveAt === null ? '–' : <TimeText at={lastActiveAt} />),
    },
    { id: 'since', header: 'Member since', cell: ({ createdAt }) => <TimeText at={createdAt} form="short" /> },
    {
      id: 'actions',
      header: 'Actions',
      minWidth: 110,
      cell: (member) =>
        (mayChange(member) || member.isYou) && (
          <Button
            variant="inline-link"
            ariaLabel={member.isYou ? 'Leave organization' : `Remove ${member.name}`}
            onClick={() => setRemoving(member)}
          >
            {member.isYou ? 'Leave' : 'Remove'}
          </Button>
        ),
    },
  ]

  return (
    <SpaceBetween size="l">
      <QueryFailure query={members} header="Couldn’t load the members" />
      <Table
        columnDefinitions={columns}
        items={members.data ?? []}
        trackBy="id"
        loading={members.isLoading}
        loadingText="Loading the members"
        ariaLabels={{ tableLabel: 'Members' }}
        empty={<EmptyTable title="No members" text="Invite a user." />}
        header={
          <Header
            variant="h1"
            description="Viewers have read-only access. Members can also start scans. Admins can also manage accounts, API keys, and members. Owners can also manage owners."
            actions={
              isAdmin && (
                <Button variant="primary" onClick={() => setInviting(true)}>
                  Invite a user
                </Button>
              )
            }
          >
            Members
          </Header>
        }
      />
      {isAdmin && <Invitations />}
      {isInviting && <InviteDialog highest={isOwner ? 'owner' : 'admin'} onClose={() => setInviting(false)} />}
      {removing !== null && (
        <ConfirmDialog
          title={removing.isYou ? `Leave ${organization?.name ?? 'the organization'}` : `Remove ${removing.name}`}
          confirmText={removing.isYou ? 'Leave' : 'Remove'}
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await request('DELETE', `/session/members/${removing.id}`)
            if (removing.isYou) globalThis.location.assign('/')
            else await queries.invalidateQueries({ queryKey: ['members'] })
          }}
        >
          {removing.isYou
            ? 'You lose access to the accounts and scans immediately.'
            : `${removing.name} loses access to the accounts and scans immediately. API keys keep working. Revoke them separately.`}
        </ConfirmDialog>
      )}
    </SpaceBetween>
  )
}
