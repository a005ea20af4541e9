/** The audit log of the organization, newest first. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import Pagination from '@cloudscape-design/components/pagination'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Table from '@cloudscape-design/components/table'
import type { ReactNode } from 'react'
import type { PageMeta } from '../../../../contract/envelope.ts'
import type { AuditEvent } from '../../../../contract/session/audit.ts'
import { useCursorPages } from '../../http/use-cursor-pages.ts'
import { useAllowed } from '../../session/current-user.ts'
import { useBreadcrumbs } from '../../shared/breadcrumbs.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { PageLink } from '../../shared/page-link.tsx'
import { TimeText } from '../../shared/time-text.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { actionWords, subjectPage } from './audit-action.ts'

const pageSize = 50

const kinds: Readonly<Record<AuditEvent['actor']['kind'], string>> = {
  user: 'User',
  key: 'API key',
  operator: 'Operator',
  anonymous: 'Not signed in',
}

export function AuditPage() {
  usePageTitle('Audit log')
  useBreadcrumbs([{ text: 'Audit log', href: '#' }])
  const isAdmin = useAllowed('admin')
  return isAdmin ? (
    <AuditTable />
  ) : (
    <EmptyTable title="Only admins can view the audit log" text="Ask an admin of your organization." />
  )
}

function AuditTable() {
  const { query, page, pageCount, hasMore, goTo } = useCursorPages<{
    readonly events: readonly AuditEvent[]
    readonly meta: PageMeta
  }>({
    key: ['audit'],
    path: '/session/audit',
    parameters: {},
    pageSize,
  })
  const items = query.data?.events ?? []
  return (
    <SpaceBetween size="m">
      <QueryFailure query={query} header="Couldn’t load the audit log" />
      <Table
        variant="full-page"
        stickyHeader
        wrapLines
        columnDefinitions={[
          { id: 'at', header: 'Time', minWidth: 150, cell: ({ at }: AuditEvent) => <TimeText at={at} /> },
          {
            id: 'actor',
            header: 'Actor',
            isRowHeader: true,
            minWidth: 160,
            cell: ({ actor }) => (
              <>
                {actor.name ?? actor.id ?? kinds[actor.kind]}
                {actor.id !== null && <Muted>{kinds[actor.kind]}</Muted>}
              </>
            ),
          },
          {
            id: 'action',
            header: 'Action',
            minWidth: 190,
            cell: ({ action }) => (
              <>
                {actionWords(action)}
                <Muted>{action}</Muted>
              </>
            ),
          },
          { id: 'subject', header: 'Subject', minWidth: 200, cell: (event) => <Subject event={event} /> },
          { id: 'address', header: 'IP address', minWidth: 130, cell: ({ address }) => address ?? '–' },
          {
            id: 'details',
            header: 'Details',
            minWidth: 240,
            cell: ({ details }) => <Details details={details} />,
          },
        ]}
        items={items}
        trackBy="id"
        loading={query.isLoading}
        loadingText="Loading the audit log"
        ariaLabels={{ tableLabel: 'Audit log' }}
        empty={<EmptyTable title="No events" text="Actions of users, API keys, and operators are recorded here." />}
        header={
          <Header
            variant="awsui-h1-sticky"
            actions={<Button iconName="refresh" ariaLabel="Refresh" onClick={() => void query.refetch()} />}
          >
            Audit log
          </Header>
        }
        pagination={
          <Pagination
            currentPageIndex={page}
            pagesCount={pageCount}
            openEnd={hasMore}
            onChange={({ detail }) => goTo(detail.currentPageIndex)}
          />
        }
      />
    </SpaceBetween>
  )
}

function Muted({ children }: { readonly children: ReactNode }) {
  return (
    <Box fontSize="body-s" color="text-body-secondary">
      {children}
    </Box>
  )
}

function Subject({ event: { action, subject } }: { readonly event: AuditEvent }) {
  const page = subjectPage(action, subject)
  return page === null ? subject : <PageLink href={page}>{subject}</PageLink>
}

function Details({ details }: { readonly details: unknown }) {
  const all = typeof details === 'object' && details !== null ? Object.entries(details) : []
  const entries = all.filter(([, value]) => value !== null)
  if (entries.length === 0) return '–'
  return (
    <div className="audit-details">
      {entries.map(([name, value]) => (
        <div key={name}>
          {name}: {detailText(value)}
        </div>
      ))}
    </div>
  )
}

function detailText(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => detailText(item)).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
