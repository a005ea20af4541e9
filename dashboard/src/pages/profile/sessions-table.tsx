/** The user’s sessions, with actions to end them. */
import Badge from '@cloudscape-design/components/badge'
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import Table from '@cloudscape-design/components/table'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '../../../../contract/session/own-sessions.ts'
import { request } from '../../http/request.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { FailureAlert } from '../../shared/failure-alert.tsx'
import { failureText, useNotify } from '../../shared/notifications.ts'
import { TimeText } from '../../shared/time-text.tsx'

export function SessionsTable() {
  const queries = useQueryClient()
  const notify = useNotify()
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) =>
      (await request<{ sessions: readonly OwnSession[] }>('GET', '/session/me/sessions', { signal })).sessions,
  })
  const end = useMutation({
    mutationFn: (id: string | null) => request('DELETE', `/session/me/sessions${id === null ? '' : `/${id}`}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
    onError: (error) => notify({ type: 'error', content: failureText('Couldn’t end the session', error) }),
  })
  if (sessions.isError) {
    return (
      <FailureAlert
        error={sessions.error}
        header="Couldn’t load the sessions"
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
          minWidth: 270,
          isRowHeader: true,
          cell: ({ isThis, userAgent }: OwnSession) => (
            <span title={userAgent ?? ''}>
              {browserName(userAgent ?? '')} {isThis && <Badge color="green">This session</Badge>}
            </span>
          ),
        },
        { id: 'address', header: 'IP address', cell: ({ address }) => address || '–' },
        { id: 'since', header: 'Signed in', cell: ({ createdAt }) => <TimeText at={createdAt} /> },
        { id: 'active', header: 'Last active', cell: ({ lastActiveAt }) => <TimeText at={lastActiveAt} /> },
        {
          id: 'actions',
          header: 'Actions',
          minWidth: 130,
          cell: ({ id, isThis, userAgent }) =>
            !isThis && (
              <Button
                variant="inline-link"
                ariaLabel={`End session: ${browserName(userAgent ?? '')}`}
                onClick={() => end.mutate(id)}
              >
                End session
              </Button>
            ),
        },
      ]}
      items={sessions.data ?? []}
      trackBy="id"
      loading={sessions.isLoading}
      loadingText="Loading the sessions"
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
              End all other sessions
            </Button>
          }
        >
          Sessions
        </Header>
      }
    />
  )
}

/** Enough for users to recognize their own devices. The full text is shown on hover. */
function browserName(userAgent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//u.exec(userAgent)?.[1] ?? 'Unknown browser'
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/u.exec(userAgent)?.[1]
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser
  return system === undefined ? name : `${name} on ${system === 'Mac OS X' ? 'macOS' : system}`
}
