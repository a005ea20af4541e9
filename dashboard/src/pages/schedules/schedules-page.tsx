/** Schedules of the organization, and the newest scan runs. */
import Button from '@cloudscape-design/components/button'
import ButtonDropdown from '@cloudscape-design/components/button-dropdown'
import Header from '@cloudscape-design/components/header'
import Popover from '@cloudscape-design/components/popover'
import SpaceBetween from '@cloudscape-design/components/space-between'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import Table from '@cloudscape-design/components/table'
import type { TableProps } from '@cloudscape-design/components/table'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Schedule } from '../../../../contract/schedule.ts'
import { request } from '../../http/request.ts'
import { useAccounts } from '../../session/accounts.ts'
import { useAllowed } from '../../session/current-user.ts'
import { pauseSchedule, recentRunsQuery, runSchedule, schedulesQuery } from '../../session/schedules.ts'
import { useBreadcrumbs } from '../../shared/breadcrumbs.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { EmptyTable } from '../../shared/empty-table.tsx'
import { failureText, useNotify } from '../../shared/notifications.ts'
import { PageLink } from '../../shared/page-link.tsx'
import { QueryFailure } from '../../shared/query-failure.tsx'
import { TimeText } from '../../shared/time-text.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { CreateScheduleDialog } from './create-schedule-dialog.tsx'
import { RunsTable } from './runs-table.tsx'
import { ScanAllDialog } from './scan-all-dialog.tsx'
import { regionWords, timingWords } from './schedule-words.ts'

export function SchedulesPage() {
  usePageTitle('Schedules')
  useBreadcrumbs([{ text: 'Schedules', href: '#' }])
  const mayChange = useAllowed('member')
  const queries = useQueryClient()
  const notify = useNotify()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'create' | 'scan all' | null>(null)
  const [removing, setRemoving] = useState<Schedule | null>(null)
  const schedules = useQuery(schedulesQuery)
  const runs = useQuery(recentRunsQuery)
  const accounts = useAccounts()
  const aliasOf = (id: string) => accounts.data?.find((account) => account.id === id)?.alias ?? 'Account'
  const reload = () => queries.invalidateQueries({ queryKey: ['schedules'] })

  const pause = useMutation({
    mutationFn: ({ schedule, paused }: { schedule: Schedule; paused: boolean }) => pauseSchedule(schedule, paused),
    onSuccess: reload,
    onError: (error) => notify({ type: 'error', content: failureText('Couldn’t change the schedule', error) }),
  })
  const run = useMutation({
    mutationFn: (id: string) => runSchedule(id),
    onSuccess: ({ id }) => navigate(`/schedules/runs/${id}`),
    onError: (error) => notify({ type: 'error', content: failureText('Couldn’t run the schedule', error) }),
  })

  const columns: readonly TableProps.ColumnDefinition<Schedule>[] = [
    {
      id: 'account',
      header: 'Account',
      isRowHeader: true,
      minWidth: 140,
      cell: ({ cloudAccountId }) => <PageLink href={`/accounts/${cloudAccountId}`}>{aliasOf(cloudAccountId)}</PageLink>,
    },
    { id: 'status', header: 'Status', minWidth: 160, cell: (schedule) => <ScheduleStatus schedule={schedule} /> },
    { id: 'regions', header: 'Regions', minWidth: 115, cell: ({ regions }) => regionWords(regions) },
    {
      id: 'timing',
      header: 'Repeats',
      minWidth: 165,
      cell: (schedule) => <span className="any-break">{timingWords(schedule)}</span>,
    },
    {
      id: 'next',
      header: 'Next run',
      minWidth: 140,
      cell: ({ nextRunAt }) => (nextRunAt === null ? 'None' : <TimeText at={nextRunAt} form="short" />),
    },
    {
      id: 'last',
      header: 'Last run',
      minWidth: 100,
      cell: ({ lastRunId }) =>
        lastRunId === null ? 'None' : <PageLink href={`/schedules/runs/${lastRunId}`}>View run</PageLink>,
    },
    {
      id: 'actions',
      header: 'Actions',
      minWidth: 90,
      cell: (schedule) => {
        const toPause = schedule.pauseReason !== 'requested'
        return (
          mayChange && (
            <ButtonDropdown
              variant="icon"
              expandToViewport
              ariaLabel={`Actions: ${aliasOf(schedule.cloudAccountId)}, ${timingWords(schedule)}`}
              items={[
                { id: 'run', text: 'Run now' },
                { id: 'pause', text: toPause ? 'Pause' : 'Resume' },
                { id: 'remove', text: 'Delete' },
              ]}
              onItemClick={({ detail }) => {
                if (detail.id === 'run') run.mutate(schedule.id)
                else if (detail.id === 'pause') pause.mutate({ schedule, paused: toPause })
                else setRemoving(schedule)
              }}
            />
          )
        )
      },
    },
  ]

  return (
    <SpaceBetween size="l">
      <QueryFailure query={schedules} header="Couldn’t load the schedules" />
      <QueryFailure query={runs} header="Couldn’t load the scan runs" />
      <Table
        variant="full-page"
        wrapLines
        columnDefinitions={columns}
        items={schedules.data ?? []}
        trackBy="id"
        loading={schedules.isLoading}
        loadingText="Loading the schedules"
        ariaLabels={{ tableLabel: 'Schedules' }}
        empty={<EmptyTable title="No schedules" text="Create a schedule to scan regions of an account regularly." />}
        header={
          <Header
            variant="awsui-h1-sticky"
            description="Regions of your accounts are scanned regularly."
            actions={
              mayChange && (
                <SpaceBetween direction="horizontal" size="xs">
                  <Button onClick={() => setDialog('scan all')}>Scan all regions</Button>
                  <Button variant="primary" onClick={() => setDialog('create')}>
                    Create a schedule
                  </Button>
                </SpaceBetween>
              )
            }
          >
            Schedules
          </Header>
        }
      />
      <RunsTable runs={runs.data ?? []} loading={runs.isLoading} aliasOf={aliasOf} />
      {dialog === 'scan all' && <ScanAllDialog onClose={() => setDialog(null)} />}
      {dialog === 'create' && (
        <CreateScheduleDialog
          onClose={() => setDialog(null)}
          onCreated={() => {
            setDialog(null)
            notify({ type: 'success', content: 'Schedule created.' })
            void reload()
          }}
        />
      )}
      {removing !== null && (
        <ConfirmDialog
          title="Delete the schedule"
          confirmText="Delete"
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await request('DELETE', `/session/schedules/${removing.id}`)
            notify({ type: 'success', content: 'Schedule deleted.' })
            await reload()
          }}
        >
          {aliasOf(removing.cloudAccountId)}: {timingWords(removing)}. Its runs and scans stay.
        </ConfirmDialog>
      )}
    </SpaceBetween>
  )
}

function ScheduleStatus({ schedule: { pauseReason, pauseMessage, skippedAt } }: { readonly schedule: Schedule }) {
  if (pauseReason === null && skippedAt === null) return <StatusIndicator type="success">Active</StatusIndicator>
  const [type, text] =
    pauseReason === null
      ? (['success', 'Active'] as const)
      : pauseReason === 'connection'
        ? (['warning', 'Not connected'] as const)
        : (['stopped', 'Paused'] as const)
  const skipped = skippedAt !== null && (
    <>
      A time was skipped, because the previous run hadn’t ended: <TimeText at={skippedAt} form="short" />
    </>
  )
  return (
    <Popover content={<>{pauseMessage ?? skipped}</>} dismissAriaLabel="Close" triggerType="text">
      <StatusIndicator type={type}>{text}</StatusIndicator>
    </Popover>
  )
}
