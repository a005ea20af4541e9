/** Where the person is signed in, and a way to end what should not be. */
import Badge from '@cloudscape-design/components/badge'
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import Table from '@cloudscape-design/components/table'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { authRequest } from '../../http/request.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { failureText, useNotify } from '../../shared/notifications.ts'
import { TimeText } from '../../shared/time-text.tsx'

/** As the sign-in library answers. */
type Session = {
  readonly id: string
  readonly token: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly ipAddress?: string | null
  readonly userAgent?: string | null
}

export function SessionsTable() {
  const { sessionId } = useCurrentUser()
  const queries = useQueryClient()
  const notify = useNotify()
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => authRequest<readonly Session[]>('GET', '/list-sessions'),
  })
  const end = useMutation({
    mutationFn: (token: string | null) =>
      token === null
        ? authRequest('POST', '/revoke-other-sessions', {})
        : authRequest('POST', '/revoke-session', { token }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
    onError: (error) => notify({ type: 'error', content: failureText('The session was not ended', error) }),
  })
  if (sessions.isError) {
    return (
      <FailureAlert
        error={sessions.error}
        header="The sessions could not be read"
        onRetry={() => void sessions.refetch()}
      />
    )
  }
  return (
    <Table
      columnDefinitions={[
        {
          id: 'browser',
          header: 'Browser',
          isRowHeader: true,
          cell: ({ id, userAgent }: Session) => (
            <span title={userAgent ?? ''}>
              {browserName(userAgent ?? '')} {id === sessionId && <Badge color="green">this one</Badge>}
            </span>
          ),
        },
        { id: 'address', header: 'Address', cell: ({ ipAddress }) => ipAddress || '–' },
        { id: 'since', header: 'Signed in', cell: ({ createdAt }) => <TimeText at={createdAt} /> },
        { id: 'active', header: 'Last active', cell: ({ updatedAt }) => <TimeText at={updatedAt} /> },
        {
          id: 'actions',
          header: 'Actions',
          cell: ({ id, token, userAgent }) =>
            id !== sessionId && (
              <Button
                variant="inline-link"
                ariaLabel={`End the session in ${browserName(userAgent ?? '')}`}
                onClick={() => end.mutate(token)}
              >
                End
              </Button>
            ),
        },
      ]}
      items={sessions.data ?? []}
      trackBy="id"
      loading={sessions.isLoading}
      loadingText="Reading the sessions"
      ariaLabels={{ tableLabel: 'Sessions' }}
      empty={<EmptyTable title="No sessions" text="" />}
      header={
        <Header
          variant="h2"
          counter={sessions.data === undefined ? undefined : `(${sessions.data.length})`}
          actions={
            <Button
              disabled={(sessions.data?.length ?? 0) < 2}
              loading={end.isPending}
              onClick={() => end.mutate(null)}
            >
              End all others
            </Button>
          }
        >
          Sessions
        </Header>
      }
    />
  )
}

/** Good enough to tell one's own devices apart; the whole text shows on hover. */
function browserName(userAgent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//u.exec(userAgent)?.[1] ?? 'Unknown browser'
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/u.exec(userAgent)?.[1]
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser
  return system === undefined ? name : `${name} on ${system === 'Mac OS X' ? 'macOS' : system}`
}
