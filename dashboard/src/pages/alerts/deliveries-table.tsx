/** The deliveries of an alert, newest first. */
import Button from '@cloudscape-design/components/button'
import Header from '@cloudscape-design/components/header'
import Link from '@cloudscape-design/components/link'
import Pagination from '@cloudscape-design/components/pagination'
import SpaceBetween from '@cloudscape-design/components/space-between'
import Table from '@cloudscape-design/components/table'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCursorPages } from '../../http/use-cursor-pages.ts'
import { deliveriesKey, deliveryList, type DeliveryPage, replayDelivery } from '../../session/alerts.ts'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { failureText, useNotify } from '../../shared/notifications.ts'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { TimeText } from '../../shared/time-text.tsx'
import { eventWords } from './alert-words.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryStatus } from './delivery-status.tsx'

const refreshMs = 2_000

export function DeliveriesTable({ alertId, mayChange }: { readonly alertId: string; readonly mayChange: boolean }) {
  const queries = useQueryClient()
  const notify = useNotify()
  const [opened, setOpened] = useState<string | null>(null)
  const { query, page, pageCount, hasMore, goTo } = useCursorPages<DeliveryPage>(deliveryList(alertId))
  const deliveries = query.data?.deliveries ?? []
  const isPending = deliveries.some(({ status }) => status === 'pending')
  const { refetch } = query
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setInterval(() => void refetch(), refreshMs)
    return () => clearInterval(timer)
  }, [isPending, refetch])
  const replay = useMutation({
    mutationFn: (id: string) => replayDelivery(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: deliveriesKey(alertId) }),
    onError: (error) => notify({ type: 'error', content: failureText('Couldn’t send the delivery again', error) }),
  })
  return (
    <SpaceBetween size="s">
      <QueryFailure query={query} header="Couldn’t load the deliveries" />
      <Table
        wrapLines
        items={deliveries}
        trackBy="id"
        loading={query.isLoading}
        loadingText="Loading the deliveries"
        ariaLabels={{ tableLabel: 'Deliveries' }}
        header={
          <Header
            description="Failed attempts are repeated for a day. Deliveries are kept for 30 days."
            actions={<Button iconName="refresh" ariaLabel="Refresh" onClick={() => void query.refetch()} />}
          >
            Deliveries
          </Header>
        }
        empty={<EmptyTable title="No deliveries" text="Messages of this alert are listed here." />}
        pagination={
          <Pagination
            currentPageIndex={page}
            pagesCount={pageCount}
            openEnd={hasMore}
            onChange={({ detail }) => goTo(detail.currentPageIndex)}
          />
        }
        columnDefinitions={[
          {
            id: 'event',
            header: 'Event',
            isRowHeader: true,
            minWidth: 150,
            cell: ({ id, event, replayOf }) => {
              const text = `${eventWords[event]}${replayOf === null ? '' : ' (again)'}`
              return mayChange ? <Link onFollow={() => setOpened(id)}>{text}</Link> : text
            },
          },
          { id: 'summary', header: 'Summary', minWidth: 200, cell: ({ summary }) => summary },
          { id: 'status', header: 'Status', minWidth: 180, cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
          { id: 'attempts', header: 'Attempts', minWidth: 90, cell: ({ attempts }) => attempts },
          { id: 'created', header: 'Created', minWidth: 120, cell: ({ createdAt }) => <TimeText at={createdAt} /> },
          {
            id: 'actions',
            header: 'Actions',
            minWidth: 120,
            cell: ({ id, status, summary }) =>
              mayChange &&
              (status === 'delivered' || status === 'failed') && (
                <Button
                  variant="inline-link"
                  ariaLabel={`Send again: ${summary}`}
                  loading={replay.isPending && replay.variables === id}
                  onClick={() => replay.mutate(id)}
                >
                  Send again
                </Button>
              ),
          },
        ]}
      />
      {opened !== null && <DeliveryDialog id={opened} onClose={() => setOpened(null)} />}
    </SpaceBetween>
  )
}
